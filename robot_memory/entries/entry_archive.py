"""The archive of pruned and deleted entries (document 000 §4.5, rules.md §1.6, §3.7).

The archive has the format of the memory file. Each item holds when and why it left, and the last
ledger row that it includes. An item stays in the archive when its entry returns, so the memory can
be folded from the ledger again at any time. If the entry leaves again, the later item counts.

New items are appended, so adding costs only the new items. The night shift compacts the archive:
repeated items are deleted, and the oldest ones move to a compressed file of the same format, with
the suffix ``.gz``. From there, the oldest ones move to files that nobody searches.

See docs/reference/memory-file.md, "The archive".
"""

from __future__ import annotations

import errno
import gzip
import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from robot_memory.entries.archive_part import ArchivePart
from robot_memory.entries.archive_text import ARCHIVE_FIELDS, read_block, sound, without
from robot_memory.entries.entry_event import DELETED, PRUNED, ROOM, ArchivedEntry, EntryRemoval
from robot_memory.entries.file_bytes import encoded
from robot_memory.entries.memory_document import FrontMatterDamaged, MemoryDocument
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.persons_decision import DECIDED_BY
from robot_memory.foundation.disk.file_replacement import ReplacementAttempts
from robot_memory.foundation.disk.files import (
    make_private_folder,
    read_existing,
    replace_durably,
    set_aside,
)
from robot_memory.ledger import Key

_LOG = logging.getLogger(__name__)
_LARGEST = 1_000_000  # bytes of a file that nobody searches


@dataclass(frozen=True)
class Compaction:
    """The result of a compaction: the numbers of items kept, moved, and repeated."""

    kept: int = 0
    moved: int = 0
    repeated: int = 0


