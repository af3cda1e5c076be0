"""The text of an entry, from the row that makes or updates it (rules.md §1.4, §1.10).

The condition under which a fault shows is at the end of its entry's text (rules.md §10.8).
"""

from __future__ import annotations

from typing import NamedTuple

from robot_memory.entries.memory_entry import MAX_TEXT, MemoryEntry
from robot_memory.foundation.wording.varying_text import (
    INSTEAD,
    OPEN_SLOT,
    READINGS,
    SLOT,
    VaryingText,
)
from robot_memory.ledger import Observation
from robot_memory.ledger.displayed_text import displayed_readings, displayed_summary
from robot_memory.ledger.observation import SHOWS

_SO_FAR = "; so far only "


class _Parsed(NamedTuple):
    items: object
    varying: VaryingText | None
    text: str


class EntryReadings:
    """Puts the values of rows into entries; the readings of an entry are parsed only once."""

    def __init__(self) -> None:
        self._parsed: dict[str, _Parsed] = {}

    def add(self, entry: MemoryEntry, row: Observation) -> MemoryEntry:
        """Return an entry with the values of a row; words that a person wrote or keeps stay.

        Specification: rules.md §1.4 and §1.17.
        """
        newer = VaryingText.from_list(row.detail.get(READINGS))
        if newer is None:
            return with_displayed_text(entry, row)
        known, old_text = self._find(entry)
        if known is None:
            return _with_first_readings(entry, row)
        # The entry's words stay, whatever the row's words are.
        varying = known.with_(newer, row.detail.get(INSTEAD))
        if varying == known:
            return _with_condition(entry, row)
        new_text = old_text if varying.reads_as(known) else str(varying)
        items = varying.as_list()
        self._parsed[entry.id] = _Parsed(items, varying, new_text)
        is_ours = known.wrote(entry.text) and not entry.stands(row.time)
        text = new_text if is_ours and len(new_text) <= MAX_TEXT else entry.text
        grown = entry.grown(text=text, extra={**entry.extra, READINGS: items})
        return _with_condition(grown, row)

    def discard(self, entry_id: str) -> None:
        """Forget a removed entry."""
        self._parsed.pop(entry_id, None)

    def _find(self, entry: MemoryEntry) -> tuple[VaryingText | None, str]:
        """Return the readings of an entry, and their text."""
        items = entry.extra.get(READINGS)
        parsed = self._parsed.get(entry.id)
        if parsed is None or parsed.items is not items:
            varying = VaryingText.from_list(items)
            parsed = _Parsed(items, varying, "" if varying is None else str(varying))
            self._parsed[entry.id] = parsed
        return parsed.varying, parsed.text


def _with_first_readings(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry of an earlier version, without values, with those of a row."""
    varying = displayed_readings(row)
    if varying is None:
        return entry
    text = str(varying)
    is_ours = varying.wrote(entry.text) and not entry.stands(row.time)
    text = text if is_ours and len(text) <= MAX_TEXT else entry.text
    return entry.grown(text=text, extra={**entry.extra, READINGS: varying.as_list()})


def _with_condition(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the condition of a row; words that a person wrote stay."""
    shows = row.detail.get(SHOWS)
    if not isinstance(shows, str) or is_a_persons_wording(entry) or entry.stands(row.time):
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
    """Return a text with a condition instead of its earlier one.

    Args:
        shows: such as "while rpm is above 3400"; empty: no condition.
    """
    head = text.partition(_SO_FAR)[0]
    shown = shows.replace(SLOT, "*").replace(OPEN_SLOT, "*")
    return f"{head}{_SO_FAR}{shown}" if shown else head


def text_of_row(row: Observation) -> str:
    """Return the text for a new entry from a row."""
    if row.key is None:  # a note of a person or an agent
        return row.summary
    told = displayed_summary(row.component, row.summary, row.detail)
    return told if len(told) <= MAX_TEXT else row.summary


def lasting_text(row: Observation) -> str:
    """Return the text of a row without its varying values; ids are computed from it (§1.1)."""
    varying = displayed_readings(row)
    return text_of_row(row) if varying is None else varying.lasting


def is_a_persons_wording(entry: MemoryEntry) -> bool:
    """Whether a person edited the text of a detector's entry (rules.md §1.4).

    An unedited text equals that of its readings, or the text that its id was computed from.
    """
    return not entry.has_words_of_id


def with_own_words(entry: MemoryEntry, text: str) -> MemoryEntry:
    """Return an entry with a new generated text without varying values.

    The text is also stored in the readings, which shows that no person edited it.
    """
    own = VaryingText.of(text, []).as_list()
    return entry.grown(text=text, extra={**entry.extra, READINGS: own})


def with_displayed_text(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with plain names if it still has the driver's names."""
    told = text_of_row(row)
    is_as_driver_said = entry.text == row.summary and entry.key == row.key is not None
    if not is_as_driver_said or told == entry.text or is_a_persons_wording(entry):
        return entry
    return with_own_words(entry, told)


def with_repeats(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the highest number of repeats within one occurrence (§1.10)."""
    repeats = row.detail.get("repeats")
    if not isinstance(repeats, int) or repeats <= entry.repeats:
        return entry
    extra = {**entry.extra, "repeats": repeats}
    if "days_observed" in extra:  # keeps its place as the last field
        extra["days_observed"] = extra.pop("days_observed")
    return entry.grown(extra=extra)
