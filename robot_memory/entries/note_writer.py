"""What people and agents say, turned into rows of the ledger."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Any

from robot_memory.clock import Clock
from robot_memory.entries.field_limits import check_limits
from robot_memory.entries.fold import open_about
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.note import (
    Note,
    NoteResult,
    author_detail,
    read_note,
    read_source,
    read_text,
    read_words,
)
from robot_memory.errors import InvalidInput, NotYours, UnknownEntry
from robot_memory.ledger import Kind, Observation


class NoteWriter:
    """Writes down what is said.

    Args:
        state: what is known.
        clock: the time.
        lock: lets one caller in at a time.
        store: stores a row durably, and has it folded, before it returns.
    """

    def __init__(
        self,
        state: MemoryState,
        clock: Clock,
        lock: AbstractContextManager[object],
        store: Callable[[Observation], None],
    ) -> None:
        self._state = state
        self._clock = clock
        self._lock = lock
        self._store = store

    def remember(
        self,
        entry_type: EntryType | str,
        text: str,
        *,
        confidence: float,
        tags: Collection[str],
        source: str,
    ) -> NoteResult:
        """Write down a note; see :meth:`RobotMemory.remember`."""
        state = self._state
        note = read_note(
            entry_type, text, confidence=confidence, tags=tags, source=source,
            settings=state.settings,
        )  # fmt: skip
        with self._lock:
            state.refresh()
            echo = note.find_echo(state.entries, state.peers.values())
            if echo is not None:
                return self._repeated(note, echo)
            known = note.find_agreeing(state.entries)
            entry_id = known.id if known else state.identify(None, note.type, note.text)
            known = known or state.entries.get(entry_id)
            if known and not note.source.is_proven and note.contradicts(known):
                return self._outdated(note, known)
            self._note(note, entry_id, is_echo=False)
        if known is None:
            remark = f"; {note.remark}" if note.remark else ""
            return NoteResult(entry_id, True, f"remembered{remark}{note.loss}")
        other = f", which says: {known.text}" if known.text != note.text else ""
        return NoteResult(entry_id, False, f"{entry_id} reinforced{other}{note.loss}")

    def _repeated(self, note: Note, echo: MemoryEntry) -> NoteResult:
        """Write down that an agent repeats what it was told."""
        peers = self._state.peers.values()
        author = next((peer.rrn for peer in peers if echo in peer.entries), "")
        self._note(note, echo.id, is_echo=True)
        same = "" if note.contradicts(echo) else f"this is the same note as {echo.id}; "
        message = f"{same}the memory said so before ({echo.id}): not counted"
        return NoteResult(echo.id, False, message, author)

    def _outdated(self, note: Note, known: MemoryEntry) -> NoteResult:
        """Write down that an agent says what an entry said before somebody put it otherwise."""
        self._note(note, known.id, is_echo=True)
        message = f"{known.id} said so and was corrected; it now says: {known.text}; not counted"
        return NoteResult(known.id, False, message)

    def _note(self, note: Note, entry_id: str, *, is_echo: bool) -> None:
        self._store(note.as_observation(self._clock.now(), entry_id, is_echo=is_echo))

    def say(
        self,
        kind: Kind,
        entry_id: str,
        words: str,
        source: str,
        detail: dict[str, str] | None = None,
    ) -> MemoryEntry:
        """Write down what is said of an entry, and return the entry as it is then.

        Raises:
            UnknownEntry: no entry has that id.
        """
        check_limits("nothing was stored", id=entry_id)
        (words,) = read_words(**{"why" if kind is Kind.MUTE else "note": words})
        read_source(source)
        with self._lock:
            entry = self._find(entry_id)
            self._said(kind, words, source, detail, entry_id=entry_id)
            return self._state.entries.get(entry_id, entry)

    def correct(self, entry_id: str, text: str, source: str) -> MemoryEntry:
        """Write down another text of an entry; see :meth:`RobotMemory.correct`."""
        check_limits("nothing was stored", id=entry_id)
        text = read_text(text)
        said_by, _ = read_source(source)
        with self._lock:
            entry = self._find(entry_id)
            if entry.text == text:
                raise InvalidInput(f"{entry_id} says that already; nothing was stored")
            if not (said_by.is_proven or entry.is_agents_word):
                raise NotYours(
                    f"{entry_id} rests on a detector or on a person's word, and an agent, or who "
                    "says over ROS to be a person, changes the words of agents' notes alone; "
                    "nothing was stored: at the robot's machine a person can correct it, in "
                    "robot-memory.md too"
                )
            self._said(Kind.CORRECT, text, source, {"was": entry.text}, entry_id=entry_id)
            return self._state.entries.get(entry_id, entry)

    def repaired(self, component: str, note: str, source: str) -> list[str]:
        """Write down a repair, and return the ids of the entries that it resolves."""
        component, note = read_words(component=component, note=note)
        with self._lock:
            self._state.refresh()
            ids = [entry.id for entry in open_about(self._state.entries.values(), component)]
            self._said(Kind.REPAIRED, note, source, component=component)
            return ids

    def _find(self, entry_id: str) -> MemoryEntry:
        self._state.refresh()
        entry = self._state.entries.get(entry_id)
        if entry is None:
            raise UnknownEntry(entry_id)
        return entry

    def _said(
        self,
        kind: Kind,
        words: str,
        source: str,
        detail: dict[str, str] | None = None,
        **fields: Any,
    ) -> None:
        said_by, by = read_source(source)
        about = {**(detail or {}), **author_detail(said_by, by)}
        self._store(Observation(kind, self._clock.now(), words, said_by, detail=about, **fields))
