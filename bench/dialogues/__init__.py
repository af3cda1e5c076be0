"""Conversations with labelled questions, for developing recall: written by hand, and generated.

In a file a session begins with ``== DATE TIME``; a turn is a line, ``Mara [dog]: …``, with an
optional label; a question is ``? … | label label``, with the labels of the turns that answer it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path

_TURN = re.compile(r"(?P<speaker>[^\[:]+?)(?: \[(?P<label>\w+)\])?: (?P<text>.*)")
_PACE = timedelta(seconds=40)

#: Session and turn, both from 0.
Place = tuple[int, int]


@dataclass(frozen=True)
class Session:
    """A session: its start, and the speaker and words of each turn."""

    start: datetime
    turns: tuple[tuple[str, str], ...]

    def as_record(self, name: str) -> dict[str, object]:
        """Return the session in the format of document 002, "Conversation JSON"."""
        turns = [
            {"timestamp": (self.start + _PACE * number).isoformat(), "role": "user",
             "speaker": speaker, "content": text}
            for number, (speaker, text) in enumerate(self.turns)
        ]  # fmt: skip
        return {"session_id": name, "start_time": self.start.isoformat(), "turns": turns}


@dataclass(frozen=True)
class Question:
    """A question, and the places of the turns that answer it."""

    text: str
    evidence: frozenset[Place]


@dataclass(frozen=True)
class Talk:
    """All sessions of two speakers, and questions about them."""

    name: str
    sessions: tuple[Session, ...]
    questions: tuple[Question, ...]


def written() -> Iterator[Talk]:
    """Yield the talks that were written by hand."""
    for path in sorted(Path(__file__).parent.glob("*.txt")):
        yield read_talk(path.stem, path.read_text(encoding="utf-8"))


def read_talk(name: str, text: str) -> Talk:
    """Read a file in the format above."""
    starts: list[datetime] = []
    turns: list[list[tuple[str, str]]] = []
    labels: dict[str, Place] = {}
    questions = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("== "):
            starts.append(datetime.fromisoformat(line[3:]).replace(tzinfo=timezone.utc))
            turns.append([])
        elif line.startswith("? "):
            asked, _, names = line[2:].partition(" | ")
            questions.append(Question(asked, frozenset(labels[label] for label in names.split())))
        else:
            match = _TURN.fullmatch(line)
            if match is None:
                raise ValueError(f"{name}: {line!r} is no turn")
            if match["label"]:
                labels[match["label"]] = (len(turns) - 1, len(turns[-1]))
            turns[-1].append((match["speaker"], match["text"]))
    sessions = (Session(*pair) for pair in zip(starts, map(tuple, turns), strict=True))
    return Talk(name, tuple(sessions), tuple(questions))
