"""Ids of chunks that were deleted for good: no later import makes them again.

``archive/deleted.jsonl``, a line for each: ``{"id": …, "deleted": …}``. The content is gone.

See docs/reference/chunks.md, "Files".
"""

from __future__ import annotations

import json
import logging
import os
from datetime import datetime
from pathlib import Path

from robot_memory import stamps
from robot_memory.chunks.chunk_id import is_chunk_id
from robot_memory.files import append_durably, open_regular

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
