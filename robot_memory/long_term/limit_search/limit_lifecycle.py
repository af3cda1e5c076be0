"""The life cycle and wording of a limit: created, reinforced, moved, withdrawn, or left to decay.

Specification: rules.md §1.7.

See docs/explanation/conditions.md, "How a limit changes later".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.long_term.limit_search.limit_finding import LimitFinding, ScanStatistic, measure
from robot_memory.long_term.limit_search.operating_history import TIME_OF_DAY
from robot_memory.long_term.limit_search.region import FEWEST_ONSETS, Region, RegionSide, regions_of
from robot_memory.long_term.limit_search.risk_set import RiskSet

_LONGEST = 500  # document 000 §3.4
_CORE = 330  # characters


class _Words(NamedTuple):
    """The words for a condition: its unit, a suffix, and whether a planner can use advice on it."""

    unit: str
    after: str = ""
    advice: bool = True


_WORDS = {
    "speed": _Words(" m/s"),
    "turn_rate": _Words(" rad/s"),
    "load": _Words(" A", " of load"),
    "battery": _Words(" %", " charge"),
    "temperature": _Words(" °C"),
    "pressure": _Words(" Pa", advice=False),
    "illuminance": _Words(" lx", advice=False),
}
_MODE = "mode"


def limit_sentence(text: str, region: Region) -> str:
    """Return the sentence of a limit: what happens, where, and what to prefer."""
    core = text.strip().rstrip(".")
    if len(core) > _CORE:
        core = f"{core[:_CORE].rpartition(' ')[0] or core[:_CORE]}..."
    place, advice = where(region), _advice(region)
    if ": " in core or " — " in core:  # quotes a message, whose end would be unclear
        return f"{place[0].upper()}{place[1:]}: {core}{advice}"[:_LONGEST]
    sentence = f"{core} {place}" if advice else f"{core}, mostly {place}"
    return f"{sentence}{advice}"[:_LONGEST]


def unit_of(variable: str) -> str:
    """Return the unit of a condition; empty if it has none or none is known."""
    words = _WORDS.get(variable)
    return words.unit.strip() if words is not None else ""


def where(region: Region) -> str:
    """Return a region in words: ``above 0.3 m/s``."""
    words = _WORDS.get(region.variable)
    if region.variable == _MODE:
        return f"in mode {region.limit}"
    if region.variable == TIME_OF_DAY:
        return f"between {region.limit}"
    if region.side is RegionSide.IS:
        return f"while {region.variable} is {_number(region)}"
    if words is None:
        return f"while {region.variable} is {region.side.value} {_number(region)}"
    return f"{region.side.value} {_number(region)}{words.unit}{words.after}"


def _advice(region: Region) -> str:
    if region.variable == _MODE:
        return " — prefer another mode"
    words = _WORDS.get(region.variable)
    if words is None or not words.advice:
        return ""
    sign = "≤" if region.side is RegionSide.ABOVE else "≥"
    return f" — prefer {sign} {_number(region)}{words.unit}"


def _number(region: Region) -> str:
    return region.limit if isinstance(region.limit, str) else f"{region.limit:.10g}"


def statistics(finding: LimitFinding) -> str:
    """Return the evidence for a finding in words."""
    return (
        f"{finding.within} of {finding.onsets} onsets {where(finding.region)}, against "
        f"{100.0 * finding.share:.0f} % of {finding.time} time ({hours(finding.hours)}); "
        f"p = {finding.p:.2g}, rate {_times(finding.ratio)} "
        f"(95 %: {_times(finding.low)} to {_times(finding.high)})"
    )


def _times(ratio: float) -> str:
    if ratio >= 1e4:
        return "∞"
    return f"{ratio:.2g}×" if ratio < 100.0 else f"{ratio:.0f}×"


def hours(amount: float) -> str:
    """Return a duration in words."""
    return f"{amount:.1f} h" if amount < 100.0 else f"{amount:.0f} h"


#: A limit is confirmed while the onset rate beyond it is doubled, and most onsets are there.
_HOLDS_RATIO, _HOLDS_WITHIN = 2.0, 0.5
#: It is contradicted if later onsets are, with certainty, less than twice as frequent beyond it.
_CONTRADICTED = 2.0
#: The least gain in log likelihood ratio for moving to a neighbouring grid step.
_MOVES = 3.0
_DETECTOR = "limit"


@dataclass(frozen=True)
class ReportedLimit:
    """A limit that was reported."""

    region: Region
    text: str
    entry_id: str
    since: int  # the first row of the ledger that reported it
    up_to: int  # the newest onset that was counted, as a ledger row
    p: float  # of the first report

    @classmethod
    def of(cls, row: Observation) -> ReportedLimit:
        """Read a row of :func:`limit_row`."""
        detail = row.detail
        return cls(
            region=Region(detail["variable"], RegionSide(detail["side"]), detail["limit"]),
            text=row.summary,
            entry_id=row.entry_id,
            since=int(detail["since"]) or row.id,
            up_to=int(detail["up_to"]),
            p=float(detail["p"]),
        )


def limit_row(
    entry: MemoryEntry,
    finding: LimitFinding,
    instant: Instant,
    settings: Settings,
    *,
    up_to: int,
    reported: ReportedLimit | None = None,
) -> Observation:
    """Return the row that reports or confirms a limit.

    ``up_to`` is the newest onset that was counted, as a ledger row.
    """
    region = finding.region
    component = entry.component
    detail: dict[str, Any] = {
        "message": statistics(finding),
        "explains": entry.id,
        **_numbers(finding),
        "up_to": up_to,
        "since": reported.since if reported else 0,
        "was": reported.text if reported else "",
    }
    return Observation(
        kind=Kind.LIMIT,
        instant=instant,
        summary=limit_sentence(entry.text, region),
        key=Key(_DETECTOR, component, f"{entry.id} {region.variable} {region.side.value}"),
        detector="conditions",
        component=component,
        entry_type=EntryType.BEHAVIOR_PATTERN.value,
        confidence=settings.first_confidence(score=finding.within / max(1, finding.onsets)),
        tags=tuple(dict.fromkeys([*entry.tags, "limit", region.variable.replace(" ", "_")])),
        detail=detail,
    )


def withdrawal_row(reported: ReportedLimit, finding: LimitFinding, instant: Instant) -> Observation:
    """Return the row that withdraws a limit, because later onsets contradict it."""
    return Observation(
        kind=Kind.RESOLVE,
        instant=instant,
        summary=f"withdrawn: since it was told, {statistics(finding)}",
        detector="conditions",
        entry_id=reported.entry_id,
        detail=_numbers(finding),
    )


def _numbers(finding: LimitFinding) -> Mapping[str, Any]:
    return {
        "variable": finding.region.variable,
        "side": finding.region.side.value,
        "limit": finding.region.limit,
        "onsets": finding.onsets,
        "within": finding.within,
        "share": round(finding.share, 4),
        "hours": round(finding.hours, 3),
        "time": finding.time,
        "ratio": round(finding.ratio, 3),
        "low": round(finding.low, 3),
        "high": round(finding.high, 3) if np.isfinite(finding.high) else None,
        "p": round(finding.p, 6),
    }


def confirmed(risk: RiskSet, reported: ReportedLimit) -> LimitFinding | None:
    """Return the present statistics of a limit; None if it is no longer confirmed.

    The limit moves to another step of its grid if that explains the onsets clearly better.
    """
    if reported.region.variable not in risk.operation.columns or not len(risk.onsets):
        return None
    finding = measure(risk, _moved(risk, reported.region), p=reported.p)
    most = finding.within >= _HOLDS_WITHIN * finding.onsets
    holds = most and finding.ratio >= _HOLDS_RATIO and finding.low >= 1.0
    return finding if holds else None


def contradiction(later: RiskSet, reported: ReportedLimit) -> LimitFinding | None:
    """Return the statistics of onsets after a limit's report if they contradict it, else None."""
    if reported.region.variable not in later.operation.columns or len(later.onsets) < FEWEST_ONSETS:
        return None
    finding = measure(later, reported.region, p=1.0)
    is_known = finding.onsets >= FEWEST_ONSETS and finding.hours > 0.0
    return finding if is_known and finding.high < _CONTRADICTED else None


def _moved(risk: RiskSet, reported: Region) -> Region:
    """Return the region of the same variable and side that explains the onsets best."""
    alike = [
        region
        for region in regions_of(risk.operation)
        if (region.variable, region.side) == (reported.variable, reported.side)
        and region != reported
    ]
    if reported.side is RegionSide.IS or not alike:
        return reported
    scan = ScanStatistic([reported, *alike], risk.operation)
    hits = scan.within_of(risk.onsets).sum(axis=0, dtype=float)
    count = scan.known_of(risk.onsets).sum(axis=0, dtype=float)
    strength = scan.strength(hits, count, len(risk.onsets))
    best = int(np.argmax(strength))
    return scan.regions[best] if strength[best] > strength[0] + _MOVES else reported
