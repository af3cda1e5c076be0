"""A new entry out of a row, and one that a row ends (rules.md §1.5).

See docs/explanation/confidence.md, "When a fault is over".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from robot_memory.entries.archived_entry import ArchivedEntry
from robot_memory.entries.keep_rules import with_keep
from robot_memory.entries.known_rules import KNOWN_FIELDS, is_known_by_person
from robot_memory.entries.limit_rules import with_conclusion
from robot_memory.entries.memory_entry import (
    KEPT_UNTIL,
    MUTED,
    RESOLVED,
    SAID_AS,
    EntryType,
    MemoryEntry,
    is_minted_from,
    is_unproven,
    mint_id,
    without,
)
from robot_memory.entries.mute_rules import (
    MUTE_FIELDS,
    ends_mute,
    is_muted_by_person,
    told_again,
    with_mute,
)
from robot_memory.entries.persons_decision import NOTED_BY, RESOLVED_BY, person_who_noted
from robot_memory.entries.place_rules import count_of, first_of
from robot_memory.entries.reading_rules import lasting_text, text_of_row
from robot_memory.entries.resolve_rules import (
    PROPOSAL,
    ends_resolve,
    reopened_as_asked,
)
from robot_memory.foundation.wording.varying_text import READINGS
from robot_memory.ledger import Key, Kind, Observation, Source
from robot_memory.ledger.displayed_text import displayed_readings


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
    return as_said(with_keep(entry, row)) if row.key is None else entry


def steps_of_correction(entry: MemoryEntry, row: Observation) -> Iterator[tuple[str, MemoryEntry]]:
    """Yield what a correction does to an entry, each with the kind of the change (§1.6).

    What an agent muted or resolved is told again in the words of a person.
    """
    if ends_mute(entry, row):
        was_muted, entry = "muted_until" in entry.extra, told_again(entry)
        if was_muted:
            yield "unmuted", entry
    if ends_resolve(entry, row):
        yield "reopened", (entry := reopened_as_asked(entry))
    yield "corrected", _corrected(entry, row)


def _corrected(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry in the words of a row: once they are a person's, so is the entry (§1.4)."""
    worded = replace(entry, text=row.summary)
    return as_persons(worded) if row.source.is_proven else as_said(worded)


def as_persons(entry: MemoryEntry) -> MemoryEntry:
    """Return an entry that is no agent's word any more; an agent's rewording stays told (§1.2)."""
    kind = entry.resolved_from or entry.type
    stays = entry.is_reworded_by_agent and not is_minted_from(entry.id, kind, entry.text)
    return replace(entry, extra=without(entry.extra, "source", *(() if stays else (SAID_AS,))))


def as_said(entry: MemoryEntry) -> MemoryEntry:
    """Return an entry that tells, of an agent's words, that nobody edited or reopened it since."""
    if "source" not in entry.extra:
        return entry
    kind, readings = entry.resolved_from or entry.type, entry.readings
    is_own = is_minted_from(entry.id, kind, entry.text) or (
        readings is not None and readings.wrote(entry.text)
    )
    is_muted = "muted_until" in entry.extra and not is_muted_by_person(entry)
    hidden = [RESOLVED] * (entry.type is EntryType.RESOLVED) + [MUTED] * is_muted
    said_as = "" if is_own and not hidden else mint_id(kind, entry.text, long=True)
    if said_as == entry.extra.get(SAID_AS, "") and not hidden:
        return entry
    told = {SAID_AS: " ".join([said_as, *hidden])} if said_as else {}
    return replace(entry, extra={**without(entry.extra, SAID_AS), **told})


def as_left(before: MemoryEntry | None, entry: MemoryEntry) -> MemoryEntry:
    """Return an entry that a row changed: an agent's word, or by now that of who edited it."""
    if before is None or not is_unproven(before.extra.get("source")):
        return entry
    return as_said(entry) if before.is_agents_word else as_persons(entry)


def is_of_others(holder: MemoryEntry, key: Key | None, text: str, source: Source) -> bool:
    """Tell whether evidence is not about the entry that has the id of its text (rules.md §1.2).

    That of a detector or a person is not about an entry that an agent made say something else,
    whoever bore that out since: else the agent's text would stand with their evidence.
    """
    if holder.text == text:
        return False
    if holder.is_reworded_by_agent:
        return source.is_proven
    return key is not None and holder.key not in (None, key)


def comes_back(archived: ArchivedEntry, row: Observation) -> bool:
    """Tell whether evidence brings a pruned entry back; not where an agent put that otherwise."""
    entry = archived.entry
    is_same = entry.text == text_of_row(row) or entry.key == row.key is not None
    is_others = entry.is_reworded_by_agent and row.source.is_proven and not is_same
    return archived.pruned and not is_others


def confirmed_word(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an agent's word in the words of the proven row that confirms it (rules.md §2.7).

    Its tags are those of the row, and what agents said counts as no evidence of what detectors and
    persons say: confidence, count and days begin with the row. It is told again: whoever muted it,
    or declared it known, did so to an agent's word. What a person declared known stays so.
    """
    hidden = (*MUTE_FIELDS, *(() if is_known_by_person(entry) else KNOWN_FIELDS))
    extra = _keyed(without(entry.extra, *hidden, "days_observed", "repeats"), row)
    confirmed = replace(
        entry, text=text_of_row(row), tags=row.tags, extra=extra, confidence=0.0,
        observation_count=0, last_reinforced=row.time,
    )  # fmt: skip
    return as_persons(confirmed)


def with_key(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the key of evidence, where it has none, and with who noted it."""
    person, extra = person_who_noted(entry, row), _keyed(entry.extra, row)
    if person:
        extra = {**extra, NOTED_BY: person}
    return entry if extra is entry.extra else entry.grown(extra=extra)


def _keyed(extra: Mapping[str, Any], row: Observation) -> Mapping[str, Any]:
    if row.key is None or "key" in extra:
        return extra
    return {**extra, "key": row.key.as_list()}


def muted(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that a row mutes or unmutes; a person unmutes what becomes theirs (§1.6)."""
    changed = with_mute(entry, row)
    is_persons = row.kind is Kind.UNMUTE and ends_mute(entry, row)
    return as_persons(changed) if is_persons else changed


def resolved(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that a row resolves, with what it was before."""
    extra = without(entry.extra, *PROPOSAL, *KNOWN_FIELDS, KEPT_UNTIL, RESOLVED_BY)
    if entry.type is not EntryType.RESOLVED:
        extra["resolved_from"] = entry.type.value
    extra["resolved_at"] = row.time
    if row.summary:
        extra["resolved_note"] = row.summary
    if row.source is not Source.PERSON:
        extra[RESOLVED_BY] = row.author
    return replace(entry, type=EntryType.RESOLVED, extra=extra)
