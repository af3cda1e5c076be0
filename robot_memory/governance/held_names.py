"""Whose names are in use here, so that no operator gets the name of an agent or of a robot.

See docs/reference/governance.md, "Approval".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.tokens import CallerKind, TokenStore
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.text.unicode_text import reads_as


@dataclass(frozen=True)
class HeldName:
    """A name under which something is said here.

    Attributes:
        holder: who has it, in words.
        is_persons: whether a person has it, who may be the operator of just that name.
        way_out: how the name becomes free.
    """

    name: str
    holder: str
    is_persons: bool
    way_out: str

    def bars(self, name: str) -> bool:
        """Tell whether an operator of that name would be taken for the holder."""
        is_same_person = self.is_persons and self.name == name
        return reads_as(self.name) == reads_as(name) and not is_same_person


def held_names(home: Home) -> Iterator[HeldName]:
    """Yield the names of those who have a token, and of the robots that are trusted.

    Raises:
        InvalidInput: the file of the tokens is damaged.
    """
    for caller in TokenStore(home.web_tokens).callers():
        yield HeldName(
            caller.name, f"the {caller.kind} {caller.name!r}, who has a token",
            caller.kind is CallerKind.PERSON, f"`robot-memory web revoke {caller.name}`",
        )  # fmt: skip
    for robot in TrustStore(home.peers).read().by_rrn.values():
        way_out = "give the robot another name with `robot-memory peers trust CARD --name NAME`"
        if robot.name:
            yield HeldName(robot.name, f"the robot {robot.label}", False, way_out)
        way_out = f"remove the file of that robot from {home.peers}"
        yield HeldName(robot.card.rrn, f"the robot {robot.label}", False, way_out)
