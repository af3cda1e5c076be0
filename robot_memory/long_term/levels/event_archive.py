"""The archives of events.jsonl, and snapshots of all its lines.

Rotation moves old lines to an archive, and the hash chain continues. A snapshot is read without the
lock.

See docs/reference/levels.md, "The record of changes".
"""

from __future__ import annotations

import gzip
import logging
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.file_replacement import ReplacementAttempts, replace_unchanged
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels.archiving import LARGEST, LOOSE, archive_beginning
from robot_memory.long_term.levels.hash_chain import link_of
from robot_memory.long_term.levels.json_files import parse_line, unfinished

_LOG = logging.getLogger(__name__)
_NAME = re.compile(r"(?:\d+-)?events-(\d{9,})-(\d{9,})\.jsonl\.gz")


@dataclass(frozen=True)
class LineSpan:
    """Lines at the beginning of events.jsonl: numbers of our first and last line, and bytes."""

    first: int
    last: int
    size: int


class _EventArchivePart(NamedTuple):
    """A file of the archive, by the numbers of our first and last line in it."""

    first: int
    last: int
    path: Path

    def lines(self, defects: list[Defect]) -> Iterator[tuple[str, bytes]]:
        """Yield its lines with their places, oldest first."""
        number = 0
        try:
            with files.open_regular(self.path) as packed, gzip.open(packed) as file:
                for number, line in enumerate(file, 1):
                    yield f"{self.path}:{number}", line
        except (OSError, EOFError, zlib.error) as error:
            defects.append(Defect(str(self.path), f"cannot be read: {error}"))
        if not number:
            defects.append(Defect(str(self.path), "holds nothing"))


def cut_beginning(path: Path, oldest: datetime, max_bytes: int, *, after: int) -> LineSpan | None:
    """Return the lines to archive; they end before a line of ours, and our newest line stays.

    Archives are searched by line number. If a number goes back, a line was copied or forged: from
    there on all lines stay, and this is logged.

    Args:
        oldest: earlier lines are archived; a line without a time stays, and so do all after it.
        max_bytes: how much may stay.
        after: the last archived number.
    """
    span, first, last = None, 0, 0
    size = path.stat().st_size if path.exists() else 0
    for position, seq, time in _marks(path):
        if seq <= last:
            _LOG.error(
                "%s: number %d comes after %d: this line and what follows stay out of the archive; "
                "`robot-memory audit verify` names the line", path, seq, last,
            )  # fmt: skip
            break
        if first:
            span = LineSpan(first, last, position)
        is_old = time is not None and time < oldest
        stays = not is_old and size - position <= max_bytes
        if seq > after and (stays or 0 < first <= after):
            break
        first, last = first or seq, seq
    return span


def _marks(path: Path) -> Iterator[tuple[int, int, datetime | None]]:
    """Yield the position of each line of ours, its number, and its time."""
    if not path.exists():
        return
    position = 0
    with files.open_regular(path) as file:
        for line in file:
            link = link_of(line)
            if link is not None:
                time = time_of((parse_line(line) or {}).get("timestamp"))
                yield position, link.seq, time
            position += len(line)


