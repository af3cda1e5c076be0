"""Reads from a memory what its reliability figures are made of, and computes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

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
from robot_memory.applications.reliability.rate_statistics import RateEstimate, estimate_rate
from robot_memory.applications.reliability.reliability_figures import (
    KnownPeriod,
    ReliabilityFigures,
    figures_of,
)
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.time.period import Period, check_period
from robot_memory.ledger import Ledger
from robot_memory.long_term.limit_search.operating_history import OperatingHistory
from robot_memory.memory import RobotMemory

_REFUSAL = "no figures were computed"


@dataclass(frozen=True)
class ReliabilityReport:
    """The figures of a period."""

    # since, until: the period, as far as running time is known of it, UTC; None where it is not
    since: datetime | None = None
    until: datetime | None = None
    # how long the robot ran in it; None where nothing is known
    operating_hours: float | None = None
    # of the robot first, then of each component with occurrences, most failures first; of one
    # component, where one was asked for
    figures: tuple[ReliabilityFigures, ...] = ()
    # stops and interventions of a person for each operating hour; None where this robot never told
    # of one
    takeovers: RateEstimate | None = None
    faults: tuple[FaultCheck, ...] = ()  # when each fault was last seen and last checked


def report_reliability(
    memory: RobotMemory,
    period: Period | None = None,
    *,
    component: str = "",
    changed_at: datetime | None = None,
) -> ReliabilityReport:
    """Compute the figures of a memory.

    Args:
        memory: may be open to read only.
        period: which time; None for all of which running time is known.
        component: only of this one, as evidence names it.
        changed_at: compare the time before with the time after it, instead of with the newest
            repair or change of a version.

    Raises:
        InvalidInput: the period lies in the future or is empty, or there is no evidence about the
            component.
    """
    period, now = period or Period(), memory.clock.now().time
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
    # A home of recordings takes the newest row for now; the robot may have run on after it.
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
    """Return their rate; None where no entry is about one: the robot may not report them."""
    entries = [entry for _, entry in memory.entries(include_resolved=True) if entry.key]
    if not any(
        is_about_takeover(entry.key.component if entry.key else "", entry.key, entry.text)
        for entry in entries
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
