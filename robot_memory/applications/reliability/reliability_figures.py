"""The figures of a component or the robot in a period (rules.md §11.8). Pure.

Repair times have an interval of their median (log-normal; rules.md §11.3).

See docs/explanation/reliability.md, "The figures".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone

import numpy as np

from robot_memory.applications.reliability.failure import FailureRecord
from robot_memory.applications.reliability.operating_time import ChangePoint, OperatingTime
from robot_memory.applications.reliability.rate_statistics import (
    LEVEL,
    FailureTrend,
    RateComparison,
    RateEstimate,
    compare_rates,
    estimate_rate,
    find_trend,
)
from robot_memory.foundation.exact_bounds import beta_share, solve

_HOUR = 3600.0  # s
_FEWEST = 3  # repairs needed for an interval
_WIDEST = 1000.0  # largest ratio of an interval's ends; a wider interval says nothing
_SHORTEST = 0.001  # s; a zero length has no logarithm


@dataclass(frozen=True)
class KnownPeriod:
    """A period in which both failures and running time are known."""

    # begin, end: its first moment, and the first moment after it, UTC
    begin: datetime
    end: datetime
    operating: OperatingTime
    metres: Mapping[date, float] = field(default_factory=dict)  # driven metres by day (UTC)
    # reported tasks by day
    tasks: Mapping[date, float] = field(default_factory=dict)
    # ended goals of each action by day
    goals: Mapping[str, Mapping[date, float]] = field(default_factory=dict)

    @property
    def hours(self) -> float:
        """The running time in the period."""
        return self.hours_between(self.begin, self.end)

    def holds(self, time: datetime) -> bool:
        """Whether a time belongs to the period."""
        return self.begin <= time < self.end

    def hours_between(self, begin: datetime, end: datetime) -> float:
        """Return the running time between two moments within the period."""
        begin, end = max(begin, self.begin), min(end, self.end)
        return self.operating.between(begin, end) / _HOUR if begin < end else 0.0

    def measured(self, amounts: Mapping[date, float]) -> tuple[datetime, datetime, float]:
        """Return the part of the period in which amounts are known, and their sum.

        Whole days count, from the first one with an amount. The last day counts as whole if nothing
        is known after the period.

        Args:
            amounts: by day (UTC).
        """
        is_all = self.operating.ends is None or self.operating.ends <= self.end
        last = self.end.date() + timedelta(days=1 if is_all else 0)
        days = [day for day in amounts if _midnight(day) >= self.begin and day < last]
        if not days:
            return self.end, self.end, 0.0
        total = sum(amounts[day] for day in days)
        return _midnight(min(days)), min(self.end, _midnight(last)), total


@dataclass(frozen=True)
class RepairTime:
    """From the onset of failures to their observed end."""

    count: int
    mean: float  # the mean time to repair (MTTR) over all ended failures, seconds
    timed: int  # number of failures with an individual length; roll-ups keep only the sum
    # their geometric mean, which is the median of log-normal lengths; seconds
    median: float | None
    # low, high: its interval (95 %, Student's t of the logarithms); None with fewer than three
    # lengths, or if the ends would differ by more than a factor of 1000
    low: float | None
    high: float | None


@dataclass(frozen=True)
class ReliabilityFigures:
    """The figures from a period's failures and running time. None means "no data", never 0."""

    component: str  # the component; empty for the robot
    failures: int  # number that began in the period
    open_failures: int  # number of all failures that are present at its end
    warnings: int  # occurrences in the period that were at most warnings, and no failures
    rate: RateEstimate | None  # failures per operating hour
    # failures per kilometre, on the days with a known distance
    per_kilometre: RateEstimate | None
    # for the robot, failures per reported task; for an action, failures per goal that succeeded or
    # was aborted; on the days with any
    per_mission: RateEstimate | None
    repair: RepairTime | None  # lengths of the failures whose end was observed in the period
    down_hours: float | None  # running time with at least one failure present
    availability: float | None  # share of the running time without a failure, 0 to 1
    trend: FailureTrend  # whether failures become more frequent, by the Laplace test
    # the time of ``change``: the newest repair or version change, or a given time
    changed_at: datetime | None = None
    # the change then: "repaired", "firmware: 2.8.0 to 2.8.1"; empty for a given time
    changed_by: str = ""
    open_warnings: int = 0  # occurrences that were at most warnings and are present at its end
    change: RateComparison | None = None  # the rate after that time, compared with the rate before

    @property
    def mtbf_hours(self) -> tuple[float | None, float | None, float | None]:
        """Mean operating time between failures, hours, and its interval (95 %).

        It is the inverse of the rate. Without failures, only its lower bound is known.
        """
        if self.rate is None:
            return None, None, None
        value, low, high = self.rate.value, self.rate.low, self.rate.high
        return (1.0 / value if value else None, 1.0 / high, 1.0 / low if low else None)


