"""Patterns that recur, and on which days (002 §Consolidation); stored in ``.patterns.json``.

See docs/reference/night-shift.md, "Knowledge".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from robot_memory.long_term.levels.json_files import keep_object, read_object
from robot_memory.long_term.levels.proposal import is_agents

_MOST_DAYS = 366  # that a pattern remembers

#: Whose word the notes of agents are, and how the authors of events are named.
NOTES_OF_AGENTS = "notes of agents"
EVENTS_OF = "events of "
#: How a line of a page begins that rests on what agents alone said.
AGENTS_SAY = "Agents say: "

#: Beyond so many the ones that were seen last are kept; those of agents alone leave first.
MOST_PATTERNS = 2000
_MOST_AUTHORS = 20  # of one pattern
_UNKNOWN = ("somebody unknown",)  # of what was stored before authors were


class DayTally(NamedTuple):
    """What was seen on one day: how often something held, and how often it did not."""

    confirmed: int
    contradicted: int


@dataclass(frozen=True)
class PatternEvidence:
    """Something that happened on a day and may be part of a pattern."""

    key: str  # of the pattern: ``entry:mem-1f2e3d4c``
    page: str  # of the knowledge: ``components``
    heading: str
    text: str  # what it says; a sentence that stays true
    day: date
    tally: DayTally
    # occurrences, days: how often and on how many days it has been seen in all, where its source
    # counts that itself; 0 where it is to be counted
    occurrences: int = 0
    days: int = 0
    by: tuple[str, ...] = ()  # who says so, in words: "events of agent:planner over HTTP"


@dataclass(frozen=True)
class RecurringPattern:
    """What recurs."""

    # key, page, heading, text: as of :class:`PatternEvidence`
    key: str
    page: str
    heading: str
    text: str
    days: Mapping[date, DayTally] = field(default_factory=dict)
    by: tuple[str, ...] = ()  # who has said so, sorted; at most twenty, agents last

    @property
    def first(self) -> date:
        """The first day that it was seen."""
        return min(self.days)

    @property
    def is_agents_alone(self) -> bool:
        """Whether nobody but agents has said so."""
        return bool(self.by) and all(map(is_agents_word, self.by))

    @property
    def lines(self) -> tuple[str, str]:
        """What a page says: the line, and the one that it would be if others had said it."""
        attributed = f"{AGENTS_SAY}{self.text}"
        return (attributed, self.text) if self.is_agents_alone else (self.text, attributed)

    @property
    def frequency(self) -> int:
        """How often it held."""
        return sum(tally.confirmed for tally in self.days.values())

    @property
    def consistency(self) -> float:
        """Of all times that it was put to the test, the share in which it held, in [0, 1]."""
        every = sum(map(sum, self.days.values()))
        return self.frequency / every if every else 0.0

    def seen(self, detections: Mapping[date, DayTally], by: Iterable[str] = ()) -> RecurringPattern:
        """Return it with what was seen, by whom; seeing the same again changes nothing."""
        days = dict(self.days)
        for day, new in detections.items():
            days[day] = DayTally(*map(max, days.get(day, DayTally(0, 0)), new))
        kept = {day: days[day] for day in sorted(days)[-_MOST_DAYS:]}
        authors = sorted({*self.by, *by}, key=lambda name: (is_agents_word(name), name))
        return replace(self, days=kept, by=tuple(sorted(authors[:_MOST_AUTHORS])))

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "page": self.page,
            "heading": self.heading,
            "text": self.text,
            "days": {day.isoformat(): list(tally) for day, tally in sorted(self.days.items())},
            "by": list(self.by),
        }


def is_agents_word(author: str) -> bool:
    """Tell whether an author, as :attr:`PatternEvidence.by` names him, is an agent."""
    return author == NOTES_OF_AGENTS or is_agents(author.removeprefix(EVENTS_OF))


def most_of(patterns: Mapping[str, RecurringPattern]) -> dict[str, RecurringPattern]:
    """Return at most :data:`MOST_PATTERNS`: those that were seen last.

    Those that agents alone have said get the room that all others leave (rules.md §2.14).
    """
    ranked = sorted(
        patterns.values(), key=lambda one: (not one.is_agents_alone, max(one.days), one.key)
    )
    return {one.key: one for one in ranked[-MOST_PATTERNS:]}


def read_pattern(key: str, data: Any) -> RecurringPattern | None:
    """Read what :meth:`RecurringPattern.as_record` wrote; None where it is not that."""
    try:
        days = {
            date.fromisoformat(day): DayTally(int(counts[0]), int(counts[1]))
            for day, counts in data["days"].items()
        }
        return RecurringPattern(
            key, str(data["page"]), str(data["heading"]), str(data["text"]), days,
            tuple(map(str, data.get("by", _UNKNOWN))),
        ) if days else None  # fmt: skip
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError):
        return None


@dataclass(frozen=True)
class KnownPatterns:
    """The content of the pattern file: patterns by key, and below which headings of which page."""

    patterns: Mapping[str, RecurringPattern] = field(default_factory=dict)
    headings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class PatternFile:
    """The file, in ``semantic`` of the memory home."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / ".patterns.json"

    def read(self) -> KnownPatterns:
        """Return what is known. Nothing is changed."""
        data = read_object(self.path) or {}
        patterns, headings = data.get("patterns"), data.get("headings")
        patterns = patterns if isinstance(patterns, dict) else {}
        headings = headings if isinstance(headings, dict) else {}
        read = (read_pattern(key, value) for key, value in patterns.items())
        return KnownPatterns(
            {pattern.key: pattern for pattern in read if pattern is not None},
            {page: tuple(map(str, names)) for page, names in headings.items()
             if isinstance(names, list)},
        )  # fmt: skip

    def write(self, known: KnownPatterns) -> None:
        """Keep what is known; no change, no write. A damaged file is set aside."""
        data = {
            "patterns": {key: one.as_record() for key, one in sorted(known.patterns.items())},
            "headings": {page: list(names) for page, names in sorted(known.headings.items())},
        }
        keep_object(self.path, data, {"patterns": {}, "headings": {}})
