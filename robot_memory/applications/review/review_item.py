"""One thing that waits for a person's decision."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from robot_memory.foundation.text.text_enum import TextEnum


class ReviewKind(TextEnum):
    """Why something waits, the most urgent first."""

    DEFECT = "defect"  # a part of the memory file, or of what operators approve, cannot be used
    RECOVERED = "recovered"  # a fault stays away, or somebody asks to resolve it: do it, or not
    FADING = "fading"  # what a person noted is soon told no more: is it still so?
    CONTRADICTION = "contradiction"  # a robot, or facts, that contradict each other
    LIMIT = "limit"  # one that nobody approved as it is, or signed and active no longer
    PROPOSAL = "proposal"  # a change of a procedural file
    PACKET = "packet"  # a change of stored evidence
    UNCONFIRMED = "unconfirmed"  # only an agent says so, or that it is known, or nobody can check


@dataclass(frozen=True)
class ReviewItem:
    """One thing that waits for a person.

    Attributes:
        id: of the entry, the proposal or the packet; of a defect its path in the file.
        question: what there is to decide, in words.
        command: what to type to decide it, or to see more.
        since: since when it waits, UTC; None where that is not known.
        proposed_by: who proposes the change or asks to resolve or forget the entry, or the agent
            that states the fact or whose word the entry is: "agent:planner over MCP"; empty
            otherwise.
    """

    kind: ReviewKind
    id: str
    text: str
    question: str
    command: str
    since: datetime | None = None
    proposed_by: str = ""

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {**asdict(self), "kind": self.kind.value}
