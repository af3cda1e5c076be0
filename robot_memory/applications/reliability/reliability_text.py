"""Reliability figures as JSON data and as text; missing data is stated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from robot_memory.applications.reliability.rate_statistics import (
    FailureTrend,
    RateComparison,
    RateEstimate,
)
from robot_memory.applications.reliability.reliability_figures import ReliabilityFigures, RepairTime
from robot_memory.applications.reliability.reliability_report import ReliabilityReport
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time.stamps import duration_words

NO_DATA = "no data"
_MOST_FAULTS = 10


def reliability_record(report: ReliabilityReport) -> dict[str, Any]:
    """Return figures as JSON data, times as datetimes; ``None`` stands for "no data"."""
    return {
        "since": report.since,
        "until": report.until,
        "operating_hours": report.operating_hours,
        "takeovers_per_hour": _rate_record(report.takeovers),
        "figures": [_figures_record(one) for one in report.figures],
        "faults": [asdict(one) for one in report.faults],
    }


def _figures_record(one: ReliabilityFigures) -> dict[str, Any]:
    mtbf, low, high = one.mtbf_hours
    change = one.change
    return {
        "component": one.component,
        "failures": one.failures,
        "open_failures": one.open_failures,
        "warnings": one.warnings,
        "open_warnings": one.open_warnings,
        "failures_per_hour": _rate_record(one.rate),
        "failures_per_kilometre": _rate_record(one.per_kilometre),
        "failures_per_mission": _rate_record(one.per_mission),
        "mtbf_hours": None if one.rate is None else {"value": mtbf, "low": low, "high": high},
        "repair_seconds": asdict(one.repair) if one.repair else None,
        "down_hours": one.down_hours,
        "availability": one.availability,
        "trend": {**asdict(one.trend), "verdict": one.trend.verdict},
        "changed_at": one.changed_at,
        "changed_by": one.changed_by,
        "change": {**asdict(change), "verdict": change.verdict} if change else None,
    }


def _rate_record(rate: RateEstimate | None) -> dict[str, Any] | None:
    return asdict(rate) if rate else None


def reliability_lines(report: ReliabilityReport) -> Iterator[str]:
    """Yield what a person is shown of figures."""
    if report.since is None or report.until is None or report.operating_hours is None:
        yield f"{NO_DATA}: no running time of this robot is known in that period"
        return
    yield (
        f"{report.since:%Y-%m-%d %H:%M} to {report.until:%Y-%m-%d %H:%M} UTC, "
        f"{_hours_text(report.operating_hours)} of operation; intervals are 95 %"
    )
    for one in report.figures:
        yield f"{one_line(one.component) or 'the robot'}:"
        yield from (f"  {line}" for line in _figure_lines(one))
    yield f"takeovers by a person: {rate_text(report.takeovers)}"
    if report.faults:
        yield "faults, with when they could last have come and did not:"
    for fault in report.faults[:_MOST_FAULTS]:
        checked = "not checked since"
        if fault.last_checked is not None:
            hours = duration_words(fault.exercised_hours * 3600.0)
            checked = f"checked {fault.last_checked:%Y-%m-%d %H:%M} ({hours} without it)"
        yield f"  {fault.entry_id}  seen {fault.last_seen:%Y-%m-%d %H:%M}, {checked}"
    if len(report.faults) > _MOST_FAULTS:
        yield f"  and {len(report.faults) - _MOST_FAULTS} more: see --json"


def _figure_lines(one: ReliabilityFigures) -> Iterator[str]:
    there = f", {one.open_warnings} still there" if one.open_warnings else ""
    failures = f"{rate_text(one.rate)}; {one.open_failures} open"
    yield f"failures  {failures}; {one.warnings} warnings{there}"
    yield f"per kilometre  {rate_text(one.per_kilometre, 'km')}"
    yield f"per mission  {rate_text(one.per_mission, 'mission')}"
    yield f"MTBF  {mtbf_text(one)}"
    yield f"MTTR  {repair_text(one.repair)}"
    mild = " (warnings are no failures)" if one.open_warnings else ""
    yield f"availability  {share_text(one.availability)}{mild}"
    yield f"trend  {trend_text(one.trend)}"
    if one.changed_at is not None:
        yield f"since {change_text(one)}"


def rate_text(rate: RateEstimate | None, unit: str = "hour") -> str:
    """Return a count with its rate and interval."""
    if rate is None:
        return NO_DATA
    return f"{rate.count}: {rate.value:.3g} per {unit} ({rate.low:.3g} to {rate.high:.3g})"


def mtbf_text(one: ReliabilityFigures) -> str:
    """Return the mean operating time between failures with its interval."""
    value, low, high = one.mtbf_hours
    if low is None:
        return NO_DATA
    if value is None or high is None:
        return f"above {_hours_text(low)}, as none came"
    return f"{_hours_text(value)} ({_hours_text(low)} to {_hours_text(high)})"


def _hours_text(hours: float) -> str:
    """Return a length of time, which is told in minutes or seconds where it is short."""
    return f"{hours:.3g} h" if hours >= 1.0 else duration_words(hours * 3600.0)


def repair_text(repair: RepairTime | None) -> str:
    """Return how long repairs took."""
    if repair is None:
        return f"{NO_DATA}: none has ended"
    mean = f"{duration_words(repair.mean)}, mean of {repair.count}"
    if repair.median is None:
        return mean
    if repair.low is None or repair.high is None:
        return f"{mean}; too few, or too different, to say more"
    span = f"{duration_words(repair.low)} to {duration_words(repair.high)}"
    return f"{mean}; median {duration_words(repair.median)} ({span}, if log-normal)"


def share_text(share: float | None) -> str:
    """Return a share of time in percent."""
    return NO_DATA if share is None else f"{100.0 * share:.2f} %"


def trend_text(trend: FailureTrend) -> str:
    """Return the verdict of a trend, with its p-value."""
    return trend.verdict + ("" if trend.p is None else f" (Laplace test, p = {trend.p:.2g})")


def change_text(one: ReliabilityFigures) -> str:
    """Return what became of the rate since a point in time."""
    if one.changed_at is None:
        return NO_DATA
    found = f"{NO_DATA} on one side of it" if one.change is None else _comparison_text(one.change)
    what = f" ({one.changed_by})" if one.changed_by else ""
    return f"{one.changed_at:%Y-%m-%d %H:%M}{what}: {found}"


def _comparison_text(change: RateComparison) -> str:
    if change.verdict == "too few failures":
        return f"too few failures to tell: {change.needed} are needed"
    high = "no bound" if change.high is None else f"{change.high:.3g}"
    ratio = "" if change.ratio is None else f"{change.ratio:.3g} "
    return f"{change.verdict}: ratio {ratio}({change.low:.3g} to {high}), p = {change.p:.2g}"
