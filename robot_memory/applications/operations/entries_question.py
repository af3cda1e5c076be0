"""What the robot knows: its own entries, without those of peers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import ListAnswer, Question, Takes
from robot_memory.entries.field_limits import TYPES
from robot_memory.entries.json_records import entry_record
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.running_hours import RunningHours
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.memory import RobotMemory


@dataclass(frozen=True)
class EntriesAnswer(ListAnswer):
    """Entries with what each is worth now, strongest first.

    Attributes:
        rrn: of the robot.
        hours: in which it ran.
    """

    items: tuple[tuple[float, MemoryEntry], ...]
    rrn: str
    hours: RunningHours

    ITEM: ClassVar[str] = "Entry"

    @property
    def remark(self) -> str:
        """What was left out, or that nothing fits."""
        return self.message

    def there_first(self) -> list[tuple[float, MemoryEntry]]:
        """Return what is there now, then the others."""
        return sorted(self.items, key=lambda valued: not self.hours.is_there(valued[1]))

    def record_of(self, item: Any) -> dict[str, Any]:
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
    NOTHING: ClassVar[str] = ""

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
