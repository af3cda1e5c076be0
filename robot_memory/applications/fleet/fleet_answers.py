"""Answers of a fleet's memory: as JSON data, and as lines for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, TypedDict

from robot_memory.applications.fleet.fault_question import FaultAnswer, FoundFault
from robot_memory.applications.fleet.fleet_questions import (
    FrequentFault,
    LessonAnswer,
    PartReliability,
    SilenceAnswer,
    SilentRobot,
)
from robot_memory.applications.fleet.fleet_statistics import WINDOW, ClassFinding, FleetTrend
from robot_memory.applications.fleet.fleet_sums import ALL, Part
from robot_memory.applications.fleet.schema import DIMENSIONS
from robot_memory.applications.reliability.rate_statistics import RateEstimate
from robot_memory.foundation.text.escaping import listed_name, one_line

_MOST_VALUES = 6  # values of a dimension
_MOST_SENTENCES = 3  # besides the most common one
_THOUSAND = 1000.0
_NOTHING = "not told"


class FleetRateRecord(TypedDict):
    """How often a fault came."""

    count: int
    hours: Annotated[float, "Of operation."]
    per_hour: float
    low: Annotated[float, "Of that, the lower bound (95 %)."]
    high: float


class FleetTrendRecord(TypedDict):
    """Whether a fault comes more often in the newest weeks than in those before."""

    verdict: str
    before: FleetRateRecord | None
    after: FleetRateRecord | None
    p: Annotated[float | None, "That nothing changed, by the exact test."]
    robots_before: int
    robots_after: int
    busiest: Annotated[str, "The robot with the most occurrences; else empty."]


class FleetPartRecord(TypedDict):
    """How many robots of a part of the fleet tell of a fault."""

    dimension: Annotated[str, "By what robots are parted: 'model', 'site', a part's version."]
    value: str
    affected: int
    robots: Annotated[int, "All of that part."]


class FleetClassRecord(FleetPartRecord):
    """A part of the fleet in which a fault is more common than chance explains."""

    other_affected: int
    other_robots: int
    p: Annotated[float, "Of the exact test."]
    tests: Annotated[int, "For how many it was corrected."]


class _TextId(TypedDict):
    id: str


class FleetFaultRecord(TypedDict):
    """What is known of a fault."""

    robots: Annotated[int, "How many tell of it now."]
    fleet: Annotated[int, "All robots."]
    since: datetime | None
    last: datetime | None
    trend: FleetTrendRecord
    classes: list[FleetClassRecord]
    parts: list[FleetPartRecord]
    versions: list[FleetPartRecord]
    fault_count: Annotated[int, "How many faults were found in all."]
    faults: list[Annotated[dict[str, Any], FoundFault, _TextId]]


def fault_record(answer: FaultAnswer) -> FleetFaultRecord:
    """Return a fleet's answer about a fault as JSON data."""
    return {
        "robots": answer.robots,
        "fleet": answer.fleet.robots,
        "since": answer.since,
        "last": answer.last,
        "trend": _trend(answer.trend),
        "classes": [_finding(one) for one in answer.findings],
        "parts": _parts(answer.affected.by_part, answer.fleet.by_part),
        "versions": _parts(answer.affected.by_version, answer.fleet.by_version),
        "fault_count": answer.fault_count,
        "faults": [_fault(one) for one in answer.faults],
    }


def _fault(fault: FoundFault) -> dict[str, Any]:
    # JavaScript cannot represent 63-bit integers.
    return {**asdict(fault), "id": str(fault.id)}


def _parts(affected: Counter[Part], fleet: Counter[Part]) -> list[FleetPartRecord]:
    return [
        {"dimension": part[0], "value": part[1], "affected": count, "robots": fleet[part]}
        for part, count in sorted(affected.items(), key=lambda one: (one[0][0], -one[1], one[0]))
        if part != ALL
    ]


def _trend(trend: FleetTrend) -> FleetTrendRecord:
    change = trend.comparison
    return {
        "verdict": trend.verdict,
        "before": _rate(change.before) if change else None,
        "after": _rate(change.after) if change else None,
        "p": change.p if change else None,
        "robots_before": trend.robots_before,
        "robots_after": trend.robots_after,
        "busiest": trend.busiest,
    }


