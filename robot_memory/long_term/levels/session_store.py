"""Sessions: each utterance is logged at once; at the end they become a transcript.

The log is ``sessions/YYYY-MM-DD-HHMMSS.jsonl`` (003 §Directory Layout); session_state.json keeps
the session's state. A log without an end belongs to a session that a crash interrupted; the next
start ends it.

See docs/reference/levels.md, "Sessions".
"""

from __future__ import annotations

import itertools
import json
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.errors import Defect, InvalidConversation, InvalidInput, LockHeld
from robot_memory.foundation.secrets.secrets_filter import screened, without_secrets
from robot_memory.foundation.text.conversation import Conversation, Turn, read_conversation
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels import json_files
from robot_memory.long_term.levels.archiving import packed_names
from robot_memory.long_term.levels.level_tree import LevelTree, check_key, is_key

_LOG = logging.getLogger(__name__)
_START, TURN, _TAUGHT, _DENIED, _END = (
    "session_start", "turn", "behavior_taught", "sandbox_denial", "session_end",
)  # fmt: skip
_LAST_LINE = 1024  # the longest last line, in bytes
_ENVELOPE = ("kind", "timestamp")
_OPEN, _ENDED, _INTERRUPTED = "open", "ended", "interrupted"


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
        """Return the id of the session; empty if another tool wrote the log."""
        try:
            with files.open_regular(self.path) as file:
                first = json_files.parse_line(file.readline()) or {}
        except FileNotFoundError:
            return ""
        session_id = str(first.get("session_id", "")) if first.get("kind") == _START else ""
        return session_id if is_key(session_id) else ""

    def is_ended(self) -> bool:
        """Tell whether the session ended: its log has the last line."""
        with files.open_regular(self.path) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _LAST_LINE))
            lines = file.read().splitlines()
        last = json_files.parse_line(lines[-1]) if lines else None
        return last is not None and last.get("kind") == _END

    def conversation(self) -> Conversation | None:
        """Return the conversation so far; None if it does not begin as our logs do.

        Without its last line, the conversation has no end.
        """
        records = [line.data for line in json_files.read_lines(self.path)]
        if not records or records[0].get("kind") != _START:
            return None

        def of_kind(kind: str) -> list[Mapping[str, Any]]:
            return [record for record in records if record.get("kind") == kind]

        ends = of_kind(_END)
        return Conversation(
            session_id=str(records[0].get("session_id", "")),
            start=_time(records[0]),
            end=_time(ends[-1]) if ends else None,
            turns=tuple(_turn(record, index) for index, record in enumerate(of_kind(TURN))),
            behaviors_taught=tuple(str(record.get("name", "")) for record in of_kind(_TAUGHT)),
            sandbox_denials=len(of_kind(_DENIED)),
            success=bool(ends and ends[-1].get("success", True)),
        )

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Hold the session during the block; yields False if another process holds it."""
        with ExitStack() as lock:
            is_ours = True
            try:
                lock.enter_context(file_lock.locked(self.path, patience=0.0))
            except LockHeld:
                is_ours = False
            yield is_ours


def _turn(record: Mapping[str, Any], index: int) -> Turn:
    plain = {name: value for name, value in record.items() if name not in _ENVELOPE}
    role, content = str(plain.pop("role", "")), str(plain.pop("content", ""))
    return Turn(_time(record), role, content, plain, index)


def _time(record: Mapping[str, Any]) -> datetime:
    return time_of(record.get("timestamp")) or stamps.from_text("1970-01-01")


@dataclass(frozen=True)
class SessionState:
    """The state of the session that changed last.

    Attributes:
        status: ``open``, ``ended``, or ``interrupted`` by a crash.
        updated: when this was written, UTC.
        log: its raw log, relative to the memory home.
        state: the values that the session keeps, as JSON data.
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


def _write_state(path: Path, state: SessionState) -> None:
    """Replace the file; durable when this returns."""
    json_files.write_json(path, state.as_record())


