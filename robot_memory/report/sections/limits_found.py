"""Recommended limits with the statistics that they rest on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from robot_memory.ledger import Kind, Observation
from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.markup import Child, tag
from robot_memory.report.report_text import code, identifier, number, said, when
from robot_memory.report.sections.report_section import heading, paragraph
from robot_memory.report.tables import Cell, columns, table

_HEADS = columns(
    "words: Limit", "number: Onsets beyond it", "number: Share of time beyond it",
    "number: Rate, times as often (95 %)", "number: p", "time: Last borne out (UTC)",
)  # fmt: skip


def write_limits(facts: ExtractFacts) -> list[Element]:
    """Return the part; nothing of it where there is no limit."""
    newest: dict[str, Observation] = {}
    for row in facts.rows:
        if row.kind is Kind.LIMIT:
            newest[row.entry_id] = row
    rows = [_row(facts, row) for row in newest.values()]
    about = paragraph(
        "A limit is found by comparing the conditions under which a fault began with those under "
        "which the robot ran. It is an association in this robot’s own record, no proof of a "
        "cause; p is the probability that chance alone does as much, corrected for all that was "
        "tried. Counted are the newest onsets at which the condition was known, and the running "
        "time in which the fault could have come: not before it came first, and not while it was "
        "there. Both may be less than the entry’s own count and all of the running time."
    )
    caption = "Statistics of recommended limits, as of when each was last told or borne out"
    empty = (
        "No limit has been found: no condition separates faults from normal running well enough."
    )
    shown = table(caption, _HEADS, rows, empty=empty, rest=(code("robot-memory why ID"),))
    return [heading("What recommended limits rest on"), *([about] if rows else []), *shown]


def _row(facts: ExtractFacts, row: Observation) -> list[Cell]:
    detail = row.detail
    about: list[Child] = [tag("br"), identifier(row.entry_id), " explains ",
                          identifier(str(detail.get("explains", "")))]  # fmt: skip
    if row.entry_id not in facts.entry_by_id:
        about.append(", and has left the memory file")
    return [
        [said(row.summary), tag("span", *about, class_="small")],
        f"{_number(detail, 'within')} of {_number(detail, 'onsets')}",
        _share(detail),
        (
            f"{_number(detail, 'ratio', 3)} ({_number(detail, 'low', 3)} to "
            f"{_number(detail, 'high', 3)})"
        ),
        _number(detail, "p", 2),
        when(row.time),
    ]


def _share(detail: Mapping[str, Any]) -> str:
    share, hours = detail.get("share"), _number(detail, "hours", 3)
    if not isinstance(share, (int, float)):
        return "–"
    return f"{100.0 * share:.1f} % of {hours} h {detail.get('time', '')}"


def _number(detail: Mapping[str, Any], name: str, digits: int = 10) -> str:
    """Return a number of a row; what has no bound is infinite."""
    if name in detail and detail[name] is None:
        return "∞"
    value = detail.get(name)
    return number(value, digits) if isinstance(value, (int, float)) else "–"
