"""What people and agents say about entries.

Specification: rules.md §2.12, §5.6.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, ClassVar, TypedDict

from robot_memory.applications.operations.operation import (
    EntryId,
    Operation,
    OperationAnswer,
    Takes,
)
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.confidence import effective
from robot_memory.entries.json_records import EntryRecord, entry_record
from robot_memory.entries.known_rules import declaration_words, withdrawal_words
from robot_memory.entries.mute_rules import is_silenced, mute_words, unmute_words
from robot_memory.entries.note import NoteResult, read_note, read_source
from robot_memory.entries.others_words import correct_words
from robot_memory.entries.resolve_rules import (
    can_only_propose,
    forget_words,
    near_parts,
    repair_words,
    resolve_words,
)
from robot_memory.foundation.errors import InvalidEntry, UnknownEntry
from robot_memory.foundation.settings import Settings
from robot_memory.memory import RobotMemory

_NOTE_TYPES = tuple(kind.value for kind in EntryType if kind is not EntryType.RESOLVED)

_Type = Annotated[str, Takes("what it is about", choices=_NOTE_TYPES)]
_Text = Annotated[str, Takes("one sentence that stays true", least=1)]
_Keep = Annotated[
    bool,
    Takes("it stands until it is resolved, and does not fade; only for a person", is_persons=True),
]
_Stands = Annotated[
    datetime | None,
    Takes("it stands until then and is over after that; only for a person", is_persons=True),
]
_Why = Annotated[str, Takes("the reason, kept with the evidence")]


class _Done(TypedDict):
    message: Annotated[str, "What became of it, in one sentence."]
    waits: Annotated[bool, "Whether the change is only asked for: it waits for a person."]


class ToldEntryRecord(EntryRecord, _Done):
    """An entry as it is now, and what became of it."""


@dataclass(frozen=True)
class EntryAnswer(OperationAnswer):
    """What became of an entry."""

    record: EntryRecord  # the entry as JSON data, as it is now
    waits: bool  # whether the change is only asked for: it waits for a person

    @classmethod
    def of(
        cls, memory: RobotMemory, entry: MemoryEntry, message: str, *, waits: bool = False
    ) -> EntryAnswer:
        """Return what is said of an entry."""
        return cls(message, _record_now(memory, entry), waits)

    @property
    def line(self) -> str:
        """The message with the entry's id."""
        return _with_id(self.record["id"], self.message)

    @property
    def is_waiting(self) -> bool:
        """Whether the change is only asked for."""
        return self.waits

    def as_record(self) -> ToldEntryRecord:
        """Return the entry with the message."""
        return {**self.record, "message": self.message, "waits": self.waits}


def _record_now(memory: RobotMemory, entry: MemoryEntry) -> EntryRecord:
    worth = effective(entry, memory.clock.now().time, memory.settings.decay_per_day)
    return entry_record(worth, entry)


def _entry_before(memory: RobotMemory, entry_id: str) -> MemoryEntry | None:
    """Return an entry as it is; None where there is none, which is told when it is changed."""
    with suppress(UnknownEntry):
        return memory.why(entry_id, limit=1)[0]
    return None


def _with_id(entry_id: str, message: str) -> str:
    return f"{entry_id} {message.removeprefix(entry_id).lstrip()}"


@dataclass(frozen=True)
class NoteAnswer(OperationAnswer):
    """What became of a note."""

    id: str  # the entry that it is now, or that it repeats
    created: bool  # whether that is a new one
    echo_of: str  # RRN of the robot whose words it repeats; empty where it repeats none's

    @classmethod
    def of(cls, noted: NoteResult) -> NoteAnswer:
        """Return what the memory answered."""
        return cls(noted.message, noted.id, noted.created, noted.echo_of)

    @property
    def line(self) -> str:
        """The message with the id."""
        return _with_id(self.id, self.message)

    @property
    def is_made(self) -> bool:
        """Whether something new is kept by it."""
        return self.created


@dataclass(frozen=True)
class RepairAnswer(OperationAnswer):
    """Which entries a repair resolved, and which wait for a person."""

    component: str
    ids: tuple[str, ...]
    waiting: tuple[str, ...]

    @property
    def is_found(self) -> bool:
        """Whether an entry is about the part."""
        return bool(self.ids or self.waiting)

    @property
    def is_waiting(self) -> bool:
        """Whether no entry is resolved yet."""
        return bool(self.waiting) and not self.ids


