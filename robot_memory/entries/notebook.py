"""What people and agents say, turned into rows of the ledger."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Any

from robot_memory.clock import Clock
from robot_memory.entries.entry import EntryType, MemoryEntry
from robot_memory.entries.fold import open_about
from robot_memory.entries.notes import Noted, read_note, read_words
from robot_memory.entries.state import MemoryState
from robot_memory.errors import UnknownEntry
from robot_memory.ledger import Kind, Observation, Source


class Notebook:
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
    ) -> Noted:
        """Write down a note; see :meth:`RobotMemory.remember`."""
        state = self._state
        note = read_note(
            entry_type, text, confidence=confidence, tags=tags, source=source,
            settings=state.settings,
        )  # fmt: skip
        with self._lock:
            state.refresh()
            echo = note.find_echo(state.entries, state.peers.values())
            peers = state.peers.values() if echo else ()
            author = next((peer.rrn for peer in peers if echo in peer.entries), "")
            entry_id = echo.id if echo else state.identify(None, note.type, note.text)
            created = entry_id not in state.entries
            self._store(note.as_observation(self._clock.now(), entry_id, is_echo=bool(echo)))
        if echo:
            message = f"the memory said so before ({entry_id}): not counted"
            return Noted(entry_id, False, message, author)
        return Noted(entry_id, created, "remembered" if created else f"{entry_id} reinforced")

    def say(
        self, kind: Kind, entry_id: str, words: str, detail: dict[str, str] | None = None
    ) -> MemoryEntry:
        """Write down what is said of an entry, and return the entry as it is then.

        Raises:
            UnknownEntry: no entry has that id.
        """
        (words,) = read_words(note=words)
        with self._lock:
            self._state.refresh()
            entry = self._state.entries.get(entry_id)
            if entry is None:
                raise UnknownEntry(entry_id)
            self._store(self._said(kind, words, entry_id=entry_id, detail=detail or {}))
            return self._state.entries.get(entry_id, entry)

    def repaired(self, component: str, note: str) -> list[str]:
        """Write down a repair, and return the ids of the entries that it resolves."""
        component, note = read_words(component=component, note=note)
        with self._lock:
            self._state.refresh()
            ids = [entry.id for entry in open_about(self._state.entries.values(), component)]
            self._store(self._said(Kind.REPAIRED, note, component=component))
            return ids

    def _said(self, kind: Kind, words: str, **fields: Any) -> Observation:
        return Observation(kind, self._clock.now(), words, Source.PERSON, **fields)