class EventArchive:
    """The archived lines: ``events-<first>-<last>.jsonl.gz``, by their numbers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def last(self) -> int:
        """Return the last archived number; 0 if there is none."""
        return max((part.last for part in self.parts()), default=0)

    def parts(self) -> list[_EventArchivePart]:
        """Return the files of the archive, oldest lines first, without those that were merged.

        A merged file is kept for one night, because a reader may have it open.
        """
        found = self._files()
        return [part for part in found if _container_of(part, found) is None]

    def _files(self) -> list[_EventArchivePart]:
        matches = ((_NAME.fullmatch(path.name), path) for path in self._folder.glob("*.gz"))
        return sorted(
            _EventArchivePart(int(match[1]), int(match[2]), path)
            for match, path in matches
            if match
        )

    def merge(self) -> None:
        """Merge the files of the archive if there are many.

        Only readable files with consecutive lines are merged, by concatenating their bytes, as gzip
        allows.
        """
        found = self._files()
        for part in found:
            container = _container_of(part, found)
            if container is not None and _bytes_of(part) in _bytes_of(container):
                part.path.unlink()
        parts = self.parts()
        if len(parts) <= LOOSE:
            return
        groups: list[list[_EventArchivePart]] = [[]]
        size = 0
        for part in parts:
            data = _bytes_of(part)
            follows = bool(groups[-1]) and groups[-1][-1].last + 1 == part.first
            size = size + len(data) if follows else len(data)
            if not data or not follows or size > LARGEST:
                groups.append([])
                size = len(data)
            if data:
                groups[-1].append(part)
        for group in groups:
            if len(group) < 2:
                continue
            name = f"events-{group[0].first:09d}-{group[-1].last:09d}.jsonl.gz"
            merged_path = self._folder / name
            files.replace_durably(merged_path, b"".join(map(_bytes_of, group)))
            newest = group[-1].path.stat()  # the oldest lines are removed first (:func:`.beyond`)
            os.utime(merged_path, ns=(newest.st_atime_ns, newest.st_mtime_ns))

    def take(self, path: Path, span: LineSpan) -> Path | None:
        """Archive lines from the beginning of events.jsonl; the caller holds the lock.

        Returns the new path; None if the file begins with other lines, and nothing was done.
        """
        marks = {position: seq for position, seq, _ in _marks(path)}
        if marks.get(span.size, 0) <= span.last or next(iter(marks.values())) != span.first:
            return None
        name = f"events-{span.first:09d}-{span.last:09d}.jsonl"
        kept = archive_beginning(path, span.size, name, self._folder)
        _drop_beginning(path, span.size)
        return kept


def _container_of(
    part: _EventArchivePart, parts: Iterable[_EventArchivePart]
) -> _EventArchivePart | None:
    """Return another file that contains all numbers of a file."""
    span = (part.first, part.last)
    return next(
        (one for one in parts
         if one.first <= part.first and part.last <= one.last and (one.first, one.last) != span),
        None,
    )  # fmt: skip


def _bytes_of(part: _EventArchivePart) -> bytes:
    """Return the bytes of a file; empty if it cannot be decompressed completely."""
    try:
        data = files.read_regular(part.path)
        gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return b""
    return data


def _drop_beginning(path: Path, size: int) -> None:
    """Remove the first bytes of a file; lines that another tool appends meanwhile are kept."""
    beginning = files.read_regular(path, size)
    attempts = ReplacementAttempts(path)
    while True:
        found = files.read_regular(path)
        if not found.startswith(beginning):
            raise OSError(f"{path} was edited while its oldest lines were archived: they stay")
        if replace_unchanged(path, found, found[size:]):
            return
        attempts.fail()


class EventSnapshot:
    """All lines of the record at one moment; a context manager. Take it under the lock.

    Lines are only added at the end of the file, and rotation replaces the file while the snapshot
    keeps the old one open. Archives are written once.
    """

    def __init__(self, path: Path, archive: EventArchive) -> None:
        self.path = path
        self.parts = archive.parts()
        self._file: BinaryIO | None = None
        self._size, self._rest = 0, b""
        with suppress(FileNotFoundError):
            self._file = files.open_regular(path)
        if self._file is not None:
            size = self._file.seek(0, os.SEEK_END)
            self._rest = unfinished(self._file, size)  # a repair will put another line there
            self._size = size - len(self._rest)

    def __enter__(self) -> EventSnapshot:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()

    def lines(self, defects: list[Defect], *, after: int = 0) -> Iterator[tuple[str, bytes]]:
        """Yield each line once with its place, ``…/events.jsonl:7``, oldest first.

        Args:
            defects: gets what cannot be read.
            after: a number; archives that end with it or before it are not read.
        """
        for part in self.parts:
            if part.last > after:
                yield from part.lines(defects)
        # A crash between archiving and removing lines leaves them in both places.
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
    """Return the number of a line of ours; 0 for another tool's line."""
    link = link_of(line)
    return link.seq if link is not None else 0
