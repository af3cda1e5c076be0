"""What the rows of the ledger say, each saying once: a search need not know every repetition."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from robot_memory.ledger import schema
from robot_memory.ledger.observation import Kind, stamp_from_text
from robot_memory.ledger.row_worth import Worths, read_worths

# SQLite takes the other columns from the row that has the max().
_SQL = """
SELECT max(id), ts, kind, summary, topic, component, entry_id, count(*) FROM observations
WHERE id > ? AND id <= ? GROUP BY kind, entry_id, component, topic, summary ORDER BY 1
"""


@dataclass(frozen=True)
class Saying:
    """Rows that say the same of the same.

    Attributes:
        row: the newest of them.
        time: when that was seen or said, UTC.
        kind, summary, topic, component, entry_id: as in all of them.
        count: how many there are.
    """

    row: int
    time: datetime
    kind: Kind
    summary: str
    topic: str
    component: str
    entry_id: str
    count: int


class Sayings:
    """Reads a ledger beside whoever writes it. One thread at a time may use it.

    Args:
        path: ``observations.db``; it must exist.
    """

    def __init__(self, path: Path) -> None:
        self._connection = schema.open_ledger(path, None)
        self._worths: tuple[int, Worths] | None = None

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def after(self, number: int) -> tuple[int, list[Saying]]:
        """Return the newest row, and what the rows after row ``number`` say, oldest first."""
        (last,) = self._connection.execute("SELECT max(id) FROM observations").fetchone()
        rows = self._connection.execute(_SQL, (number, last or 0)).fetchall()
        return int(last or 0), [_saying(row) for row in rows]

    def worths(self) -> Worths:
        """Return what operators said of the rows; read again only where something has changed."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if self._worths is None or self._worths[0] != version:
            self._worths = (version, read_worths(self._connection))
        return self._worths[1]


def _saying(row: tuple[int, str, str, str, str, str, str, int]) -> Saying:
    number, time, kind, summary, topic, component, entry_id, count = row
    return Saying(
        number, stamp_from_text(time), Kind(kind), summary, topic, component, entry_id, count
    )
