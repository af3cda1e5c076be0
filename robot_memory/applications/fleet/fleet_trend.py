"""Whether a fault comes more often on the fleet than before, by the time that robots ran. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.applications.reliability.poisson_bounds import (
    RateComparison,
    RateEstimate,
    compare_rates,
    estimate_rate,
)

#: Weeks in each of the two windows that are compared; the later one ends with the present week.
WINDOW = 4
_CHANGES = ("worse", "better")
_WORDS = {"worse": "rising", "better": "falling", "too few failures": "too few occurrences"}


@dataclass(frozen=True)
class WindowCounts:
    """What came in one of two windows.

    Attributes:
        hours: how long all robots ran in it.
        onsets: how many occurrences began.
        robots: on how many robots.
    """

    hours: float
    onsets: int
    robots: int = 0

    @property
    def rate(self) -> RateEstimate | None:
        """Occurrences for each hour of operation; None without hours."""
        return estimate_rate(self.onsets, self.hours)

    def without(self, other: WindowCounts) -> WindowCounts:
        """Return it without what came on one robot."""
        return WindowCounts(max(0.0, self.hours - other.hours), self.onsets - other.onsets)


@dataclass(frozen=True)
class BusiestRobot:
    """The robot with the most occurrences in both windows.

    Attributes:
        before, after: what came on it.
    """

    rrn: str
    before: WindowCounts
    after: WindowCounts


@dataclass(frozen=True)
class FleetTrend:
    """The rate of a fault in the newest weeks against the weeks before.

    Attributes:
        comparison: exact test of two Poisson rates; None where no hours are known.
        busiest: the robot with the most occurrences in both windows; empty where there is none.
        others: the comparison without that robot; None where the first one shows no change.
        robots_before, robots_after: robots on which it came.
    """

    comparison: RateComparison | None
    busiest: str = ""
    others: RateComparison | None = None
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
    """Compare two windows.

    Args:
        before, after: the windows.
        busiest: None where nothing came.
    """
    comparison, others = _compare(before, after), None
    # The comparison without the busiest robot is asked for where there is a change to confirm.
    if busiest is not None and comparison is not None and comparison.verdict in _CHANGES:
        others = _compare(before.without(busiest.before), after.without(busiest.after))
    rrn = busiest.rrn if busiest is not None else ""
    return FleetTrend(comparison, rrn, others, before.robots, after.robots)


def _compare(before: WindowCounts, after: WindowCounts) -> RateComparison | None:
    first, second = before.rate, after.rate
    return compare_rates(first, second) if first is not None and second is not None else None
