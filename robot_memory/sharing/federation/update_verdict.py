"""The result of checking an update, and what is told of it.

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
_LONGEST_REASON, _MOST_PROBLEMS = 300, 8  # characters; what is told of them


class UpdateOutcome(str, Enum):
    """What became of an update, in one word; the words are those of ``/diagnostics``."""

    ACCEPTED = "accepted"
    KNOWN = "known"  # the same again, as it is latched
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
    RECORD_CUT = "record went back"  # of a robot whose update is in use (rules.md §6.8)
    ECHO = "repeated"  # by an agent, as its own (rules.md §2.7)


#: Outcomes that are nobody's fault.
HARMLESS = (UpdateOutcome.ACCEPTED, UpdateOutcome.KNOWN, UpdateOutcome.OWN, UpdateOutcome.WAITING)
#: Outcomes of an update that is in use.
IN_USE = (UpdateOutcome.ACCEPTED, UpdateOutcome.KNOWN)


@dataclass(frozen=True)
class UpdateVerdict:
    """What became of one update."""

    rrn: str  # whose it claims to be
    outcome: UpdateOutcome  # in one word
    reason: str = ""  # why, in a sentence; empty where all is well
    accepted: int = 0  # entries of it that are in use
    rejected: int = 0  # entries of it, or whole updates, that were refused


def brief(*problems: str | Defect) -> str:
    """Return problems that hold words of another robot in one short and harmless sentence."""
    text = "; ".join(
        words_from_outside(problem)
        if isinstance(problem, str)
        else f"{problem.path}: {words_from_outside(problem.problem)}"  # paths are words of ours
        for problem in problems[:_MOST_PROBLEMS]
    )
    return text if len(text) <= _LONGEST_REASON else f"{text[: _LONGEST_REASON - 1]}…"


class UpdateRefused(Exception):
    """An update is not taken in; carries what became of it."""

    def __init__(self, outcome: UpdateOutcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


@dataclass(frozen=True)
class PeerEvent:
    """Something that happened with another robot; each kind of refusal is told once."""

    kind: str  # peer_accepted or peer_rejected
    rrn: str  # whose
    detail: str  # what, in a sentence
    reason: str = ""  # why it was refused, in the words of ``/diagnostics``; empty where it was not

    @property
    def actor(self) -> str:
        """Who caused it: the robot itself, or an agent that noted its words."""
        return "agent" if self.reason == UpdateOutcome.ECHO.value else "peer"
