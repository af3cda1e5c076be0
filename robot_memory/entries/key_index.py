"""Which entry a key belongs to (rules.md §1.2 and §1.11)."""

from __future__ import annotations

from dataclasses import replace

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.wording.open_names import covers, family_of, names_of, unmarked
from robot_memory.ledger import Key


class KeyIndex:
    """Finds entries by key; the first entry with a key has it."""

    def __init__(self) -> None:
        self._ids: dict[Key, str] = {}
        self._lists: dict[str, object] = {}  # id → its key, as the entry holds it
        self._is_ambiguous = False  # two entries had one key
        self._families: dict[Key, dict[str, Key]] = {}  # each: id → key, in order

    def add(self, entry: MemoryEntry) -> None:
        """Add an entry, or a newer version of it."""
        items = entry.extra.get("key")
        if self._lists.get(entry.id) is items and not self._is_ambiguous:
            return  # as of nearly each row; where a key has two entries, the other may have left
        self._lists[entry.id] = items
        key = entry.key
        if key is None:
            return
        self._is_ambiguous |= self._ids.setdefault(key, entry.id) != entry.id
        family = family_key(key)
        if family is not None:
            members = self._families.get(family, {})
            if members.get(entry.id) != key:  # others may be reading the old mapping
                self._families[family] = {**members, entry.id: key}

    def discard(self, entry: MemoryEntry) -> None:
        """Take an entry out."""
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
        """Return the id of the entry with a key, or with a wider one that covers it."""
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
        # Earlier versions stored keys in which no name is marked.
        bare = replace(key, symptom=unmarked(key.symptom))
        return next(covering, None) or self._ids.get(bare)

    def family(self, key: Key | None) -> dict[str, Key]:
        """Return the entries whose keys differ from a key in open names at most: id → key."""
        family = family_key(key)
        return {} if family is None else self._families.get(family, {})


def family_key(key: Key | None) -> Key | None:
    """Return what such keys have in common; None where a key has no open name."""
    if key is None or not names_of(key.symptom):
        return None
    return Key(key.detector, key.component, family_of(key.symptom), key.place)
