"""Clusters of attempts that depend on each other, and their overdispersion.

Attempts in the same conditions, minutes apart, are not independent: counted singly, they would
prove too much.

See docs/explanation/outcomes.md, "When an entry is made".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from robot_memory.long_term.outcomes.past_attempt import PastAttempt

_QUARTER_HOUR = 900.0  # s


@dataclass(frozen=True)
class Tally:
    """How many attempts, and how many of them failed."""

    tried: int = 0
    failed: int = 0

    @classmethod
    def of(cls, attempts: Sequence[PastAttempt]) -> Tally:
        """Count attempts."""
        return cls(len(attempts), sum(one.failed for one in attempts))

    @property
    def share(self) -> float:
        """The share that failed; 0 of none."""
        return self.failed / self.tried if self.tried else 0.0

    def effective(self, overdispersion: float) -> Tally:
        """Return the effective counts of attempts that depend on each other; rounded down.

        Args:
            overdispersion: see :func:`overdispersion_of`; at least 1.
        """
        failed = math.floor(self.failed / overdispersion)
        return Tally(failed + math.floor((self.tried - self.failed) / overdispersion), failed)


def clusters_of(
    attempts: Sequence[PastAttempt], same: Callable[[PastAttempt, PastAttempt], bool]
) -> list[list[PastAttempt]]:
    """Return runs of attempts in the same conditions, at most a quarter of an hour apart.

    Args:
        attempts: in the order of time.
        same: returns whether two attempts were made in the same conditions.
    """
    runs: list[list[PastAttempt]] = [[one] for one in attempts[:1]]
    for last, one in pairwise(attempts):
        is_soon = 0.0 <= (one.time - last.time).total_seconds() <= _QUARTER_HOUR
        if is_soon and same(last, one):
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def by_quarter_hour(attempts: Sequence[PastAttempt]) -> list[list[PastAttempt]]:
    """Return attempts grouped by the quarter of an hour in which they were made."""
    found: dict[int, list[PastAttempt]] = {}
    for one in attempts:
        found.setdefault(int(one.time.timestamp() // _QUARTER_HOUR), []).append(one)
    return list(found.values())


def overdispersion_of(groups: Iterable[Iterable[Sequence[PastAttempt]]]) -> float:
    """Return the overdispersion of clusters: 1 where they differ as independent attempts would.

    It is Pearson's chi-squared over its degrees of freedom, of the clusters within each group;
    at least 1.
    """
    squares, free = 0.0, 0
    for group in groups:
        tallies = [Tally.of(cluster) for cluster in group]
        tried = sum(one.tried for one in tallies)
        share = sum(one.failed for one in tallies) / tried if tried else 0.0
        if not 0.0 < share < 1.0:
            continue
        for one in tallies:
            spread = share * (1.0 - share) * one.tried
            squares += (one.failed - share * one.tried) ** 2 / spread
        free += len(tallies) - 1
    return max(1.0, squares / free) if free else 1.0
