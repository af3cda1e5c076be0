"""One decision that waits for a person, and the reason."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any

from robot_memory.foundation.text.text_enum import TextEnum

#: The most askers shown for one change of an entry, so that asking under many names hides nothing.
MOST_ASKERS = 8


class ReviewKind(TextEnum):
    """Why an item waits, the most urgent first."""

    DEFECT = "defect"  # an unusable part of the memory file or of governance
    RECOVERED = "recovered"  # a fault stays away, or somebody asks to end it: do it, or not
    FADING = "fading"  # a person's note will soon no longer be told: is it still true?
    CONTRADICTION = "contradiction"  # robots, facts or notes that contradict each other
    LIMIT = "limit"  # a limit that is not approved as it is, or signed but no longer active
    PROPOSAL = "proposal"  # a change of a procedural file
    PACKET = "packet"  # a change of stored evidence
    UNCONFIRMED = "unconfirmed"  # only an agent or an unverifiable person says so


@dataclass(frozen=True)
class ReviewItem:
    """One thing that waits for a person."""

    kind: ReviewKind
    id: str  # id of the entry, the proposal or the packet; for a defect its path in the file
    text: str
    question: str  # the decision to make, in words
    command: str  # the command that makes the decision, or shows more
    since: datetime | None = None  # since when it waits, UTC; None if unknown
    # who proposes the change, or asks to resolve or forget the entry, or the agent that stated the
    # fact or the entry: "agent:planner over MCP"; empty otherwise
    proposed_by: str = ""
    # the requested change of the entry: "resolve", "forget", "mute", "known", "not_known"; empty if
    # it is something else
    asks: str = ""
    until: datetime | None = None  # requested end; None: without an end

    def as_record(self) -> Annotated[dict[str, Any], ReviewItem]:
        """Return the item as JSON data."""
        return {**asdict(self), "kind": self.kind.value}
