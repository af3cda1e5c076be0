"""One thing that waits for a person, and why it waits."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any

from robot_memory.foundation.text.text_enum import TextEnum

#: Who are heard of one change of an entry: whoever asks under many names buries nothing.
MOST_ASKERS = 8


class ReviewKind(TextEnum):
    """Why something waits, the most urgent first."""

    DEFECT = "defect"  # a part of the memory file, or of what operators approve, cannot be used
    RECOVERED = "recovered"  # a fault stays away, or somebody asks to end it: do it, or not
    FADING = "fading"  # what a person noted is soon told no more: is it still so?
    CONTRADICTION = "contradiction"  # robots, facts or notes that contradict each other
    LIMIT = "limit"  # one that nobody approved as it is, or signed and active no longer
    PROPOSAL = "proposal"  # a change of a procedural file
    PACKET = "packet"  # a change of stored evidence
    UNCONFIRMED = "unconfirmed"  # only an agent says so, or that it is known, or nobody can check


@dataclass(frozen=True)
class ReviewItem:
    """One thing that waits for a person."""

    kind: ReviewKind
    id: str  # of the entry, the proposal or the packet; of a defect its path in the file
    text: str
    question: str  # what there is to decide, in words
    command: str  # what to type to decide it, or to see more
    since: datetime | None = None  # since when it waits, UTC; None where that is not known
    # who proposes the change or asks to resolve or forget the entry, or the agent that states the
    # fact or whose word the entry is: "agent:planner over MCP"; empty otherwise
    proposed_by: str = ""
    # what is to be done with the entry, or not: "resolve", "forget", "mute", "known", "not_known";
    # empty where that is not what is asked
    asks: str = ""
    until: datetime | None = None  # until when that is asked; None: without an end

    def as_record(self) -> Annotated[dict[str, Any], ReviewItem]:
        """Return it as JSON data."""
        return {**asdict(self), "kind": self.kind.value}
