"""Sessions: each utterance is logged at once; at the end they become a transcript.

A session whose log is left without an end was interrupted by a crash; the next start ends it.

See docs/reference/levels.md, "Sessions".
"""

from __future__ import annotations

import itertools
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import screened, without_secrets
from robot_memory.foundation.text.conversation import Conversation, Turn, read_conversation
from robot_memory.long_term.levels import json_files, session_log
from robot_memory.long_term.levels.archiving import packed_names
from robot_memory.long_term.levels.level_tree import LevelTree, check_key


@dataclass(eq=False)
class Session:
    """A session that goes on. :meth:`Sessions.start` makes one; :meth:`end` it."""

    _tree: LevelTree
    _conversations: TranscriptStore
    _log: session_log.SessionLog
    _state: session_log.SessionState
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
        """Note what somebody said, with further fields such as ``intent``; durable on return.

        InvalidInput says that one has a name that the log itself uses; then nothing was noted.
        """
        if reserved := [name for name in extra if name in session_log.ENVELOPE]:
            defects = [Defect(name, "is a name that the log itself uses") for name in reserved]
            raise InvalidInput("nothing was noted", defects)
        turn = Turn(now, without_secrets(role), without_secrets(content), screened(extra))
        self._log.add(session_log.TURN, now, turn.as_record())

    def taught(self, behavior: str, now: datetime) -> None:
        """Note that a behavior was taught."""
        self._log.add(session_log.TAUGHT, now, {"name": without_secrets(behavior)})

    def denied(self, what: str, now: datetime) -> None:
        """Note that something that was asked for is not allowed."""
        self._log.add(session_log.DENIED, now, {"content": without_secrets(what)})

    def keep(self, now: datetime, /, **values: Any) -> None:
        """Keep values in session_state.json, beside those kept before; they survive a crash."""
        state = {**self._state.state, **screened(values)}
        self._state = replace(self._state, state=state, updated=now)
        session_log.write_session_state(self._tree.session_state, self._state)

    def end(self, now: datetime, *, success: bool = True) -> Path | None:
        """End the session and write its transcript; return where it is, None if nobody spoke."""
        path = _finish(self._log, self._conversations, now, success=success)
        self._state = replace(self._state, status=session_log.ENDED, updated=now)
        session_log.write_session_state(self._tree.session_state, self._state)
        self._held.close()
        return path


@dataclass(frozen=True, eq=False)
class Sessions:
    """Starts sessions, and ends those that a crash interrupted; logs are named by local days."""

    _tree: LevelTree
    _conversations: TranscriptStore
    _zone: tzinfo | None = None

    @property
    def state(self) -> session_log.SessionState | None:
        """What session_state.json says."""
        return session_log.read_session_state(self._tree.session_state)

    def start(self, now: datetime, /, **state: Any) -> Session:
        """Start a session; ``state`` has first values to keep in session_state.json."""
        held = ExitStack()
        with json_files.locked(self._tree.sessions):
            session_id = self._free_id(now)
            log = session_log.SessionLog(self._free_log(now))
            held.enter_context(log.held())
            log.add(session_log.START, now, {"session_id": session_id})
        where = log.path.relative_to(self._tree.root).as_posix()
        known = session_log.SessionState(session_id, session_log.OPEN, now, now, where, state)
        session_log.write_session_state(self._tree.session_state, known)
        return Session(self._tree, self._conversations, log, known, held)

    def logs(self) -> list[Path]:
        """Return the raw logs, oldest first, those of other tools included."""
        return json_files.own_files(self._tree.sessions, "*.jsonl")

    def recover(self) -> list[str]:
        """End the sessions that a crash interrupted, as of their last line; return their ids."""
        recovered = []
        for log in map(session_log.SessionLog, self.logs()):
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
        """Let session_state.json say that a session is over, where a crash kept it from that."""
        state = self.state
        if state is None or state.status != session_log.OPEN:
            return
        path = self._tree.sessions / Path(state.log).name
        if not path.exists() or session_log.SessionLog(path).is_ended():
            status = session_log.INTERRUPTED if state.session_id in recovered else session_log.ENDED
            session_log.write_session_state(self._tree.session_state, replace(state, status=status))

    def _recover(self, log: session_log.SessionLog, session_id: str) -> None:
        json_files.repair_end(log.path)
        written = self._conversations.find(session_id)
        last = session_log.newest_time(json_files.read_lines(log.path))
        if written is not None and written.end is not None:
            log.add(session_log.END, written.end, {"success": written.success})
        elif last is not None:
            _finish(log, self._conversations, last, success=False)

    def _free_id(self, now: datetime) -> str:
        day = now.astimezone(timezone.utc).date().isoformat()
        logged = {session_log.SessionLog(path).session_id() for path in self.logs()}
        ids = (f"{day}_session{number}" for number in itertools.count(1))
        return next(one for one in ids if one not in logged and not self._conversations.has(one))

    def _free_log(self, now: datetime) -> Path:
        """Return a raw log that is not there yet; two of one second get seconds of their own."""
        local = now.astimezone(self._zone)
        while True:
            path = self._tree.sessions / f"{local:%Y-%m-%d-%H%M%S}.jsonl"
            if not path.exists():
                return path
            local += timedelta(seconds=1)


class TranscriptStore:
    """The transcripts in ``episodic/conversations``; other tools may add ``.json`` files."""

    def __init__(self, tree: LevelTree) -> None:
        self._folder = tree.conversations
        self._archive = tree.archive(tree.conversations)

    def paths(self) -> list[Path]:
        """Return the files, by name."""
        return json_files.own_files(self._folder, "*.json")

    def read(self, path: Path) -> Conversation | None:
        """Return the conversation in a file; a damaged file is set aside and reported."""
        return json_files.read_record(path, read_conversation)

    def write(self, conversation: Conversation) -> Path:
        """Write a transcript; durable when this returns."""
        path = self._folder / f"{check_key(conversation.session_id)}.json"
        json_files.write_json(path, conversation.as_record())
        return path

    def find(self, session_id: str) -> Conversation | None:
        """Return the transcript of a session; None where there is none."""
        return self.read(self._folder / f"{check_key(session_id)}.json")

    def has(self, session_id: str) -> bool:
        """Tell whether there is a transcript of a session, archived ones included."""
        name = f"{session_id}.json"
        is_here = (self._folder / name).exists() or (self._archive / f"{name}.gz").exists()
        return is_here or f"{name}.gz" in packed_names(self._archive)


def _finish(
    log: session_log.SessionLog, conversations: TranscriptStore, now: datetime, *, success: bool
) -> Path | None:
    """Write the transcript of a session, then the last line of its log.

    A crash in between leaves a log without its last line; finishing it again gives the same.
    """
    conversation = log.conversation()
    path = None
    if conversation is not None and conversation.turns:
        path = conversations.write(replace(conversation, end=now, success=success))
    log.add(session_log.END, now, {"success": success})
    return path
