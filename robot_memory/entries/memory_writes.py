"""What people and agents may have a memory write down."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.note import NoteResult
from robot_memory.entries.note_writer import NoteWriter
from robot_memory.ledger import Kind
from robot_memory.ledger.observation import stamp_text


class MemoryWrites:
    """The part of a :class:`RobotMemory` that writes down what somebody says.

    Args:
        note_writer: writes it down.
    """

    def __init__(self, note_writer: NoteWriter) -> None:
        self._note_writer = note_writer

    def remember(
        self,
        entry_type: EntryType | str,
        text: str,
        *,
        confidence: float = 0.0,
        tags: Collection[str] = (),
        source: str = "person",
    ) -> NoteResult:
        """Note something that a person or an agent says; stored durably when this returns.

        An agent's note in nearly the words of an entry is no other one: its answer names the entry.

        Args:
            entry_type: hardware_observation, environment_note or behavior_pattern.
            text: one sentence that stays true, at most 500 characters.
            confidence: in [0.1, 1]; 0 for what the source usually starts with.
            tags: labels; an agent's or person's word on a component carries its name.
            source: 'person' or 'agent', with a name where there is one: 'person:ada'; 'claimed'
                for who says to be a person where nobody can check it.

        Raises:
            InvalidEntry: lists all that is wrong with what was given; nothing was stored.
        """
        return self._note_writer.remember(
            entry_type, text, confidence=confidence, tags=tags, source=source
        )

    def resolve(self, entry_id: str, note: str = "", *, source: str = "person") -> MemoryEntry:
        """Mark an entry as cleared: it is kept, and not told any more.

        Args:
            entry_id: which one.
            note: what was done.
            source: who says so, as of :meth:`remember`.

        Raises:
            UnknownEntry: no entry has that id.
        """
        return self._note_writer.say(Kind.RESOLVE, entry_id, note, source)

    def mute(
        self,
        entry_id: str,
        *,
        until: datetime | None = None,
        why: str = "",
        source: str = "person",
    ) -> MemoryEntry:
        """Go on learning about something, but do not tell agents until then (None: for good)."""
        detail = {"until": stamp_text(until)} if until else {}
        return self._note_writer.say(Kind.MUTE, entry_id, why, source, detail)

    def unmute(self, entry_id: str, *, source: str = "person") -> MemoryEntry:
        """Tell agents about something again."""
        return self._note_writer.say(Kind.UNMUTE, entry_id, "", source)

    def forget(self, entry_id: str, why: str = "", *, source: str = "person") -> MemoryEntry:
        """Delete an entry, as a person deletes it from the file, and return it as it was.

        It goes to the archive; only evidence that is later than this brings it back, as new.

        Raises:
            UnknownEntry: no entry has that id.
        """
        return self._note_writer.say(Kind.FORGET, entry_id, why, source)

    def correct(self, entry_id: str, text: str, *, source: str = "person") -> MemoryEntry:
        """Put an entry in other words, as a person edits it in the file; they stay for good.

        Id, evidence and confidence stay as they are; the old text is kept in the evidence.

        Raises:
            UnknownEntry: no entry has that id.
            NotYours: an agent may correct agents' notes alone.
        """
        return self._note_writer.correct(entry_id, text, source)

    def repaired(self, component: str, note: str = "", *, source: str = "person") -> list[str]:
        """Note that a part was replaced: its entries resolve.

        Returns:
            The ids of the entries that this resolved.
        """
        return self._note_writer.repaired(component, note, source)
