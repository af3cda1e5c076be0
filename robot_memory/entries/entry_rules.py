"""How rows make, change and end entries (rules.md §1.5), including those of places.

See docs/explanation/confidence.md, "When a fault is over".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.entry_readings import lasting_text, text_of_row
from robot_memory.entries.keep_rules import with_keep
from robot_memory.entries.known_rules import KNOWN_FIELDS, is_known_by_person
from robot_memory.entries.limit_rules import with_conclusion
from robot_memory.entries.memory_entry import KEPT_UNTIL, EntryType, MemoryEntry, without
from robot_memory.entries.mute_rules import MUTE_FIELDS, ends_mute, told_again
from robot_memory.entries.persons_decision import NOTED_BY, RESOLVED_BY, person_who_noted
from robot_memory.entries.resolve_rules import (
    PROPOSAL,
    RESOLVE_FIELDS,
    ends_resolve,
    reopened_as_asked,
)
from robot_memory.foundation.wording.varying_text import READINGS
from robot_memory.ledger import Key, Kind, Observation, Source, day_row
from robot_memory.ledger.displayed_text import displayed_readings
from robot_memory.ledger.observation import stamp_from_text


def new_entry(row: Observation) -> MemoryEntry:
    """Return the entry that a row of evidence makes."""
    extra: dict[str, Any] = {}
    if row.key is not None:
        extra["key"] = row.key.as_list()
    if not row.source.is_proven:
        extra["source"] = row.source.value
    if READINGS in row.detail:
        readings = displayed_readings(row)
        extra[READINGS] = row.detail[READINGS] if readings is None else readings.as_list()
    entry = MemoryEntry(
        id=row.entry_id or mint_id(row.entry_type, lasting_text(row)),
        type=EntryType(row.entry_type),
        text=text_of_row(row),
        confidence=row.confidence,
        first_seen=first_of(row),
        last_reinforced=row.time,
        observation_count=count_of(row),
        tags=row.tags,
        extra=extra,
    )
    if row.kind in (Kind.LIMIT, Kind.OUTCOME):
        return with_conclusion(entry, row)
    return with_keep(entry, row) if row.key is None else entry


def steps_of_correction(entry: MemoryEntry, row: Observation) -> Iterator[tuple[str, MemoryEntry]]:
    """Yield the steps of a correction on an entry, each with its kind of change (§1.6).

    An entry that an agent muted or resolved becomes active again in the person's words, and from
    then on is the person's (§1.4). An agent's tags are dropped: they are its words, and the first
    tag names the subject of a fact.
    """
    if ends_mute(entry, row):
        was_muted, entry = "muted_until" in entry.extra, told_again(entry)
        if was_muted:
            yield "unmuted", entry
    if ends_resolve(entry, row):
        yield "reopened", (entry := reopened_as_asked(entry))
    tags = () if entry.has_unproven_tags else entry.tags
    extra = without(entry.extra, "source")
    yield "corrected", replace(entry, text=row.summary, tags=tags, extra=extra)


def is_of_others(holder: MemoryEntry, key: Key | None) -> bool:
    """Whether the holder of the text's id has another key than this evidence (rules.md §1.2)."""
    return key is not None and holder.key not in (None, key)


def confirmed_word(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an agent's entry in the words of the proven row that confirms it (rules.md §2.7).

    Type and tags are the row's, and confidence, count and days start again: agents' words are no
    evidence for detectors and persons. The entry becomes active again, whoever muted, ended or
    declared known the agent's words; only a person's declaration as known stays.
    """
    hidden = (*MUTE_FIELDS, *RESOLVE_FIELDS,
              *(() if is_known_by_person(entry) else KNOWN_FIELDS))  # fmt: skip
    extra = _keyed(without(entry.extra, *hidden, "source", "days_observed", "repeats"), row)
    return replace(
        entry, type=EntryType(row.entry_type), text=text_of_row(row), tags=row.tags, extra=extra,
        confidence=0.0, observation_count=0, last_reinforced=row.time,
    )  # fmt: skip


def with_key(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the row's key, if it has none, and with the person who noted it."""
    person, extra = person_who_noted(entry, row), _keyed(entry.extra, row)
    if person:
        extra = {**extra, NOTED_BY: person}
    return entry if extra is entry.extra else entry.grown(extra=extra)


def _keyed(extra: Mapping[str, Any], row: Observation) -> Mapping[str, Any]:
    if row.key is None or "key" in extra:
        return extra
    return {**extra, "key": row.key.as_list()}


def resolved(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry resolved by a row, with its earlier type."""
    extra = without(entry.extra, *PROPOSAL, *KNOWN_FIELDS, KEPT_UNTIL, RESOLVED_BY)
    if entry.type is not EntryType.RESOLVED:
        extra["resolved_from"] = entry.type.value
    extra["resolved_at"] = row.time
    if row.summary:
        extra["resolved_note"] = row.summary
    if row.source is not Source.PERSON:
        extra[RESOLVED_BY] = row.author
    return replace(entry, type=EntryType.RESOLVED, extra=extra)


def count_of(row: Observation) -> int:
    """Return the number of observations in a row of evidence."""
    return int(row.detail["events"]) if row.kind is Kind.PLACE else day_row.count_of(row)


def first_of(row: Observation) -> datetime:
    """Return the time of the first observation in a row of evidence."""
    first = row.detail.get("first") if row.kind is Kind.PLACE else ""
    return min(stamp_from_text(first) if first else day_row.first_of(row), row.time)


def grown_by_merging(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return the entry of a place after another place was merged into it.

    The counts are the row's, not the other entry's: a new fold, in which that entry is archived
    already, must give the same result.
    """
    first = row.detail.get("first")
    return replace(
        entry,
        observation_count=entry.observation_count + int(row.detail["events"]),
        first_seen=min(entry.first_seen, stamp_from_text(first)) if first else entry.first_seen,
    )


def left_by_merging(entry: MemoryEntry, into: MemoryEntry | None, row: Observation) -> MemoryEntry:
    """Return the merged entry for the archive, with a pointer to the entry that stays."""
    stays = into.id if into is not None else row.entry_id
    return replace(entry, extra={**entry.extra, "merged_into": stays})


def shrunk_by_splitting(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return the entry of a place after a part of it became another place."""
    left = max(1, entry.observation_count - int(row.detail["events"]))
    return replace(entry, observation_count=left)
