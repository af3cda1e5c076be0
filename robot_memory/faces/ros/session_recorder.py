"""Records the session of a run: statements of people and agents, and changes of entries.

See docs/reference/node.md, "What a run leaves".
"""

from __future__ import annotations

import json
import math
import socket
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, tzinfo

from robot_memory.entries.entry_event import EntryEvent
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.resolve_rules import asked
from robot_memory.faces.ros.bounded_queue import BoundedQueue
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.text.conversation import ABOUT, is_person
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.observation import claimed_name
from robot_memory.long_term.levels import Session
from robot_memory.memory import RobotMemory

#: The memory's words for what it learns by itself; it does not mention reinforcement.
_LEARNED = {
    "created": "I learned: {}",
    "reopened": "It is back: {}",
    "resolved": "It is over: {}",
    "recovered": "It seems to be over: {}",
}
_DONE = {
    Kind.RESOLVE: "Resolved by {who}", Kind.RECOVERED: "{who} asks to {asked}",
    Kind.MUTE: "Muted by {who}", Kind.MUTE_ASKED: "{who} asks to mute",
    Kind.UNMUTE: "Unmuted by {who}",
    Kind.KNOWN: "Declared known by {who}", Kind.NOT_KNOWN: "Declared no longer known by {who}",
    Kind.KNOWN_ASKED: "{who} asks to declare it known",
    Kind.KNOWN_DOUBTED: "{who} asks that it be known no longer",
    Kind.FORGET: "Forgotten by {who}", Kind.UNDO: "{who} took back the last change",
}  # fmt: skip


#: Roles in a session; the speaker's name marks a claimed person.
_ROLES = {Source.PERSON: "person", Source.AGENT: "agent", Source.CLAIMED: "person"}


@dataclass(frozen=True)
class SessionStatement:
    """A statement of a person, an agent or the robot, or a refused request.

    Attributes:
        speaker: the person's name, if known.
        entry: the id of the entry that the memory itself reports on; empty: somebody spoke.
        is_agents: whether an agent or an unverifiable person caused it.
        is_denial: whether it is a request that was refused.
    """

    role: str
    text: str
    time: datetime
    speaker: str = ""
    entry: str = ""
    is_agents: bool = False
    is_denial: bool = False


def statements_of(event: EntryEvent) -> list[SessionStatement]:
    """Return the statements for an event; empty if there is nothing to say."""
    entry, row = event.entry, event.row
    if entry is None or row is None:
        return []
    if row.source in _ROLES and not row.detector:
        return _by_author(entry, row)
    words = _LEARNED.get(event.kind)
    if words is None:
        return []
    return [SessionStatement("robot", words.format(entry.text), row.time, entry=entry.id)]


def repair_statement(
    component: str, note: str, source: Source, by: str, time: datetime
) -> SessionStatement:
    """Return the statement of somebody who repaired a part."""
    words = f"Repaired: {component} ({note})" if note else f"Repaired: {component}"
    return SessionStatement(_ROLES[source], words, time, _speaker(source, by))


def _by_author(entry: MemoryEntry, row: Observation) -> list[SessionStatement]:
    """Return the statements for a note, correction, repair or decision by a person or an agent.

    The entry's text is stated by the robot and not by the person who decides: somebody else worded
    it.
    """
    by = str(row.detail.get("by", ""))
    speaker = _speaker(row.source, by)
    if row.kind is Kind.REPAIRED:
        return [repair_statement(row.component, row.summary, row.source, by, row.time)]
    own = SessionStatement(_ROLES[row.source], row.summary, row.time, speaker)
    if row.kind is Kind.NOTE:
        return [own]
    if row.kind is Kind.CORRECT:
        return [replace(own, text=f"Corrected: {row.summary}")]
    done = _DONE.get(row.kind)
    if done is None:
        return []
    done = done.format(who=speaker or own.role, asked=asked(row))
    told = SessionStatement(
        "robot", f"{done}: {entry.text}", row.time, entry=entry.id,
        is_agents=not row.source.is_proven,
    )  # fmt: skip
    return [told, own] if row.summary else [told]


def _speaker(source: Source, name: str) -> str:
    """Return a person's name, marked if the person is only claimed."""
    if source is Source.CLAIMED:
        return claimed_name(name)
    return name if source is Source.PERSON else ""


_MOST_WAITING = 1000
_PAUSE = 10.0  # s before a retry after the disk refused a write or has not finished it
_MOST_STATEMENTS = 5000  # per session; a longer session repeats itself, and the ledger has it all
#: Bytes of text in one session: with the other fields of each statement, a transcript stays below
#: the 16,000,000 bytes from which chunks are made.
_MOST_BYTES = 12_000_000
#: The shares of both limits open to the robot itself, and to agents; the rest is kept for persons.
_OF_ROBOT, _OF_AGENTS = 0.8, 0.6


