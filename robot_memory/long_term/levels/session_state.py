"""session_state.json, reader and writer: metadata of the current session, which survives a crash.

:mod:`.sessions` decides which session a crash interrupted.

See docs/reference/levels.md, "Sessions".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels.json_files import put_aside, read_json, write_json

OPEN, ENDED, INTERRUPTED = "open", "ended", "interrupted"


@dataclass(frozen=True)
class SessionState:
    """What is known of the session that changed last.

    Attributes:
        status: ``open``, ``ended``, or ``interrupted``: a crash ended it.
        start: when it began, UTC.
        updated: when this was written, UTC.
        log: its raw log, below the memory home.
        state: whatever the session keeps, as JSON data.
    """

    session_id: str
    status: str
    start: datetime
    updated: datetime
    log: str
    state: Mapping[str, Any] = field(default_factory=dict)

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "session_id": self.session_id,
            "status": self.status,
            "start_time": stamps.to_text(self.start),
            "last_updated": stamps.to_text(self.updated),
            "log": self.log,
            "state": dict(self.state),
        }


def write_session_state(path: Path, state: SessionState) -> None:
    """Replace the file; durable when this returns."""
    write_json(path, state.as_record())


def read_session_state(path: Path) -> SessionState | None:
    """Return what the file says; None where there is none. A damaged one is set aside."""
    data = read_json(path)
    if data is None:
        return None
    times = [time_of(data.get(name)) for name in ("start_time", "last_updated")] if isinstance(
        data, dict
    ) else []  # fmt: skip
    if not times or times[0] is None or times[1] is None:
        put_aside(path, "has no start_time and last_updated")
        return None
    state = data.get("state")
    return SessionState(
        str(data.get("session_id", "")),
        str(data.get("status", OPEN)),
        times[0],
        times[1],
        str(data.get("log", "")),
        state if isinstance(state, dict) else {},
    )
