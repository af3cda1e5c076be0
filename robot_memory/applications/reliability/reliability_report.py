"""A memory's reliability figures, as JSON data and as text; missing data is stated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, TypedDict

from robot_memory.applications.reliability.failure import (
    FailureRecord,
    FaultCheck,
    check_faults,
    failures_of,
    fault_regions,
    is_about_takeover,
)
from robot_memory.applications.reliability.operating_time import (
    ChangePoint,
    OperatingTime,
    changes_of,
    newest_of,
)
from robot_memory.applications.reliability.rate_statistics import (
    FailureTrend,
    RateComparison,
    RateEstimate,
    estimate_rate,
)
from robot_memory.applications.reliability.reliability_figures import (
    KnownPeriod,
    ReliabilityFigures,
    RepairTime,
    figures_of,
)
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time.period import Period, check_period
from robot_memory.foundation.time.stamps import duration_words
from robot_memory.ledger import Ledger
from robot_memory.long_term.limit_search.operating_history import OperatingHistory
from robot_memory.memory import RobotMemory

_REFUSAL = "no figures were computed"
NO_DATA = "no data"
_MOST_FAULTS = 10


@dataclass(frozen=True)
class ReliabilityReport:
    """The figures of a period."""

    # since, until: the period as far as its running time is known, UTC; None if unknown
    since: datetime | None = None
    until: datetime | None = None
    # running time in the period; None if unknown
    operating_hours: float | None = None
    # the robot's figures, then those of each component with occurrences, most failures first; only
    # a component's figures if one was chosen
    figures: tuple[ReliabilityFigures, ...] = ()
    # stops and interventions of a person per operating hour; None if this robot never reported any
    takeovers: RateEstimate | None = None
    faults: tuple[FaultCheck, ...] = ()  # last sighting and last check of each fault


def report_reliability(
    memory: RobotMemory,
    period: Period,
    *,
    component: str = "",
    changed_at: datetime | None = None,
) -> ReliabilityReport:
    """Compute the figures of a memory.

    Args:
        memory: may be read-only.
        component: include only this component, by its name in evidence.
        changed_at: compare the rates before and after this time, instead of the newest repair or
            version change.

    Raises:
        InvalidInput: the period lies in the future or is empty, or there is no evidence about the
            component.
    """
    now = memory.clock.now().time
    check_period(period, now, refusal=_REFUSAL, prefix="")
    ledger = memory.ledger if memory.has_ledger else None
    known = _known_period(ledger, period, now) if ledger else None
    records = failures_of(ledger.fault_rows(known.begin)) if ledger and known else []
    if component:
        _check_component(memory, records, component)
    if ledger is None or known is None:
        return ReliabilityReport()
    changes = [change for change in changes_of(ledger) if known.holds(change.time)]
    return ReliabilityReport(
        since=max(known.begin, known.operating.first or known.begin),
        until=known.end,
        operating_hours=known.hours,
        figures=tuple(_figures(records, changes, known, component, changed_at)),
        takeovers=_takeovers(memory, records, known),
        faults=tuple(_checks(memory, records, known, component)),
    )


def _check_component(memory: RobotMemory, records: Sequence[FailureRecord], component: str) -> None:
    entries = [entry for _, entry in memory.entries(include_resolved=True)]
    names = {entry.key.component for entry in entries if entry.key is not None}
    names = (names | {one.component for one in records}) - {""}
    if component not in names:
        known = ", ".join(sorted(names)[:20]) or "none"
        problem = f"there is no evidence about {component!r:.80}, only about: {known}"
        raise InvalidInput(_REFUSAL, [Defect("component", problem)])


def _known_period(ledger: Ledger, period: Period, now: datetime) -> KnownPeriod | None:
    operating = OperatingTime.of(ledger.operating_samples())
    if operating.begins is None:
        return None
    begin = max(operating.begins, period.since or operating.begins)
    # In a home of recordings, now is the newest row; the robot may have run longer.
    latest = max(now, operating.ends or now) + timedelta(microseconds=1)
    end = min(latest, period.until or latest)
    if begin >= end:
        return None
    metres, goals = ledger.metres(), ledger.goals()
    return KnownPeriod(begin, end, operating, metres, ledger.reported_tasks(), goals)


def _figures(
    records: Sequence[FailureRecord],
    changes: Sequence[ChangePoint],
    known: KnownPeriod,
    component: str,
    changed_at: datetime | None,
) -> list[ReliabilityFigures]:
    names = {one.component for one in records if not one.is_takeover} - {""}
    found = []
    for name in (component,) if component else ("", *sorted(names)):
        own = [one for one in records if name in ("", one.component)]
        change = newest_of(changes, name) if changed_at is None else ChangePoint(changed_at)
        found.append(figures_of(own, known, component=name, change=change))
    return sorted(found, key=lambda one: (one.component != "", -one.failures))


def _takeovers(
    memory: RobotMemory, records: Sequence[FailureRecord], known: KnownPeriod
) -> RateEstimate | None:
    """Return the takeover rate; None without any takeover entry: the robot may not report them."""
    entries = [entry for _, entry in memory.entries(include_resolved=True)]
    if not any(
        one.key is not None and is_about_takeover(one.key.component, one.key, one.text)
        for one in entries
    ):
        return None
    takeovers = [one for one in records if one.is_takeover and known.holds(one.onset)]
    return estimate_rate(sum(one.count for one in takeovers), known.hours)


def _checks(
    memory: RobotMemory, records: Sequence[FailureRecord], known: KnownPeriod, component: str
) -> list[FaultCheck]:
    chosen = [one for one in records if component in ("", one.component)]
    if not chosen:
        return []
    regions = fault_regions(memory.ledger, (entry for _, entry in memory.entries()))
    operation = OperatingHistory.of(memory.ledger.operating_samples())
    return check_faults(chosen, operation, regions, known.operating.boot)


class BoundsRecord(TypedDict):
    """Hours, with their exact interval (95 %); null where that has no end."""

    value: float | None
    low: float | None
    high: float | None


class _Verdict(TypedDict):
    verdict: Annotated[str, "What the figures show, in words."]


class FiguresRecord(TypedDict):
    """The figures of the robot or of a component; null stands for "no data"."""

    component: Annotated[str, "Empty: the robot."]
    failures: Annotated[int, "How many began in the period."]
    open_failures: Annotated[int, "How many go on at its end."]
    warnings: int
    open_warnings: int
    failures_per_hour: Annotated[dict[str, Any], RateEstimate] | None
    failures_per_kilometre: Annotated[dict[str, Any], RateEstimate] | None
    failures_per_mission: Annotated[dict[str, Any], RateEstimate] | None
    mtbf_hours: Annotated[BoundsRecord | None, "Mean operating time between failures."]
    repair_seconds: Annotated[dict[str, Any], RepairTime] | None
    down_hours: Annotated[float | None, "Running time with a failure."]
    availability: Annotated[float | None, "The share of the running time without a failure."]
    trend: Annotated[dict[str, Any], FailureTrend, _Verdict]
    changed_at: Annotated[datetime | None, "The newest repair or version, or the time asked for."]
    changed_by: Annotated[str, "What changed then; empty where a time was asked for."]
    change: Annotated[
        Annotated[dict[str, Any], RateComparison, _Verdict] | None,
        "The rate after that against the rate before it.",
    ]


class ReliabilityRecord(TypedDict):
    """The figures of a period; null stands for "no data"."""

    since: datetime | None
    until: datetime | None
    operating_hours: Annotated[float | None, "How long the robot ran in the period."]
    takeovers_per_hour: Annotated[dict[str, Any], RateEstimate] | None
    figures: Annotated[list[FiguresRecord], "Of the robot first, then of its components."]
    faults: list[Annotated[dict[str, Any], FaultCheck]]


def reliability_record(report: ReliabilityReport) -> ReliabilityRecord:
    """Return the figures as JSON data, times as datetimes; ``None`` means "no data"."""
    return {
        "since": report.since,
        "until": report.until,
        "operating_hours": report.operating_hours,
        "takeovers_per_hour": asdict(report.takeovers) if report.takeovers else None,
        "figures": [_figures_record(one) for one in report.figures],
        "faults": [asdict(one) for one in report.faults],
    }


def _figures_record(one: ReliabilityFigures) -> FiguresRecord:
    mtbf, low, high = one.mtbf_hours
    change = one.change
    return {
        "component": one.component,
        "failures": one.failures,
        "open_failures": one.open_failures,
        "warnings": one.warnings,
        "open_warnings": one.open_warnings,
        "failures_per_hour": asdict(one.rate) if one.rate else None,
        "failures_per_kilometre": asdict(one.per_kilometre) if one.per_kilometre else None,
        "failures_per_mission": asdict(one.per_mission) if one.per_mission else None,
        "mtbf_hours": None if one.rate is None else {"value": mtbf, "low": low, "high": high},
        "repair_seconds": asdict(one.repair) if one.repair else None,
        "down_hours": one.down_hours,
        "availability": one.availability,
        "trend": {**asdict(one.trend), "verdict": one.trend.verdict},
        "changed_at": one.changed_at,
        "changed_by": one.changed_by,
        "change": {**asdict(change), "verdict": change.verdict} if change else None,
    }


def reliability_lines(report: ReliabilityReport) -> Iterator[str]:
    """Yield the lines that show the figures to a person."""
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
    """Return a length of time; short ones in minutes or seconds."""
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
    """Return the change of the rate since a point in time."""
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
