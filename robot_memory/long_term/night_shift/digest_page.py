"""``daily/YYYY-MM-DD.md``: a digest that the machine keeps up and a person may edit (003 §3).

It is made of lines in four sections; some of the lines are facts. As with knowledge, what the
machine said and says no longer goes; a line that a person wrote stays, and a line of the machine's
that a person deleted does not come back.

Its sources are stored beside it: ``daily/.sources/YYYY-MM-DD.json``. From them follows whether a
day has something new, what the machine wrote, and what sessions said that have left for the
archive since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import Enum
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.graph.fact import SAYS_SO
from robot_memory.long_term.levels import markdown_page

#: Beside the document's four sections: with whom the robot spoke, and when.
SESSIONS = "Sessions"
#: A digest has at most so many lines below a heading.
_MOST_LINES = 100

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
    """A line of a digest, its text on one line.

    Attributes:
        triple: the fact that it says, None where it says none that is sure.
        is_said: whether a person said or decided it; False for what the memory found by itself.
    """

    part: DigestSection
    text: str
    triple: FactTriple | None = None
    is_said: bool = True

    @property
    def line(self) -> tuple[str, str]:
        """Its heading and text."""
        return self.part.value, self.text


def digest_text(day: date, text: str | None, wanted: Lines, written: Lines) -> str:
    """Return the text of a digest, of what the machine says now, and wrote last.

    A page with nothing in it is no wish to forget.
    """
    if not text or not text.strip():
        made = [
            markdown_page.make_section(name, [f"- {line}" for line in wanted.get(name, ())])
            for name in HEADINGS
            if name != SESSIONS or wanted.get(name)
        ]
        return markdown_page.make_page(day.isoformat(), made).render()
    page = markdown_page.read_page(text)
    for heading in HEADINGS:
        section = markdown_page.merged_section(
            page, heading, wanted.get(heading, ()), written.get(heading, ())
        )
        page = page if section is None else page.put(section)
    return page.render()


def is_told(line: str) -> bool:
    """Tell whether a line says that an agent says so, or who is only said to be a person."""
    return line.endswith(SAYS_SO)


@dataclass(frozen=True)
class DigestedSource:
    """What a digest tells of one session or event: of each line its heading and text.

    Attributes:
        sha256: of what was said.
        first: when that began, UTC; lines stand in this order.
    """

    sha256: str
    first: datetime
    lines: tuple[tuple[str, str], ...]
    is_said: bool = True

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "sha256": self.sha256,
            "from": stamps.to_text(self.first),
            "lines": [list(line) for line in self.lines],
            **({} if self.is_said else {"said": False}),
        }


@dataclass(frozen=True)
class DigestRecord:
    """What a digest was made of, by session or event.

    Attributes:
        page_sha256: of the page when it was last made into chunks; empty where it was not.
    """

    sources: Mapping[str, DigestedSource] = field(default_factory=dict)
    page_sha256: str = ""

    def lines(self) -> dict[str, tuple[str, ...]]:
        """Return what the machine says below each heading, each line once, in order of time.

        What a person told the memory to note is told once: as what was learned. Where there is no
        room for all, what agents said is left out first, then what no person said.
        """
        return {heading: _with_room(texts) for heading, texts in self._all().items()}

    def _all(self) -> dict[str, dict[str, bool]]:
        """Return what there is to say, and of each line whether a person said it."""
        found: dict[str, dict[str, bool]] = {heading: {} for heading in HEADINGS}
        for _, source in sorted(self.sources.items(), key=lambda pair: (pair[1].first, pair[0])):
            for heading, text in source.lines:
                if heading in found:
                    found[heading][text] = found[heading].get(text, False) or source.is_said
        return {heading: _once(texts) for heading, texts in found.items()}

    def said(self) -> DigestRecord:
        """Return the same with what people said and decided alone."""
        sources = {
            name: replace(one, lines=tuple(line for line in one.lines if line[0] != SESSIONS))
            for name, one in self.sources.items()
            if one.is_said
        }
        return replace(self, sources=sources)

    def left_out(self) -> int:
        """Return how many lines have no room."""
        return sum(max(0, len(texts) - _MOST_LINES) for texts in self._all().values())

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "sources": {name: source.as_record() for name, source in sorted(self.sources.items())},
            "page_sha256": self.page_sha256,
        }


def _once(lines: Mapping[str, bool]) -> dict[str, bool]:
    """Leave out "ada: Door sticks" where a person had "Door sticks" noted as well."""
    stated = {line.casefold() for line, is_said in lines.items() if is_said}
    return {
        line: is_said
        for line, is_said in lines.items()
        if line.partition(": ")[2].casefold() not in stated
    }


def _with_room(lines: Mapping[str, bool]) -> tuple[str, ...]:
    """Return the lines that there is room for, in their order."""
    # The order stays otherwise.
    said_first = sorted(lines, key=lambda line: (not lines[line], is_told(line)))
    kept = frozenset(said_first[:_MOST_LINES])
    return tuple(line for line in lines if line in kept)


def read_record(data: Any) -> DigestRecord:
    """Read what :meth:`DigestRecord.as_record` wrote; of what is none, nothing is known."""
    sources = data.get("sources") if isinstance(data, dict) else None
    if not isinstance(sources, dict):
        return DigestRecord()
    sources = {name: _read_source(value) for name, value in sources.items()}
    known = {name: value for name, value in sources.items() if value is not None}
    return DigestRecord(known, str(data.get("page_sha256", "")))


def _read_source(data: Any) -> DigestedSource | None:
    first = time_of(data.get("from")) if isinstance(data, dict) else None
    if first is None or not isinstance(data.get("lines"), list):
        return None
    pairs = [line for line in data["lines"] if isinstance(line, list) and len(line) == 2]
    lines = tuple((str(heading), str(text)) for heading, text in pairs)
    is_said = data.get("said") is not False
    return DigestedSource(str(data.get("sha256", "")), first, lines, is_said)
