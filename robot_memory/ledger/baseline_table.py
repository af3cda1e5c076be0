"""The table of baselines: what detectors have learned to be normal, by signal."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from robot_memory.ledger.schema import set_meta


def read(connection: sqlite3.Connection) -> dict[str, dict[str, Any]]:
    """Return what detectors had learned, by signal."""
    rows = connection.execute("SELECT signal, state FROM baselines")
    return {signal: json.loads(state) for signal, state in rows}


def replace(
    connection: sqlite3.Connection, states: Mapping[str, Mapping[str, Any]], up_to: int
) -> None:
    """Store what detectors have learned, instead of what was stored before.

    Args:
        connection: to the ledger, in a transaction.
        states: JSON data, by signal.
        up_to: the last repair that they know of.
    """
    rows = [(signal, json.dumps(state)) for signal, state in sorted(states.items())]
    connection.execute("DELETE FROM baselines")
    connection.executemany("INSERT INTO baselines VALUES (?, ?)", rows)
    set_meta(connection, "baselines", up_to)
