"""Entries that an operator declared known (rules.md §1.13)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from robot_memory.entries.memory_entry import WORSE, EntryType, MemoryEntry
from robot_memory.errors import Defect, InvalidInput
from robot_memory.ledger import Observation
from robot_memory.ledger.observation import stamp_from_text

#: Since when it is known.
KNOWN_SINCE = "known_since"
#: What stands in an entry that is known: since when, until when, who said so, and why.
KNOWN_FIELDS = (KNOWN_SINCE, "known_until", "known_by", "known_why")
_REFUSAL = "nothing was stored"


def with_known(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that a row declares known."""
    until = row.detail.get("until")
    extra = {
        **entry.extra,
        KNOWN_SINCE: row.time,
        "known_until": stamp_from_text(until) if until else WORSE,
        "known_by": row.author,
        "known_why": row.summary,
    }
    return replace(entry, extra=extra)


def check_known(entry: MemoryEntry, reason: str, until: datetime | None, now: datetime) -> None:
    """Check that an entry can be declared known.

    Raises:
        InvalidInput: lists what speaks against it.
    """
    defects = []
    if not reason:
        defects.append(Defect("reason", "is empty: say why nobody needs to be alarmed"))
    if until is not None and until <= now:
        defects.append(Defect("until", f"{until:%Y-%m-%d %H:%M} UTC has passed: give a later time"))
    if entry.type is EntryType.RESOLVED:
        defects.append(Defect("id", f"{entry.id} is resolved, and alarms no one as it is"))
    if defects:
        raise InvalidInput(_REFUSAL, defects)


def check_withdrawal(entry: MemoryEntry) -> None:
    """Check that there is something to take back.

    Raises:
        InvalidInput: the entry is not known.
    """
    if KNOWN_SINCE not in entry.extra:
        raise InvalidInput(_REFUSAL, [Defect("id", f"{entry.id} is not declared known")])


def known_words(entry: MemoryEntry, now: datetime) -> str:
    """Return what is told behind the text of an entry that is known; empty where it is not."""
    if not entry.is_known(now):
        return ""
    why = str(entry.extra.get("known_why", ""))
    return f" (known {until_words(entry)}{f': {why}' if why else ''})"


def until_words(entry: MemoryEntry) -> str:
    """Return until when an entry is known: "until it gets worse"."""
    until = entry.time_of("known_until")
    return f"until {until:%Y-%m-%d %H:%M} UTC" if until else "until it gets worse"
