"""Settings that differ from the default."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.markup import Child
from robot_memory.report.report_text import code, said
from robot_memory.report.sections.report_section import paragraph
from robot_memory.report.tables import Cell, columns, table
from robot_memory.settings import tunables

_WHERE = ("home",)  # where the record is says nothing of how it was made


def write_settings(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    rows: list[list[Cell]] = []
    known = [one for one in tunables() if one.field not in _WHERE]
    for one in known:
        value = getattr(facts.settings, one.field)
        if value != one.default:
            unit = f" {one.unit}" if one.unit else ""
            default: list[Child] = [said(_text(one.default)), unit]
            rows.append([code(one.name), [said(_text(value)), unit], default, one.meaning])
    heads = columns("name: Setting", "words: In force", "words: Default", "words: What it means")
    caption = f"{len(rows)} of {len(known)} settings differ from the default"
    empty = f"All {len(known)} settings have their default."
    return [
        paragraph("As ", code("settings.yaml"), " of this memory home has them at the time of the "
                  "extract. A ROS node takes its settings from its parameters; the record does not "
                  "hold which those were."),
        *table(caption, heads, rows, empty=empty),
    ]  # fmt: skip


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value) if value != "" else "(empty)"
