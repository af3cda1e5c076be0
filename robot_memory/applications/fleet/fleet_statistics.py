"""Whether a fault belongs to a class of robots, and whether it becomes more frequent. Pure.

Exact tests; tests of classes are corrected for their number.
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

#: The accepted probability of a false finding over all tests of one question.
LEVEL = 0.05
_FEWEST = 2  # robots: one makes no class


@dataclass(frozen=True)
class PartShare:
    """A fault in one part of the fleet."""

    part: Part  # a dimension and its value
    # affected, robots: the robots of the part that report the fault, and all its robots
    affected: int
    robots: int
    # other_affected, other_robots: the same for the rest of the fleet
    other_affected: int
    other_robots: int

    @property
    def is_more_common(self) -> bool:
        """Whether the fault's share is larger in the part than in the rest."""
        return self.affected * self.other_robots > self.other_affected * self.robots

    @property
    def p(self) -> float:
        """Fisher's exact p, one-sided: the chance of at least so many affected robots here."""
        marked, fleet = self.affected + self.other_affected, self.robots + self.other_robots
        return hypergeometric_tail(self.affected, self.robots, marked, fleet)


@dataclass(frozen=True)
class ClassFinding:
    """A part of the fleet in which a fault is more common than chance explains."""

    share: PartShare  # the counts
    p: float  # of the exact test
    tests: int  # the number of tests in the correction


def find_classes(shares: Sequence[PartShare]) -> list[ClassFinding | None]:
    """Return the finding for each share, or None if chance may explain it.

    The probability that any finding of the list is due to chance is at most 5 % (Bonferroni over
    the tests that could reach it: Tarone 1990).
    """
    if not shares:
        return []
    drawn = np.array([one.robots for one in shares])
    affected = np.array([one.affected for one in shares])
    marked = affected + np.array([one.other_affected for one in shares])
    total = drawn + np.array([one.other_robots for one in shares])
    # The smallest p possible with this number of affected robots.
    least = _probability(np.minimum(drawn, marked), drawn, marked, total)
    tests = comparisons(least.tolist(), LEVEL)
    # p is at least the probability of the exact result: most tails need not be summed.
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
    """Return the probability of exactly ``hits`` marked items among the drawn ones."""
    log = _log_factorials(max(1, int(np.max(total))))
    ways = log[marked] + log[total - marked] + log[drawn] + log[total - drawn] - log[total]
    other = log[marked - hits] + log[drawn - hits] + log[total - marked - drawn + hits]
    return np.asarray(np.exp(ways - log[hits] - other))


def hypergeometric_tail(hits: int, drawn: int, marked: int, total: int) -> float:
    """Return the probability of at least ``hits`` marked items among the drawn ones."""
    most = min(drawn, marked)
    least = max(hits, drawn + marked - total, 0)
    if least > most:
        return 0.0
    sizes = (np.array(one) for one in (drawn, marked, total))
    return min(1.0, float(_probability(np.arange(least, most + 1), *sizes).sum()))


@lru_cache(maxsize=4)
def _log_factorials(most: int) -> NDArray[np.float64]:
    return np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, most + 1)))))


#: Weeks in each of the two compared windows; the later window ends with the current week.
WINDOW = 4
_CHANGES = ("worse", "better")
_WORDS = {"worse": "rising", "better": "falling", "too few failures": "too few occurrences"}


@dataclass(frozen=True)
class WindowCounts:
    """The counts of one of two windows."""

    hours: float  # running time of all robots
    onsets: int  # number of occurrences that began
    robots: int = 0  # number of robots with occurrences

    @property
    def rate(self) -> RateEstimate | None:
        """Occurrences per hour of operation; None without hours."""
        return estimate_rate(self.onsets, self.hours)

    def without(self, other: WindowCounts) -> WindowCounts:
        """Return the counts without those of one robot."""
        return WindowCounts(max(0.0, self.hours - other.hours), self.onsets - other.onsets)


@dataclass(frozen=True)
class BusiestRobot:
    """The robot with the most occurrences in both windows."""

    rrn: str
    # before, after: its counts in the two windows
    before: WindowCounts
    after: WindowCounts


@dataclass(frozen=True)
class FleetTrend:
    """The rate of a fault in the newest weeks, compared with the weeks before."""

    # exact test of two Poisson rates; None without hours
    comparison: RateComparison | None
    # the robot with the most occurrences in both windows; empty if there is none
    busiest: str = ""
    # the comparison without that robot; None if the first one shows no change
    others: RateComparison | None = None
    # robots_before, robots_after: robots with occurrences
    robots_before: int = 0
    robots_after: int = 0

    @property
    def verdict(self) -> str:
        """``rising``, ``falling``, ``… on one robot``, ``no change shown``, or the missing data.

        Occurrences on one robot come in bursts, unlike in a Poisson process. So a change counts as
        the fleet's only if it also shows without the busiest robot.
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
    """Compare two windows; ``busiest`` is None if there were no occurrences."""
    comparison, others = _compare(before, after), None
    # Compare without the busiest robot only if there is a change to confirm.
    if busiest is not None and comparison is not None and comparison.verdict in _CHANGES:
        others = _compare(before.without(busiest.before), after.without(busiest.after))
    rrn = busiest.rrn if busiest is not None else ""
    return FleetTrend(comparison, rrn, others, before.robots, after.robots)


def _compare(before: WindowCounts, after: WindowCounts) -> RateComparison | None:
    first, second = before.rate, after.rate
    return compare_rates(first, second) if first is not None and second is not None else None
