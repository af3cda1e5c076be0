"""Ids of chunks that were deleted for good: no later import makes them again.

``archive/deleted.jsonl``, a line for each: ``{"id": …, "deleted": …}``. The content is gone.
"""

from __future__ import annotations

import errno
import json
import logging
import os
from datetime import datetime
from pathlib import Path

from robot_memory import stamps
from robot_memory.chunks.chunk_id import is_chunk_id
from robot_memory.files import PRIVATE_FILE, sync_folder

_LOG = logging.getLogger(__name__)


class DeletedIds:
    """The list of what was deleted for good.

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
        descriptor = os.open(
            self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE
        )
        try:
            size = os.fstat(descriptor).st_size
            # A line that was cut off by a crash must not swallow the one after it.
            is_torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
            data = b"\n" * is_torn + f"{line}\n".encode()
            if os.write(descriptor, data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self._path))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if size == 0:
            sync_folder(self._path.parent)

    def _read_on(self) -> None:
        """Read what was added since the last time, by whomever."""
        try:
            with self._path.open("rb") as file:
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
            _LOG.warning("%s: a line cannot be read and says nothing: %.80r", self._path, line)