def read_session_state(path: Path) -> SessionState | None:
    """Return the content of the file; None if there is none. A damaged file is set aside."""
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
        status=str(data.get("status", _OPEN)),
        start=start,
        updated=updated,
        log=str(data.get("log", "")),
        state=state if isinstance(state, dict) else {},
    )


@dataclass(eq=False)
class Session:
    """A running session. :meth:`Sessions.start` makes one; call :meth:`end` at its end."""

    _tree: LevelTree
    _conversations: TranscriptStore
    _log: SessionLog
    _state: SessionState
    _held: ExitStack

    @property
    def session_id(self) -> str:
        """``2025-01-15_session1``."""
        return self._state.session_id

    @property
    def log(self) -> Path:
        """The raw log."""
        return self._log.path

    def add_turn(self, role: str, content: str, now: datetime, /, **extra: Any) -> None:
        """Note an utterance, with further fields such as ``intent``; durable on return.

        Raises InvalidInput if a field has a name that the log itself uses; then nothing was noted.
        """
        if reserved := [name for name in extra if name in _ENVELOPE]:
            defects = [Defect(name, "is a name that the log itself uses") for name in reserved]
            raise InvalidInput("nothing was noted", defects)
        turn = Turn(now, without_secrets(role), without_secrets(content), screened(extra))
        self._log.add(TURN, now, turn.as_record())

    def taught(self, behavior: str, now: datetime) -> None:
        """Note that a behavior was taught."""
        self._log.add(_TAUGHT, now, {"name": without_secrets(behavior)})

    def denied(self, what: str, now: datetime) -> None:
        """Note that something was asked for that is not allowed."""
        self._log.add(_DENIED, now, {"content": without_secrets(what)})

    def keep(self, now: datetime, /, **values: Any) -> None:
        """Keep values in session_state.json, beside those kept before; they survive a crash."""
        state = {**self._state.state, **screened(values)}
        self._state = replace(self._state, state=state, updated=now)
        _write_state(self._tree.session_state, self._state)

    def end(self, now: datetime, *, success: bool = True) -> Path | None:
        """End the session and write its transcript; return the path, or None if nobody spoke."""
        path = _finish(self._log, self._conversations, now, success=success)
        self._state = replace(self._state, status=_ENDED, updated=now)
        _write_state(self._tree.session_state, self._state)
        self._held.close()
        return path


@dataclass(frozen=True, eq=False)
class Sessions:
    """Starts sessions, and ends those that a crash interrupted; logs are named by local days."""

    _tree: LevelTree
    _conversations: TranscriptStore
    _zone: tzinfo | None = None

    @property
    def state(self) -> SessionState | None:
        """The content of session_state.json."""
        return read_session_state(self._tree.session_state)

    def start(self, now: datetime, /, **state: Any) -> Session:
        """Start a session; ``state`` has the first values to keep in session_state.json."""
        held = ExitStack()
        with json_files.locked(self._tree.sessions):
            session_id = self._free_id(now)
            log = SessionLog(self._free_log(now))
            held.enter_context(log.held())
            log.add(_START, now, {"session_id": session_id})
        where = log.path.relative_to(self._tree.root).as_posix()
        known = SessionState(session_id, _OPEN, now, now, where, state)
        _write_state(self._tree.session_state, known)
        return Session(self._tree, self._conversations, log, known, held)

    def logs(self) -> list[Path]:
        """Return the raw logs, oldest first, including those of other tools."""
        return json_files.own_files(self._tree.sessions, "*.jsonl")

    def recover(self) -> list[str]:
        """End the sessions that a crash interrupted, at their last line; return their ids."""
        recovered = []
        for log in map(SessionLog, self.logs()):
            session_id = log.session_id()
            if not session_id or log.is_ended():
                continue
            with log.held() as is_ours:
                if is_ours:
                    self._recover(log, session_id)
                    recovered.append(session_id)
        self._close_state(recovered)
        return recovered

    def _close_state(self, recovered: list[str]) -> None:
        """Update session_state.json to the end of its session, if a crash prevented that."""
        state = self.state
        if state is None or state.status != _OPEN:
            return
        path = self._tree.sessions / Path(state.log).name
        if not path.exists() or SessionLog(path).is_ended():
            status = _INTERRUPTED if state.session_id in recovered else _ENDED
            _write_state(self._tree.session_state, replace(state, status=status))

    def _recover(self, log: SessionLog, session_id: str) -> None:
        json_files.repair_end(log.path)
        written = self._conversations.find(session_id)
        times = [time_of(line.data.get("timestamp")) for line in json_files.read_lines(log.path)]
        last = next((time for time in reversed(times) if time is not None), None)
        if written is not None and written.end is not None:
            log.add(_END, written.end, {"success": written.success})
        elif last is not None:
            _finish(log, self._conversations, last, success=False)

    def _free_id(self, now: datetime) -> str:
        day = now.astimezone(timezone.utc).date().isoformat()
        logged = {SessionLog(path).session_id() for path in self.logs()}
        ids = (f"{day}_session{number}" for number in itertools.count(1))
        return next(one for one in ids if one not in logged and not self._conversations.has(one))

    def _free_log(self, now: datetime) -> Path:
        """Return a free path for a raw log; if two are of one second, the later one moves on."""
        local = now.astimezone(self._zone)
        while True:
            path = self._tree.sessions / f"{local:%Y-%m-%d-%H%M%S}.jsonl"
            if not path.exists():
                return path
            local += timedelta(seconds=1)