class SessionRecorder:
    """Keeps the session of a run (002 §Conversation JSON), from one local midnight to the next.

    Statements are queued without disk access and written in the thread in which ``put`` runs
    actions. If the disk refuses them, they wait and are written late.

    Args:
        put: runs an action that may wait for the disk.
        report: called with each error, and with None once everything is written.
        state: further values for session_state.json, such as the rules in use.
        zone: the time zone that defines midnight; None for this machine's.
    """

    def __init__(
        self,
        memory: RobotMemory,
        put: Callable[[Callable[[], object]], object],
        report: Callable[[Exception | None], None],
        *,
        state: dict[str, str] | None = None,
        zone: tzinfo | None = None,
    ) -> None:
        self._memory, self._put, self._report = memory, put, report
        self._zone = zone
        self._state = {"rrn": memory.rrn, "host": socket.gethostname(), **(state or {})}
        self._waiting = BoundedQueue[SessionStatement](_MOST_WAITING)
        self._last_row = 0
        self._session: Session | None = None
        self._day: date | None = None
        self._count = self._bytes = self._left_out = self._kept_seq = 0
        self._is_prepared = False
        self._due = -math.inf  # when to retry, uptime

    @property
    def session_id(self) -> str:
        """The current session's id; empty if there is none."""
        session = self._session
        return session.session_id if session is not None else ""

    # -- what is said; called in any thread ------------------------------------------------

    def add_event(self, event: EntryEvent) -> None:
        """Take in an event of an entry."""
        statements, row = statements_of(event), event.row
        if not statements or row is None:
            return
        if row.source is not Source.DETECTOR:
            if row.id == self._last_row:
                return  # one statement of a person may concern several entries
            self._last_row = row.id
        for statement in statements:
            self._waiting.append(statement)

    def add_statement(self, role: str, text: str) -> None:
        """Note a statement of a role: ``person``, ``agent`` or ``robot``."""
        self._add(SessionStatement(role, text, self._now))

    def add_repair(self, component: str, note: str, by: tuple[Source, str]) -> None:
        """Note that somebody repaired a part that has no entry."""
        self._add(repair_statement(component, note, *by, self._now))

    def add_denial(self, what: str) -> None:
        """Note that a request was refused."""
        self._add(SessionStatement("agent", what, self._now, is_denial=True))

    def _add(self, statement: SessionStatement) -> None:
        if self._memory.clock.is_running:
            self._waiting.append(statement)

    @property
    def _now(self) -> datetime:
        return self._memory.clock.now().time

    # -- the session -----------------------------------------------------------------------

    def tick(self) -> None:
        """Have due statements written; call it about every half second."""
        if not self._memory.clock.is_running:
            return
        now = self._memory.clock.now().uptime
        if now >= self._due and (self._waiting or self._day != self._today()):
            self._due = now + _PAUSE  # so that actions do not queue up behind a disk that hangs
            self._put(self._work)

    def close(self) -> None:
        """Write the waiting statements and end the session, in the calling thread."""
        if not self._memory.clock.is_running or not (self._waiting or self._session is not None):
            return
        self._work()
        try:
            if self._session is not None:
                self._finish(self._session)
        except (OSError, RobotMemoryError) as error:
            self._report(error)

    def _today(self) -> date:
        return self._now.astimezone(self._zone).date()

    def _work(self) -> None:
        try:
            if self._session is not None and self._day != self._today():
                self._finish(self._session)
            session = self._session or self._begin()
            self._write_waiting(session)
            self._keep(session)
        except (OSError, RobotMemoryError) as error:
            self._report(error)
        else:
            self._due = -math.inf
            self._report(None)

    def _begin(self) -> Session:
        levels, now = self._memory.long_term.levels, self._memory.clock.now()
        if not self._is_prepared:
            levels.prepare()  # ends the session and the episodes of a run that crashed
            self._is_prepared = True
        self._kept_seq = self._memory.seq
        self._session = levels.sessions.start(
            now.time, boot=now.boot, ledger_seq=self._kept_seq, **self._state
        )
        self._day = self._today()
        self._count = self._bytes = self._left_out = 0
        return self._session

    def _write_waiting(self, session: Session) -> None:
        while (item := self._waiting.pop()) is not None:
            try:
                self._write(session, item)
            except BaseException:
                self._waiting.put_back(item)
                raise
        lost = self._waiting.take_lost()
        if lost:
            text = f"{lost} things that were said before are lost: more came than could wait"
            session.add_turn("robot", text, self._now)

    def _write(self, session: Session, item: SessionStatement) -> None:
        size = len(json.dumps(item.text, ensure_ascii=False).encode())
        share = _share_of(item)
        if self._count >= share * _MOST_STATEMENTS or self._bytes + size > share * _MOST_BYTES:
            self._left_out += 1
            return
        if item.is_denial:
            session.denied(item.text, item.time)
        else:
            extra = {"speaker": item.speaker, ABOUT: item.entry}
            given = {name: value for name, value in extra.items() if value}
            session.add_turn(item.role, item.text, item.time, **given)
        self._count += 1
        self._bytes += size

    def _keep(self, session: Session) -> None:
        """Record the last ledger row that the session covers, if there are new rows."""
        seq = self._memory.seq
        if seq != self._kept_seq:
            session.keep(self._now, ledger_seq=seq)
            self._kept_seq = seq

    def _finish(self, session: Session) -> None:
        if self._left_out:
            words = f"{self._left_out} more things were said than a session holds"
            session.add_turn("robot", words, self._now)
        session.end(self._now)
        self._session = None


def _share_of(item: SessionStatement) -> float:
    """Return the share of a session's limits open to a statement; persons have all of it."""
    if is_person(item.speaker or item.role):
        return 1.0
    return _OF_ROBOT if item.role == "robot" and not item.is_agents else _OF_AGENTS
