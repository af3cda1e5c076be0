"""What the values of new evidence do to the text of an entry (rules.md §1.10)."""

from __future__ import annotations

from robot_memory.entries.memory_entry import MAX_TEXT, MemoryEntry
from robot_memory.ledger import Observation
from robot_memory.wording.varying_text import READINGS, VaryingText


def lasting_text(row: Observation) -> str:
    """Return what a row says without values that vary, from which an id is minted (§1.1)."""
    varying = VaryingText.from_list(row.detail.get(READINGS))
    return row.summary if varying is None else varying.lasting


def with_readings(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the values of a row; words that a person wrote stay (rules.md §1.4)."""
    newer = VaryingText.from_list(row.detail.get(READINGS))
    if newer is None:
        return entry
    known = entry.readings
    varying = newer if known is None else known.with_(newer)
    if varying == known:
        return entry
    extra = {**entry.extra, READINGS: varying.as_list()}
    if known is not None and varying.reads_as(known):
        return entry.grown(extra=extra)
    is_ours = entry.text == str(known or newer) or (known is None and newer.was_written(entry.text))
    text = str(varying)
    if not is_ours or len(text) > MAX_TEXT:
        text = entry.text
    return entry.grown(text=text, extra=extra)
