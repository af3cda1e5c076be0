"""One of the two files of an archive: the plain file, or the compressed one of older items.

See docs/reference/memory-file.md, "The archive".
"""

from __future__ import annotations

import gzip
import logging
import os
import zlib
from collections.abc import Sequence
from pathlib import Path

from robot_memory.entries.archive_text import ItemPlace, Listing, nothing, read_block, scan, without
from robot_memory.entries.entry_item import write_item
from robot_memory.entries.file_bytes import encoded
from robot_memory.entries.memory_document import read_document
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.disk.file_replacement import replace_unchanged
from robot_memory.foundation.disk.files import (
    Signature,
    open_regular,
    read_existing,
    set_aside,
    signature_in,
    signature_of,
)
from robot_memory.foundation.disk.named_file import naming
from robot_memory.ledger import Key

_LOG = logging.getLogger(__name__)


class ArchivePart:
    """A file of archived items, with the known position of each.

    It is read again after people or other processes have written it. Searching changes nothing.
    While the file cannot be read, nothing is found in it and this is logged, so new evidence is
    still accepted; writing raises an error.

    Args:
        path: need not exist; the file is compressed if its name ends in ``.gz``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._signature: Signature | None = None
        self._listing = nothing()
        self._loose: dict[str, MemoryEntry] = {}
        self._is_compressed = path.suffix == ".gz"
        self._is_damaged = False
        self._marked: dict[str, tuple[list[ItemPlace], list[MemoryEntry]]] = {}
        self._reported_problem = ""  # why it cannot be read now

    # -- reading ---------------------------------------------------------------------------

    def listing(self) -> Listing:
        """Return the present items; raises OSError if the file cannot be read."""
        if signature_of(self.path) != self._signature:
            self.read()
        return self._listing

    def read(self) -> tuple[bytes, Listing]:
        """Read the whole file, empty if missing, and find its items; raises OSError likewise."""
        signature = signature_of(self.path)
        data = read_existing(self.path) or b""
        if self._is_compressed and data:
            data = self._inflated(data)
        self._list(data)
        self._signature, self._reported_problem = signature, ""
        return data, self._listing

    def _inflated(self, data: bytes) -> bytes:
        self._is_damaged = False
        try:
            return gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            self._is_damaged = True
            _LOG.error("%s: %s; what is in it is not found, but stays", self.path, error)
            return b""

    def _list(self, data: bytes) -> None:
        listing = scan(data)
        self._listing, self._loose = listing or nothing(), {}
        if listing is None and data.strip():
            # Another form, perhaps of another tool; damage is reported when the file is written.
            document = read_document(data.decode("utf-8", "surrogateescape"))
            self._loose = {} if document is None else document.entries

    def find(self, key: Key | None, entry_id: str) -> MemoryEntry | None:
        """Return the entry with a key or an id, including the fields of the archive."""
        try:
            return self._find(key, entry_id)
        except OSError as error:
            self._log_once(error)
            return None

    def _find(self, key: Key | None, entry_id: str) -> MemoryEntry | None:
        listing = self.listing()
        place = listing.items.get(listing.ids.get(key, entry_id) if key else entry_id)
        if place is not None:
            return read_block(self._block(place))
        by_key = (entry for entry in self._loose.values() if key and entry.key == key)
        return next(by_key, None) or self._loose.get(entry_id)

    def marked(self, mark: str) -> list[MemoryEntry]:
        """Return the entries with a mark, cached while the file is unchanged."""
        known, entries = self._marked.get(mark, ([], []))
        try:
            places = [one for one in self.listing().items.values() if mark in one.marks]
            if known != places:
                data = self.read()[0]
                read = (read_block(data[place.start : place.end]) for place in places)
                entries = [entry for entry in read if entry is not None]
                self._marked[mark] = places, entries
        except OSError as error:
            self._log_once(error)
            entries = []
        loose = self._loose.values()
        return [*entries, *(one for one in loose if mark in ItemPlace.of(0, 0, one.extra).marks)]

    def seq_of(self, entry_id: str, ledger_id: str) -> int | None:
        """Return the last ledger row that an entry includes; None if the entry is not here."""
        try:
            place = self.listing().items.get(entry_id)
        except OSError as error:
            self._log_once(error)
            return None
        if place is None and (loose := self._loose.get(entry_id)) is not None:
            place = ItemPlace.of(0, 0, loose.extra)
        if place is None:
            return None
        return place.seq if place.ledger == ledger_id else 0

    def _block(self, place: ItemPlace) -> bytes:
        if self._is_compressed:
            return self.read()[0][place.start : place.end]
        with open_regular(self.path) as file:
            file.seek(place.start)
            return file.read(place.end - place.start)

    def _log_once(self, error: OSError) -> None:
        if str(error) != self._reported_problem:
            self._reported_problem = str(error)
            words = "what is in it is not found, and nothing can be archived, until it can be read"
            _LOG.error("%s: %s; %s", self.path, error, words)

    # -- writing ---------------------------------------------------------------------------

    def write(self, data: bytes) -> bool:
        """Replace the content that was read last; False if the file has just been changed."""
        content = gzip.compress(data, mtime=0) if self._is_compressed else data
        if not self._replace(read_existing(self.path), content):
            return False
        self._list(data)
        return True

    def _replace(self, found: bytes | None, content: bytes) -> bool:
        if signature_of(self.path) not in (None, self._signature):
            return False
        signature = replace_unchanged(self.path, found, content)
        if signature is not None:
            self._signature = signature
        return signature is not None

    def sync(self) -> None:
        """Force earlier writes to disk."""
        descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            with naming(self.path):
                os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def append(self, entries: Sequence[MemoryEntry]) -> bool:
        """Append items durably; False if the whole file must be written anew."""
        while True:
            listing = self.listing()
            if listing.is_torn:  # perhaps another process was only writing
                _, listing = self.read()
            if not listing.items or listing.is_torn:
                return False
            blocks = [_written(entry, listing) for entry in entries]
            if self._put(listing, b"".join(blocks)):
                for entry, block in zip(entries, blocks, strict=True):
                    listing.append(entry, len(block))
                self._signature = signature_of(self.path)
                return True

    def _put(self, listing: Listing, items: bytes) -> bool:
        """Write items before the tail; False if the file has changed since it was read."""
        if listing.has_body:
            # Writing in place, a power cut could tear a person's text below the items.
            found = read_existing(self.path) or b""
            return self._replace(found, found[: listing.end] + items + listing.tail)
        descriptor = os.open(self.path.resolve(), os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
        try:
            if signature_in(os.fstat(descriptor)) != self._signature:
                return False
            with naming(self.path, "nothing was added"):
                self._overwrite(descriptor, items, listing)
            return os.fstat(descriptor).st_ino == self.path.stat().st_ino  # else: an editor saved
        finally:
            os.close(descriptor)

    @staticmethod
    def _overwrite(descriptor: int, items: bytes, listing: Listing) -> None:
        try:
            _write_at(descriptor, items + listing.tail, listing.end)
        except OSError:
            _write_at(descriptor, listing.tail, listing.end)  # needs no room: it was there before
            os.ftruncate(descriptor, listing.end + len(listing.tail))
            raise

    def take(
        self, names: Sequence[str], blocks: Sequence[bytes], source: bytes, listing: Listing
    ) -> bool:
        """Add items of another archive, ``source``; they replace items with the same ids.

        False if the file has just been changed; it then stays as it is.
        """
        data, known = self.read()
        if self._is_damaged:
            _LOG.error("%s was moved to %s, a new one is begun", self.path, set_aside(self.path))
        if not known.items:
            data, known = source[: listing.start], listing
        else:
            gone = [known.items[name] for name in names if name in known.items]
            data = without(data[: known.end], [*gone, *known.repeated])
        items = b"".join(_in_form_of(known, block) for block in blocks)
        return self.write(data + items + b"---\n")


def _in_form_of(listing: Listing, block: bytes) -> bytes:
    """Return an item with the indentation of another archive."""
    if block.startswith(f"{listing.indent}-".encode()):
        return block
    entry = read_block(block)
    return block if entry is None else _written(entry, listing)


def _written(entry: MemoryEntry, listing: Listing) -> bytes:
    indent, times_as_text = listing.indent, listing.times_as_text
    return encoded(write_item(entry, (), indent=indent, times_as_text=times_as_text))


def _write_at(descriptor: int, data: bytes, offset: int) -> None:
    view = memoryview(data)
    while view:
        written = os.pwrite(descriptor, view, offset)
        view, offset = view[written:], offset + written
    os.fsync(descriptor)
