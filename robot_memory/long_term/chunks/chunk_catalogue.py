"""Keeps the index consistent with the chunk files, which other programs may change.

See docs/reference/chunks.md, "Crashes, full disks, other programs".
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from robot_memory.foundation.disk.file_replacement import ReplacementAttempts
from robot_memory.foundation.disk.files import set_aside
from robot_memory.foundation.errors import InvalidChunk
from robot_memory.long_term.chunks.chunk import Chunk
from robot_memory.long_term.chunks.chunk_folders import ChunkFolders
from robot_memory.long_term.chunks.chunk_index import ChunkIndex, IndexEntry, Signature
from robot_memory.long_term.chunks.index_files import IndexFiles, LinkGraph, Targets

_LOG = logging.getLogger(__name__)
# Up to so many chunks the index files follow each change; of more, they follow once a tenth of
# what is beyond has changed, so that writing them costs a bounded share of writing chunks. What
# they do not have yet is found at the next opening.
_SMALL = 100
_SHARE = 10
_UNSETTLED = -1


class ChunkCatalogue:
    """The index of all chunks, dated by ``now``; the caller holds the lock of the store."""

    def __init__(
        self, folders: ChunkFolders, files: IndexFiles, now: Callable[[], datetime]
    ) -> None:
        self._folders = folders
        self._files = files
        self._now = now
        self._settled: dict[str, int] = {}
        known = files.read()
        self.index = known if known is not None else ChunkIndex()
        self._links = LinkGraph(self._load_links if known is not None else dict)
        self._unsaved = 0
        self._used = 0
        self.refresh()
        (self.save if known is None else self.save_if_due)()

    def refresh(self) -> None:
        """Take in what other programs added, changed or removed."""
        now = self._folders.now()
        months = self._folders.months()
        for month, changed in months.items():
            if self._settled.get(month) == changed:
                continue
            self._scan(month)
            # What changes within one tick of the file system's clock leaves no trace in it.
            self._settled[month] = changed if changed < now else _UNSETTLED
        for month in self.index.months() - months.keys():
            self._forget_all(self.index.of_month(month))

    def _scan(self, month: str) -> None:
        seen = dict(self._folders.scan(month))
        self._forget_all(self.index.of_month(month) - seen.keys())
        for chunk_id, signature in seen.items():
            if not self._is_known(chunk_id, signature):
                self.read(chunk_id)

    def _is_known(self, chunk_id: str, signature: Signature) -> bool:
        entry = self.index.get(chunk_id)
        return entry is not None and entry.signature == signature

    def read(self, chunk_id: str) -> Chunk | None:
        """Return a chunk as its file has it now; None where there is none that can be used.

        A damaged file is moved aside: 001 §Safety Features, "Corruption handling".
        """
        path = self._folders.path_of(chunk_id)
        try:
            chunk, signature = self._folders.read(path)
        except FileNotFoundError:
            self.forget(chunk_id)
            return None
        except InvalidChunk as error:
            self._set_aside(chunk_id, error)
            return None
        except OSError as error:
            _LOG.error("%s cannot be read: %s", path, error)
            return None
        if not self._is_known(chunk_id, signature):
            self.note(chunk, signature)
        return chunk

    def _set_aside(self, chunk_id: str, problem: InvalidChunk) -> None:
        self.forget(chunk_id)
        path = self._folders.path_of(chunk_id)
        try:
            _LOG.error("%s is damaged; moved to %s: %s", path, set_aside(path).name, problem)
        except OSError as error:
            _LOG.error("%s is damaged and cannot be moved aside: %s\n%s", path, error, problem)

    def change(
        self, chunk_id: str, changed: Callable[[Chunk | None], Chunk | None]
    ) -> Chunk | None:
        """Put another chunk in place of one; durable when this returns.

        Args:
            changed: makes the chunk of the one that there is; None where there is none, or where
                it is to stay.

        Raises:
            OSError: the file cannot be written, or other programs change it all the time.
        """
        attempts = ReplacementAttempts(self._folders.path_of(chunk_id))
        while True:
            is_known = self.index.get(chunk_id) is not None or self._folders.has(chunk_id)
            was = self.read(chunk_id) if is_known else None
            chunk = changed(was)
            if chunk is None:
                return None
            signature = self._folders.write(chunk, was)
            if signature is not None:
                self.note(chunk, signature)
                self.save_if_due()
                return chunk
            attempts.fail()

    def note_use(self, chunk: Chunk, signature: Signature) -> None:
        """Take in that a chunk was retrieved, which changes nothing that an index answers."""
        self.index.put(IndexEntry.of(chunk, signature))
        self._used += 1
        self.save_if_due()

    def note(self, chunk: Chunk, signature: Signature) -> None:
        """Take in a chunk that was written or read."""
        self.index.put(IndexEntry.of(chunk, signature))
        self._links.put(chunk.id, chunk.links)
        self._unsaved += 1

    def forget(self, chunk_id: str) -> None:
        """Take out a chunk that is not there any more."""
        if self.index.get(chunk_id) is not None:
            self.index.drop(chunk_id)
            self._links.drop(chunk_id)
            self._unsaved += 1

    def _forget_all(self, ids: frozenset[str]) -> None:
        for chunk_id in ids:
            self.forget(chunk_id)

    def _load_links(self) -> dict[str, Targets]:
        """Read the stored links, and from the chunks themselves where that fails."""
        try:
            return self._files.read_links()
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            _LOG.warning("the links are read from the chunks: %s", error)
        for entry in list(self.index):
            chunk = self.read(entry.id)
            if chunk is not None:
                self._links.put(chunk.id, chunk.links)
        return {}

    def save_if_due(self) -> None:
        """Write the index files where enough has changed."""
        share = (len(self.index) - _SMALL) / _SHARE
        if self._unsaved > max(0, share) or self._used > max(_SMALL, share):
            self.save()

    def save(self) -> None:
        """Write the index files if anything has changed; they are no loss where that fails."""
        self.refresh()
        if not self._unsaved and not self._used:
            return
        links = {id_: found for id_, found in self._links.entries().items() if self.index.get(id_)}
        try:
            self._files.write(self.index, links, self._now())
        except OSError as error:
            _LOG.warning("the index is not written, and is made anew when needed: %s", error)
            return
        self._unsaved = self._used = 0
