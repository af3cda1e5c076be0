"""``archived-facts.jsonl``: archived facts, with time and reason (document 003, Step 4).

Specification: rules.md §7.4.

See docs/reference/facts.md, "Files" and "Damage, crashes, full disks".
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.time import stamps
from robot_memory.long_term.graph.fact import Fact, write_fact

_LARGEST = 2_000_000  # bytes
_OLDER = re.compile(r"archived-facts-(\d+)-(\d+)\.jsonl\.gz")
_ID_FIRST = re.compile(rb'\{"id": "([A-Za-z0-9_.:-]*)"')


class LeaveReason(str, Enum):
    """Why a fact was archived."""

    DECAYED = "decayed"  # its activation fell below prune_threshold
    CROWDED = "crowded"  # there were more than max_facts, and its activation was the lowest
    RESOLVED = "resolved"  # the entry that it came from was resolved
    PRUNED = "pruned"  # the entry that it came from was pruned, was deleted, or says something else
    DISTRUSTED = "distrusted"  # a session had it from a peer that is no longer trusted
    WITHDRAWN = "withdrawn"  # its source no longer says it
    REPEATED = "repeated"  # another tool had stored the same fact twice


@dataclass(frozen=True)
class FactRemoval:
    """A fact to archive, its present activation, and the reason."""

    fact: Fact
    activation: float
    because: LeaveReason


class FactArchive:
    """The file of archived facts; when it becomes large, it is compressed into ``archive/``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._signature: files.Signature | None = None
        self._count = 0
        self._folder = path.parent / "archive"

    def add(self, leaving: Iterable[FactRemoval], now: datetime) -> None:
        """Archive facts; durable when this returns.

        Facts that are already here, because a crash prevented their removal, are not stored again.
        """
        by_mark = {_mark(item): item for item in leaving}
        for record in self._records_of({item.fact.id for item in by_mark.values()}):
            by_mark.pop(_record_mark(record), None)
        if by_mark:
            lines = (_write(item, now) for item in by_mark.values())
            files.append_durably(self.path, b"".join(lines))
            self._rotate()

    def _rotate(self) -> None:
        """Compress the file once it is large; a crash in between leaves facts in both places."""
        if self.path.stat().st_size < _LARGEST:
            return
        number, facts = max(self._older(), default=0) + 1, sum(1 for _ in self._lines())
        target = self._folder / f"archived-facts-{number:04d}-{facts}.jsonl.gz"
        files.make_private_folder(target.parent)
        files.replace_durably(target, gzip.compress(files.read_regular(self.path), mtime=0))
        self.path.unlink()
        files.sync_folder(self.path.parent)

    def _older(self) -> dict[int, int]:
        """Return the number of facts in each compressed file, by the file's number."""
        found = (_OLDER.fullmatch(path.name) for path in self._folder.glob("*.gz"))
        return {int(match[1]): int(match[2]) for match in found if match}

    def count(self) -> int:
        """Return the number of archived facts."""
        signature = files.signature_of(self.path)
        if signature != self._signature:
            self._count = sum(1 for _ in self._lines())
            self._signature = signature
        return self._count + sum(self._older().values())

    def _lines(self) -> Iterator[bytes]:
        """Yield the complete lines, one by one: the file may be long."""
        if not self.path.exists():
            return
        with files.open_regular(self.path) as lines:
            # A line torn by a crash was written again since.
            yield from (line for line in lines if line.rstrip().endswith(b"}"))

    def _records_of(self, ids: Collection[str]) -> Iterator[Mapping[str, Any]]:
        """Yield the records of some facts; for all other lines, only the id is read."""
        for line in self._lines():
            quick = _ID_FIRST.match(line)
            if quick is not None and quick[1].decode() not in ids:
                continue
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(record, dict):
                yield record


def _mark(item: FactRemoval) -> tuple[Any, ...]:
    """Return a key that identifies a removal, also when a crash caused it to be repeated."""
    return _record_mark(json.loads(_write(item, item.fact.created)))


def _record_mark(record: Mapping[str, Any]) -> tuple[Any, ...]:
    names = ("id", "subject", "predicate", "object", "created", "archived_because")
    return tuple(str(record.get(name)) for name in names)


def _write(item: FactRemoval, now: datetime) -> bytes:
    return write_fact(
        item.fact,
        activation=item.activation,
        archived_at=stamps.to_text(now),
        archived_because=item.because.value,
    )
