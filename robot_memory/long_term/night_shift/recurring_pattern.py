"""Recurring patterns and the days on which they occurred (002 §Consolidation).

Stored in ``.patterns.json``. See docs/reference/night-shift.md, "Knowledge".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from robot_memory.long_term.levels.json_files import keep_object, read_object
from robot_memory.long_term.levels.proposal import is_agents

_MOST_DAYS = 366  # days that a pattern keeps

#: The author of agents' notes, and the prefix for the authors of events.
NOTES_OF_AGENTS = "notes of agents"
EVENTS_OF = "events of "
#: Begins a line of a page that is based only on agents' words.
AGENTS_SAY = "Agents say: "

#: Beyond this number, the last seen patterns stay; those only from agents are dropped first.
MOST_PATTERNS = 2000
_MOST_AUTHORS = 20  # of one pattern
_UNKNOWN = ("somebody unknown",)  # for patterns stored before authors were recorded


class DayTally(NamedTuple):
    """The counts of one day: how often something held, and how often it did not."""

    confirmed: int
    contradicted: int


@dataclass(frozen=True)
class PatternEvidence:
    """Something that happened on a day and may be part of a pattern."""

    key: str  # of the pattern: ``entry:mem-1f2e3d4c``
    page: str  # the page of knowledge: ``components``
    heading: str
    text: str  # the statement; a sentence that stays true
    day: date
    tally: DayTally
    # occurrences, days: the totals so far, if the source counts them itself; 0 if they are to
    # be counted
    occurrences: int = 0
    days: int = 0
    by: tuple[str, ...] = ()  # the authors, in words: "events of agent:planner over HTTP"


@dataclass(frozen=True)
class RecurringPattern:
    """A pattern that recurs."""

    # key, page, heading, text: as of :class:`PatternEvidence`
    key: str
    page: str
    heading: str
    text: str
    days: Mapping[date, DayTally] = field(default_factory=dict)
    by: tuple[str, ...] = ()  # the authors, sorted; at most twenty, agents are dropped first

    @property
    def first(self) -> date:
        """The first day on which it was seen."""
        return min(self.days)

    @property
    def is_agents_alone(self) -> bool:
        """Whether only agents have said so."""
        return bool(self.by) and all(map(is_agents_word, self.by))

    @property
    def lines(self) -> tuple[str, str]:
        """The line on its page, and the same line with the opposite attribution."""
        attributed = f"{AGENTS_SAY}{self.text}"
        return (attributed, self.text) if self.is_agents_alone else (self.text, attributed)

    @property
    def frequency(self) -> int:
        """How often it held."""
        return sum(tally.confirmed for tally in self.days.values())

    @property
    def consistency(self) -> float:
        """The share of all its observations in which it held, in [0, 1]."""
        every = sum(map(sum, self.days.values()))
        return self.frequency / every if every else 0.0

    def seen(self, detections: Mapping[date, DayTally], by: Iterable[str] = ()) -> RecurringPattern:
        """Return the pattern with new counts and authors; adding the same again changes nothing."""
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
    """Tell whether an author, as named in :attr:`PatternEvidence.by`, is an agent."""
    return author == NOTES_OF_AGENTS or is_agents(author.removeprefix(EVENTS_OF))


def most_of(patterns: Mapping[str, RecurringPattern]) -> dict[str, RecurringPattern]:
    """Return at most :data:`MOST_PATTERNS` patterns, those that were seen last.

    Patterns from agents alone only get the room that all others leave (rules.md §2.14).
    """
    ranked = sorted(
        patterns.values(), key=lambda one: (not one.is_agents_alone, max(one.days), one.key)
    )
    return {one.key: one for one in ranked[-MOST_PATTERNS:]}


def read_pattern(key: str, data: Any) -> RecurringPattern | None:
    """Read the output of :meth:`RecurringPattern.as_record`; None for any other data."""
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
    """The content of the pattern file: patterns by key, and the machine's headings by page."""

    patterns: Mapping[str, RecurringPattern] = field(default_factory=dict)
    headings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class PatternFile:
    """The file, in ``semantic`` of the memory home."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / ".patterns.json"

    def read(self) -> KnownPatterns:
        """Return the known patterns. Nothing is changed."""
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
        """Store the patterns, unless they are unchanged. A damaged file is set aside."""
        data = {
            "patterns": {key: one.as_record() for key, one in sorted(known.patterns.items())},
            "headings": {page: list(names) for page, names in sorted(known.headings.items())},
        }
        keep_object(self.path, data, {"patterns": {}, "headings": {}})
