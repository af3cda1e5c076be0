"""The chunk files on disk, and their writers' lock (001 §Directory Structure).

    chunks/YYYY-MM/chunk-*.json    the chunks, by month
    archive/chunk-*.json           deleted chunks, which can be restored
    archive/deleted.jsonl          ids of permanently deleted chunks, which no import makes again

Each change is atomic: a crash leaves the state before or after it.

See docs/reference/chunks.md, "Files" and "Crashes, full disks, other programs".
"""

from __future__ import annotations

import errno
import json
import logging
import math
import os
import re
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from robot_memory.foundation.disk.file_lock import LOCK_PATIENCE, locked
from robot_memory.foundation.disk.file_replacement import replace_unchanged
from robot_memory.foundation.disk.files import (
    append_durably,
    make_private_folder,
    open_regular,
    read_existing,
    remove_abandoned,
    set_aside,
    sync_folder,
)
from robot_memory.foundation.errors import InvalidChunk, LockHeld
from robot_memory.foundation.time import stamps
from robot_memory.long_term.chunks.chunk import Chunk, is_chunk_id, month_of
from robot_memory.long_term.chunks.chunk_file import MAX_FILE, read_chunk, write_chunk
from robot_memory.long_term.chunks.chunk_index import Signature

_LOG = logging.getLogger(__name__)
_MONTH = re.compile(r"\d{4}-\d{2}", re.ASCII)
_SUFFIX = ".json"
# A link out of the folder, or a pipe that blocks a reader, is no chunk.
_READ_ONLY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class ChunkFolders:
    """The folders of chunk files, ``chunks/`` and ``archive/``; made if they do not exist."""

    def __init__(self, root: Path) -> None:
        self.chunks = root / "chunks"
        self.archive = root / "archive"
        for folder in (self.chunks, self.archive):
            make_private_folder(folder)
        self._deleted = _DeletedIds(self.archive / "deleted.jsonl")

    @property
    def lock(self) -> Path:
        """The file that writers lock."""
        return self.chunks / ".lock"

    def path_of(self, chunk_id: str) -> Path:
        """Return the path of a chunk."""
        return self.chunks / month_of(chunk_id) / f"{chunk_id}{_SUFFIX}"

    def archived_path_of(self, chunk_id: str) -> Path:
        """Return the path of a deleted chunk."""
        return self.archive / f"{chunk_id}{_SUFFIX}"

    def has(self, chunk_id: str) -> bool:
        """Tell whether a chunk with this id exists, deleted or not."""
        paths = (self.path_of(chunk_id), self.archived_path_of(chunk_id))
        return any(os.path.lexists(path) for path in paths)

    def read(self, path: Path) -> tuple[Chunk, Signature]:
        """Read a chunk.

        Raises:
            FileNotFoundError: the file does not exist.
            InvalidChunk: the file is damaged.
        """
        descriptor = os.open(path, _READ_ONLY)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, "is not a regular file", str(path))
            # One byte more than the maximum shows that there are too many.
            data = os.read(descriptor, min(status.st_size, MAX_FILE) + 1)
        finally:
            os.close(descriptor)
        return read_chunk(data, path.stem), signature_of(status)

    def write(self, chunk: Chunk, was: Chunk | None) -> Signature | None:
        """Replace the present chunk in a file with another; durable when this returns.

        Returns the version of the file; None if the file holds something else, which stays.
        """
        path = self.path_of(chunk.id)
        with _explained(path, "nothing was stored, what was there is unchanged"):
            if not path.parent.exists():
                make_private_folder(path.parent)
                sync_folder(self.chunks)
            found = read_existing(path)
            if not _is_file_of(found, chunk.id, was):
                return None
            signature = replace_unchanged(path, found, write_chunk(chunk))
            return None if signature is None else (signature.size, signature.mtime_ns)

    def put_away(self, chunk_id: str) -> bool:
        """Archive a chunk; tell whether it existed."""
        return self._move(self.path_of(chunk_id), self.archived_path_of(chunk_id))

    def take_back(self, chunk_id: str) -> bool:
        """Restore a chunk; tell whether that succeeded. An existing chunk is not replaced."""
        path = self.path_of(chunk_id)
        if os.path.lexists(path):
            _LOG.warning("%s: not restored: a chunk with this id exists", chunk_id)
            return False
        return self._move(self.archived_path_of(chunk_id), path)

    def delete(self, chunk_id: str, now: datetime | None) -> bool:
        """Delete a chunk permanently, wherever it is; tell whether it existed.

        Without a time this is not recorded: the chunk may be imported again.
        """
        places = (self.path_of(chunk_id), self.archived_path_of(chunk_id))
        found = [path for path in places if os.path.lexists(path)]
        if found and now is not None:
            self._deleted.add(chunk_id, now)
        for path in found:
            with _explained(path, "it was not deleted"):
                path.unlink()
                sync_folder(path.parent)
        return bool(found)

    def is_deleted(self, chunk_id: str) -> bool:
        """Tell whether a chunk was deleted, to the archive or permanently."""
        return os.path.lexists(self.archived_path_of(chunk_id)) or chunk_id in self._deleted

    def read_archived(self, chunk_id: str) -> Chunk | None:
        """Return an archived chunk; None if there is none that can be read."""
        try:
            return self.read(self.archived_path_of(chunk_id))[0]
        except FileNotFoundError:
            return None
        except (OSError, InvalidChunk) as error:
            _LOG.error("%s: the archived chunk cannot be read: %s", chunk_id, error)
            return None

    def archived(self) -> list[str]:
        """Return the ids of the archived chunks."""
        return sorted(filter(is_chunk_id, (path.stem for path in self.archive.glob("*.json"))))

    def _move(self, source: Path, target: Path) -> bool:
        """Move a chunk, if it exists; a file that already has the target name is set aside."""
        if not os.path.lexists(source):
            return False
        with _explained(source, "it was not moved"):
            make_private_folder(target.parent)
            if os.path.lexists(target):
                set_aside(target)
            source.rename(target)
            # The new name first: after a power cut there may be two names, but never none.
            sync_folder(target.parent)
            sync_folder(source.parent)
        return True

    def months(self) -> dict[str, int]:
        """Return the months with chunks, each with the last change of its folder (ns)."""
        found = {}
        with os.scandir(self.chunks) as folders:
            for folder in folders:
                if _MONTH.fullmatch(folder.name) and folder.is_dir():
                    found[folder.name] = folder.stat().st_mtime_ns
        return found

    def scan(self, month: str) -> Iterator[tuple[str, Signature]]:
        """Yield the id of each chunk of a month, and the version of its file."""
        with os.scandir(self.chunks / month) as files:
            for file in files:
                chunk_id = file.name.removesuffix(_SUFFIX)
                is_ours = chunk_id != file.name and is_chunk_id(chunk_id)
                if is_ours and file.is_file(follow_symlinks=False):
                    yield chunk_id, signature_of(file.stat(follow_symlinks=False))

    def clean_up(self) -> None:
        """Remove what killed writers left; none of it was acknowledged."""
        for folder in (self.archive, *(self.chunks / month for month in self.months())):
            for path in folder.glob(".chunk-*.tmp"):
                remove_abandoned(path)

    def now(self) -> int:
        """Return the file system's own time (ns), with which it dates folders; 0: unknown."""
        try:
            os.utime(self.lock)
            return self.lock.stat().st_mtime_ns
        except OSError:
            return 0


