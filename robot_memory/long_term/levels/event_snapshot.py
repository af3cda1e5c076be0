"""events.jsonl and its archives as they are at one moment, to be read without the lock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect
from robot_memory.long_term.levels.event_archive import EventArchive
from robot_memory.long_term.levels.hash_chain import link_of
from robot_memory.long_term.levels.json_files import unfinished


class EventSnapshot:
    """The lines that there are; a context manager. Whoever takes it holds the lock, just then.

    Whole lines are only added at the end of the file, and what rotation takes out leaves it with
    another file in its place, while this one stays open. Archives are written once.

    Args:
        path: events.jsonl; need not exist.
        archive: where older lines are.

    Attributes:
        path: of events.jsonl.
        parts: the archives, oldest lines first.
    """

    def __init__(self, path: Path, archive: EventArchive) -> None:
        self.path = path
        self.parts = archive.parts()
        self._file = _open(path)
        self._size, self._rest = 0, b""
        if self._file is not None:
            size = self._file.seek(0, os.SEEK_END)
            self._rest = unfinished(self._file, size)  # another will stand there once it is mended
            self._size = size - len(self._rest)

    def __enter__(self) -> EventSnapshot:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()

    def lines(self, defects: list[Defect], *, after: int = 0) -> Iterator[tuple[str, bytes]]:
        """Yield each line once with its place, ``…/events.jsonl:7``, oldest first.

        Args:
            defects: takes what cannot be read.
            after: the number of a line of ours; archives that end there or before are not read.
        """
        for part in self.parts:
            if part.last > after:
                yield from part.lines(defects)
        # A crash between archiving lines and taking them out leaves them in both places.
        archived = max((part.last for part in self.parts), default=0)
        is_new = not archived or self._first_seq() > archived
        for place, line in self._in_file():
            is_new = is_new or _seq(line) > archived
            if is_new:
                yield place, line

    def _first_seq(self) -> int:
        return next(filter(None, (_seq(line) for _, line in self._in_file())), 0)

    def _in_file(self) -> Iterator[tuple[str, bytes]]:
        if self._file is None:
            return
        self._file.seek(0)
        left, number = self._size, 0
        while left > 0 and (line := self._file.readline(left)):
            left -= len(line)
            number += 1
            yield f"{self.path}:{number}", line
        if self._rest:
            yield f"{self.path}:{number + 1}", self._rest


def _seq(line: bytes) -> int:
    """Return the number of a line of ours; 0 of another tool's."""
    link = link_of(line)
    return link.seq if link is not None else 0


def _open(path: Path) -> BinaryIO | None:
    try:
        return files.open_regular(path)
    except FileNotFoundError:
        return None