def figures_of(
    records: Sequence[FailureRecord],
    period: KnownPeriod,
    *,
    component: str = "",
    change: ChangePoint | None = None,
) -> ReliabilityFigures:
    """Compute the figures of a component or the robot.

    Args:
        records: its occurrences, including those that began before the period.
        component: its name; empty for the robot.
        change: the change whose rates before and after are compared.
    """
    failures = [one for one in records if one.is_failure]
    begun = [one for one in failures if period.holds(one.onset)]
    mild = [one for one in records if not one.is_failure and not one.is_takeover]
    hours = period.hours
    down = min(hours, _down_hours(failures, period)) if hours else None
    shares = _shares(begun, period) if hours else []
    return ReliabilityFigures(
        component=component,
        failures=_count(begun),
        open_failures=sum(_goes_on(one, period) for one in failures),
        warnings=_count(one for one in mild if period.holds(one.onset)),
        rate=estimate_rate(_count(begun), hours),
        per_kilometre=_per_amount(
            begun, period, {day: metres / 1000.0 for day, metres in period.metres.items()}
        ),
        per_mission=_per_amount(
            begun, period, period.goals.get(component, {}) if component else period.tasks
        ),
        repair=_repair_time([one for one in failures if one.has_ended and period.holds(one.last)]),
        down_hours=down,
        availability=None if down is None else 1.0 - down / hours,
        trend=find_trend(shares, hours),
        changed_at=change.time if change else None,
        changed_by=change.words if change else "",
        open_warnings=sum(_goes_on(one, period) for one in mild),
        change=_change(begun, period, change.time) if change else None,
    )


def student_quantile(freedom: int) -> float:
    """Return t such that Student's distribution lies within ±t with probability `LEVEL`."""
    share = solve(lambda x: beta_share(x, freedom / 2.0, 0.5) - (1.0 - LEVEL))
    return math.sqrt(freedom * (1.0 - share) / share)


def _repair_time(ended: Sequence[FailureRecord]) -> RepairTime | None:
    count = sum(one.count for one in ended)
    if not count:
        return None
    mean = sum(one.seconds for one in ended) / count
    logs = np.log([max(_SHORTEST, one.seconds) for one in ended if one.count == 1])
    if not len(logs):
        return RepairTime(count, mean, 0, None, None, None)
    middle, low, high = float(logs.mean()), None, None
    if len(logs) >= _FEWEST:
        half = student_quantile(len(logs) - 1) * float(logs.std(ddof=1)) / math.sqrt(len(logs))
        if 2.0 * half <= math.log(_WIDEST):
            low, high = math.exp(middle - half), math.exp(middle + half)
    return RepairTime(count, mean, len(logs), math.exp(middle), low, high)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), timezone.utc)


def _per_amount(
    begun: Sequence[FailureRecord], period: KnownPeriod, amounts: Mapping[date, float]
) -> RateEstimate | None:
    begin, end, total = period.measured(amounts)
    return estimate_rate(_count(one for one in begun if begin <= one.onset < end), total)


def _count(records: Iterable[FailureRecord]) -> int:
    return sum(one.times for one in records)


def _goes_on(one: FailureRecord, period: KnownPeriod) -> bool:
    is_open = one.is_open(period.operating.boot) and one.onset < period.end
    return is_open or (one.count == 1 and one.onset < period.end < one.last)


def _down_hours(failures: Sequence[FailureRecord], period: KnownPeriod) -> float:
    """Return the running time with a failure; for rolled-up days, only sums are known."""
    rolled_up = sum(
        min(one.seconds / _HOUR, period.hours_between(one.onset, one.last))
        for one in failures if one.count > 1
    )  # fmt: skip
    spans = [
        (max(one.onset, period.begin), min(_end(one, period), period.end))
        for one in failures if one.count == 1
    ]  # fmt: skip
    return rolled_up + period.operating.during(span for span in spans if span[0] < span[1]) / _HOUR


def _end(one: FailureRecord, period: KnownPeriod) -> datetime:
    if one.held is not None:
        return one.onset + timedelta(seconds=one.held)
    return period.end if one.is_open(period.operating.boot) else one.last


def _shares(begun: Iterable[FailureRecord], period: KnownPeriod) -> list[float]:
    """Return each failure's position as a share of the running time."""
    onsets = [onset for one in begun for onset in one.onsets]
    begin, end = period.operating.up_to((period.begin, period.end))
    ran = period.operating.up_to(onsets) - begin
    return [float(share) for share in np.clip(ran / (end - begin), 0.0, 1.0)]


def _change(
    begun: Sequence[FailureRecord], period: KnownPeriod, changed_at: datetime
) -> RateComparison | None:
    early = [one for one in begun if one.onset < changed_at]
    late = [one for one in begun if one.onset >= changed_at]
    before = estimate_rate(_count(early), period.hours_between(period.begin, changed_at))
    after = estimate_rate(_count(late), period.hours_between(changed_at, period.end))
    return compare_rates(before, after) if before and after else None
