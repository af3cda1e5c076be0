"""A conversation as document 002 writes it ("Conversation JSON"), read for its turns."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from robot_memory import stamps
from robot_memory.errors import Defect, InvalidConversation
from robot_memory.secrets_filter import without_secrets

_LONGEST_SPEAKER, _LONGEST_ID = 64, 128  # characters


@dataclass(frozen=True)
class Spoken:
    """What one speaker said in one turn.

    Attributes:
        index: which turn, from 0.
        speaker: the turn's ``speaker``, else its ``role``; empty where it has neither.
        time: when.
        text: what was said, without secrets.
    """

    index: int
    speaker: str
    time: datetime
    text: str


@dataclass(frozen=True)
class Conversation:
    """What was said, in order.

    Attributes:
        id: its ``session_id``.
        turns: those that can be used.
        defects: what is wrong with the others.
    """

    id: str
    turns: tuple[Spoken, ...]
    defects: tuple[Defect, ...] = ()


def read_conversation(data: bytes, name: str) -> Conversation:
    """Read a conversation. A turn without a time has that of the turn before it.

    Args:
        data: the file.
        name: where it is from, for errors; its stem is the id of a conversation without one.

    Raises:
        InvalidConversation: it is no conversation at all; what is wrong with single turns is in
            ``defects``.
    """
    try:
        record = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InvalidConversation(f"{name} is not JSON in UTF-8: {error}") from None
    if not isinstance(record, Mapping) or not isinstance(record.get("turns"), list):
        defect = Defect("turns", "is missing, or is not a list")
        raise InvalidConversation(f"{name} is no conversation", [defect])
    session = record.get("session_id") or name.rpartition("/")[2].removesuffix(".json")
    reader = _Reader(record.get("start_time"))
    turns = reader.turns(record["turns"])
    return Conversation(_name(session, _LONGEST_ID), turns, tuple(reader.defects))


def _name(value: object, longest: int) -> str:
    """Return a name on one line, such as it stands before what was said."""
    printable = "".join(char if char.isprintable() else " " for char in str(value or ""))
    return " ".join(printable.split())[:longest]


class _Reader:
    """Reads the turns and gathers what is wrong with them."""

    def __init__(self, start: object) -> None:
        self.defects: list[Defect] = []
        self._time: datetime | None = None
        self._take_time("start_time", start)

    def _take_time(self, path: str, value: object) -> None:
        """Go on to a time; without one, the time before it lasts."""
        if value is None:
            return
        try:
            self._time = stamps.from_text(value if isinstance(value, str) else "")
        except ValueError:
            self.defects.append(Defect(path, f"{value!r:.80} is no ISO-8601 date and time"))

    def turns(self, records: Sequence[Any]) -> tuple[Spoken, ...]:
        read = [self._turn(index, record) for index, record in enumerate(records)]
        return tuple(turn for turn in read if turn is not None)

    def _turn(self, index: int, record: object) -> Spoken | None:
        path = f"turns[{index}]"
        if not isinstance(record, Mapping):
            self.defects.append(Defect(path, "is not a JSON object"))
            return None
        self._take_time(f"{path}.timestamp", record.get("timestamp"))
        text = self._text(f"{path}.content", record.get("content"))
        if self._time is None:
            self.defects.append(Defect(f"{path}.timestamp", "is missing, as before it"))
            return None
        if not text:
            return None
        speaker = record.get("speaker") or record.get("role")
        return Spoken(index, _name(speaker, _LONGEST_SPEAKER), self._time, text)

    def _text(self, path: str, value: object) -> str:
        """Return what was said; nothing where that is empty or cannot be used."""
        if not isinstance(value, str):
            self.defects.append(Defect(path, f"{value!r:.80} is not a text"))
            return ""
        valid = value.encode("utf-8", "replace").decode()
        return without_secrets(valid).strip()