@dataclass(frozen=True)
class Remember(Operation):
    """Add a note: one sentence that stays true about the robot or its surroundings.

    An agent's word alone stays below a confidence of 0.60 until a detector or a person agrees.
    """

    NAME: ClassVar[str] = "remember"
    PATH: ClassVar[str] = "/entries"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        'robot-memory remember environment_note "The lift is slow at noon" --tag lift',
    )
    IS_TOOL: ClassVar[bool] = True
    MAKES_HOME: ClassVar[bool] = True

    type: _Type
    text: _Text
    confidence: Annotated[
        float,
        Takes(
            "how sure you are, 0.1 to 1; 0: the first confidence of the source", least=0.0, most=1.0
        ),
    ] = 0.0
    tags: Annotated[
        tuple[str, ...], Takes("labels, such as a room or a component", least=1, option="tag")
    ] = ()
    keep: _Keep = False
    until: _Stands = None

    def check(self, settings: Settings, by: str) -> None:
        """Refuse what no memory would store."""
        read_note(self.type, self.text, confidence=self.confidence, tags=self.tags, source=by,
                  settings=settings)  # fmt: skip

    def run(self, memory: RobotMemory, by: str) -> NoteAnswer:
        """Add it."""
        return NoteAnswer.of(memory.remember(
            self.type, self.text, confidence=self.confidence, tags=self.tags, source=by,
            keep=self.keep, until=self.until,
        ))  # fmt: skip


@dataclass(frozen=True)
class Confirm(Operation):
    """Say that an entry is still so. What a person keeps does not fade."""

    NAME: ClassVar[str] = "confirm"
    PATH: ClassVar[str] = "/entries/{id}/confirm"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory confirm mem-72720dcf --keep",)

    id: EntryId
    text: Annotated[
        str, Takes("its words; needed where only agents say so and the id is not whole")
    ] = ""
    keep: _Keep = False
    until: _Stands = None

    def run(self, memory: RobotMemory, by: str) -> NoteAnswer:
        """Confirm it."""
        return NoteAnswer.of(memory.confirm(
            self.id, text=self.text, source=by, keep=self.keep, until=self.until
        ))  # fmt: skip


@dataclass(frozen=True)
class Resolve(Operation):
    """Mark an entry as cleared. It is kept, and agents are not told of it any more.

    What an agent says is cleared and a detector or a person found stays told until a person
    resolves it.
    """

    NAME: ClassVar[str] = "resolve"
    PATH: ClassVar[str] = "/entries/{id}/resolve"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = ('robot-memory resolve mem-72720dcf --note "ramp built"',)
    IS_TOOL: ClassVar[bool] = True
    IS_DESTRUCTIVE: ClassVar[bool] = True

    id: EntryId
    note: Annotated[str, Takes("what was done")] = ""

    def run(self, memory: RobotMemory, by: str) -> EntryAnswer:
        """Resolve it."""
        before = _entry_before(memory, self.id)
        is_there = before is not None and memory.running_hours().is_there(before)
        entry = memory.resolve(self.id, self.note, source=by)
        waits = entry.type is not EntryType.RESOLVED
        again = timedelta(seconds=memory.settings.still_present) if is_there else None
        words = resolve_words(entry, before, there_for=again)
        return EntryAnswer.of(memory, entry, words, waits=waits)


@dataclass(frozen=True)
class Mute(Operation):
    """Keep an entry out of the context. Evidence for it is still collected."""

    NAME: ClassVar[str] = "mute"
    PATH: ClassVar[str] = "/entries/{id}/mute"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        'robot-memory mute mem-72720dcf --until "in 3 days" --why "ramp is ordered"',
    )
    IS_DESTRUCTIVE: ClassVar[bool] = True

    id: EntryId
    until: Annotated[datetime | None, Takes("until then; else until it is unmuted")] = None
    why: _Why = ""

    def run(self, memory: RobotMemory, by: str) -> EntryAnswer:
        """Mute it."""
        entry = memory.mute(self.id, until=self.until, why=self.why, source=by)
        now = memory.clock.now().time
        waits = not is_silenced(entry, now)
        return EntryAnswer.of(memory, entry, mute_words(entry, now), waits=waits)


@dataclass(frozen=True)
class Unmute(Operation):
    """Put a muted entry into the context again."""

    NAME: ClassVar[str] = "unmute"
    PATH: ClassVar[str] = "/entries/{id}/unmute"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory unmute mem-72720dcf",)

    id: EntryId

    def run(self, memory: RobotMemory, by: str) -> EntryAnswer:
        """Unmute it."""
        before = _entry_before(memory, self.id)
        entry = memory.unmute(self.id, source=by)
        words = unmute_words(entry, before, memory.clock.now().time)
        return EntryAnswer.of(memory, entry, words)


@dataclass(frozen=True)
class Known(Operation):
    """Declare that the operator knows of a fault. Agents still see it, but it raises no alarm.

    It alarms again when it gets worse, when the date passes, or when you withdraw the declaration.
    Of what detectors or people found, an agent can only ask a person for that.
    """

    NAME: ClassVar[str] = "known"
    PATH: ClassVar[str] = "/entries/{id}/known"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        'robot-memory known mem-a4aec894 --reason "new lift is ordered"',
    )
    IS_TOOL: ClassVar[bool] = True
    IS_DESTRUCTIVE: ClassVar[bool] = True

    id: EntryId
    reason: Annotated[str, Takes("why nobody needs to be alarmed; needed unless you withdraw")] = ""
    until: Annotated[datetime | None, Takes("until then; else until it gets worse")] = None
    withdraw: Annotated[bool, Takes("take the declaration back: it alarms again")] = False

    def run(self, memory: RobotMemory, by: str) -> EntryAnswer:
        """Declare it, or withdraw that."""
        now = memory.clock.now().time
        if self.withdraw:
            entry = memory.withdraw_known(self.id, self.reason, source=by)
            words = withdrawal_words(entry, now)
        else:
            entry = memory.declare_known(self.id, self.reason, until=self.until, source=by)
            words = declaration_words(entry, now)
        waits = entry.is_known(now) is self.withdraw
        return EntryAnswer.of(memory, entry, words, waits=waits)


