"""Undoes the last change of an entry by a row of its own (rules.md §1.18). Pure.

The row of each change holds the entry's earlier fields. An undo restores each field that the change
set, unless the field has changed since.

See docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from robot_memory.entries.known_rules import (
    KNOWN_FIELDS,
    KNOWN_REQUEST,
    is_declared,
    is_known_by_person,
    known_asker,
    no_longer_known,
)
from robot_memory.entries.memory_entry import KEPT_UNTIL, TIME_FIELDS, EntryType, MemoryEntry
from robot_memory.entries.mute_rules import MUTE_FIELDS, MUTE_REQUEST
from robot_memory.entries.persons_decision import DECIDED_BY, NOTED_BY
from robot_memory.entries.resolve_rules import PROPOSAL, RESOLVE_FIELDS
from robot_memory.ledger import Kind, Observation
from robot_memory.ledger.checked_detail import FIELDS_BACK, FIELDS_BEFORE, UNDOES
from robot_memory.ledger.observation import stamp_from_text, stamp_text

#: Kinds of rows with which people and agents change an entry.
CHANGES = (
    Kind.NOTE, Kind.RESOLVE, Kind.RECOVERED, Kind.MUTE, Kind.MUTE_ASKED, Kind.UNMUTE, Kind.KNOWN,
    Kind.KNOWN_ASKED, Kind.NOT_KNOWN, Kind.KNOWN_DOUBTED, Kind.FORGET, Kind.CORRECT, Kind.UNDO,
)  # fmt: skip
EVIDENCE = ("confidence", "last_reinforced", "observation_count", "days_observed", "repeats")
_EXTRA = (
    *MUTE_FIELDS, *KNOWN_FIELDS, *PROPOSAL, *RESOLVE_FIELDS, KEPT_UNTIL, NOTED_BY, DECIDED_BY,
    "source", "days_observed", "repeats",
)  # fmt: skip
_PLAIN = ("text", "confidence", "observation_count")


def fields_of(entry: MemoryEntry) -> dict[str, Any]:
    """Return the fields of an entry that a change may set, as JSON data."""
    return {
        "type": entry.type.value,
        "tags": list(entry.tags),
        "last_reinforced": stamp_text(entry.last_reinforced),
        **{name: getattr(entry, name) for name in _PLAIN},
        **{name: _as_json(entry.extra[name]) for name in _EXTRA if name in entry.extra},
    }


def with_fields(entry: MemoryEntry, values: Mapping[str, Any]) -> MemoryEntry:
    """Return an entry with new values for fields of :func:`fields_of`; None removes a field."""
    extra = {name: value for name, value in entry.extra.items() if name not in values}
    extra |= {
        name: _from_json(name, values[name]) for name in _EXTRA if values.get(name) is not None
    }
    return replace(
        entry,
        type=_type_named(values.get("type")) or entry.type,
        tags=tuple(values.get("tags", entry.tags)),
        last_reinforced=stamp_from_text(values["last_reinforced"])
        if "last_reinforced" in values else entry.last_reinforced,
        extra=extra,
        **{name: values[name] for name in _PLAIN if name in values},
    )  # fmt: skip


def with_before(entry: MemoryEntry, change: Observation) -> MemoryEntry | None:
    """Return an entry with its fields from before a change; None if they are unknown."""
    before = change.detail.get(FIELDS_BEFORE, {}).get(entry.id)
    return None if before is None else with_fields(entry, {**dict.fromkeys(_EXTRA), **before})


def undo_detail(rows: Sequence[Observation], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the detail of a row that undoes some rows."""
    return {UNDOES: [row.id for row in rows], FIELDS_BACK: dict(values)}


def undone(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry after a row undid a change.

    A person who undoes somebody else's declaration as known, or a request for it, withdraws it
    (§1.13).
    """
    before = with_fields(entry, row.detail.get(FIELDS_BACK, {}))
    is_withdrawn = is_declared(entry) and not is_known_by_person(entry) and not is_declared(before)
    is_refused = bool(known_asker(entry)) and not known_asker(before)
    return no_longer_known(before, row) if is_withdrawn or is_refused else before


def with_next_request(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the next author's request, after another author withdrew."""
    back = row.detail.get(FIELDS_BACK, {})
    names = (*MUTE_REQUEST, *KNOWN_REQUEST)
    return with_fields(entry, {name: back[name] for name in names if name in back})


def _type_named(name: object) -> EntryType | None:
    return next((one for one in EntryType if one.value == name), None)


def _as_json(value: Any) -> Any:
    return stamp_text(value) if isinstance(value, datetime) else value


def _from_json(name: str, value: Any) -> Any:
    is_time = name in TIME_FIELDS and isinstance(value, str) and value[:1].isdigit()
    return stamp_from_text(value) if is_time else value  # else a word of TIME_WORDS
