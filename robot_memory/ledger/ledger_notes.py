"""The metadata of a ledger, in its own database: identity, state, callers' last contexts.

Specification: rules.md §4.8.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import HomeRefused
from robot_memory.ledger import database_connection, schema
from robot_memory.ledger.day_rollup import ARCHIVED
from robot_memory.ledger.live_database import LiveDatabase
from robot_memory.ledger.observation import SELECT, Observation, from_row

#: The number of named agents whose last context is kept: the most recent ones.
MOST_CALLERS = 32
_CALLERS = "told callers"


def _name(caller: str) -> str:
    return f"told to {caller}" if caller else "told"


class LedgerNotes:
    """The part of a :class:`Ledger` that holds the database and its notes."""

    def __init__(self, path: Path, *, time_kind: str | None = "wall") -> None:
        self.path = path
        self._may_write = time_kind is not None
        self._lock = threading.RLock()
        self._is_at_once = False  # guarded by the lock
        self._is_closed = False
        self._database = LiveDatabase(path, time_kind)
        self.id: str = schema.meta(self._connection, "ledger_id") or ""
        self.time_kind: str = schema.meta(self._connection, "time_kind") or ""

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            if self._is_closed:
                return
            if self.path.parent.is_dir():
                self._database.follow()
            self._database.close()
            self._is_closed = True

    @property
    def problem(self) -> str | None:
        """A recent incident with the file: it was moved, deleted or replaced while in use."""
        return self._database.problem

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._is_closed:
            raise HomeRefused(f"{self.path} is closed: open the memory again")
        return self._database.connection

    @contextmanager
    def _current(self) -> Iterator[sqlite3.Connection]:
        """Give one thread the connection to the file that is now at the path."""
        with self._lock:
            if not self._is_at_once and not self._is_closed:
                self._database.follow()
            yield self._connection

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Commit all writes of this thread in the block together, or none; other threads wait."""
        with self._transaction():
            self._is_at_once = True
            try:
                yield
            finally:
                self._is_at_once = False

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._current() as connection:
            if self._is_at_once:
                yield connection
                return
            with database_connection.transaction(connection):
                yield connection
            self._database.follow()

    def _query(self, sql: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._current() as connection:
            return connection.execute(sql, values).fetchall()

    def _rows(self, condition: str, *values: object) -> list[Observation]:
        rows = self._query(f"{SELECT} {condition}", values)  # parsed below without the lock
        return [from_row(row) for row in rows]

    def _meta(self, name: str) -> str | None:
        with self._current() as connection:
            return schema.meta(connection, name)

    @staticmethod
    def _last(connection: sqlite3.Connection) -> int:
        row = connection.execute("SELECT max(id) FROM observations").fetchone()
        return int(row[0] or 0)

    def last(self) -> int:
        """Return the id of the newest row, or 0 for an empty ledger."""
        with self._current() as connection:
            return self._last(connection)

    # -- notes ------------------------------------------------------------------------------

    def saved(self) -> int:
        """Return the row up to which the memory file was last saved, as far as is known."""
        return int(self._meta("saved") or 0)

    def rrn(self) -> str:
        """Return the robot of this memory at its last save; empty if it was never saved."""
        return self._meta("rrn") or ""

    def has_saved(self, file: Path) -> bool:
        """Whether the memory file was saved at this path, with links resolved."""
        return self._meta(f"saved in {file}") is not None

    def note_saved(self, number: int, rrn: str, file: Path | None = None) -> None:
        """Note the last row in the memory file, its robot and path; this note may be lost."""
        with self._transaction() as connection:
            if file is not None:
                schema.set_meta(connection, f"saved in {file}", "")
            schema.set_meta(connection, "saved", number)
            schema.set_meta(connection, "rrn", rrn)

    def last_row_at(self, file: str) -> int:
        """Return the newest row at the time when another ledger's file was taken over.

        The first call of a process with write access stores the row. So later evidence counts, even
        if a crash kept the file from being saved.

        Args:
            file: identifies the file by the numbers in it.
        """
        name = f"taken {file}"
        known = self._meta(name)
        if known is None and not self._may_write:
            return self.last()
        if known is None:
            with self._transaction() as connection:
                last = str(self._last(connection))
                connection.execute("INSERT OR IGNORE INTO meta VALUES (?, ?)", (name, last))
        return int(self._meta(name) or 0)

    def pruning_hold(self) -> tuple[str, float]:
        """Return the boot, and its uptime before which nothing may be pruned."""
        hold = json.loads(self._meta("pruning_hold") or "{}")
        return str(hold.get("boot", "")), float(hold.get("until", 0.0))

    def note_pruning_hold(self, boot: str, until: float) -> None:
        """Note that nothing may be pruned before this uptime of this boot."""
        with self._transaction() as connection:
            hold = json.dumps({"boot": boot, "until": until})
            schema.set_meta(connection, "pruning_hold", hold)

    def analysed(self) -> int:
        """Return the row up to which the evidence was analysed."""
        return int(self._meta("analysed") or 0)

    def note_analysed(self, number: int) -> None:
        """Note the row up to which the evidence was analysed."""
        with self._transaction() as connection:
            schema.set_meta(connection, "analysed", number)

    def archived_up_to(self) -> int:
        """Return the last row whose evidence was archived; 0 if none was."""
        return int(self._meta(ARCHIVED) or 0)

    def has_replayed(self, digest: str) -> bool:
        """Whether the recording with this digest was replayed into this home."""
        return self._meta(f"replayed {digest}") is not None

    def note_replayed(self, digest: str, path: str) -> None:
        """Note that the recording with this digest was replayed to its end, and its path."""
        with self._transaction() as connection:
            schema.set_meta(connection, f"replayed {digest}", path)

    def baselines_up_to(self) -> int:
        """Return the last repair that the baselines take into account."""
        return int(self._meta("baselines") or 0)

    def alive_until(self, boot: str) -> float | None:
        """Return the last known uptime of a node in ``boot``."""
        text = self._meta("alive")
        alive = json.loads(text) if text else {}
        return float(alive["uptime"]) if alive.get("boot") == boot else None

    # -- callers' last contexts --------------------------------------------------------------

    def last_context(self, caller: str = "") -> dict[str, float]:
        """Return a caller's last context block: entry id → effective confidence.

        All callers without a name count as one.
        """
        with self._lock:
            stored = schema.meta(self._connection, _name(caller))
        known: dict[str, float] = json.loads(stored or "{}")
        return known

    def note_context(self, stored: Mapping[str, float], caller: str = "") -> None:
        """Store a caller's context block; of named callers only the most recent ones are kept."""
        with self._transaction() as connection:
            schema.set_meta(connection, _name(caller), json.dumps(stored))
            if caller:
                known = json.loads(schema.meta(connection, _CALLERS) or "[]")
                callers = [caller, *(name for name in known if name != caller)]
                schema.set_meta(connection, _CALLERS, json.dumps(callers[:MOST_CALLERS]))
                gone = [(_name(name),) for name in callers[MOST_CALLERS:]]
                connection.executemany("DELETE FROM meta WHERE name = ?", gone)
