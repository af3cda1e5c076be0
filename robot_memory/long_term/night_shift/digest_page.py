"""``daily/YYYY-MM-DD.md``: a digest that the machine keeps up and a person may edit (003 §3).

It is made of lines in four sections; some of the lines are facts.

As with knowledge, what the machine said and says no longer goes; a line that a person wrote
stays, and a line of the machine's that a person deleted does not come back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum

from robot_memory.long_term.graph.known_fact import SAYS_SO
from robot_memory.long_term.levels.markdown_page import (
    make_page,
    make_section,
    merged_section,
    read_page,
)

#: Beside the document's four sections: with whom the robot spoke, and when.
SESSIONS = "Sessions"
#: A digest has at most so many lines below a heading.
MOST_LINES = 100

#: Heading → the lines below it.
Lines = Mapping[str, tuple[str, ...]]


class DigestSection(str, Enum):
    """The sections of a digest, with the document's titles in its order."""

    FACTS = "Facts Learned"
    DECISIONS = "Decisions Made"
    PREFERENCES = "Preferences Noted"
    ACTIONS = "Action Items"


HEADINGS = (*(part.value for part in DigestSection), SESSIONS)


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


def digest_text(day: date, text: str | None, wanted: Lines, written: Lines) -> str:
    """Return the text of a digest.

    Args:
        text: the page as it is; None or empty where there is none, which is no wish to forget.
        wanted: what the machine says now.
        written: what it wrote last.
    """
    if not text or not text.strip():
        made = [
            make_section(name, [f"- {line}" for line in wanted.get(name, ())])
            for name in HEADINGS
            if name != SESSIONS or wanted.get(name)
        ]
        return make_page(day.isoformat(), made).render()
    page = read_page(text)
    for heading in HEADINGS:
        section = merged_section(page, heading, wanted.get(heading, ()), written.get(heading, ()))
        page = page if section is None else page.put(section)
    return page.render()


def is_told(line: str) -> bool:
    """Tell whether a line says that an agent says so, or who is only said to be a person."""
    return line.endswith(SAYS_SO)
