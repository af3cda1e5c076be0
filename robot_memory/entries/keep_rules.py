"""What persons say that stands, and does not fade (rules.md §1.17). Pure.

Document 000 §4.3 lets an entry fade that nobody confirms. That suits what the robot inferred. What
a person keeps is confirmed by a row of its own, again and again, so that readers of the file that
know document 000 alone see it stand too.

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

#: After so long a kept entry is confirmed: document 000 has taken one step of 0.10 off by then.
_CONFIRMED_EACH = timedelta(days=2)


def keep_detail(
    by_whom: Source, now: datetime, *, keep: bool, until: datetime | None
) -> dict[str, str]:
    """Return what the row of a note says of how long it stands; nothing where it fades.

    Raises:
        InvalidInput: the date has passed, both are given, or who says so is no proven person.
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
    """Check that an entry says what is confirmed.

    Agents choose what they note, and so the first digits of its id, but not the whole of it.

    Args:
        said_id: what the entry was found by: its id, or first digits of it.
        text: the words that are confirmed; empty where none were given.

    Raises:
        InvalidInput: it says something else; or only agents say so, and neither the whole id nor
            the words were given.
    """
    if text and canonical_text(text) != entry.text:
        raise InvalidInput("nothing was stored", [Defect("text", f"it says now: {entry.text}")])
    if text or not entry.is_agents_word:
        return
    if entry.id != agents_id(entry.text):  # reports of agents changed it since
        problem = f"is needed, as only agents say so; it says now: {entry.text}"
        raise InvalidInput("nothing was stored", [Defect("text", problem)])
    if said_id.removeprefix("mem-") != entry.id.removeprefix("mem-"):
        problem = f"only agents say so: give the whole id, {entry.id}; it says: {entry.text}"
        raise InvalidInput("nothing was stored", [Defect("id", problem)])


def with_keep(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that a row keeps, if a person said so; it is worth what that word is."""
    keep = row.detail.get(KEEP) if row.source is Source.PERSON and row.kind is Kind.NOTE else None
    if keep is None:
        return entry
    until = WITHDRAWN if keep == WITHDRAWN else stamp_from_text(keep)
    confidence = max(entry.confidence, row.confidence)
    return replace(entry, confidence=confidence, extra={**entry.extra, KEPT_UNTIL: until})


def without_past_keep(entry: MemoryEntry, now: datetime) -> MemoryEntry:
    """Return an entry without the date until which it stood, where that has passed."""
    if not has_ended(entry, now):
        return entry
    return replace(entry, extra=without(entry.extra, KEPT_UNTIL))


def confirmations(entries: Iterable[MemoryEntry], instant: Instant) -> list[Observation]:
    """Return the rows that are due by which the memory confirms what persons keep."""
    return [
        Observation(Kind.KEPT, instant, "", entry_id=entry.id)
        for entry in entries
        if entry.stands(instant.time)
        and entry.type is not EntryType.RESOLVED
        and abs(instant.time - entry.last_reinforced) >= _CONFIRMED_EACH
    ]


def confirmed(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that the memory confirms; nobody saw it again, so its count stays."""
    return entry.grown(last_reinforced=row.time) if entry.stands(row.time) else entry


def has_ended(entry: MemoryEntry, now: datetime) -> bool:
    """Tell whether the date has passed until which a person said that an entry stands."""
    return KEPT_UNTIL in entry.extra and not entry.stands(now)


def keep_words(entry: MemoryEntry, now: datetime) -> str:
    """Return until when an entry stands or stood, in words; empty where nobody keeps it."""
    if KEPT_UNTIL not in entry.extra:
        return ""
    until = entry.time_of(KEPT_UNTIL)
    verb = "stood" if has_ended(entry, now) else "stands"
    return f"{verb}{date_words(until)}" if until else "stands until it is withdrawn"
