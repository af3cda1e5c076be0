"""Whether a fault is more common in a class of robots, such as a model or a batch. Pure.

Exact tests, corrected for how many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from robot_memory.applications.fleet.counted_robot import Part
from robot_memory.long_term.outcomes.exact_tests import comparisons

#: What may go wrong over all tests of one question.
LEVEL = 0.05
_FEWEST = 2  # robots: one makes no class


@dataclass(frozen=True)
class PartShare:
    """A fault in one part of the fleet.

    Attributes:
        part: a dimension and a value of it.
        affected, robots: how many robots of the part tell of the fault, and how many there are.
        other_affected, other_robots: the same for the rest of the fleet.
    """

    part: Part
    affected: int
    robots: int
    other_affected: int
    other_robots: int

    @property
    def is_more_common(self) -> bool:
        """Whether a larger share of the part tells of it than of the rest."""
        return self.affected * self.other_robots > self.other_affected * self.robots

    @property
    def p(self) -> float:
        """Fisher's exact p, one-sided: that chance puts so many affected robots into the part."""
        return hypergeometric_tail(
            self.affected, self.robots, self.affected + self.other_affected, self._fleet
        )

    @property
    def _fleet(self) -> int:
        return self.robots + self.other_robots


@dataclass(frozen=True)
class ClassFinding:
    """A part of the fleet in which a fault is more common than chance explains.

    Attributes:
        share: the counts.
        p: of the exact test.
        tests: for how many tests it was corrected.
    """

    share: PartShare
    p: float
    tests: int


def find_classes(shares: Sequence[PartShare]) -> list[ClassFinding | None]:
    """Return for each share the finding, or None where chance may explain it.

    The probability that any finding of the list is due to chance is at most 5 % (Bonferroni over
    the tests that could reach it: Tarone 1990).
    """
    if not shares:
        return []
    drawn = np.array([one.robots for one in shares])
    affected = np.array([one.affected for one in shares])
    marked = affected + np.array([one.other_affected for one in shares])
    total = drawn + np.array([one.other_robots for one in shares])
    # The least p that any result could have, as so many robots are affected.
    least = _probability(np.minimum(drawn, marked), drawn, marked, total)
    tests = comparisons(least.tolist(), LEVEL)
    # p is no less than the probability of the very result: most tails need not be summed.
    may_be = _probability(affected, drawn, marked, total) <= LEVEL / tests
    return [_judged(one, tests) if hit else None for one, hit in zip(shares, may_be, strict=True)]


def _judged(share: PartShare, tests: int) -> ClassFinding | None:
    if not share.is_more_common or share.affected < _FEWEST:
        return None
    p = share.p
    return ClassFinding(share, p, tests) if p <= LEVEL / tests else None


def _probability(
    hits: NDArray[np.int64], drawn: NDArray[np.int64], marked: NDArray[np.int64],
    total: NDArray[np.int64],
) -> NDArray[np.float64]:  # fmt: skip
    """Return the probability of so many marked ones among those drawn."""
    log = _log_factorials(max(1, int(np.max(total))))
    ways = log[marked] + log[total - marked] + log[drawn] + log[total - drawn] - log[total]
    other = log[marked - hits] + log[drawn - hits] + log[total - marked - drawn + hits]
    return np.asarray(np.exp(ways - log[hits] - other))


def hypergeometric_tail(hits: int, drawn: int, marked: int, total: int) -> float:
    """Return the probability of so many marked ones or more among those drawn."""
    most = min(drawn, marked)
    least = max(hits, drawn + marked - total, 0)
    if least > most:
        return 0.0
    sizes = (np.array(one) for one in (drawn, marked, total))
    return min(1.0, float(_probability(np.arange(least, most + 1), *sizes).sum()))


@lru_cache(maxsize=4)
def _log_factorials(most: int) -> NDArray[np.float64]:
    return np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, most + 1)))))
