"""A lesson: an entry, with the times of its evidence."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from simulation.truth import Target, Truth

_EARLY = 6.0
_NEAR = 4.0
_TOKEN = re.compile(r"\[\d+\]|[a-z0-9]+")
_PLACE = re.compile(r"near \((\S+), (\S+)\) in `(?!wgs84)")


@dataclass(frozen=True)
class Lesson:
    """An entry and its evidence.

    Attributes:
        id: of the entry.
        type: hardware_observation, environment_note, behavior_pattern or resolved.
        text: its sentence.
        names: topics, components and symptoms in its evidence.
        topics: the topics of its evidence.
        onsets: their times, seconds since the run's start.
    """

    id: str
    type: str
    text: str
    names: str = ""
    topics: frozenset[str] = frozenset()
    onsets: tuple[float, ...] = ()

    @property
    def says_where(self) -> bool:
        """Whether it names a place."""
        return " near (" in self.text

    @property
    def at(self) -> tuple[float, float] | None:
        """The place in its text, metres; None if it has none, or one in degrees."""
        found = _PLACE.search(self.text.replace("\N{MINUS SIGN}", "-"))
        return (float(found[1]), float(found[2])) if found else None

    def is_about(self, target: Target) -> bool:
        """Return whether the lesson names a target."""
        said = _tokens(f"{self.text} {self.names}")
        is_there = target.topic in self.topics or _holds(said, _tokens(target.topic))
        named = any(_holds(said, _tokens(word)) for word in target.words)
        if not target.topic:
            return named
        if not self.topics:  # an entry derived from other entries need not name the topic
            return named if target.words else is_there
        return is_there and (named or not target.words)

    def share_within(self, truth: Truth) -> float:
        """Return the share of onsets within the truth's time; 1 for a lesson without onsets.

        A lesson with a place is judged by its place.
        """
        if truth.place is not None and self.at is not None:
            return float(math.dist(truth.place, self.at) < _NEAR)
        if not self.onsets:
            return 1.0
        return sum(_is_within(onset, truth) for onset in self.onsets) / len(self.onsets)

    def delay(self, truth: Truth) -> float | None:
        """Return the seconds from the latest beginning of a truth to the first evidence for it."""
        found = [onset for onset in self.onsets if _is_within(onset, truth)]
        if not found:
            return None
        begins = [begin for begin, _ in truth.intervals if begin - _EARLY <= min(found)]
        return max(0.0, min(found) - max(begins))


def _is_within(onset: float, truth: Truth) -> bool:
    return any(begin - _EARLY <= onset <= end + truth.late for begin, end in truth.intervals)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.lower())


def _holds(tokens: list[str], part: list[str]) -> bool:
    """Return whether tokens contain others in a row."""
    size = len(part)
    return bool(part) and any(
        tokens[at : at + size] == part for at in range(len(tokens) - size + 1)
    )
