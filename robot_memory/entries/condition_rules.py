"""The condition under which a fault shows, at the end of its entry's text (rules.md §10.15)."""

from __future__ import annotations

from robot_memory.entries.memory_entry import MAX_TEXT, MemoryEntry
from robot_memory.entries.reading_rules import is_a_persons_wording
from robot_memory.ledger import Observation
from robot_memory.ledger.observation import SHOWS
from robot_memory.wording.varying_text import OPEN_SLOT, READINGS, SLOT, VaryingText

_SO_FAR = "; so far only "


def with_condition(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the condition that a row states; words that a person wrote stay."""
    shows = row.detail.get(SHOWS)
    if not isinstance(shows, str) or is_a_persons_wording(entry):
        return entry
    readings = entry.readings
    if readings is None:
        return entry
    newer = VaryingText(text_under(readings.pattern, shows), readings.spreads)
    text = str(newer)
    if newer == readings or len(text) > MAX_TEXT:
        return entry
    return entry.grown(text=text, extra={**entry.extra, READINGS: newer.as_list()})


def text_under(text: str, shows: str) -> str:
    """Return a text with the condition under which it holds, in place of an earlier one.

    Args:
        shows: as "while rpm is above 3400"; empty: there is no condition.
    """
    head = text.partition(_SO_FAR)[0]
    shown = shows.replace(SLOT, "*").replace(OPEN_SLOT, "*")
    return f"{head}{_SO_FAR}{shown}" if shown else head