def read_transcript(path: Path) -> Conversation:
    """Return the conversation in a file.

    Raises:
        InvalidConversation: it is no JSON, or no conversation; the file is unchanged.
        FileNotFoundError: there is no such file.
    """
    try:
        data = json.loads(files.read_regular(path))
    except (ValueError, RecursionError) as error:
        raise InvalidConversation(f"{path} is not JSON: {error}") from None
    return read_conversation(data, str(path))


class TranscriptStore:
    """The transcripts in ``episodic/conversations``; other tools may add ``.json`` files."""

    def __init__(self, tree: LevelTree) -> None:
        self._folder = tree.conversations
        self._archive = tree.archive(tree.conversations)

    def paths(self) -> list[Path]:
        """Return the files, sorted by name."""
        return json_files.own_files(self._folder, "*.json")

    def read(self, path: Path) -> Conversation | None:
        """Return the conversation in a file; None if there is none that can be used.

        An unusable file is reported and stays: another program may be writing it.
        """
        try:
            return read_transcript(path)
        except FileNotFoundError:
            return None
        except InvalidConversation as error:
            problem = str(error).replace("\n", ";")
            _LOG.warning("%s; it is not used, and stays as it is", problem)
            return None

    def write(self, conversation: Conversation) -> Path:
        """Write a transcript; durable when this returns."""
        path = self._folder / f"{check_key(conversation.session_id)}.json"
        if path.exists() and self.read(path) is None:
            json_files.put_aside(path, "is no conversation, and another one takes its place")
        json_files.write_json(path, conversation.as_record())
        return path

    def find(self, session_id: str) -> Conversation | None:
        """Return the transcript of a session; None if there is none."""
        return self.read(self._folder / f"{check_key(session_id)}.json")

    def has(self, session_id: str) -> bool:
        """Tell whether a session has a transcript, including archived ones."""
        name = f"{session_id}.json"
        is_here = (self._folder / name).exists() or (self._archive / f"{name}.gz").exists()
        return is_here or f"{name}.gz" in packed_names(self._archive)


def _finish(
    log: SessionLog, conversations: TranscriptStore, now: datetime, *, success: bool
) -> Path | None:
    """Write the transcript of a session, then the last line of its log.

    A crash in between leaves a log without its last line; repeating this gives the same result.
    """
    conversation = log.conversation()
    path = None
    if conversation is not None and conversation.turns:
        path = conversations.write(replace(conversation, end=now, success=success))
    log.add(_END, now, {"success": success})
    return path
