"""Persons' notes that stand and do not fade (rules.md §1.17). Pure.

By document 000 §4.3, entries fade if nobody confirms them. This suits what the robot inferred. An
entry that a person keeps is confirmed by regular rows, so that other readers of the file, which
know only document 000, also see that it stands.

See docs/explanation/confidence.md, "How it changes".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from robot_memory.entries.entry_id import agents_id, canonical_text
from robot_memory.entries.field_limits import until_defects
from robot_memory.entries.known_rules import date_words
from robot_memory.entries.memory_entry import KEPT_UNTIL, EntryType, MemoryEntry, without
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.checked_detail import KEEP, WITHDRAWN
from robot_memory.ledger.observation import stamp_from_text, stamp_text

#: The confirmation interval: until then document 000 has subtracted one step of 0.10.
_CONFIRMED_EACH = timedelta(days=2)


def keep_detail(
    by_whom: Source, now: datetime, *, keep: bool, until: datetime | None
) -> dict[str, str]:
    """Return the fields of a note's row that say how long it stands; empty if it fades.

    Raises:
        InvalidInput: the date has passed, both are given, or the source is no proven person.
    """
    if not keep and until is None:
        return {}
    defects = until_defects(until, now)
    if keep and until is not None:
        defects.append(Defect("keep", "is given beside `until`: it stands for good or until then"))
    if by_whom is not Source.PERSON:
        defects.append(
            Defect("source", f"{by_whom.value!r} keeps nothing: only what a person says stands")
        )
    if defects:
        raise InvalidInput("nothing was stored", defects)
    return {KEEP: WITHDRAWN if until is None else stamp_text(until)}


def check_words(entry: MemoryEntry, said_id: str, text: str) -> None:
    """Check that an entry has the words that are confirmed.

    Agents choose their notes, and so can choose the first digits of an id, but not all digits.

    Args:
        said_id: the id, or its first digits, with which the entry was found.
        text: the confirmed words; empty if none were given.

    Raises:
        InvalidInput: the entry has other words; or only agents said them, and neither the whole id
            nor the words were given.
    """
    if text and canonical_text(text) != entry.text:
        raise InvalidInput("nothing was stored", [Defect("text", f"it says now: {entry.text}")])
    if text or not entry.is_agents_word:
        return
    if entry.id != agents_id(entry.text):  # agents' reports have changed it since
        problem = f"is needed, as only agents say so; it says now: {entry.text}"
        raise InvalidInput("nothing was stored", [Defect("text", problem)])
    if said_id.removeprefix("mem-") != entry.id.removeprefix("mem-"):
        problem = f"only agents say so: give the whole id, {entry.id}; it says: {entry.text}"
        raise InvalidInput("nothing was stored", [Defect("id", problem)])


def with_keep(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that a person's row keeps, with at least the confidence of that row."""
    keep = row.detail.get(KEEP) if row.source is Source.PERSON and row.kind is Kind.NOTE else None
    if keep is None:
        return entry
    until = WITHDRAWN if keep == WITHDRAWN else stamp_from_text(keep)
    confidence = max(entry.confidence, row.confidence)
    return replace(entry, confidence=confidence, extra={**entry.extra, KEPT_UNTIL: until})


def without_past_keep(entry: MemoryEntry, now: datetime) -> MemoryEntry:
    """Return an entry without its keep date, if that has passed."""
    if not has_ended(entry, now):
        return entry
    return replace(entry, extra=without(entry.extra, KEPT_UNTIL))


def confirmations(entries: Iterable[MemoryEntry], instant: Instant) -> list[Observation]:
    """Return the rows that are due to confirm kept entries."""
    return [
        Observation(Kind.KEPT, instant, "", entry_id=entry.id)
        for entry in entries
        if entry.stands(instant.time)
        and entry.type is not EntryType.RESOLVED
        and abs(instant.time - entry.last_reinforced) >= _CONFIRMED_EACH
    ]


def confirmed(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry confirmed by the memory; nobody saw it again, so its count stays."""
    return entry.grown(last_reinforced=row.time) if entry.stands(row.time) else entry


def has_ended(entry: MemoryEntry, now: datetime) -> bool:
    """Whether the date until which a person kept an entry has passed."""
    return KEPT_UNTIL in entry.extra and not entry.stands(now)


def keep_words(entry: MemoryEntry, now: datetime) -> str:
    """Return how long an entry stands or stood, in words; empty if nobody keeps it."""
    if KEPT_UNTIL not in entry.extra:
        return ""
    until = entry.time_of(KEPT_UNTIL)
    verb = "stood" if has_ended(entry, now) else "stands"
    return f"{verb}{date_words(until)}" if until else "stands until it is withdrawn"
