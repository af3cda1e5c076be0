"""Conversations: reader and writer (document 002, "Conversation JSON").

Other tools write conversations too: the usable parts are used, and the defects are named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidConversation
from robot_memory.foundation.text.field_reader import FieldReader
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of

#: The field of a turn in which the memory itself talks about an entry: the entry's id.
ABOUT = "entry"
#: Marks a supposed person over ROS, where nobody can check the identity.
CLAIM = "said to be a person, over ROS"
#: Speakers for the robot itself: their words are no evidence (rules.md §2.7).
_MACHINES = frozenset(
    "assistant agent system tool robot bot function developer model ai memory".split()
)
#: The same speakers with a name: "agent:planner", "Assistant (GPT)", "robot Rover".
_NAMED_MACHINE = re.compile(r"(?:assistant|agent|system|tool|robot|bot)[\W\d_]")
_TURN = ("timestamp", "role", "content")
_OURS = ("session_id", "start_time", "end_time", "turns", "behaviors_taught", "sandbox_denials",
         "success")  # fmt: skip


def is_person(speaker: str) -> bool:
    """Whether a speaker is a person, by name or role, without the mark of a mere claim.

    The words of a claimed person count as an agent's words (rules.md §2.7).
    """
    name = speaker.strip().casefold()
    is_machine = name in _MACHINES or _NAMED_MACHINE.match(name) is not None
    return not is_machine and CLAIM not in speaker


def split_claim(speaker: str) -> tuple[str, str]:
    """Return a speaker's name, and the mark that must follow it wherever it is cut or quoted.

    The mark is empty unless the speaker only claims to be a person.
    """
    name, mark, _ = speaker.partition(f" ({CLAIM}")
    return (name, f" ({CLAIM})") if mark else (speaker, "")


def speaker_of(role: object, name: object) -> str:
    """Return the speaker: by name if known; a machine's name is marked as a machine's.

    Args:
        role, name: as in a turn; each may be missing.
    """
    role, name = storable(str(role or "")), storable(str(name or ""))
    if not name or is_person(role) or not is_person(name):
        return name or role
    named = f"{role} {name}"
    return f"agent {name}" if is_person(named) else named


@dataclass(frozen=True)
class Turn:
    """One turn of a conversation.

    Attributes:
        time: UTC.
        role: the speaker: ``user``, ``assistant`` or another one; empty if unknown.
        extra: further fields, such as ``intent``, ``action`` and ``speaker``.
        index: the turn's index in its conversation, from 0.
    """

    time: datetime
    role: str
    content: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    index: int = field(default=0, compare=False)

    @property
    def speaker(self) -> str:
        """The speaker, by name if known; see :func:`speaker_of`."""
        return speaker_of(self.role, self.extra.get("speaker"))

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
        sandbox_denials: how often a request was not allowed.
        defects: found while reading: what is wrong with the unused parts, each with its path.
    """

    session_id: str
    start: datetime
    end: datetime | None
    turns: tuple[Turn, ...] = ()
    behaviors_taught: tuple[str, ...] = ()
    sandbox_denials: int = 0
    success: bool = True
    extra: Mapping[str, Any] = field(default_factory=dict)
    defects: tuple[Defect, ...] = field(default=(), compare=False)

    def as_record(self) -> dict[str, Any]:
        """Return the conversation as JSON data, with the fields in the document's order."""
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
    """Read a conversation that :meth:`Conversation.as_record` or another tool wrote.

    A turn without a time gets the previous turn's time, a conversation without a start its first
    turn's time, one without a name the name of its file.

    Raises:
        InvalidConversation: it is no conversation at all; defects of single turns and fields are
            in ``defects``.
    """
    records = data.get("turns") if isinstance(data, Mapping) else None
    if not isinstance(records, list):
        defect = Defect("turns", "is missing, or is not a list")
        raise InvalidConversation(f"{where} is not a conversation", [defect])
    reader = _Reader(data)
    start = reader.optional_time("start_time", data.get("start_time"))
    turns = reader.turns(records, start)
    begin = start or (turns[0].time if turns else None)
    if begin is None:
        found = reader.defects or [Defect("start_time", "is missing, and no turn has a time")]
        raise InvalidConversation(f"{where} is a conversation without a time", found)
    stem = where.rpartition("/")[2].removesuffix(".json")
    return Conversation(
        session_id=storable(str(data.get("session_id") or stem)),
        start=begin,
        end=reader.optional_time("end_time", data.get("end_time")),
        turns=tuple(turns),
        behaviors_taught=reader.names("behaviors_taught"),
        sandbox_denials=reader.whole("sandbox_denials", 0, default=0),
        success=reader.flag("success", default=True),
        extra={name: value for name, value in data.items() if name not in _OURS},
        defects=tuple(reader.defects),
    )


class _Reader(FieldReader):
    """Reads the parts of a conversation."""

    def optional_time(self, path: str, value: object) -> datetime | None:
        time = time_of(value)
        if time is None and value is not None:
            self.refuse(path, f"{value!r:.80} is not a time")
        return time

    def names(self, name: str) -> tuple[str, ...]:
        value = self.record.get(name, [])
        if isinstance(value, list):
            return tuple(map(str, value))
        self.refuse(name, f"{value!r:.80} is not a list")
        return ()

    def turns(self, records: Sequence[Any], start: datetime | None) -> list[Turn]:
        turns = []
        for index, record in enumerate(records):
            path = f"turns[{index}]"
            if not isinstance(record, Mapping):
                self.refuse(path, "is not a JSON object")
                continue
            start = self.optional_time(f"{path}.timestamp", record.get("timestamp")) or start
            role, content = record.get("role", ""), record.get("content")
            if not isinstance(content, str):
                self.refuse(f"{path}.content", f"{content!r:.80} is not a string")
            elif start is None:
                self.refuse(f"{path}.timestamp", "is missing, as before it")
            else:
                extra = {name: value for name, value in record.items() if name not in _TURN}
                role = storable(role) if isinstance(role, str) else ""
                turns.append(Turn(start, role, storable(content), extra, index))
        return turns
