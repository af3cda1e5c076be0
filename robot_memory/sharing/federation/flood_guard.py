"""Limits the work that others can cause for this robot (rules.md §6). The caller passes the time.

See docs/reference/peer-updates.md, "What is refused".
"""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.foundation.token_bucket import Allowance, TokenBucket
from robot_memory.sharing.federation.update_verdict import UpdateOutcome, UpdateVerdict

#: Robots that one robot listens to.
MOST_PEERS = 1024
#: All latched updates of all robots at once, and some more; known updates are not checked again. A
#: check costs 0.2 ms, 1.3 ms if made as costly as possible: then 7 % of a core.
_CHECKS = Allowance(burst=MOST_PEERS + 256.0, per_second=50.0)
_READ_AGAIN = 30.0  # s, while messages are dropped without pause
_UPDATES = Allowance(burst=20.0, per_second=0.1)

#: Seconds for which a flooded topic is not listened to.
AWAY = 5.0
#: Messages at once: twice the latched updates of all robots.
AT_ONCE = 2.0 * MOST_PEERS
#: Messages per second: after a pause, all latched updates may be read.
A_SECOND = 1.1 * MOST_PEERS / AWAY

_MOST_KINDS = 64  # kinds of refusals counted separately; invented names share the last one
_OTHERS = "others"


class FloodGuard:
    """Limits the messages that are checked, and the updates taken in per robot.

    The real sender of a message is known only after its signature was checked. So checks are
    limited over all senders together, and accepted updates for each sender separately: a forger
    costs the named robot nothing except a wait until the flood is over.

    Args:
        most_robots: the number of robots whose updates are taken in; those of further robots are
            dropped.
    """

    def __init__(self, most_robots: int = MOST_PEERS) -> None:
        self._most_robots = most_robots
        self._checks = TokenBucket(_CHECKS, 0.0)
        self._updates: dict[str, TokenBucket] = {}
        # times of the first and the last drop since the last re-read
        self._dropped: tuple[float, float] | None = None

    def may_check(self, now: float) -> bool:
        """Whether one more message may be opened and its signature checked."""
        return self._note(self._checks.try_take(now), now)

    def may_take(self, rrn: str, now: float) -> bool:
        """Whether one more update with a valid signature may be taken in from a robot."""
        if rrn not in self._updates and len(self._updates) >= self._most_robots:
            return self._note(False, now)
        bucket = self._updates.setdefault(rrn, TokenBucket(_UPDATES, now))
        return self._note(bucket.try_take(now), now)

    def _note(self, allowed: bool, now: float) -> bool:
        if not allowed:
            self._dropped = (now if self._dropped is None else self._dropped[0]), now
        return allowed

    def should_read_again(self, now: float, quiet: float) -> bool:
        """Whether messages were dropped, and none for ``quiet`` seconds; true only once.

        The robots' last updates are still latched then, and must be read again. If messages are
        dropped without pause, this is true every 30 s: some updates come through.
        """
        if self._dropped is None:
            return False
        first, last = self._dropped
        if now - last < quiet and now - first < _READ_AGAIN:
            return False
        self._dropped = None
        return True


class InboundRateLimit:
    """Limits the messages that are looked at, for all senders together.

    Even dropping a message costs work, and honest robots' messages drown in the reader's queue. So
    a flooded topic is not listened to for a while. Then it is read again, and its latched updates
    come again, even while the flood goes on.
    """

    def __init__(self) -> None:
        self._messages = TokenBucket(Allowance(AT_ONCE, A_SECOND), 0.0)
        self._away_until = 0.0

    def may_take(self, now: float) -> bool:
        """Whether one more message may be looked at. ``now``: monotonic, in seconds."""
        if self.is_away(now):
            return False
        if self._messages.try_take(now):
            return True
        self._away_until = now + AWAY
        return False

    def is_away(self, now: float) -> bool:
        """Whether the topic must be left alone for now."""
        return now < self._away_until


@dataclass
class _Rejection:
    """The number of one sender's refusals with one outcome, and the last reason."""

    count: int
    reason: str


class RejectionCounter:
    """Counts refusals by sender and outcome, in limited memory; each kind is logged once."""

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
        """Return sender and outcome of refusals, each with the count and the last reason."""
        return [
            (f"{outcome.value} {rrn}", f"{rejection.count} times: {rejection.reason}")
            for (rrn, outcome), rejection in list(self._by_kind.items())
        ]