@dataclass(frozen=True)
class Correct(Operation):
    """Give an entry another text. The old text is kept with the evidence.

    An agent corrects agents' notes alone.
    """

    NAME: ClassVar[str] = "correct"
    PATH: ClassVar[str] = "/entries/{id}/correct"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        'robot-memory correct mem-72720dcf "Kitchen doorway has a 4 cm lip"',
    )
    IS_DESTRUCTIVE: ClassVar[bool] = True

    id: EntryId
    text: _Text

    def run(self, memory: RobotMemory, by: str) -> EntryAnswer:
        """Correct it."""
        entry = memory.correct(self.id, self.text, source=by)
        return EntryAnswer.of(memory, entry, correct_words(self.id, entry))


@dataclass(frozen=True)
class Repaired(Operation):
    """Record that a part was repaired: its entries are resolved, and its baselines are reset.

    Of an agent's word the entries that detectors or people found wait for a person, and what is
    normal stays so until a person says the same.
    """

    NAME: ClassVar[str] = "repaired"
    PATH: ClassVar[str] = "/repaired"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        'robot-memory repaired "left wheel" --note "new encoder"  # exit status 1: unknown here',
    )

    component: Annotated[str, Takes("the part, as evidence names it, or a tag", least=1)]
    note: Annotated[str, Takes("what was done")] = ""

    def run(self, memory: RobotMemory, by: str) -> RepairAnswer:
        """Record it.

        Raises:
            InvalidEntry: no part is named.
        """
        if not self.component.strip():
            raise InvalidEntry("component is empty: name the part, as evidence names it")
        entries = memory.repaired(self.component, self.note, source=by)
        resolved = tuple(one.id for one in entries if one.type is EntryType.RESOLVED)
        waiting = tuple(one.id for one in entries if one.type is not EntryType.RESOLVED)
        near = near_parts((one for _, one in memory.entries()), self.component)
        words, (by_whom, _) = repair_words(entries, near), read_source(by)
        if not by_whom.is_proven:
            words += "; what is normal for it stays, until a person says the same"
        return RepairAnswer(words, self.component, resolved, waiting)


@dataclass(frozen=True)
class Forget(Operation):
    """Delete an entry: move it to the archive. Only later evidence creates it again, as new.

    What an agent asks to delete and a detector or a person found stays, and `review` asks a person.
    Other robots and a fleet that were told of it delete its text with this robot's next update, if
    a person deletes it (rules.md §6.17). Here it stays in the archive.
    """

    NAME: ClassVar[str] = "forget"
    PATH: ClassVar[str] = "/entries/{id}/forget"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        'robot-memory forget mem-72720dcf --why "the door was removed"',
    )
    IS_DESTRUCTIVE: ClassVar[bool] = True

    id: EntryId
    why: _Why = ""

    def run(self, memory: RobotMemory, by: str) -> EntryAnswer:
        """Forget it."""
        entry = memory.forget(self.id, self.why, source=by)
        by_whom, _ = read_source(by)
        waits = can_only_propose(entry, by_whom)
        return EntryAnswer.of(memory, entry, forget_words(entry, by_whom), waits=waits)


class UndoneRecord(_Done):
    """What was taken back of an entry that is not there any more by that."""

    id: str
    undone: Annotated[str, "Which change was taken back, in words."]


class UndoneEntryRecord(ToldEntryRecord):
    """An entry as it is now, and what was taken back."""

    undone: Annotated[str, "Which change was taken back, in words."]


@dataclass(frozen=True)
class UndoAnswer(OperationAnswer):
    """Which change was taken back, in words."""

    id: str
    record: EntryRecord | None  # the entry as it is now; None where it is not there any more
    undone: str

    @property
    def line(self) -> str:
        """The message with the entry's id."""
        return _with_id(self.id, self.message)

    def as_record(self) -> UndoneEntryRecord | UndoneRecord:
        """Return the entry, where it is still there, with what was taken back."""
        done: _Done = {"message": self.message, "waits": False}
        if self.record is None:
            return {"id": self.id, **done, "undone": self.undone}
        return {**self.record, **done, "undone": self.undone}


@dataclass(frozen=True)
class Undo(Operation):
    """Take back the last change that somebody made of an entry; nothing is lost or rewritten.

    Only a person can.
    """

    NAME: ClassVar[str] = "undo"
    PATH: ClassVar[str] = "/entries/{id}/undo"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory undo mem-72720dcf",)

    id: EntryId

    def run(self, memory: RobotMemory, by: str) -> UndoAnswer:
        """Take it back."""
        done = memory.undo(self.id, source=by)
        record = None if done.has_left else _record_now(memory, done.entry)
        return UndoAnswer(f"took back: {done.words}", done.entry.id, record, done.words)
