"""How many attempts a success takes; reported as a trend only, never as a fault.

Specification: rules.md §5.10.

See docs/reference/detectors.md, "action"; docs/explanation/perception.md, "Faults that no driver
reports".
"""

from __future__ import annotations

from robot_memory.perception.persistent_state import PersistentState

_KNOWN = 10.0  # successes after which the usual number of attempts is known
_RECENT, _USUAL = 0.2, 0.02  # weight of a success among the recent ones and among all
_TIMES = 2.0  # times the usual attempts, and one more at least, are worth telling


class Attempts(PersistentState):
    """Counts the attempts that goals of one action take until one succeeds."""

    KEPT = ("_successes", "_recent", "_usual")

    def __init__(self) -> None:
        self._successes = self._recent = self._usual = 0.0
        self._begin()

    def _begin(self) -> None:
        self._failed = 0

    def fail(self) -> None:
        """A goal was aborted."""
        self._failed += 1

    def succeed(self) -> None:
        """A goal succeeded, after those that were aborted since the last success."""
        attempts, self._failed = self._failed + 1.0, 0
        self._successes += 1.0
        share = 1.0 / self._successes
        self._recent += (attempts - self._recent) * max(_RECENT, share)
        self._usual += (attempts - self._usual) * (share if share >= 1.0 / _KNOWN else _USUAL)

    @property
    def have_grown(self) -> bool:
        """Whether recent successes take more attempts than usual, once that is known."""
        limit = max(_TIMES * self._usual, self._usual + 1.0)
        return self._successes >= _KNOWN and self._recent >= limit

    @property
    def recent(self) -> float:
        """How many attempts a success takes lately."""
        return self._recent

    @property
    def usual(self) -> float:
        """How many it takes usually."""
        return self._usual
