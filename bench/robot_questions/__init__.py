"""Technicians' questions about a robot's memory, and the happenings behind them.

``warehouse.yaml`` explains the format of the files. The happenings enter through the robot's own
inputs: messages through perception, people's words through notes, facts and transcripts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timezone
from functools import cache
from pathlib import Path
from typing import Any

import yaml

#: The kinds of happenings; the first of these keys in an item is its kind.
WAYS = ("status", "log", "note", "fact", "talk")


@dataclass(frozen=True)
class Happening:
    """Something that the robot learned.

    Attributes:
        way: one of :data:`WAYS`.
        said: the content, as in the file.
        times: the times of all repetitions.
        by: the author of a note; a person, unless it begins with ``agent:``.
        ended: the time of its resolution; None if it was not resolved.
    """

    way: str
    said: Any
    times: tuple[datetime, ...]
    by: str = ""
    ended: datetime | None = None

    @property
    def source(self) -> str:
        """The author, in the memory's form of sources."""
        if not self.by:
            return "person"
        return self.by if self.by.startswith("agent:") else f"person:{self.by}"

    @property
    def words(self) -> tuple[str, ...]:
        """Texts of which a hit must contain one to be about this happening."""
        if self.way == "talk":
            return tuple(text for _, text in self.said)
        if self.way == "fact":
            return (self.said[-1],)
        return (self.said if self.way == "note" else self.said[1],)


@dataclass(frozen=True)
class Question:
    """A question.

    Attributes:
        text: the question.
        about: the names of the happenings; each of them answers it.
        last: the required day of the hit; None if any day will do.
        archived: whether the hit must say that it is from the archive.
    """

    text: str
    about: tuple[str, ...]
    last: date | None = None
    archived: bool = False


@dataclass(frozen=True)
class Ordinary:
    """The everyday messages: one of the parts says one of the texts; ``{}`` becomes a number."""

    parts: tuple[str, ...]
    says: tuple[str, ...]


@dataclass(frozen=True)
class Robot:
    """A robot: the happenings by name, and the questions that are asked at ``now``.

    ``ordinary`` is None for the default everyday messages.
    """

    name: str
    now: datetime
    happened: Mapping[str, Happening]
    questions: tuple[Question, ...]
    ordinary: Ordinary | None = None


def robots(name: str) -> Iterator[Robot]:
    """Yield the robots of a file in this folder, named without its suffix."""
    path = Path(__file__).parent / f"{name}.yaml"
    for data in yaml.safe_load(path.read_text(encoding="utf-8"))["robots"]:
        now = _time(data["now"])
        yield Robot(
            data["name"], now,
            {key: _happening(value, now.year) for key, value in data["happened"].items()},
            tuple(_question(value, now.year) for value in data["questions"]),
            _ordinary(data["ordinary"]) if "ordinary" in data else None,
        )  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """More questions about a robot: in plain words, and such without an answer in its month."""

    questions: tuple[Question, ...]
    without: tuple[str, ...]


def asked_of(file: str, robot: Robot) -> Asked:
    """Return the questions of ``asked.yaml`` for a robot in a file; two robots share a name."""
    one = _asked().get(f"{robot.name}_{file}") or _asked()[robot.name]
    questions = (Question(text, tuple(about)) for text, *about in one["with"])
    return Asked(tuple(questions), tuple(one["without"]))


@cache
def _asked() -> dict[str, Any]:
    path = Path(__file__).parent / "asked.yaml"
    read: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return read


def _ordinary(data: Mapping[str, Any]) -> Ordinary:
    return Ordinary(tuple(data["parts"]), tuple(data["says"]))


def _happening(data: Mapping[str, Any], year: int) -> Happening:
    way = next(way for way in WAYS if way in data)
    said = data[way]
    if way == "status" and len(said) == 2 and " " in said[0]:
        said = [said[0].replace(" ", ": ", 1), said[1]]  # as diagnostic_updater joins them
    times = tuple(_time(text, year) for text in data["at"])
    ended = _time(data["ended"], year) if "ended" in data else None
    return Happening(way, said, times, data.get("by", ""), ended)


def _question(data: list[Any], year: int) -> Question:
    text, right, *more = data
    about = (right,) if isinstance(right, str) else tuple(right)
    wanted: Mapping[str, Any] = more[0] if more else {}
    last = _time(f"{wanted['last']}T00:00", year).date() if "last" in wanted else None
    return Question(text, about, last, bool(wanted.get("archived")))


def _time(text: str, year: int | None = None) -> datetime:
    whole = str(text) if str(text).count("-") == 2 else f"{year}-{text}"
    return datetime.fromisoformat(whole).replace(tzinfo=timezone.utc)
