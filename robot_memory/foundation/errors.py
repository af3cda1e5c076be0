"""Every error that robot_memory raises on purpose, as a tree.

    RobotMemoryError
    ├── InvalidInput          (ValueError)   what a caller or a file gave cannot be used
    │   ├── InvalidEntry                     an entry breaks document 000 §3.4
    │   ├── InvalidSettings                  a setting is unknown, of the wrong type, out of range
    │   ├── InvalidRules                     config/rules.yaml cannot be used
    │   ├── InvalidCard                      a robot's card cannot be used
    │   ├── InvalidChunk                     a chunk breaks document 001
    │   ├── InvalidConversation              a conversation breaks document 002
    │   ├── InvalidFact                      a fact breaks document 003, "Fact Ingestion"
    │   ├── InvalidPacket                    a packet of changes cannot be read (document 004)
    │   └── InvalidUpdate                    another robot's update cannot be read
    ├── NotThere              (LookupError)  what is named does not exist
    │   ├── UnknownEntry                     no entry has that id
    │   └── UnknownProposal                  no proposal has that id
    ├── NotYours              (RuntimeError) a person may do it, an agent may not
    ├── DecisionRefused       (RuntimeError) a proposal cannot be decided as asked
    ├── AssistRefused         (RuntimeError) a change of stored evidence is not made as asked
    ├── NoRoom                (RuntimeError) the disk that something may take is used up
    ├── AllowanceUsedUp       (RuntimeError) too much came at once; it may come later
    ├── NightShiftBusy        (RuntimeError) another night shift is at work in the home
    ├── LockHeld              (RuntimeError) another process keeps a lock for too long
    ├── UnusableNumber        (ValueError)   a message holds a number that is no reading
    ├── HomeRefused           (RuntimeError) the memory home must not be touched as asked
    │   ├── RrnMismatch                      the file belongs to another robot
    │   ├── NotAMemoryFile                   a setting names somebody's own file
    │   ├── HomeKept                         another node keeps the home
    │   ├── NewerSchema                      a newer major schema version wrote the file
    │   └── WrongTimeKind                    the home has another kind of time (rules.md §4.4)
    ├── FleetRefused          (RuntimeError) the memory of a fleet cannot be used as asked
    └── FederationRefused     (RuntimeError) robots cannot be told, or heard, as asked
        └── InvalidKeys                      this robot's own keys cannot be used

Errors of the operating system and of SQLite are passed on as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Defect:
    """A defect of data, with its path: ``entries[3].confidence: 1.7 is above 1.0``.

    Attributes:
        about: the text of an entry that is not used because of the defect; else empty.
    """

    path: str
    problem: str
    about: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}" if self.path else self.problem


class RobotMemoryError(Exception):
    """Base of all errors raised on purpose."""


class InvalidInput(RobotMemoryError, ValueError):
    """The input cannot be used; ``defects`` lists all that is wrong, each with its path."""

    def __init__(self, what: str, defects: Sequence[Defect] = ()) -> None:
        self.defects = tuple(defects)
        lines = "".join(f"\n  {defect}" for defect in self.defects)
        super().__init__(f"{what}{':' if lines else ''}{lines}")


class InvalidEntry(InvalidInput):
    """An entry breaks document 000 §3.4."""


class InvalidSettings(InvalidInput):
    """A setting is unknown, of the wrong type or out of its range."""


class InvalidRules(InvalidInput):
    """A rules file cannot be used."""


class InvalidCard(InvalidInput):
    """A robot's card cannot be used."""


class InvalidChunk(InvalidInput):
    """A chunk breaks document 001."""


class InvalidConversation(InvalidInput):
    """A conversation breaks document 002, "Conversation JSON"."""


class InvalidFact(InvalidInput):
    """A fact breaks document 003, "Fact Ingestion"."""


class InvalidUpdate(InvalidInput):
    """Another robot's update cannot be read."""


class InvalidPacket(InvalidInput):
    """A packet of changes, or a file that belongs to it, cannot be read (document 004)."""


class NotThere(RobotMemoryError, LookupError):
    """A named thing does not exist."""


class UnknownEntry(NotThere):
    """No entry has that id.

    Args:
        hint: how to find one.
    """

    def __init__(self, entry_id: str, hint: str = "") -> None:
        end = f"; {hint}" if hint else ""
        super().__init__(f"no entry has the id {entry_id!r:.80}{end}")


class NotYours(RobotMemoryError, RuntimeError):
    """Only a person may do this; nothing was done."""


class UnknownProposal(NotThere):
    """No proposal has that id."""

    def __init__(self, proposal_id: str) -> None:
        super().__init__(f"no proposal has the id {proposal_id!r:.80}")


class DecisionRefused(RobotMemoryError, RuntimeError):
    """A proposal cannot be decided as asked; nothing was done."""


class AssistRefused(RobotMemoryError, RuntimeError):
    """A change of stored evidence is not made as asked; no row was changed."""


class NightShiftFailed(RobotMemoryError):
    """A step of a night shift failed; the results of the others stay, and it is retried."""


class NightShiftBusy(RobotMemoryError, RuntimeError):
    """Another night shift is at work in the memory home; nothing was done."""


class NoRoom(RobotMemoryError, RuntimeError):
    """The allowed disk space is used up; nothing was written."""


class AllowanceUsedUp(RobotMemoryError, RuntimeError):
    """Too much came at once; nothing was stored, and the same may be sent later."""


class LockHeld(RobotMemoryError, RuntimeError):
    """Another process has held a lock for too long; nothing was done under it."""


class UnusableNumber(RobotMemoryError, ValueError):
    """A message holds a number that is no reading; the rest of the message was read."""


class HomeRefused(RobotMemoryError, RuntimeError):
    """The memory home must not be touched as asked; nothing was changed."""


class RrnMismatch(HomeRefused):
    """The memory file belongs to another robot."""


class NotAMemoryFile(HomeRefused):
    """The file that a setting names holds something else; it was left as it is."""


class HomeKept(HomeRefused):
    """Another node uses the home: two would count everything twice."""


class NewerSchema(HomeRefused):
    """The memory file was written by a newer major schema version and is read-only here."""


class WrongTimeKind(HomeRefused):
    """The home belongs to another kind of time: wall, simulated or recording."""


class FleetRefused(RobotMemoryError, RuntimeError):
    """The memory of a fleet cannot be used as asked; earlier commits are kept."""


class FederationRefused(RobotMemoryError, RuntimeError):
    """Updates cannot be exchanged with other robots as asked."""


class InvalidKeys(FederationRefused):
    """This robot's own keys cannot be used; nothing was signed."""
