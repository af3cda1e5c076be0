"""What the values of new evidence do to the text of an entry (rules.md §1.10)."""

from __future__ import annotations

from robot_memory.entries.memory_entry import MAX_TEXT, MemoryEntry
from robot_memory.ledger import Observation
from robot_memory.ledger.told_words import told_readings, told_summary
from robot_memory.wording.varying_text import READINGS


def told_text(row: Observation) -> str:
    """Return the text of an entry that a row makes."""
    if row.key is None:  # somebody's words
        return row.summary
    told = told_summary(row.component, row.summary, row.detail)
    return told if len(told) <= MAX_TEXT else row.summary


def lasting_text(row: Observation) -> str:
    """Return what a row says without values that vary, from which an id is minted (§1.1)."""
    varying = told_readings(row)
    return told_text(row) if varying is None else varying.lasting


def with_readings(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the values of a row; words that a person wrote stay (rules.md §1.4)."""
    newer = told_readings(row)
    if newer is None:
        is_as_driver_said = entry.text == row.summary and entry.key == row.key is not None
        return entry.grown(text=told_text(row)) if is_as_driver_said else entry
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
