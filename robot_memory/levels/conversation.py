"""A conversation, read beside write (002 §Conversation JSON)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from robot_memory import stamps
from robot_memory.errors import Defect, InvalidConversation
from robot_memory.levels.timestamps import time_of

_TURN = ("timestamp", "role", "content")
_OURS = ("session_id", "start_time", "end_time", "turns", "behaviors_taught", "sandbox_denials",
         "success")  # fmt: skip


@dataclass(frozen=True)
class Turn:
    """What somebody said.

    Attributes:
        time: when, UTC.
        role: who: ``user``, ``assistant``, or another speaker.
        content: the words.
        extra: further fields, such as ``intent`` and ``action``.
    """

    time: datetime
    role: str
    content: str
    extra: Mapping[str, Any] = field(default_factory=dict)

    def as_record(self) -> dict[str, Any]:
        """Return the turn as JSON data."""
        said = {"role": self.role, "content": self.content}
        return {"timestamp": stamps.to_text(self.time), **said, **self.extra}


@dataclass(frozen=True)
class Conversation:
    """The transcript of a session.

    Attributes:
        session_id: ``2025-01-15_session1``.
        start, end: UTC; end is None while the session goes on.
        turns: in order.
        behaviors_taught: their names.
        sandbox_denials: how often something that was asked for was not allowed.
        success: whether the session reached what it was for.
        extra: further fields.
    """

    session_id: str
    start: datetime
    end: datetime | None
    turns: tuple[Turn, ...] = ()
    behaviors_taught: tuple[str, ...] = ()
    sandbox_denials: int = 0
    success: bool = True
    extra: Mapping[str, Any] = field(default_factory=dict)

    def as_record(self) -> dict[str, Any]:
        """Return the conversation as JSON data, its fields in the order of the document."""
        return {
            "session_id": self.session_id,
            "start_time": stamps.to_text(self.start),
            "end_time": None if self.end is None else stamps.to_text(self.end),
            "turns": [turn.as_record() for turn in self.turns],
            "behaviors_taught": list(self.behaviors_taught),
            "sandbox_denials": self.sandbox_denials,
            "success": self.success,
            **self.extra,
        }


def read_conversation(data: Any, where: str) -> Conversation:
    """Read what :meth:`Conversation.as_record` wrote, or another tool.

    ``behaviors_taught``, ``sandbox_denials``, ``success`` and ``end_time`` may be missing.

    Args:
        data: parsed JSON.
        where: names it in an error.

    Raises:
        InvalidConversation: lists all that is wrong, each with its path.
    """
    if not isinstance(data, dict):
        raise InvalidConversation(f"{where} cannot be read", [Defect("", "is not a JSON object")])
    reader = _Reader(data, "")
    session_id, start = reader.text("session_id"), reader.time("start_time")
    end = reader.time("end_time") if data.get("end_time") is not None else None
    turns = [
        _read_turn(item, f"turns[{i}]", reader) for i, item in enumerate(reader.items("turns"))
    ]
    taught = reader.items("behaviors_taught", optional=True)
    denials = data.get("sandbox_denials", 0)
    if type(denials) is not int or denials < 0:
        reader.refuse("sandbox_denials", f"{denials!r:.80} is not a whole number from 0")
    success = data.get("success", True)
    if not isinstance(success, bool):
        reader.refuse("success", f"{success!r:.80} is not true or false")
    if reader.defects:
        raise InvalidConversation(f"{where} cannot be read", reader.defects)
    return Conversation(
        session_id, start, end, tuple(turns), tuple(map(str, taught)), denials, success,
        {name: value for name, value in data.items() if name not in _OURS},
    )  # fmt: skip


def _read_turn(data: Any, path: str, whole: _Reader) -> Turn:
    if not isinstance(data, dict):
        whole.refuse(path, "is not a JSON object")
        return Turn(datetime.min, "", "")
    reader = _Reader(data, f"{path}.")
    extra = {name: value for name, value in data.items() if name not in _TURN}
    turn = Turn(reader.time("timestamp"), reader.text("role"), reader.text("content"), extra)
    whole.defects.extend(reader.defects)
    return turn


class _Reader:
    """Reads fields and gathers what is wrong with them."""

    def __init__(self, data: Mapping[str, Any], path: str) -> None:
        self._data = data
        self._path = path
        self.defects: list[Defect] = []

    def refuse(self, name: str, problem: str) -> None:
        self.defects.append(Defect(f"{self._path}{name}", problem))

    def text(self, name: str) -> str:
        value = self._data.get(name)
        if isinstance(value, str):
            return value
        self.refuse(name, "is missing" if value is None else f"{value!r:.80} is not a text")
        return ""

    def time(self, name: str) -> datetime:
        value = self._data.get(name)
        time = time_of(value)
        if time is None:
            self.refuse(name, "is missing" if value is None else f"{value!r:.80} is not a time")
            return datetime.min
        return time

    def items(self, name: str, *, optional: bool = False) -> list[Any]:
        value = self._data.get(name)
        if isinstance(value, list):
            return value
        if value is not None or not optional:
            self.refuse(name, "is missing" if value is None else "is not a list")
        return []
