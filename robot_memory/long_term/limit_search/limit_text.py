"""Limits and their statistics in words."""

from __future__ import annotations

from typing import NamedTuple

from robot_memory.long_term.limit_search.limit_finding import LimitFinding
from robot_memory.long_term.limit_search.operating_history import TIME_OF_DAY
from robot_memory.long_term.limit_search.region import Region, RegionSide

_LONGEST = 500  # document 000 §3.4
_CORE = 330  # characters


class _Words(NamedTuple):
    """How a condition is spoken of: its unit, what follows it, and whether a planner can use it."""

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
    """Return the sentence of a limit: what happens, where it does, and what to prefer."""
    core = text.strip().rstrip(".")
    if len(core) > _CORE:
        core = f"{core[:_CORE].rpartition(' ')[0] or core[:_CORE]}..."
    place, advice = where(region), _advice(region)
    if ": " in core or " — " in core:  # quotes a message, whose end could not be told
        return f"{place[0].upper()}{place[1:]}: {core}{advice}"[:_LONGEST]
    sentence = f"{core} {place}" if advice else f"{core}, mostly {place}"
    return f"{sentence}{advice}"[:_LONGEST]


def unit_of(variable: str) -> str:
    """Return the unit of a condition; empty where it has none or none is known."""
    words = _WORDS.get(variable)
    return words.unit.strip() if words is not None else ""


def where(region: Region) -> str:
    """Say where a region is: ``above 0.3 m/s``."""
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
    """Say what a finding rests on."""
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
    """Return a time for people."""
    return f"{amount:.1f} h" if amount < 100.0 else f"{amount:.0f} h"
