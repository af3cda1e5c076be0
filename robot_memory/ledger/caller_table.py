"""What agents were told last, each by the name that it asks by: rows of ``meta``."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

from robot_memory.ledger import schema

#: Named agents that what was told is kept for: those that asked last.
MOST_CALLERS = 32
_CALLERS = "told callers"


def read(connection: sqlite3.Connection, caller: str) -> dict[str, float]:
    """Return what an agent was told last: entry id → effective confidence."""
    told: dict[str, float] = json.loads(schema.meta(connection, _name(caller)) or "{}")
    return told


def note(connection: sqlite3.Connection, told: Mapping[str, float], caller: str) -> None:
    """Note what an agent was told; the one without a name is kept in any case."""
    schema.set_meta(connection, _name(caller), json.dumps(told))
    if caller:
        known = json.loads(schema.meta(connection, _CALLERS) or "[]")
        callers = [caller, *(name for name in known if name != caller)]
        schema.set_meta(connection, _CALLERS, json.dumps(callers[:MOST_CALLERS]))
        gone = [(_name(name),) for name in callers[MOST_CALLERS:]]
        connection.executemany("DELETE FROM meta WHERE name = ?", gone)


def _name(caller: str) -> str:
    return f"told to {caller}" if caller else "told"