class EntryArchive:
    """The archive file beside the memory file. Threads may share it.

    Callers that add to it or compact it hold the lock of the memory file.

    Args:
        path: ``robot-memory.archive.md``; need not exist.
        ledger_id: row ids of another ledger say nothing about this robot's rows.
    """

    def __init__(self, path: Path, ledger_id: str) -> None:
        self.path = path
        self.older = path.with_name(f"{path.name}.gz")
        self._ledger_id = ledger_id
        self._oldest = path.parent / "episodic" / "archive" / "entries"
        self._lock = threading.Lock()
        self._new = ArchivePart(path)
        self._old = ArchivePart(self.older)

    def find(self, key: Key | None, entry_id: str) -> ArchivedEntry | None:
        """Return the archived entry with a key or an id."""
        with self._lock:
            entry = self._new.find(key, entry_id) or self._old.find(key, entry_id)
        return None if entry is None else self._archived(entry)

    def decided(self) -> list[MemoryEntry]:
        """Return the entries about which a person decided (rules.md §1.6)."""
        return self._marked_as(DECIDED_BY)

    def deleted(self) -> list[MemoryEntry]:
        """Return the entries that were deleted and did not fade."""
        return self._marked_as(DELETED)

    def _marked_as(self, mark: str) -> list[MemoryEntry]:
        with self._lock:
            return [*self._new.marked(mark), *self._old.marked(mark)]

    def seq_of(self, entry_id: str) -> int | None:
        """Return the last row that an archived entry includes; None if it is not archived."""
        with self._lock:
            seq = self._new.seq_of(entry_id, self._ledger_id)
            return self._old.seq_of(entry_id, self._ledger_id) if seq is None else seq

    def add_all(self, leaving: Sequence[EntryRemoval], *, now: datetime, rrn: str) -> None:
        """Store entries that leave the file, in one write; durable on return."""
        with self._lock:
            new = [item for item in leaving if not self._is_here(item)]
            if len(new) < len(leaving):
                self._new.sync()  # written earlier, but perhaps not on disk yet
            if new:
                entries = [self._marked(item, now) for item in new]
                if not self._new.append(entries):
                    self._write_anew(entries, max(item.seq for item in new), now, rrn)

    def _is_here(self, leaving: EntryRemoval) -> bool:
        """Whether this removal is archived already, and a crash kept the entry in the file."""
        entry = leaving.entry
        if self._new.seq_of(entry.id, self._ledger_id) != leaving.seq:
            return False
        if self._new.listing().is_torn:
            return False
        found = self._new.find(None, entry.id)
        return (
            found is not None
            and found.extra.get("archived_because") == leaving.because
            and self._archived(found).entry == entry
        )

    def compact(self, most: int, *, dry_run: bool = False) -> Compaction:
        """Compact the archive; a crash at any point loses nothing and duplicates nothing.

        Args:
            most: the number of items that stay; older ones move to the compressed file.
            dry_run: return the planned result, and change nothing.
        """
        with self._lock:
            data, listing = self._new.read()
            names = list(listing.items)
            moved = names[: max(0, len(names) - most)]
            repeated = len(listing.repeated)
            if listing.is_torn or not (moved or repeated):  # the next addition mends a torn file
                return Compaction(kept=len(names))
            places = [listing.items[name] for name in moved]
            if moved and not dry_run:
                blocks = [data[place.start : place.end] for place in places]
                _check_done(self.older, self._old.take(moved, blocks, data, listing))
                self._shorten(most)
            if not dry_run:
                rest = without(data, [*places, *listing.repeated])
                _check_done(self.path, self._new.write(rest))
            return Compaction(len(names) - len(moved), len(moved), repeated)

    def _shorten(self, most: int) -> None:
        """Move the oldest items out of the compressed file, so that ``most`` items remain.

        Items that a person deleted stay, unless only agents said them: later evidence would bring
        them back. A crash in between leaves items in both places.
        """
        data, listing = self._old.read()
        beyond = len(listing.items) - most
        if beyond <= 0:
            return
        ranked = [(_may_leave(data[place.start : place.end]), place)
                  for place in listing.items.values()]  # fmt: skip
        leaving = [(rank, place) for rank, place in ranked if rank is not None]
        leaving.sort(key=lambda pair: pair[0])  # stable: of equal rank the oldest first
        places = [place for _, place in leaving[:beyond]]
        if places:
            blocks = b"".join(data[place.start : place.end] for place in places)
            target = _last_of(self._oldest)
            make_private_folder(target.parent)
            replace_durably(target, (read_existing(target) or b"") + gzip.compress(blocks, mtime=0))
            _check_done(self.older, self._old.write(without(data, places)))

    def _marked(self, leaving: EntryRemoval, now: datetime) -> MemoryEntry:
        values = (now, leaving.because, leaving.seq, self._ledger_id)
        ours = dict(zip(ARCHIVE_FIELDS, values, strict=True))
        return replace(leaving.entry, extra={**leaving.entry.extra, **ours})

    def _archived(self, entry: MemoryEntry) -> ArchivedEntry:
        extra = entry.extra
        plain = {name: value for name, value in extra.items() if name not in ARCHIVE_FIELDS}
        same_ledger = extra.get("archived_ledger") == self._ledger_id
        seq = extra.get("archived_seq") if same_ledger else 0
        return ArchivedEntry(
            entry=replace(entry, extra=plain),
            pruned=extra.get("archived_because") in (PRUNED, ROOM),
            seq=seq if isinstance(seq, int) else 0,
        )

    def _write_anew(
        self, entries: Sequence[MemoryEntry], seq: int, now: datetime, rrn: str
    ) -> None:
        """Write the whole archive: it is new, of another form, or was damaged."""
        attempts = ReplacementAttempts(self.path)
        while True:
            document = self._sound_document()
            document.put(entries)
            document.set_header(
                rrn=rrn, last_updated=now, ledger_id=self._ledger_id, ledger_seq=seq
            )
            if self._new.write(encoded(document.render())):
                return
            attempts.fail()

    def _sound_document(self) -> MemoryDocument:
        """Read the whole archive; of a damaged one its readable items, keeping a copy."""
        data, listing = self._new.read()
        if not listing.is_torn:
            try:
                return MemoryDocument(data.decode("utf-8", "surrogateescape"))
            except FrontMatterDamaged as error:
                problem = str(error)
        else:
            problem = "a write was cut off"
        copy = set_aside(self.path)
        _LOG.error(
            "%s: %s; it was moved to %s, and a new archive is begun with the %d entries of it "
            "that can be read",
            self.path, problem, copy, len(listing.items),
        )  # fmt: skip
        if not listing.items:
            return MemoryDocument()
        return MemoryDocument(sound(data, listing).decode("utf-8", "surrogateescape"))


def _check_done(path: Path, is_done: bool) -> None:
    if not is_done:
        problem = "was changed while the archive was put in order; that is done at the next time"
        raise OSError(errno.EBUSY, problem, str(path))


def _may_leave(block: bytes) -> int | None:
    """Return an item's rank for leaving the searched files; None if it must stay.

    Agents' words leave first, deleted or not, then detectors' entries that were pruned. Items that
    a person said or decided about stay, and deleted entries of detectors.
    """
    entry = read_block(block)
    if entry is None or DECIDED_BY in entry.extra:
        return None
    if entry.key is None:
        return 0 if entry.is_agents_word else None
    return 1 if entry.extra.get("archived_because") in (PRUNED, ROOM) else None


def _last_of(folder: Path) -> Path:
    """Return the current file of a growing folder, or the next one if that is large enough."""
    found = sorted(folder.glob("entries-*.md.gz"))
    last = found[-1] if found else folder / "entries-0001.md.gz"
    if not found or last.stat().st_size < _LARGEST:
        return last
    return folder / f"entries-{int(last.name[8:12]) + 1:04d}.md.gz"