def _rate(rate: RateEstimate) -> FleetRateRecord:
    return {"count": rate.count, "hours": rate.exposure, "per_hour": rate.value,
            "low": rate.low, "high": rate.high}  # fmt: skip


def _finding(finding: ClassFinding) -> FleetClassRecord:
    share = finding.share
    return {
        "dimension": share.part[0], "value": share.part[1], "affected": share.affected,
        "robots": share.robots, "other_affected": share.other_affected,
        "other_robots": share.other_robots, "p": finding.p, "tests": finding.tests,
    }  # fmt: skip


class _Classes(TypedDict):
    classes: list[FleetClassRecord]


class FleetLessonsRecord(TypedDict):
    """Whose lessons are whose."""

    fleet: Annotated[int, "All robots."]
    single_count: Annotated[int, "How many lessons only one robot tells."]
    shared_count: Annotated[int, "How many lessons several robots tell."]
    shared: list[Annotated[dict[str, Any], FoundFault, _TextId, _Classes]]


def lesson_record(answer: LessonAnswer) -> FleetLessonsRecord:
    """Return the lessons of single robots and of several as JSON data."""
    return {
        "fleet": answer.robots,
        "single_count": answer.single_count,
        "shared_count": answer.shared_count,
        "shared": [
            {**_fault(one.fault), "classes": [_finding(each) for each in one.findings]}
            for one in answer.shared
        ],
    }


class PartReliabilityRecord(TypedDict):
    """The failures of a part of the fleet; hours, null where they are not known."""

    value: Annotated[str, "A model, a site, the RRN of a robot; empty: not told."]
    name: Annotated[str, "Of a robot."]
    failures: int
    hours: Annotated[float, "Of operation."]
    mtbf: Annotated[float | None, "Mean operating time between failures."]
    mtbf_low: Annotated[float, "Of that, the lower bound (95 %)."]
    mtbf_high: float | None
    faults: Annotated[
        list[Annotated[dict[str, Any], FrequentFault]], "Of a robot, those that began most often."
    ]


def mtbf_record(parts: Sequence[PartReliability]) -> list[PartReliabilityRecord]:
    """Return the failures of each part as JSON data; times in hours, null if unknown."""
    return [
        {
            "value": one.value,
            "name": one.name,
            "failures": one.rate.count,
            "hours": one.rate.exposure,
            "mtbf": 1.0 / one.rate.value if one.rate.count else None,
            "mtbf_low": 1.0 / one.rate.high,
            "mtbf_high": 1.0 / one.rate.low if one.rate.count else None,
            "faults": [asdict(fault) for fault in one.faults],
        }
        for one in parts
        if one.rate is not None
    ]


def fault_lines(answer: FaultAnswer) -> Iterator[str]:
    """Yield the lines that tell a person about a fault."""
    if not answer.fault_count:
        yield "no robot told of that"
        return
    yield f"{answer.robots} of {answer.fleet.robots} robots tell of it now"
    if answer.since and answer.last:
        yield f"since {_day(answer.since)}, last {_day(answer.last)}"
    yield _trend_text(answer.trend)
    for finding in answer.findings:
        yield f"more common than chance explains: {_finding_text(finding)}"
    for name in DIMENSIONS:
        values = _shares(answer.affected.by_part, answer.fleet.by_part, name)
        if values:
            yield f"by {name}: {values}"
    for name in sorted({name for name, _ in answer.affected.by_version} - set(DIMENSIONS)):
        yield (
            f"by version of {one_line(name)}: "
            f"{_shares(answer.affected.by_version, answer.fleet.by_version, name)}"
        )
    more = answer.fault_count - len(answer.faults)
    yield f"found as{f' (and {more} more)' if more else ''}:"
    for fault in answer.faults:
        yield from (f"  {line}" for line in _fault_lines(fault))


def _fault_lines(fault: FoundFault) -> Iterator[str]:
    """Yield a fault in one line, and the other sentences about it."""
    yield f"{fault.robots:>5} robots  {_component(fault.component)}{one_line(fault.text)}"
    for one in fault.otherwise[:_MOST_SENTENCES]:
        yield f"               {one.robots} of them: {one_line(one.text)}"
    if (more := len(fault.otherwise) - _MOST_SENTENCES) > 0:
        yield f"               and {more} more sentences"


