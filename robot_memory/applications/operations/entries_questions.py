"""What the robot knows: its own entries, which of them changed, and what stands behind one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypedDict

from robot_memory.applications.entry_changes import (
    ChangedEntry,
    EntryChangeRecord,
    changed_entries,
)
from robot_memory.applications.operations.operation import (
    EntryId,
    ListAnswer,
    Question,
    QuestionAnswer,
    Since,
    Takes,
    Until,
)
from robot_memory.entries.field_limits import MOST_ROWS, TYPES
from robot_memory.entries.json_records import EntryRecord, entry_record
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.running_hours import RunningHours
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time.period import Period, check_period, time_before
from robot_memory.memory import RobotMemory

if TYPE_CHECKING:
    from robot_memory.applications.entry_explanation import EntryExplanation, WhyRecord

_LATELY = timedelta(days=1)


@dataclass(frozen=True)
class EntriesAnswer(ListAnswer):
    """Entries of a robot with what each is worth now, strongest first, and when it ran."""

    items: tuple[tuple[float, MemoryEntry], ...]
    rrn: str
    hours: RunningHours

    def there_first(self) -> list[tuple[float, MemoryEntry]]:
        """Return what is there now, then the others."""
        return sorted(self.items, key=lambda valued: not self.hours.is_there(valued[1]))

    def record_of(self, item: Any) -> EntryRecord:
        """Return an entry as JSON data."""
        confidence, entry = item
        return entry_record(confidence, entry, self.hours)

    def is_own(self, item: Any) -> bool:
        """Tell whether it is more than the word of an agent."""
        return not item[1].is_agents_word

    def as_record(self) -> Any:
        """Return it as JSON data."""
        return {"rrn": self.rrn, "entries": list(map(self.record_of, self.there_first()))}


@dataclass(frozen=True)
class ListEntries(Question):
    """Show the entries, strongest first.

    In a terminal what is there now comes first. Of a part of the list the words of agents take at
    most half if others need the room.
    """

    types: Annotated[
        tuple[str, ...], Takes("only entries of this type", choices=TYPES, option="type")
    ] = ()
    tags: Annotated[tuple[str, ...], Takes("only entries with this tag", option="tag")] = ()
    include_resolved: Annotated[bool, Takes("resolved ones as well", option="all")] = False
    min_confidence: Annotated[
        float, Takes("only entries of at least this confidence, 0 to 1", 0.0, 1.0)
    ] = 0.0
    limit: Annotated[
        int, Takes("at most so many; 0: all", 0, 4_294_967_295, is_nodes=True)
    ] = 0  # fmt: skip

    NAME: ClassVar[str] = "show"
    SERVICE: ClassVar[str] = "list_entries"
    PATH: ClassVar[str] = "/entries"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        "robot-memory show",
        "robot-memory show --all --tag kitchen",
    )

    def ask(self, memory: RobotMemory) -> EntriesAnswer:
        """Answer it; see :class:`.Question`.

        Raises:
            InvalidInput: there is no such type, or a share is not between 0 and 1.
        """
        found = memory.entries(
            types=self.types, tags=self.tags, include_resolved=self.include_resolved,
            min_confidence=self.min_confidence,
        )  # fmt: skip
        shown = in_shared_room(
            found, self.limit or len(found), lambda valued: not valued[1].is_agents_word
        )
        message = "" if found or self == ListEntries() else "no entry fits"
        if left_out := len(found) - len(shown):
            message = f"{left_out} weaker entries were left out: the limit is {len(shown)}"
        return EntriesAnswer(message, tuple(shown), memory.rrn, memory.running_hours())


class ChangesRecord(TypedDict):
    """Entries that changed, the one that changed last first."""

    changes: list[EntryChangeRecord]
    message: Annotated[str, "How many were left out; else empty."]


@dataclass(frozen=True)
class ChangesAnswer(QuestionAnswer):
    """Entries that changed, the one that changed last first."""

    changes: tuple[ChangedEntry, ...]

    @property
    def text(self) -> str:
        """A line for each entry: when it changed last, how, and what it says."""
        return "\n".join(
            f"{one.last:%Y-%m-%d %H:%M} UTC  {one.id}  {one.how}: {one_line(one.text)}"
            for one in self.changes
        )

    @property
    def remark(self) -> str:
        """How many were left out."""
        return self.message

    def as_record(self) -> ChangesRecord:
        """Return it as JSON data."""
        return {"changes": [one.as_record() for one in self.changes], "message": self.message}


@dataclass(frozen=True)
class ChangesSince(Question):
    """Show which entries were created, reinforced, resolved, muted or changed otherwise.

    Those of the last day, if no period is given; newest first, within a minute of the change.
    """

    since: Since = None
    until: Until = None
    limit: Annotated[int, Takes("at most so many entries", 1, 1000)] = 20

    NAME: ClassVar[str] = "changes"
    SERVICE: ClassVar[str] = "changes_since"
    PATH: ClassVar[str] = "/changed"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory changes --since yesterday",)
    IS_TOOL: ClassVar[bool] = True
    TITLE: ClassVar[str] = "What changed since a time"
    NOTHING: ClassVar[str] = "No entry changed."
    REFUSAL: ClassVar[str] = "nothing was looked up"

    def ask(self, memory: RobotMemory) -> ChangesAnswer:
        """Answer it; see :class:`.Question`.

        Raises:
            InvalidInput: the period is empty, or lies ahead.
        """
        now = memory.clock.now().time
        is_open = Period(self.since, self.until).is_open
        period = Period(time_before(now, _LATELY) if is_open else self.since, self.until)
        check_period(period, now, refusal=self.REFUSAL, prefix="")
        changed = changed_entries(memory, period)
        shown = in_shared_room(changed, self.limit, lambda one: one.is_own)
        left_out = len(changed) - len(shown)
        message = f"{left_out} more changed: a higher limit shows them" if left_out else ""
        return ChangesAnswer(message, tuple(shown))


@dataclass(frozen=True)
class WhyAnswer(QuestionAnswer):
    """An entry as JSON data, and what stands behind it."""

    entry: EntryRecord
    found: EntryExplanation

    def as_record(self) -> WhyRecord:
        """Return it as JSON data."""
        return {"entry": self.entry, **self.found.as_record()}


@dataclass(frozen=True)
class Why(Question):
    """Show an entry and the evidence behind it, newest first."""

    id: EntryId
    limit: Annotated[int, Takes("at most so many rows of evidence", 1, MOST_ROWS)] = 20

    NAME: ClassVar[str] = "why"
    PATH: ClassVar[str] = "/why/{id}"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory why mem-72720dcf",)
    IS_TOOL: ClassVar[bool] = True
    TITLE: ClassVar[str] = "Evidence for an entry"
    FOR_AGENTS: ClassVar[str] = (
        "With the values before its newest fault; the resource memory://entry/{entry_id} has those "
        "before each."
    )
    NOTHING: ClassVar[str] = ""  # an entry is always told

    def ask(self, memory: RobotMemory) -> WhyAnswer:
        """Answer it; see :class:`.Question`.

        Raises:
            UnknownEntry: no entry of this robot or of a peer has that id.
        """
        # other verbs start sooner without
        from robot_memory.applications.entry_explanation import explain_entry

        found = explain_entry(memory, self.id, limit=self.limit)
        entry = entry_record(found.confidence, found.entry, memory.running_hours())
        message = "" if found.rows else "no evidence in this ledger: the entry came with the file"
        return WhyAnswer(message, entry, found)