def signature_of(status: os.stat_result) -> Signature:
    """Return the version of a file."""
    return (status.st_size, status.st_mtime_ns)


def _is_file_of(data: bytes | None, chunk_id: str, chunk: Chunk | None) -> bool:
    """Tell whether a file holds a chunk; True also if both are None."""
    if data is None or chunk is None:
        return data is None and chunk is None
    try:
        return read_chunk(data, chunk_id) == chunk
    except InvalidChunk:
        return False


@contextmanager
def _explained(path: Path, outcome: str) -> Iterator[None]:
    """Add the file and the outcome to an error of the operating system."""
    try:
        yield
    except OSError as error:
        what = f"{error.strerror or error}; {outcome}"
        raise OSError(error.errno, what, str(path)) from error


class _DeletedIds:
    """The list of permanently deleted chunks, one per line: ``{"id": …, "deleted": …}``."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ids: set[str] = set()
        self._read_to = 0

    def add(self, chunk_id: str, time: datetime) -> None:
        """Record that a chunk is being deleted; durable when this returns."""
        line = json.dumps({"id": chunk_id, "deleted": stamps.to_text(time)})
        append_durably(self._path, f"{line}\n".encode())

    def __contains__(self, chunk_id: str) -> bool:
        """Tell whether it was deleted, by any process: first reads what was added since."""
        try:
            with open_regular(self._path) as file:
                if os.fstat(file.fileno()).st_size < self._read_to:  # another file
                    self._ids.clear()
                    self._read_to = 0
                file.seek(self._read_to)
                for line in file:
                    if line.endswith(b"\n"):
                        self._read_to += len(line)
                        self._take(line)
        except FileNotFoundError:
            pass
        return chunk_id in self._ids

    def _take(self, line: bytes) -> None:
        try:
            chunk_id = json.loads(line)["id"]
        except (ValueError, KeyError, TypeError, RecursionError):
            chunk_id = None
        if is_chunk_id(chunk_id):
            self._ids.add(chunk_id)
        elif line.strip():
            _LOG.warning("%s: a line cannot be read and is ignored: %.80r", self._path, line)


class StoreLock:
    """A lock between processes that its holder may take again; it ends with the process.

    After a timeout, it does not wait at all for some seconds: a search takes the lock several
    times, and must not wait each time for a process that hangs.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._threads = threading.RLock()
        self._is_held = False
        self._gave_up = -math.inf

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock; LockHeld if another process holds it for too long."""
        with self._threads:
            if self._is_held:
                yield
                return
            is_recent = time.monotonic() - self._gave_up < LOCK_PATIENCE
            try:
                with locked(self._path, patience=0.0 if is_recent else LOCK_PATIENCE):
                    self._is_held = True
                    yield
            except LockHeld:
                if not (self._is_held or is_recent):
                    self._gave_up = time.monotonic()
                raise
            finally:
                self._is_held = False
