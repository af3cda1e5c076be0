"""Which entries changed since a time, and how."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Any, ClassVar

from robot_memory.applications.entry_changes import ChangedEntry, changed_entries
from robot_memory.applications.operations.operation import (
    Question,
    QuestionAnswer,
    Since,
    Takes,
    Until,
)
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time.period import Period, check_period, time_before
from robot_memory.memory import RobotMemory

_LATELY = timedelta(days=1)


@dataclass(frozen=True)
class ChangesAnswer(QuestionAnswer):
    """Entries that changed.

    Attributes:
        changes: the one that changed last first.
    """

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

    def as_record(self) -> dict[str, Any]:
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
