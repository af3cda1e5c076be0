"""What each agent was told when it asked last what is new: the context block of each caller.

See docs/reference/services.md, "get_context".
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from robot_memory.ledger import schema
from robot_memory.ledger.ledger_notes import LedgerNotes

#: Named agents that what was told is kept for: those that asked last.
MOST_CALLERS = 32
_CALLERS = "told callers"


class ToldCallers(LedgerNotes):
    """The part of a :class:`Ledger` that keeps what each caller was told."""

    def last_context(self, caller: str = "") -> dict[str, float]:
        """Return a caller's last context block: entry id → effective confidence.

        Args:
            caller: the name that the agent asks by; empty for those that give none.
        """
        with self._lock:
            stored = schema.meta(self._connection, _name(caller))
        known: dict[str, float] = json.loads(stored or "{}")
        return known

    def note_context(self, stored: Mapping[str, float], caller: str = "") -> None:
        """Store a caller's context block; of named callers only the most recent ones are kept.

        Args:
            stored: entry id → effective confidence.
            caller: the name that the agent asks by.
        """
        with self._transaction() as connection:
            schema.set_meta(connection, _name(caller), json.dumps(stored))
            if caller:
                known = json.loads(schema.meta(connection, _CALLERS) or "[]")
                callers = [caller, *(name for name in known if name != caller)]
                schema.set_meta(connection, _CALLERS, json.dumps(callers[:MOST_CALLERS]))
                gone = [(_name(name),) for name in callers[MOST_CALLERS:]]
                connection.executemany("DELETE FROM meta WHERE name = ?", gone)


def _name(caller: str) -> str:
    return f"told to {caller}" if caller else "told"
