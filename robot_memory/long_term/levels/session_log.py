"""The files of a session: its raw log, and its state, which survives a crash; readers and writers.

The log is ``sessions/YYYY-MM-DD-HHMMSS.jsonl`` (003 §Directory Layout), the state
session_state.json. :mod:`.session_store` decides which session a crash interrupted.

See docs/reference/levels.md, "Sessions".
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.errors import LockHeld
from robot_memory.foundation.text.conversation import Conversation, Turn
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels import json_files
from robot_memory.long_term.levels.level_tree import is_key

START, TURN, TAUGHT, DENIED, END = (
    "session_start", "turn", "behavior_taught", "sandbox_denial", "session_end",
)  # fmt: skip
_LAST_LINE = 1024  # bytes that the last line takes at most
ENVELOPE = ("kind", "timestamp")
OPEN, ENDED, INTERRUPTED = "open", "ended", "interrupted"


@dataclass(frozen=True)
class SessionLog:
    """The file of one session; the process that runs the session holds a lock on it."""

    path: Path

    def add(self, kind: str, now: datetime, data: Mapping[str, Any]) -> None:
        """Append a line; durable when this returns."""
        files.append_durably(
            self.path, json_files.to_json({"kind": kind, "timestamp": stamps.to_text(now), **data})
        )

    def session_id(self) -> str:
        """Return whose log it is; empty where another tool wrote it."""
        try:
            with files.open_regular(self.path) as file:
                first = json_files.parse_line(file.readline()) or {}
        except FileNotFoundError:
            return ""
        session_id = str(first.get("session_id", "")) if first.get("kind") == START else ""
        return session_id if is_key(session_id) else ""

    def is_ended(self) -> bool:
        """Tell whether the session came to its end."""
        with files.open_regular(self.path) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _LAST_LINE))
            lines = file.read().splitlines()
        last = json_files.parse_line(lines[-1]) if lines else None
        return last is not None and last.get("kind") == END

    def conversation(self) -> Conversation | None:
        """Return what was said so far; None where it does not begin as a log of ours does.

        Without its last line it has no end.
        """
        records = [line.data for line in json_files.read_lines(self.path)]
        if not records or records[0].get("kind") != START:
            return None

        def of_kind(kind: str) -> list[Mapping[str, Any]]:
            return [record for record in records if record.get("kind") == kind]

        ends = of_kind(END)
        return Conversation(
            session_id=str(records[0].get("session_id", "")),
            start=_time(records[0]),
            end=_time(ends[-1]) if ends else None,
            turns=tuple(_turn(record, index) for index, record in enumerate(of_kind(TURN))),
            behaviors_taught=tuple(str(record.get("name", "")) for record in of_kind(TAUGHT)),
            sandbox_denials=len(of_kind(DENIED)),
            success=bool(ends and ends[-1].get("success", True)),
        )

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Hold the session for as long as the block lasts; False where somebody else has it."""
        with ExitStack() as lock:
            is_ours = True
            try:
                lock.enter_context(file_lock.locked(self.path, patience=0.0))
            except LockHeld:
                is_ours = False
            yield is_ours


def newest_time(lines: Iterable[json_files.JsonLine]) -> datetime | None:
    """Return the time of the last line that has one."""
    times = [time_of(line.data.get("timestamp")) for line in lines]
    return next((time for time in reversed(times) if time is not None), None)


def _turn(record: Mapping[str, Any], index: int) -> Turn:
    plain = {name: value for name, value in record.items() if name not in ENVELOPE}
    role, content = str(plain.pop("role", "")), str(plain.pop("content", ""))
    return Turn(_time(record), role, content, plain, index)


def _time(record: Mapping[str, Any]) -> datetime:
    return time_of(record.get("timestamp")) or stamps.from_text("1970-01-01")


@dataclass(frozen=True)
class SessionState:
    """What is known of the session that changed last.

    Attributes:
        status: ``open``, ``ended``, or ``interrupted``: a crash ended it.
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
    json_files.write_json(path, state.as_record())


def read_session_state(path: Path) -> SessionState | None:
    """Return what the file says; None where there is none. A damaged one is set aside."""
    data = json_files.read_json(path)
    if data is None:
        return None
    data = data if isinstance(data, dict) else {}
    start, updated = time_of(data.get("start_time")), time_of(data.get("last_updated"))
    if start is None or updated is None:
        json_files.put_aside(path, "has no start_time and last_updated")
        return None
    state = data.get("state")
    return SessionState(
        session_id=str(data.get("session_id", "")),
        status=str(data.get("status", OPEN)),
        start=start,
        updated=updated,
        log=str(data.get("log", "")),
        state=state if isinstance(state, dict) else {},
    )
