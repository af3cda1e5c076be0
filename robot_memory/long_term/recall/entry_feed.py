"""Entries as passages: of ``robot-memory.md`` (document 000) and of its archive.

Archived entries are found if they decayed or were displaced by stronger ones, not if a person
deleted them. An entry that came back is in the file and in the archive; it is shown as the one in
the file.

See docs/reference/recall.md, "How it searches".
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from robot_memory.entries.archive_part import ArchivePart
from robot_memory.entries.archive_text import read_block
from robot_memory.entries.entry_event import DELETED
from robot_memory.entries.memory_entry import KEPT_UNTIL, EntryType, MemoryEntry
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.ledger import Source
from robot_memory.ledger.observation import claimed_name
from robot_memory.long_term.recall.file_fingerprints import is_settled, sign_of
from robot_memory.long_term.recall.passage import Passage
from robot_memory.long_term.recall.query import HitSource
from robot_memory.long_term.recall.recall_index import RecallIndex
from robot_memory.long_term.recall.robot_words import english_terms

_FEED = "entries"
_WEIGHT = 1.0  # an entry ranks above a turn of a conversation
#: The note of an entry that a detector made, that is, of a fault.
FAULT = "fault"
#: The note of an entry that a person declared over.
RESOLVED = "resolved"
MEMORY_FILE = "robot-memory.md"

#: All entries, each with its effective confidence.
Valued = Sequence[tuple[float, MemoryEntry]]
_ARCHIVE_FEED = "archive"
#: Begins the note of an archived entry; then follow its own note and the day of archiving.
ARCHIVED = "archived"
_ARCHIVE = "robot-memory.archive.md"
_IS_ARCHIVED = "SELECT 1 FROM passages WHERE ref = ? AND place = ?"


class EntryFeed:
    """Follows all entries, including resolved ones.

    Attributes:
        entries: by id, each with its effective confidence, as of the last :meth:`token`.
    """

    def __init__(self, entries: Callable[[], Valued]) -> None:
        self._read = entries
        self.entries: dict[str, tuple[float, MemoryEntry]] = {}
        self._version = 0

    def token(self) -> Hashable | None:
        """Return a number that changes when any entry was replaced."""
        before = self.entries
        self.entries = {entry.id: (value, entry) for value, entry in self._read()}
        if len(before) != len(self.entries) or any(
            name not in before or before[name][1] is not entry
            for name, (_, entry) in self.entries.items()
        ):
            self._version += 1
        return self._version

    def update(self, index: RecallIndex) -> None:
        """Update the passages of new and changed entries."""
        wanted = {}
        for name, (_, entry) in self.entries.items():
            seen = f"{entry.last_reinforced.isoformat()} {entry.observation_count}"
            wanted[name] = f"{seen} {passage_of(entry).digest()}"
        index.follow(_FEED, wanted, lambda name: [passage_of(self.entries[name][1])])


def passage_of(entry: MemoryEntry) -> Passage:
    """Return the passage of an entry."""
    is_resolved = entry.type is EntryType.RESOLVED
    component = entry.component
    kind = entry.type.value.replace("_", " ")
    also = " ".join((*entry.tags, component, kind, *english_terms(entry.text)))
    return Passage(
        HitSource.ENTRY.value, entry.id, MEMORY_FILE, without_secrets(entry.text), also,
        _time_of(entry), component=component or " ".join(entry.tags), weight=_WEIGHT,
        entry_id=entry.id, note=RESOLVED if is_resolved else FAULT if entry.key else "",
        count=entry.observation_count, is_own=not entry.is_agents_word,
        speaker=_whose(entry),
    )  # fmt: skip


def _time_of(entry: MemoryEntry) -> datetime:
    """Return when an entry was last said or seen.

    The memory itself reinforces a kept note, so that only the first time of such a note counts.
    """
    is_kept = KEPT_UNTIL in entry.extra and entry.key is None and entry.observation_count == 1
    return entry.first_seen if is_kept else entry.last_reinforced


def _whose(entry: MemoryEntry) -> str:
    """Return the unproven source of an entry, empty if it is proven; ledger rows have the name."""
    if not entry.is_agents_word:
        return ""
    source = str(entry.extra["source"])
    return claimed_name("") if source == Source.CLAIMED.value else source


class ArchiveFeed:
    """Follows the archive of entries, including the compressed file of its oldest items."""

    def __init__(self, folder: Path) -> None:
        # Of an item in both files, the item in the plain file is newer.
        self._parts = (ArchivePart(folder / f"{_ARCHIVE}.gz"), ArchivePart(folder / _ARCHIVE))
        self._blocks: dict[str, bytes] = {}

    def token(self) -> Hashable | None:
        """Return the versions of both files."""
        signs = [sign_of(part.path) for part in self._parts]
        return tuple(signs) if is_settled(signs) else None

    def update(self, index: RecallIndex) -> None:
        """Update the passages of items that are new or were archived again."""
        self._blocks = {}
        for part in self._parts:
            data, listing = part.read()
            for name, place in listing.items.items():
                self._blocks[name] = data[place.start : place.end]
        wanted = {
            name: hashlib.sha256(block).hexdigest()[:16] for name, block in self._blocks.items()
        }
        index.follow(_ARCHIVE_FEED, wanted, self._read)
        self._blocks = {}

    def _read(self, name: str) -> list[Passage]:
        entry = read_block(self._blocks[name])
        if entry is None or entry.extra.get("archived_because") == DELETED:
            return []
        left = entry.extra.get("archived_at")
        day = left.date().isoformat() if isinstance(left, datetime) else ""
        passage = passage_of(entry)
        note = " ".join(filter(None, (ARCHIVED, passage.note, day)))
        return [replace(passage, where=_ARCHIVE, note=note)]


def is_archived(index: RecallIndex, entry_id: str) -> bool:
    """Tell whether an entry is in the archive because it decayed or made room."""
    return bool(index.query(_IS_ARCHIVED, (entry_id, _ARCHIVE)))
