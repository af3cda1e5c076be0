"""The figures of a component, or of the robot, in a period (rules.md §11.8). Pure.

The time that repairs take has an interval of its median (log-normal; rules.md §11.3).

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
_FEWEST = 3  # repairs that have an interval
_WIDEST = 1000.0  # times its lower end that an interval reaches; a wider one says nothing
_SHORTEST = 0.001  # s; what took no measurable time has no logarithm


@dataclass(frozen=True)
class KnownPeriod:
    """A period in which both failures and running time are known."""

    # begin, end: the first moment of it, and the first after it, UTC
    begin: datetime
    end: datetime
    operating: OperatingTime
    metres: Mapping[date, float] = field(default_factory=dict)  # how far it went, by day (UTC)
    # how many tasks were reported, by day
    tasks: Mapping[date, float] = field(default_factory=dict)
    # how many goals of each action ended, by day
    goals: Mapping[str, Mapping[date, float]] = field(default_factory=dict)

    @property
    def hours(self) -> float:
        """How long the robot ran in it."""
        return self.hours_between(self.begin, self.end)

    def holds(self, time: datetime) -> bool:
        """Tell whether a time belongs to it."""
        return self.begin <= time < self.end

    def hours_between(self, begin: datetime, end: datetime) -> float:
        """Return the running time between two moments, as far as they lie in the period."""
        begin, end = max(begin, self.begin), min(end, self.end)
        return self.operating.between(begin, end) / _HOUR if begin < end else 0.0

    def measured(self, amounts: Mapping[date, float]) -> tuple[datetime, datetime, float]:
        """Return the part of the period in which something was counted, and how much it is.

        It is counted by whole days, from the first one on with any. A last day of which nothing is
        known after the end of the period counts as whole.

        Args:
            amounts: what was counted, by day (UTC).
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
    mean: float  # the mean time to repair (MTTR), seconds; of all that ended
    timed: int  # of how many the length of each is known; roll-ups keep only the sum
    # their geometric mean, which is the median if lengths are log-normal; seconds
    median: float | None
    # low, high: its interval (95 %, Student's t of the logarithms); None of fewer than three, and
    # of so few and so different ones that it would reach over a factor of 1000
    low: float | None
    high: float | None


@dataclass(frozen=True)
class ReliabilityFigures:
    """What failures and running time of a period tell. None means "no data", never 0."""

    component: str  # of which; empty for the robot
    failures: int  # how many began in the period
    open_failures: int  # how many of all go on at its end
    warnings: int  # occurrences of the period that were no worse than a warning; no failures
    rate: RateEstimate | None  # failures for each operating hour
    # failures for each kilometre, on the days whose way is known
    per_kilometre: RateEstimate | None
    # of the robot, failures for each task that was reported; of an action, for each of its goals
    # that succeeded or was aborted; on the days with any
    per_mission: RateEstimate | None
    repair: RepairTime | None  # how long those lasted whose end was observed in the period
    down_hours: float | None  # running time during which at least one failure was present
    availability: float | None  # the share of the running time without a failure, 0 to 1
    trend: FailureTrend  # whether they come more and more often, by the Laplace test
    # the point in time of ``change``: the newest repair or change of a version, or the one asked
    # for
    changed_at: datetime | None = None
    # what changed then: "repaired", "firmware: 2.8.0 to 2.8.1"; empty where a time was asked for
    changed_by: str = ""
    open_warnings: int = 0  # occurrences that were no worse than a warning and go on at its end
    change: RateComparison | None = None  # the rate after that point against the rate before it

    @property
    def mtbf_hours(self) -> tuple[float | None, float | None, float | None]:
        """Mean operating time between failures, hours, and its interval (95 %).

        It is the inverse of the rate. Without failures only its lower bound is known.
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
    """Compute the figures of a component, or of the robot.

    Args:
        records: its occurrences, also those that began before the period.
        component: its name; empty for the robot.
        change: compare the rate before it with the rate after it.
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
    """Return t such that Student's distribution lies within ±t with the probability `LEVEL`."""
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
    """Return the running time with a failure; of rolled-up days only sums are known."""
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
    """Return after which share of the running time each failure came."""
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
