"""What left the file: pruned and deleted entries (document 000 §4.5, rules.md §1.6).

The archive has the format of the memory file. Each item says when and why it left, and up to
which row of the ledger it had been seen. An item stays in the archive when its lesson returns,
so that the memory can be folded anew from the ledger at any time.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from robot_memory.entries.document import Damaged, Document
from robot_memory.entries.entry import MemoryEntry
from robot_memory.entries.fold import Archived
from robot_memory.files import replace_durably, set_aside
from robot_memory.ledger import Key

_LOG = logging.getLogger(__name__)
_OURS = ("archived_at", "archived_because", "archived_seq", "archived_ledger")
_PRUNED, _DELETED = "pruned", "deleted"


class Archive:
    """The archive file beside the memory file.

    Args:
        path: ``robot-memory.archive.md``; need not exist.
        ledger_id: rows of another ledger say nothing about this robot's rows.
    """

    def __init__(self, path: Path, ledger_id: str) -> None:
        self.path = path
        self._ledger_id = ledger_id
        self._document = Document()
        self._signature: tuple[int, ...] | None = None
        self._by_key: dict[Key, str] = {}

    def find(self, key: Key | None, entry_id: str) -> Archived | None:
        """Return what is archived under a key or an id."""
        entries = self._read().entries
        found = entries.get(self._by_key.get(key, entry_id) if key else entry_id)
        return None if found is None else self._archived(found)

    def add(self, entry: MemoryEntry, *, pruned: bool, seq: int, now: datetime, rrn: str) -> None:
        """Store an entry that leaves the file; durable when this returns.

        Args:
            entry: as it was.
            pruned: it faded away; otherwise a person deleted it.
            seq: rows up to this number never bring it back.
            now: when it left.
            rrn: this robot.
        """
        ours = {
            "archived_at": now,
            "archived_because": _PRUNED if pruned else _DELETED,
            "archived_seq": seq,
            "archived_ledger": self._ledger_id,
        }
        document = self._read()
        document.put([replace(entry, extra={**entry.extra, **ours})])
        document.set_header(rrn=rrn, last_updated=now, ledger_id=self._ledger_id, ledger_seq=seq)
        replace_durably(self.path, document.render().encode("utf-8", "surrogateescape"))
        self._signature = self._sign()
        self._index(document)

    def _archived(self, entry: MemoryEntry) -> Archived:
        extra = entry.extra
        plain = {name: value for name, value in extra.items() if name not in _OURS}
        same_ledger = extra.get("archived_ledger") == self._ledger_id
        seq = extra.get("archived_seq") if same_ledger else 0
        return Archived(
            entry=replace(entry, extra=plain),
            pruned=extra.get("archived_because") == _PRUNED,
            seq=seq if isinstance(seq, int) else 0,
        )

    def _read(self) -> Document:
        """Read the archive if it is not what was last read or written: others add to it, too."""
        signature = self._sign()
        if signature != self._signature:
            self._document = self._load()
            self._signature = self._sign()
            self._index(self._document)
        return self._document

    def _sign(self) -> tuple[int, ...] | None:
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return None
        return (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)

    def _load(self) -> Document:
        try:
            return Document(self.path.read_bytes().decode("utf-8", "surrogateescape"))
        except FileNotFoundError:
            return Document()
        except Damaged as error:
            copy = set_aside(self.path)
            _LOG.error("%s: %s; moved to %s, a new archive is begun", self.path, error, copy)
            return Document()

    def _index(self, document: Document) -> None:
        self._by_key = {
            entry.key: entry.id for entry in document.entries.values() if entry.key is not None
        }
