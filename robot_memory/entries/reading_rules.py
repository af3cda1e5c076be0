"""What the values of new evidence do to the text of an entry (rules.md §1.10)."""

from __future__ import annotations

from robot_memory.entries.memory_entry import MAX_TEXT, MemoryEntry, mint_id
from robot_memory.ledger import Observation
from robot_memory.ledger.told_words import told_readings, told_summary
from robot_memory.wording.varying_text import READINGS, VaryingText


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


def is_a_persons_wording(entry: MemoryEntry) -> bool:
    """Tell whether the text of a detector's entry is no longer the memory's own (rules.md §1.4).

    The memory's own text is that of its readings, or the one that its id was minted from.
    """
    if entry.readings is not None:
        return entry.text != str(entry.readings)
    first_type = entry.resolved_from or entry.type
    minted = (mint_id(first_type, entry.text, long=long) for long in (False, True))
    return entry.id not in minted


def with_own_words(entry: MemoryEntry, text: str) -> MemoryEntry:
    """Return an entry with another text of the memory, in which nothing varies.

    It goes into the readings too: by them it is known as no person's.
    """
    own = VaryingText.of(text, []).as_list()
    return entry.grown(text=text, extra={**entry.extra, READINGS: own})


def retold(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that says what a driver said with the words of people for its names."""
    told = told_text(row)
    is_as_driver_said = entry.text == row.summary and entry.key == row.key is not None
    if not is_as_driver_said or told == entry.text or is_a_persons_wording(entry):
        return entry
    return with_own_words(entry, told)
