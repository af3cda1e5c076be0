"""Whether a fault comes more often on the fleet than before, by the time that robots ran. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from robot_memory.reliability.poisson_bounds import (
    RateComparison,
    RateEstimate,
    compare_rates,
    estimate_rate,
)

#: Weeks in each of the two windows that are compared; the later one ends with the present week.
WINDOW = 4
_WORDS = {"worse": "rising", "better": "falling", "too few failures": "too few occurrences"}


@dataclass(frozen=True)
class WindowCounts:
    """What came in one of two windows.

    Attributes:
        hours: how long all robots ran in it.
        onsets: how many occurrences began, by RRN.
    """

    hours: float
    onsets: Mapping[str, int]

    @property
    def rate(self) -> RateEstimate | None:
        """Occurrences for each hour of operation; None without hours."""
        return estimate_rate(sum(self.onsets.values()), self.hours)

    def without(self, rrn: str, hours: float) -> WindowCounts:
        """Return it without one robot, which ran for so long."""
        others = {name: count for name, count in self.onsets.items() if name != rrn}
        return WindowCounts(max(0.0, self.hours - hours), others)


@dataclass(frozen=True)
class FleetTrend:
    """The rate of a fault in the newest weeks against the weeks before.

    Attributes:
        comparison: exact test of two Poisson rates; None where no hours are known.
        busiest: the robot with the most occurrences in both windows; empty where there is none.
        others: the comparison without that robot.
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
    before: WindowCounts, after: WindowCounts, hours_of: Mapping[str, tuple[float, float]]
) -> FleetTrend:
    """Compare two windows.

    Args:
        before, after: the windows.
        hours_of: how long the busiest robot ran in each, by RRN.
    """
    busiest = busiest_of(before, after)
    ran = hours_of.get(busiest, (0.0, 0.0))
    return FleetTrend(
        _compare(before, after),
        busiest,
        _compare(before.without(busiest, ran[0]), after.without(busiest, ran[1])),
        len(before.onsets),
        len(after.onsets),
    )


def busiest_of(before: WindowCounts, after: WindowCounts) -> str:
    """Return the robot with the most occurrences; empty where there is none."""
    onsets = Counter(before.onsets)
    onsets.update(after.onsets)
    most = max(onsets.values(), default=0)
    return min((rrn for rrn, count in onsets.items() if count == most), default="")


def _compare(before: WindowCounts, after: WindowCounts) -> RateComparison | None:
    first, second = before.rate, after.rate
    return compare_rates(first, second) if first is not None and second is not None else None
