"""What stands behind an entry: its evidence, limits, recordings, when its fault was checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from robot_memory.applications.operations.operation import EntryId, Question, QuestionAnswer, Takes
from robot_memory.entries.field_limits import MOST_ROWS
from robot_memory.entries.json_records import entry_record
from robot_memory.memory import RobotMemory

if TYPE_CHECKING:
    from robot_memory.applications.entry_explanation import EntryExplanation


@dataclass(frozen=True)
class WhyAnswer(QuestionAnswer):
    """An entry, and what stands behind it.

    Attributes:
        entry: as JSON data.
        found: the entry and the rest.
    """

    entry: dict[str, Any]
    found: EntryExplanation

    def as_record(self) -> dict[str, Any]:
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
        # a verb starts sooner without
        from robot_memory.applications.entry_explanation import explain_entry

        found = explain_entry(memory, self.id, limit=self.limit)
        entry = entry_record(found.confidence, found.entry, memory.running_hours())
        message = "" if found.rows else "no evidence in this ledger: the entry came with the file"
        return WhyAnswer(message, entry, found)
