"""Reads a memory's content with SQLite and PyYAML alone: a refusal must not change it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from fuzzing.fuzz_target import BrokenPromise
from robot_memory import RobotMemory
from robot_memory.memory_source import MemorySource

_ROWS = "SELECT id, kind, summary, entry_id, component, detail_json FROM observations WHERE "
_READER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@contextmanager
def source_of(home: Path) -> Iterator[MemorySource]:
    """Open a home as a server does."""
    source = MemorySource(lambda write: RobotMemory.open(home, read_only=not write))
    try:
        yield source
    finally:
        source.close()


@dataclass(frozen=True)
class StoredRow:
    """A row of the table ``observations`` in the ledger."""

    id: int
    kind: str
    summary: str
    entry_id: str
    component: str
    detail_json: str


class KeptMemory:
    """Compares a memory's file and ledger with their state before a request.

    Args:
        home: the folder of the memory.
        save: updates the file; an open memory answers first and saves later.
    """

    def __init__(self, home: Path, save: Callable[[], object] = lambda: None) -> None:
        self._memory_file, self._save = home / "robot-memory.md", save
        self._database = sqlite3.connect(f"file:{home}/observations.db?mode=ro", uri=True)
        self._before, self.newest = b"", 0
        self._read: tuple[bytes, Mapping[str, Any]] = (b"", {})
        #: The file's items before the request.
        self.entries_before: Mapping[str, Any] = {}

    def close(self) -> None:
        """Close the ledger."""
        self._database.close()

    def begin(self) -> None:
        """Note the state before a request."""
        self._before, self.entries_before = self._text(), self.entries()
        newest = self._database.execute("SELECT max(id) FROM observations").fetchall()
        self.newest = newest[0][0]

    def entries(self) -> Mapping[str, Any]:
        """Return the items of the memory file by id."""
        text = self._text()
        if text != self._read[0]:
            header = text.decode().split("\n---", 1)[0]
            items = yaml.load(header, Loader=_READER)["entries"] or []
            self._read = text, {item["id"]: item for item in items}
        return self._read[1]

    def text(self) -> str:
        """Return the text of the memory file."""
        return self._text().decode("utf-8", "replace")

    def new_rows(self) -> list[StoredRow]:
        """Return the ledger's rows added since the request began, oldest first."""
        found = self._database.execute(f"{_ROWS} id > ? ORDER BY id", [self.newest])
        return [StoredRow(*row) for row in found.fetchall()]

    def rows_about(self, entry_id: str, limit: int) -> list[StoredRow]:
        """Return the newest rows of an entry, newest first."""
        found = self._database.execute(
            f"{_ROWS} entry_id = ? ORDER BY id DESC LIMIT ?", [entry_id, limit]
        )
        return [StoredRow(*row) for row in found.fetchall()]

    def check_unchanged(self) -> None:
        """Raise BrokenPromise if the request changed the file or the ledger."""
        if self._text() != self._before:
            raise BrokenPromise("what may change nothing changed the memory's file")
        if rows := self.new_rows():
            raise BrokenPromise(f"what may change nothing added to the ledger: {rows}")

    def _text(self) -> bytes:
        self._save()
        return self._memory_file.read_bytes()
