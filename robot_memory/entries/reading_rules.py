"""The text of an entry, by the row that makes or updates it (rules.md §1.4, §1.10)."""

from __future__ import annotations

from robot_memory.entries.memory_entry import MAX_TEXT, MemoryEntry
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger import Observation
from robot_memory.ledger.displayed_text import displayed_readings, displayed_summary


def text_of_row(row: Observation) -> str:
    """Return the text of the entry that a row makes."""
    if row.key is None:  # a note of a person or an agent
        return row.summary
    told = displayed_summary(row.component, row.summary, row.detail)
    return told if len(told) <= MAX_TEXT else row.summary


def lasting_text(row: Observation) -> str:
    """Return the text of a row without the values that vary; ids are computed from it (§1.1)."""
    varying = displayed_readings(row)
    return text_of_row(row) if varying is None else varying.lasting


def is_a_persons_wording(entry: MemoryEntry) -> bool:
    """Tell whether a person edited the text of a detector's entry (rules.md §1.4).

    An unedited text is that of its readings, or the one that its id was computed from.
    """
    return not entry.has_words_of_id


def with_own_words(entry: MemoryEntry, text: str) -> MemoryEntry:
    """Return an entry with another generated text, in which no value varies.

    The text is stored in the readings too, which shows that no person edited it.
    """
    own = VaryingText.of(text, []).as_list()
    return entry.grown(text=text, extra={**entry.extra, READINGS: own})


def with_displayed_text(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with plain names where it still has the names that the driver uses."""
    told = text_of_row(row)
    is_as_driver_said = entry.text == row.summary and entry.key == row.key is not None
    if not is_as_driver_said or told == entry.text or is_a_persons_wording(entry):
        return entry
    return with_own_words(entry, told)


def with_repeats(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with how often it was seen again within one occurrence, at most (§1.10)."""
    repeats = row.detail.get("repeats")
    if not isinstance(repeats, int) or repeats <= entry.repeats:
        return entry
    extra = {**entry.extra, "repeats": repeats}
    if "days_observed" in extra:  # stays the last one, as items are written
        extra["days_observed"] = extra.pop("days_observed")
    return entry.grown(extra=extra)
