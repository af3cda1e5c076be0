"""How a task went, as whoever tried it tells: an event on the episodic level.

It is a report, not evidence: no entry is made of it, and none gains or loses confidence. Recall
finds it among the events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from robot_memory.entries.field_limits import beyond_limits
from robot_memory.entries.memory_entry import canonical_text
from robot_memory.errors import Defect, InvalidInput
from robot_memory.unicode_text import is_storable

#: The type of the event; nobody but the memory writes it (:mod:`record_events`).
EVENT_TYPE = "task_outcome"


@dataclass(frozen=True)
class TaskOutcome:
    """What was tried, where, and how it went.

    Attributes:
        task: in a few words, the same ones each time: 'dock at bay 2'.
        succeeded: whether it was reached.
        by: who says so, as of :meth:`RobotMemory.remember`: 'agent:planner'.
        place: where it was tried; empty: not told.
        parameters: how it was tried: names and values.
        note: what happened, or what helped.

    Raises:
        InvalidInput: names all that is empty, too long or no Unicode text; nothing was stored.
    """

    task: str
    succeeded: bool
    by: str
    place: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    note: str = ""

    def __post_init__(self) -> None:
        words = {"task": self.task, "place": self.place, "note": self.note}
        pairs = [f"{name}={value}" for name, value in self.parameters.items()]
        defects = [] if self.task.strip() else [Defect("task", "is empty")]
        defects += [
            Defect(name, "is not valid Unicode")
            for name, text in {**words, "parameters": " ".join(pairs)}.items()
            if not is_storable(text)
        ]
        defects += beyond_limits(**words, parameters=pairs)
        if defects:
            raise InvalidInput("nothing was stored", defects)

    @property
    def event(self) -> dict[str, Any]:
        """What is written to the record; what was not told is left out."""
        fields = {
            "task": canonical_text(self.task),
            "outcome": "succeeded" if self.succeeded else "failed",
            "place": canonical_text(self.place),
            "parameters": dict(self.parameters),
            "note": canonical_text(self.note),
            "by": self.by,
        }
        return {name: value for name, value in fields.items() if value}
