"""Finding an entry by key, and entries whose names turn out to be readings (rules.md §1.11).

:mod:`robot_memory.foundation.wording.names_or_readings` decides from which number on names are
readings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce

from robot_memory.entries.entry_event import ArchivedEntry, FindArchived
from robot_memory.entries.entry_id import hint_at_id, whole_id
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.persons_decision import stays_apart
from robot_memory.foundation.errors import UnknownEntry
from robot_memory.foundation.wording.names_or_readings import (
    covers,
    family_of,
    names_of,
    unmarked,
    widened,
    widenings,
)
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger import Key, Observation


class KeyIndex:
    """Finds entries by key; of several entries with one key the first counts."""

    def __init__(self) -> None:
        self._ids: dict[Key, str] = {}
        self._lists: dict[str, object] = {}  # id → its key, as the entry holds it
        self._is_ambiguous = False  # two entries had the same key
        self._families: dict[Key, dict[str, Key]] = {}  # each: id → key, in order

    def add(self, entry: MemoryEntry) -> None:
        """Add an entry, or a newer version of it."""
        items = entry.extra.get("key")
        if self._lists.get(entry.id) is items and not self._is_ambiguous:
            return  # the usual case; but if a key had two entries, the other may have left
        self._lists[entry.id] = items
        key = entry.key
        if key is None:
            return
        self._is_ambiguous |= self._ids.setdefault(key, entry.id) != entry.id
        family = family_key(key)
        if family is not None:
            members = self._families.get(family, {})
            if members.get(entry.id) != key:  # copied, as others may be reading the old mapping
                self._families[family] = {**members, entry.id: key}

    def discard(self, entry: MemoryEntry) -> None:
        """Remove an entry."""
        self._lists.pop(entry.id, None)
        key = entry.key
        if key is None:
            return
        if self._ids.get(key) == entry.id:
            del self._ids[key]
        family = family_key(key)
        if family is not None:
            members = self._families.get(family, {})
            others = {i: known for i, known in members.items() if i != entry.id}
            if others:
                self._families[family] = others
            else:
                self._families.pop(family, None)

    def find(self, key: Key | None) -> str | None:
        """Return the id of the entry with a key, or with a wider key that covers it."""
        if key is None:
            return None
        known = self._ids.get(key)
        if known is not None:
            return known
        family = family_key(key)
        if family is None:
            return None
        members = self._families.get(family, {})
        covering = (i for i, wide in members.items() if covers(wide.symptom, key.symptom))
        # Earlier versions stored keys without marks around names.
        bare = replace(key, symptom=unmarked(key.symptom))
        return next(covering, None) or self._ids.get(bare)

    def family(self, key: Key | None) -> dict[str, Key]:
        """Return the entries whose keys differ from a key only in open names: id → key."""
        family = family_key(key)
        return {} if family is None else self._families.get(family, {})


def family_key(key: Key | None) -> Key | None:
    """Return the common form of a key's family; None if the key has no open name."""
    if key is None or not names_of(key.symptom):
        return None
    return Key(key.detector, key.component, family_of(key.symptom), key.place)


@dataclass(frozen=True)
class Join:
    """Entries to join: the oldest stays, with the evidence of all, and the others leave."""

    stays: MemoryEntry
    leave: tuple[MemoryEntry, ...]


def was_joined(entry: MemoryEntry) -> bool:
    """Whether an archived entry left because its name turned out to be a reading."""
    return "merged_into" in entry.extra and family_key(entry.key) is not None


def archived_whole(
    find_archived: FindArchived, key: Key | None, entry_id: str
) -> ArchivedEntry | None:
    """Return the archived entry for new evidence, or the one that it was joined into."""
    found = find_archived(key, entry_id)
    if key is None or not names_of(key.symptom):
        return found
    if not (found is None or was_joined(found.entry)):
        return found
    keys = (replace(key, symptom=wide) for wide in widenings(key.symptom))
    whole = (find_archived(wide, "") for wide in keys)
    return next((item for item in whole if item is not None), found)


def with_part(entry: MemoryEntry, part_id: str) -> MemoryEntry:
    """Return an entry with the evidence of a further id, which ``why`` shows, too."""
    is_known = part_id in ("", entry.id, *entry.joined)
    if is_known or family_key(entry.key) is None:
        return entry
    return replace(entry, extra={**entry.extra, "joined": sorted([*entry.joined, part_id])})


def find_entry(entries: Mapping[str, MemoryEntry], entry_id: str) -> MemoryEntry:
    """Return the entry with an id or its first digits, or the entry that it was joined into.

    Raises:
        UnknownEntry: no entry has or had that id.
        InvalidInput: several ids match.
    """
    found = entries.get(entry_id)
    if found is None:
        found = next((entry for entry in entries.values() if entry_id in entry.joined), None)
    if found is None:
        of_agents = {one.id for one in entries.values() if one.is_agents_word}
        found = entries.get(whole_id(entry_id, entries, of_agents))
    if found is None:
        raise UnknownEntry(entry_id, hint_at_id(entry_id, entries))
    return found


def joins(members: Iterable[MemoryEntry], row: Observation) -> list[Join]:
    """Return the joins of a family's entries that follow from its newest evidence."""
    open_ones = {entry.key: entry for entry in members if entry.key and _may_join(entry, row)}
    symptoms = frozenset(key.symptom for key in open_ones)
    together: dict[Key, list[MemoryEntry]] = {}
    for key, entry in open_ones.items():
        wide = replace(key, symptom=widened(symptoms, key.symptom))
        together.setdefault(wide, []).append(entry)
    return [_join(k, group) for k, group in together.items() if [e.key for e in group] != [k]]


def _may_join(entry: MemoryEntry, row: Observation) -> bool:
    readings = entry.readings
    is_as_read = readings is not None and not readings.is_edited and str(readings) == entry.text
    return is_as_read and not stays_apart(entry, row)


def _join(key: Key, group: list[MemoryEntry]) -> Join:
    first, *others = sorted(group, key=lambda entry: (entry.first_seen, entry.id))
    in_order = sorted(group, key=lambda entry: (entry.last_reinforced, entry.id))
    readings = [entry.readings for entry in (first, *in_order) if entry.readings is not None]
    merged = reduce(VaryingText.with_, readings)  # in the words of the first, with the last values
    gone = sorted({*first.joined, *(_ids(others))})
    extra = {**first.extra, "key": key.as_list(), READINGS: merged.as_list(), "joined": gone}
    days = max(entry.days_observed for entry in group)
    if days > 1:
        extra["days_observed"] = days
    stays = replace(
        first,
        text=str(merged),
        confidence=max(entry.confidence for entry in group),
        last_reinforced=in_order[-1].last_reinforced,
        observation_count=sum(entry.observation_count for entry in group),
        extra=extra,
    )
    return Join(stays, tuple(others))


def _ids(entries: Iterable[MemoryEntry]) -> Iterable[str]:
    for entry in entries:
        yield entry.id
        yield from entry.joined
