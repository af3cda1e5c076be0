"""Deleted chunks: archived ones, which can be restored, and those that are gone for good.

See docs/reference/chunks.md, "Files".
"""

from __future__ import annotations

import json
import logging
import os
from datetime import datetime
from pathlib import Path

from robot_memory.foundation.disk.files import append_durably, open_regular
from robot_memory.foundation.errors import InvalidChunk
from robot_memory.foundation.time import stamps
from robot_memory.long_term.chunks.chunk import Chunk, is_chunk_id
from robot_memory.long_term.chunks.chunk_folders import ChunkFolders

_LOG = logging.getLogger(__name__)


class ChunkArchive:
    """The archive of deleted chunks; the caller holds the lock of the store."""

    def __init__(self, folders: ChunkFolders) -> None:
        self._folders = folders
        self._deleted = _DeletedIds(folders.archive / "deleted.jsonl")

    def put_away(self, chunk_id: str) -> bool:
        """Archive a chunk; tell whether there was one."""
        path = self._folders.path_of(chunk_id)
        is_there = os.path.lexists(path)
        if is_there:
            self._folders.move(path, self._folders.archived_path_of(chunk_id))
        return is_there

    def delete(self, chunk_id: str, now: datetime | None) -> bool:
        """Delete a chunk for good, wherever it is; tell whether there was one.

        Args:
            now: when, to be noted with the id; None: it may be imported again.
        """
        places = (self._folders.path_of(chunk_id), self._folders.archived_path_of(chunk_id))
        found: list[Path] = [path for path in places if os.path.lexists(path)]
        if found and now is not None:
            self._deleted.add(chunk_id, now)
        for path in found:
            self._folders.remove(path)
        return bool(found)

    def take_back(self, chunk_id: str) -> bool:
        """Restore a chunk; tell whether that could be done. One that is there is left alone."""
        path, archived = self._folders.path_of(chunk_id), self._folders.archived_path_of(chunk_id)
        if os.path.lexists(path):
            _LOG.warning("%s: not restored: a chunk with this id exists", chunk_id)
            return False
        is_there = os.path.lexists(archived)
        if is_there:
            self._folders.move(archived, path)
        return is_there

    def read(self, chunk_id: str) -> Chunk | None:
        """Return an archived chunk; None where there is none that can be read."""
        try:
            return self._folders.read(self._folders.archived_path_of(chunk_id))[0]
        except FileNotFoundError:
            return None
        except (OSError, InvalidChunk) as error:
            _LOG.error("%s: the archived chunk cannot be read: %s", chunk_id, error)
            return None

    def has(self, chunk_id: str) -> bool:
        """Tell whether a chunk was deleted, into the archive or for good."""
        is_archived = os.path.lexists(self._folders.archived_path_of(chunk_id))
        return is_archived or chunk_id in self._deleted

    def ids(self) -> list[str]:
        """Return the ids of what can be restored."""
        names = (path.stem for path in self._folders.archive.glob("chunk-*.json"))
        return sorted(name for name in names if is_chunk_id(name))


class _DeletedIds:
    """The list of what was deleted for good: no later import makes it again.

    ``archive/deleted.jsonl``, a line for each: ``{"id": …, "deleted": …}``. The content is gone.

    Args:
        path: the file; need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ids: set[str] = set()
        self._read_to = 0

    def __contains__(self, chunk_id: str) -> bool:
        self._read_on()
        return chunk_id in self._ids

    def add(self, chunk_id: str, time: datetime) -> None:
        """Note that a chunk is being deleted; durable when this returns."""
        line = json.dumps({"id": chunk_id, "deleted": stamps.to_text(time)})
        append_durably(self._path, f"{line}\n".encode())

    def _read_on(self) -> None:
        """Read what was added since the last time, by whomever."""
        try:
            with open_regular(self._path) as file:
                if os.fstat(file.fileno()).st_size < self._read_to:  # another file
                    self._ids.clear()
                    self._read_to = 0
                file.seek(self._read_to)
                lines = file.readlines()
        except FileNotFoundError:
            return
        for line in lines:
            if line.endswith(b"\n"):
                self._read_to += len(line)
                self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            chunk_id = json.loads(line)["id"]
        except (ValueError, KeyError, TypeError, RecursionError):
            chunk_id = None
        if is_chunk_id(chunk_id):
            self._ids.add(chunk_id)
        elif line.strip():
            _LOG.warning("%s: a line cannot be read and is ignored: %.80r", self._path, line)
