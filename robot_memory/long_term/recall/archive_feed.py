"""Entries that left ``robot-memory.md`` by themselves: decayed, or replaced by stronger ones.

What a person deleted is not found. An entry that came back stands in the file and in the archive;
it is told as the one in the file.

See docs/reference/recall.md, "How it searches".
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from robot_memory.entries.archive_part import ArchivePart
from robot_memory.entries.archive_text import read_block
from robot_memory.entries.entry_archive import DELETED
from robot_memory.long_term.recall.entry_feed import passage_of
from robot_memory.long_term.recall.file_fingerprints import is_settled, sign_of
from robot_memory.long_term.recall.passage import Passage
from robot_memory.long_term.recall.recall_index import RecallIndex

FEED = "archive"
#: Begins the note of an archived entry; its own note and the day on which it left follow.
ARCHIVED = "archived"
_FILE = "robot-memory.archive.md"
_IS_ARCHIVED = "SELECT 1 FROM passages WHERE ref = ? AND place = ?"


class ArchiveFeed:
    """Follows the archive of the entries, with the compressed file of its oldest items.

    Args:
        folder: the memory home.
    """

    def __init__(self, folder: Path) -> None:
        # Of an item that stands in both the one in the plain file is the later one.
        self._parts = (ArchivePart(folder / f"{_FILE}.gz"), ArchivePart(folder / _FILE))
        self._blocks: dict[str, bytes] = {}

    def token(self) -> Hashable | None:
        """The versions of both files."""
        signs = [sign_of(part.path) for part in self._parts]
        return tuple(signs) if is_settled(signs) else None

    def update(self, index: RecallIndex) -> None:
        """Take in the items that are new or were archived again."""
        self._blocks = {}
        for part in self._parts:
            data, listing = part.read()
            for name, place in listing.items.items():
                self._blocks[name] = data[place.start : place.end]
        wanted = {
            name: hashlib.sha256(block).hexdigest()[:16] for name, block in self._blocks.items()
        }
        index.follow(FEED, wanted, self._read)
        self._blocks = {}

    def _read(self, name: str) -> list[Passage]:
        entry = read_block(self._blocks[name])
        if entry is None or entry.extra.get("archived_because") == DELETED:
            return []
        left = entry.extra.get("archived_at")
        day = left.date().isoformat() if isinstance(left, datetime) else ""
        passage = passage_of(entry)
        note = " ".join(filter(None, (ARCHIVED, passage.note, day)))
        return [replace(passage, where=_FILE, note=note)]


def is_archived(index: RecallIndex, entry_id: str) -> bool:
    """Tell whether an entry is in the archive, as it faded or made room."""
    return bool(index.query(_IS_ARCHIVED, (entry_id, _FILE)))
