"""Questions of technicians about a robot's memory: what happened, and what is asked of it.

``warehouse.yaml`` says how such a file is written. What the robot is told goes through its own
inputs: messages through perception, words of people through notes, facts and transcripts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timezone
from functools import cache
from pathlib import Path
from typing import Any

import yaml

#: What a happening can be; the first of these that it has says what it is.
WAYS = ("status", "log", "note", "fact", "talk")


@dataclass(frozen=True)
class Happening:
    """Something that the robot was told.

    Attributes:
        way: one of :data:`WAYS`.
        said: what was said that way, as the file has it.
        times: when, each time.
        by: who said a note; a person, where it does not begin with ``agent:``.
        ended: when it was resolved; None where it was not.
    """

    way: str
    said: Any
    times: tuple[datetime, ...]
    by: str = ""
    ended: datetime | None = None

    @property
    def source(self) -> str:
        """Who said it, as the memory names sources."""
        if not self.by:
            return "person"
        return self.by if self.by.startswith("agent:") else f"person:{self.by}"

    @property
    def words(self) -> tuple[str, ...]:
        """What a hit has to say, one of these, to be about it."""
        if self.way == "talk":
            return tuple(text for _, text in self.said)
        if self.way == "fact":
            return (self.said[-1],)
        return (self.said if self.way == "note" else self.said[1],)


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes:
        text: the question.
        about: the names of the happenings that answer it, each by itself.
        last: the day that the hit has to give; None where any will do.
        archived: whether the hit has to say that it is from the archive.
    """

    text: str
    about: tuple[str, ...]
    last: date | None = None
    archived: bool = False


@dataclass(frozen=True)
class Ordinary:
    """What goes on any day: one of the parts says one of these; ``{}`` stands for a number."""

    parts: tuple[str, ...]
    says: tuple[str, ...]


@dataclass(frozen=True)
class Robot:
    """A robot with its memory: what happened by name, and what is asked at ``now``.

    ``ordinary`` is None where it does what any robot does.
    """

    name: str
    now: datetime
    happened: Mapping[str, Happening]
    questions: tuple[Question, ...]
    ordinary: Ordinary | None = None


def robots(name: str) -> Iterator[Robot]:
    """Yield the robots of a file of this folder, named without its ending."""
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
    """What else is asked of a robot: in plain words, and what nothing in its month answers."""

    questions: tuple[Question, ...]
    without: tuple[str, ...]


def asked_of(file: str, robot: Robot) -> Asked:
    """Return what ``asked.yaml`` asks of a robot of a file; two robots have one name."""
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
