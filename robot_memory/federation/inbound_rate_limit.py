"""Limits the messages taken from a topic, whoever sends them.

See docs/reference/peer-updates.md, "What is refused".
"""

from __future__ import annotations

from robot_memory.federation.flood_guard import MOST_PEERS
from robot_memory.token_bucket import Allowance, TokenBucket

AWAY = 5.0  # s
#: Messages at once: twice what all robots that are heard have latched.
AT_ONCE = 2.0 * MOST_PEERS
#: Messages a second: after a pause all that is latched may be read.
A_SECOND = 1.1 * MOST_PEERS / AWAY


class InboundRateLimit:
    """Bounds how many messages are checked, for all senders together. Time is passed in.

    Even to drop a message costs work, and what honest robots say drowns in the reader's queue. So
    whoever floods is not listened to for a while; then the topic is read anew, and what is latched
    on it comes again, also while the flood goes on.
    """

    def __init__(self) -> None:
        self._messages = TokenBucket(Allowance(AT_ONCE, A_SECOND), 0.0)
        self._away_until = 0.0

    def may_take(self, now: float) -> bool:
        """Tell whether one more message may be looked at. ``now``: seconds, never stepping."""
        if self.is_away(now):
            return False
        if self._messages.try_take(now):
            return True
        self._away_until = now + AWAY
        return False

    def is_away(self, now: float) -> bool:
        """Tell whether the topic is to be left alone for now."""
        return now < self._away_until
