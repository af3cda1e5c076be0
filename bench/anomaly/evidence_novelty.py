"""What is news: evidence counts when it exceeds that of the last while."""

from __future__ import annotations


class EvidenceNovelty:
    """Lets evidence through that is larger than all since the last that was let through.

    Args:
        rest: number of values after which even smaller evidence is news again.
    """

    __slots__ = ("_age", "_peak", "_rest")

    def __init__(self, rest: int) -> None:
        self._rest = rest
        self._age = 0
        self._peak = 0.0

    def observe(self, evidence: float) -> float:
        """Return the evidence if it is news, else 0."""
        self._age += 1
        if self._age > self._rest:
            self._peak = 0.0
        if evidence <= self._peak:
            return 0.0
        self._peak, self._age = evidence, 0
        return evidence
