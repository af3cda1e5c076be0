"""Whether a fault belongs to a class of robots, and whether it comes more often. Pure.

Exact tests; those of classes are corrected for how many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from robot_memory.applications.fleet.fleet_sums import Part
from robot_memory.applications.reliability.rate_statistics import (
    RateComparison,
    RateEstimate,
    compare_rates,
    estimate_rate,
)
from robot_memory.foundation.exact_bounds import comparisons

#: What may go wrong over all tests of one question.
LEVEL = 0.05
_FEWEST = 2  # robots: one makes no class


@dataclass(frozen=True)
class PartShare:
    """A fault in one part of the fleet."""

    part: Part  # a dimension and a value of it
    # affected, robots: how many robots of the part tell of the fault, and how many there are
    affected: int
    robots: int
    # other_affected, other_robots: the same for the rest of the fleet
    other_affected: int
    other_robots: int

    @property
    def is_more_common(self) -> bool:
        """Whether a larger share of the part tells of it than of the rest."""
        return self.affected * self.other_robots > self.other_affected * self.robots

    @property
    def p(self) -> float:
        """Fisher's exact p, one-sided: that chance puts so many affected robots into the part."""
        marked, fleet = self.affected + self.other_affected, self.robots + self.other_robots
        return hypergeometric_tail(self.affected, self.robots, marked, fleet)


@dataclass(frozen=True)
class ClassFinding:
    """A part of the fleet in which a fault is more common than chance explains."""

    share: PartShare  # the counts
    p: float  # of the exact test
    tests: int  # for how many tests it was corrected


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
    found = []
    for one, hit in zip(shares, may_be, strict=True):
        p = one.p if hit and one.is_more_common and one.affected >= _FEWEST else 1.0
        found.append(ClassFinding(one, p, tests) if p <= LEVEL / tests else None)
    return found


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


#: Weeks in each of the two windows that are compared; the later one ends with the present week.
WINDOW = 4
_CHANGES = ("worse", "better")
_WORDS = {"worse": "rising", "better": "falling", "too few failures": "too few occurrences"}


@dataclass(frozen=True)
class WindowCounts:
    """What came in one of two windows."""

    hours: float  # how long all robots ran in it
    onsets: int  # how many occurrences began
    robots: int = 0  # on how many robots

    @property
    def rate(self) -> RateEstimate | None:
        """Occurrences for each hour of operation; None without hours."""
        return estimate_rate(self.onsets, self.hours)

    def without(self, other: WindowCounts) -> WindowCounts:
        """Return it without what came on one robot."""
        return WindowCounts(max(0.0, self.hours - other.hours), self.onsets - other.onsets)


@dataclass(frozen=True)
class BusiestRobot:
    """The robot with the most occurrences in both windows."""

    rrn: str
    # before, after: what came on it
    before: WindowCounts
    after: WindowCounts


@dataclass(frozen=True)
class FleetTrend:
    """The rate of a fault in the newest weeks against the weeks before."""

    # exact test of two Poisson rates; None where no hours are known
    comparison: RateComparison | None
    # the robot with the most occurrences in both windows; empty where there is none
    busiest: str = ""
    # the comparison without that robot; None where the first one shows no change
    others: RateComparison | None = None
    # robots_before, robots_after: robots on which it came
    robots_before: int = 0
    robots_after: int = 0

    @property
    def verdict(self) -> str:
        """``rising``, ``falling``, ``… on one robot``, ``no change shown`` or what is missing.

        Occurrences of one robot come in bursts, which a Poisson process does not have. So a change
        counts as the fleet's only if it shows without the busiest robot, too.
        """
        if self.comparison is None:
            return "no data"
        word = _WORDS.get(self.comparison.verdict, self.comparison.verdict)
        if word not in ("rising", "falling"):
            return word
        is_shared = self.others is not None and self.others.verdict == self.comparison.verdict
        return word if is_shared else f"{word} on one robot"


def compare_windows(
    before: WindowCounts, after: WindowCounts, busiest: BusiestRobot | None
) -> FleetTrend:
    """Compare two windows; ``busiest`` is None where nothing came."""
    comparison, others = _compare(before, after), None
    # The comparison without the busiest robot is asked for where there is a change to confirm.
    if busiest is not None and comparison is not None and comparison.verdict in _CHANGES:
        others = _compare(before.without(busiest.before), after.without(busiest.after))
    rrn = busiest.rrn if busiest is not None else ""
    return FleetTrend(comparison, rrn, others, before.robots, after.robots)


def _compare(before: WindowCounts, after: WindowCounts) -> RateComparison | None:
    first, second = before.rate, after.rate
    return compare_rates(first, second) if first is not None and second is not None else None
