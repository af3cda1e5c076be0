"""Which lines ``MEMORY.md`` has (document 003, Step 5; rules.md §8.2).

A line is the machine's where it ends in the id of a fact and reads as the machine left it. All
other lines are a person's: they stay, whatever becomes of the facts. What a person deletes or
rewords is *declined*, and is not written again.

See docs/reference/facts.md, "MEMORY.md".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from robot_memory.entries.entry_id import agents_id
from robot_memory.foundation.text.escaping import markdown_line
from robot_memory.long_term.graph.fact import Fact
from robot_memory.long_term.graph.fact_equality import mint_id, subject_form
from robot_memory.long_term.graph.fact_limits import PAGE_THRESHOLD, FactLimits
from robot_memory.long_term.graph.known_fact import KnownFact

TITLE = "# Memory"
HEADING = "## Learned by the robot"
_MARKED = re.compile(r"- .* <!-- ([A-Za-z0-9][A-Za-z0-9_.:-]*) -->", re.ASCII)
_BULLET = re.compile(r"\A\s*(?:[-*+]|\d+[.)]|#+)\s+")

#: What the machine may have left of a fact: its line; None where it left none.
Left = tuple[str | None, ...]


@dataclass(frozen=True)
class PageRecord:
    """What is known of the page beside its text.

    Attributes:
        lines: by fact id, what the machine left. While it writes that is what was and what will
            be, so that a crash does not look like a person's edit.
        declined: facts whose line a person deleted or made their own.
    """

    lines: Mapping[str, Left] = field(default_factory=dict)
    declined: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PagePlan:
    """What is to be done; the record is another one while the page is written, and then.

    Attributes:
        added, removed: the ids of facts whose line comes or goes.
    """

    text: str
    during: PageRecord
    after: PageRecord
    added: tuple[str, ...]
    removed: tuple[str, ...]
    left_out: int


def render(known: KnownFact) -> str:
    """Return the line of a fact."""
    return f"- {markdown_line(known.text)} <!-- {known.fact.id} -->"


def plan_page(
    text: str, record: PageRecord, facts: Sequence[KnownFact], limits: FactLimits
) -> PagePlan:
    """Compare the page with the facts from ``search_threshold`` up.

    A page with nothing in it is no request to forget.
    """
    if not text.strip():
        text, record = "", PageRecord(declined=record.declined)
    page = _Page(text, record, facts)
    worth = [known for known in facts if page.wants(known)]
    wanted = _choose(page, worth, limits)
    lines = {known.fact.id: render(known) for known in wanted}
    removed = tuple(key for key in page.ours if key not in lines)
    added = tuple(key for key in lines if key not in page.ours)
    before: dict[str, Left] = {key: (page.line_of(key),) for key in page.ours}
    during = {
        key: tuple(dict.fromkeys((*before.get(key, (None,)), lines.get(key))))
        for key in (*before, *added)
    }
    return PagePlan(
        text=page.with_lines(lines),
        during=PageRecord(during, page.declined),
        after=PageRecord({key: (line,) for key, line in lines.items()}, page.declined),
        added=added,
        removed=removed,
        left_out=len(worth) - len(wanted),
    )


def _choose(page: _Page, worth: Iterable[KnownFact], limits: FactLimits) -> list[KnownFact]:
    """Return the facts that there is room for, of equals those first that have a line already.

    Those of agents get the room that all others leave (rules.md §2.14).
    """
    ranked = sorted(
        worth,
        key=lambda item: (
            item.fact.word_of != "",
            -item.activation,
            item.fact.id not in page.ours,
            item.fact.id,
        ),
    )
    room = limits.memory_md_max_lines - 1 - page.size_without_ours
    return ranked[: max(0, room)]


class _Page:
    """The page as it is, taken apart."""

    def __init__(self, text: str, record: PageRecord, facts: Iterable[KnownFact]) -> None:
        self._end = "\r\n" if "\r\n" in text else "\n"
        self._lines = _split(text)
        self.ours: dict[str, int] = {}
        declined = set(record.declined)
        marked: dict[str, int] = {}
        known_by_id = {known.fact.id: known for known in facts}
        for number, line in enumerate(self._lines):
            match = _MARKED.fullmatch(line.rstrip("\r\n"))
            if match is not None:
                marked.setdefault(match[1], number)
        for key, number in marked.items():
            left = record.lines.get(key, ())
            if not left and key in known_by_id:
                left = (render(known_by_id[key]),)
            if key not in declined and self.line_at(number) in left:
                self.ours[key] = number
            else:
                declined |= _lasting_ids(key, known_by_id)
        for key, left in record.lines.items():
            if key not in marked and None not in left:
                declined |= _lasting_ids(key, known_by_id)
        self.declined = frozenset(declined)
        self._of_persons = {
            subject_form(_BULLET.sub("", line, count=1))
            for number, line in enumerate(self._lines)
            if number not in self.ours.values()
        }

    def line_at(self, number: int) -> str:
        return self._lines[number].rstrip("\r\n")

    def line_of(self, key: str) -> str:
        return self.line_at(self.ours[key])

    def wants(self, known: KnownFact) -> bool:
        """Tell whether a fact should have a line, room permitting."""
        fact = known.fact
        if fact.id in self.ours:
            return True
        if known.activation <= PAGE_THRESHOLD:
            return False
        if self.declined and {fact.id, *_ids_again(fact)} & self.declined:
            return False
        return not self._of_persons or subject_form(fact.text) not in self._of_persons

    @property
    def size_without_ours(self) -> int:
        """How many lines there are beside the machine's own, with the heading."""
        return len(self._lines) - len(self.ours) + len(self._opening())

    def _opening(self) -> list[str]:
        """Return the lines that come before the first line of ours, where nothing marks it."""
        if self.ours or self._heading() is not None:
            return []
        if not self._lines:
            return [TITLE, "", HEADING, ""]
        return [HEADING, ""] if not self._lines[-1].strip() else ["", HEADING, ""]

    def _heading(self) -> int | None:
        numbers = (n for n in range(len(self._lines)) if self.line_at(n) == HEADING)
        return next(numbers, None)

    def _place(self) -> int:
        """Return the number of the line before which new lines go."""
        if self.ours:
            return max(self.ours.values()) + 1
        heading = self._heading()
        if heading is None:
            return len(self._lines)
        after = heading + 1
        has_gap = after < len(self._lines) and not self._lines[after].strip()
        return after + has_gap

    def with_lines(self, lines: Mapping[str, str]) -> str:
        """Return the page with these lines of ours, by fact id; a person's are as they were."""
        place = self._place()
        new = [line for key, line in lines.items() if key not in self.ours]
        new = [line + self._end for line in ([*self._opening(), *new] if new else [])]
        key_at = {number: key for key, number in self.ours.items()}
        before: list[str] = []
        after: list[str] = []
        for number, line in enumerate(self._lines):
            key = key_at.get(number)
            is_same = key is None or lines.get(key) == self.line_at(number)
            if is_same or key in lines:
                kept = line if is_same else lines[key] + self._end  # type: ignore[index]
                (before if number < place else after).append(kept)
        if new and before and not before[-1].endswith("\n"):
            before[-1] += self._end
        return "".join((*before, *new, *after))


def _lasting_ids(key: str, facts: Mapping[str, KnownFact]) -> set[str]:
    """Return the ids that a fact gets again when it is learned again, whoever gave it its own."""
    return _ids_again(facts[key].fact) if key in facts else {key}


def _ids_again(fact: Fact) -> set[str]:
    """Return the id of what a fact says; of an agent's word also that of its words alone.

    An agent chooses the tag and the type under which it says something.
    """
    is_agents = bool(fact.word_of) and fact.is_of_entry
    return {mint_id(fact.triple), *([agents_id(fact.object)] if is_agents else [])}


def _split(text: str) -> list[str]:
    """Split at line feeds only; a carriage return alone is a character as any other."""
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