def _component(name: str) -> str:
    return f"{one_line(name)}: " if name else ""


def _trend_text(trend: FleetTrend) -> str:
    change = trend.comparison
    if change is None:
        return (
            f"whether it comes more often is not known: that needs running hours in the last "
            f"{WINDOW} weeks and in the {WINDOW} weeks before"
        )
    busiest = f" ({listed_name(trend.busiest)})" if trend.verdict.endswith("on one robot") else ""
    return (
        f"it is {trend.verdict}{busiest}: {_per_thousand(change.after)} in the last {WINDOW} weeks "
        f"on {trend.robots_after} robots, {_per_thousand(change.before)} in the {WINDOW} weeks "
        f"before on {trend.robots_before} (p = {change.p:.2g})"
    )


def _per_thousand(rate: RateEstimate) -> str:
    return f"{_THOUSAND * rate.value:.3g} per 1000 h ({rate.count} in {rate.exposure:.3g} h)"


def _finding_text(finding: ClassFinding) -> str:
    share = finding.share
    return (
        f"{share.part[0]} {listed_name(share.part[1])}: "
        f"{share.affected} of {share.robots} robots, "
        f"elsewhere {share.other_affected} of {share.other_robots} "
        f"(p = {finding.p:.2g}, {finding.tests} tests)"
    )


def _shares(affected: Counter[Part], fleet: Counter[Part], name: str) -> str:
    values = sorted(
        ((count, value) for (of, value), count in affected.items() if of == name and count),
        key=lambda one: (-one[0], one[1]),
    )
    shown = [f"{listed_name(v)} {n} of {fleet[name, v]}" for n, v in values[:_MOST_VALUES]]
    more = len(values) - _MOST_VALUES
    return ", ".join([*shown, *([f"{more} more"] if more > 0 else [])])


def lesson_lines(answer: LessonAnswer) -> Iterator[str]:
    """Yield the lines that tell a person about all lessons."""
    yield (
        f"{answer.robots} robots; lessons of one robot: {answer.single_count}, "
        f"of several: {answer.shared_count}"
    )
    for lesson in answer.shared:
        yield from _fault_lines(lesson.fault)
        if lesson.findings:
            yield from (f"               {_finding_text(one)}" for one in lesson.findings)
        else:
            yield "               of no class that could be told from chance"


def mtbf_lines(parts: Sequence[PartReliability]) -> Iterator[str]:
    """Yield the mean operating time between failures of each part."""
    for one in parts:
        rate = one.rate
        if rate is None:
            continue
        value = f"{1.0 / rate.value:.3g} h" if rate.count else f"above {1.0 / rate.high:.3g} h"
        bounds = f" ({1.0 / rate.high:.3g} to {1.0 / rate.low:.3g})" if rate.count else ""
        name = f" ({one_line(one.name)})" if one.name else ""
        part = f"{listed_name(one.value) or _NOTHING}{name}"
        yield f"{part:<24} {value}{bounds}: {rate.count} failures in {rate.exposure:.4g} h"
        for fault in one.faults if rate.count else ():  # without a failure there is no worst fault
            named = "" if fault.text.startswith(fault.component) else _component(fault.component)
            yield f"{fault.onsets:>8}x began {named}{one_line(fault.text)}"


def silence_lines(answer: SilenceAnswer) -> Iterator[str]:
    """Yield the lines about silent robots."""
    yield f"{answer.count} of {answer.robots} robots are silent or refused"
    yield from (_silent_text(one) for one in answer.silent)


def _silent_text(one: SilentRobot) -> str:
    name = f" ({one_line(one.name)})" if one.name else ""
    where = ", ".join(listed_name(part) for part in (one.model, one.site) if part)
    since = f"last update {one.issued:%Y-%m-%d %H:%M} UTC" if one.issued else "never heard"
    problem = f"; {one_line(one.problem)}" if one.problem else ""
    return f"{one.rrn}{name}: {since}{f'; {where}' if where else ''}{problem}"


def _day(time: datetime) -> str:
    return f"{time:%Y-%m-%d}"
