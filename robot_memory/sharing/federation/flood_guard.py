"""Bounds on what others can make this robot do (rules.md §6). Time is passed in.

See docs/reference/peer-updates.md, "What is refused".
"""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.foundation.token_bucket import Allowance, TokenBucket
from robot_memory.sharing.federation.update_verdict import UpdateOutcome, UpdateVerdict

#: Robots that one robot hears.
MOST_PEERS = 1024
#: All that robots have latched at once, and some more; what is known already is not checked again.
#: Each check costs 0.2 ms, 1.3 ms where somebody made it as costly as can be: 7 % of a core then.
_CHECKS = Allowance(burst=MOST_PEERS + 256.0, per_second=50.0)
_READ_AGAIN = 30.0  # s, while messages are dropped without pause
_UPDATES = Allowance(burst=20.0, per_second=0.1)

#: Seconds for which whoever floods is not listened to.
AWAY = 5.0
#: Messages at once: twice what all robots that are heard have latched.
AT_ONCE = 2.0 * MOST_PEERS
#: Messages a second: after a pause all that is latched may be read.
A_SECOND = 1.1 * MOST_PEERS / AWAY

_MOST_KINDS = 64  # of refusals told apart; whoever invents names shares the last one
_OTHERS = "others"


class FloodGuard:
    """Bounds the messages that are checked, and the updates that a robot may have taken in.

    Who a message is really from is known only once its signature holds. So checking is bounded over
    all senders, and what a robot may have taken in for each by itself: a forger costs the robot
    that it names nothing but the wait until the flood is over.

    Args:
        most_robots: whose updates are taken in; the updates of further ones are dropped.
    """

    def __init__(self, most_robots: int = MOST_PEERS) -> None:
        self._most_robots = most_robots
        self._checks = TokenBucket(_CHECKS, 0.0)
        self._updates: dict[str, TokenBucket] = {}
        self._dropped: tuple[float, float] | None = None  # first and last since it was over

    def may_check(self, now: float) -> bool:
        """Tell whether one more message may be opened, and its signature checked."""
        return self._note(self._checks.try_take(now), now)

    def may_take(self, rrn: str, now: float) -> bool:
        """Tell whether one more update of a robot, whose signature holds, may be taken in."""
        if rrn not in self._updates and len(self._updates) >= self._most_robots:
            return self._note(False, now)
        bucket = self._updates.setdefault(rrn, TokenBucket(_UPDATES, now))
        return self._note(bucket.try_take(now), now)

    def _note(self, allowed: bool, now: float) -> bool:
        if not allowed:
            self._dropped = (now if self._dropped is None else self._dropped[0]), now
        return allowed

    def should_read_again(self, now: float, quiet: float) -> bool:
        """Tell, once, that something was dropped and nothing has been for ``quiet`` seconds.

        What robots said last is still latched then, and is to be read again. While messages are
        dropped without pause this is so every 30 s: some of it comes through.
        """
        if self._dropped is None:
            return False
        first, last = self._dropped
        if now - last < quiet and now - first < _READ_AGAIN:
            return False
        self._dropped = None
        return True


class InboundRateLimit:
    """Bounds how many messages are checked, for all senders together.

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


@dataclass
class _Rejection:
    """How many refusals of one sender there were for one reason, and the last one's words."""

    count: int
    reason: str


class RejectionCounter:
    """Counts refusals by sender and outcome, in bounded memory; each kind is logged once."""

    def __init__(self) -> None:
        self._by_kind: dict[tuple[str, UpdateOutcome], _Rejection] = {}

    def note(self, verdict: UpdateVerdict) -> bool:
        """Count a refusal; return whether it is the first of its kind."""
        kind = (verdict.rrn, verdict.outcome)
        if kind not in self._by_kind and len(self._by_kind) >= _MOST_KINDS:
            kind = (_OTHERS, verdict.outcome)
        known = self._by_kind.get(kind)
        if known is None:
            self._by_kind[kind] = _Rejection(1, verdict.reason)
            return True
        known.count += 1
        known.reason = verdict.reason
        return False

    def counts(self) -> list[tuple[str, str]]:
        """Return sender and kind of what was refused, each with how often and why at last."""
        return [
            (f"{outcome.value} {rrn}", f"{rejection.count} times: {rejection.reason}")
            for (rrn, outcome), rejection in list(self._by_kind.items())
        ]
