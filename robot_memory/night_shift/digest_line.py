"""What a digest is made of: lines in four sections, some of which are facts (003 §3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from robot_memory.graph.known_fact import SAYS_SO


class DigestSection(str, Enum):
    """The sections of a digest, with the document's titles in its order."""

    FACTS = "Facts Learned"
    DECISIONS = "Decisions Made"
    PREFERENCES = "Preferences Noted"
    ACTIONS = "Action Items"


def is_told(line: str) -> bool:
    """Tell whether a line says that an agent says so, or who is only said to be a person."""
    return line.endswith(SAYS_SO)


@dataclass(frozen=True)
class FactTriple:
    """The fact in a line: ``deployment project``, ``started_on``, ``2026-05-15``."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True)
class DigestLine:
    """A line of a digest.

    Attributes:
        text: what it says, on one line.
        triple: the fact that it says, None where it says none that is sure.
        is_said: whether a person said or decided it; False for what the memory found by itself.
    """

    part: DigestSection
    text: str
    triple: FactTriple | None = None
    is_said: bool = True
