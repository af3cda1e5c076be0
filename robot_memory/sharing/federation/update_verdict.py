"""The result of checking an update, and the words for reports of it.

:mod:`.update_checks` decides it, with :mod:`.flood_guard`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from robot_memory.entries.peer_text import words_from_outside
from robot_memory.foundation.errors import Defect

REVOKED = "an operator has revoked the trust in it"
NOT_LISTED = "it is not trusted any more"
NEW_KEYS = "it has new keys, and was not heard with them yet"
_LONGEST_REASON, _MOST_PROBLEMS = 300, 8  # characters; problems in a report


class UpdateOutcome(str, Enum):
    """The outcome for an update, in one word; the words of ``/diagnostics``."""

    ACCEPTED = "accepted"
    KNOWN = "known"  # the same update again, as it is latched
    OWN = "own"  # this robot's own
    WAITING = "waiting"  # this robot does not know the time yet
    UNKNOWN = "not trusted"
    REVOKED = "revoked"
    OVERSIZED = "oversized"
    UNREADABLE = "unreadable"
    FORGED = "forged"
    OTHER_KEY = "other key"
    EXPIRED = "expired"
    FUTURE = "dated ahead"
    REPLAYED = "replayed"
    TWO_STORIES = "two stories"
    TWO_ROBOTS = "two robots"
    DISPUTED = "disputed"
    FLOOD = "flood"
    RECORD_CUT = "record went back"  # its event log; the update is in use (rules.md §6.8)
    ECHO = "repeated"  # an agent repeated it as its own (rules.md §2.7)


#: Outcomes that are nobody's fault.
HARMLESS = (UpdateOutcome.ACCEPTED, UpdateOutcome.KNOWN, UpdateOutcome.OWN, UpdateOutcome.WAITING)
#: Outcomes of an update in use.
IN_USE = (UpdateOutcome.ACCEPTED, UpdateOutcome.KNOWN)


@dataclass(frozen=True)
class UpdateVerdict:
    """The result for one update."""

    rrn: str  # of the claimed sender
    outcome: UpdateOutcome  # in one word
    reason: str = ""  # in a sentence; empty if all is well
    accepted: int = 0  # its entries in use
    rejected: int = 0  # its refused entries, or refused whole updates


def brief(*problems: str | Defect) -> str:
    """Return problems that contain another robot's words as one short and harmless sentence."""
    text = "; ".join(
        words_from_outside(problem)
        if isinstance(problem, str)
        else f"{problem.path}: {words_from_outside(problem.problem)}"  # paths are our own words
        for problem in problems[:_MOST_PROBLEMS]
    )
    return text if len(text) <= _LONGEST_REASON else f"{text[: _LONGEST_REASON - 1]}…"


class UpdateRefused(Exception):
    """An update is refused, with this outcome."""

    def __init__(self, outcome: UpdateOutcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


@dataclass(frozen=True)
class PeerEvent:
    """An event with another robot; each kind of refusal is reported once."""

    kind: str  # peer_accepted or peer_rejected
    rrn: str  # of the robot
    detail: str  # in a sentence
    reason: str = ""  # why it was refused, in the words of ``/diagnostics``; empty if it was not

    @property
    def actor(self) -> str:
        """The cause: the robot itself, or an agent that noted its words."""
        return "agent" if self.reason == UpdateOutcome.ECHO.value else "peer"
