"""Utterances from transcripts and raw session logs, and the sentences in them.

Nothing is changed. Conversations are the originals, ``sessions/`` the raw log (rules.md §8.2): a
session that has a transcript is read from there. Logs of other tools count as well
(003 §Directory Layout). Also tells whether a sentence makes a statement.

See docs/explanation/night-shift.md, "From what was said to digests".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cache
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import InvalidConversation
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.text.conversation import Conversation, speaker_of
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.json_files import read_lines
from robot_memory.long_term.levels.session_store import TURN, SessionLog, read_transcript

#: The patterns that classify sentences.
_PATTERNS = Path(__file__).with_name("sentence_patterns.yaml")
_SPACE = re.compile(r"\s+")
#: A larger transcript is not read, because all of it would have to be in memory.
_LARGEST = 64_000_000  # bytes
_LOG_NAME = "%Y-%m-%d-%H%M%S"
_TIMES = ("timestamp", "time", "ts")
_TEXTS = ("content", "text", "message")


def load_patterns(group: str) -> dict[str, re.Pattern[str]]:
    """Return the patterns of a group by name."""
    texts = {name: "".join(pieces) for name, pieces in _groups()[group].items()}
    # A name in braces stands for another pattern of the group; {2,9} is a repetition count.
    return {
        name: re.compile(re.sub(r"{([a-z_]+)}", lambda match: texts[match[1]], text))
        for name, text in texts.items()
    }


@cache
def _groups() -> Any:
    return yaml_reading.load(_PATTERNS.read_text(encoding="utf-8"))


_SENTENCE = load_patterns("sentence")


@dataclass(frozen=True)
class Sentence:
    """A sentence without its lead-in ("Okay, …") and full stop; "I" is its speaker."""

    text: str
    speaker: str


def plain(text: str) -> str:
    """Return a sentence on one line, without its lead-in, list mark and full stop."""
    words = _SPACE.sub(" ", text).strip().lstrip("-*• ").strip()
    return _SENTENCE["filler"].sub("", words).rstrip(" .!;,…").strip()


def is_sure(text: str) -> bool:
    """Tell whether a sentence is a statement: no question, hypothesis or quote."""
    return not (_SENTENCE["unsure"].search(text) or _SENTENCE["quoted"].search(text))


def is_negated(text: str) -> bool:
    """Tell whether a sentence is negated."""
    return _SENTENCE["negated"].search(text) is not None


def with_speaker(sentence: Sentence) -> str:
    """Return a sentence as a digest line, with its speaker."""
    text = sentence.text
    return f"{sentence.speaker}: {text[0].upper()}{text[1:]}"


@dataclass(frozen=True)
class SessionTurn:
    """A turn: time, UTC; speaker, by name or role; text; intent that the robot recognised."""

    time: datetime
    speaker: str
    text: str
    intent: str = ""


@dataclass(frozen=True)
class SessionSource:
    """A session and its file."""

    id: str  # ``2026-05-15_session1``; for another tool's log ``sessions/<name>``
    path: Path  # the transcript, or the raw log
    # the transcript; None for a raw log, which is read line by line
    conversation: Conversation | None
    zone: tzinfo | None

    def iter_turns(self) -> Iterator[SessionTurn]:
        """Yield the turns, in order."""
        if self.conversation is not None:
            for turn in self.conversation.turns:
                yield _turn(turn.time, turn.speaker, turn.content, turn.extra)
            return
        time = _time_of_name(self.path, self.zone)
        for line in read_lines(self.path):
            data = _unpacked(line.data)
            time = next(filter(None, map(time_of, map(data.get, _TIMES))), time)
            text = next(filter(str.strip, map(_joined, map(data.get, _TEXTS))), "")
            if text and time is not None and data.get("kind", TURN) == TURN:
                speaker = speaker_of(data.get("role"), data.get("speaker"))
                yield _turn(time, speaker, text, data)


@dataclass(frozen=True)
class UnreadableFile:
    """A file that cannot be read, and why; it is left where it is."""

    path: Path
    problem: str


def session_sources(
    levels: Levels, zone: tzinfo | None
) -> Iterator[SessionSource | UnreadableFile]:
    """Yield the sessions by their files; only one transcript at a time is in memory."""
    transcribed = set()
    for path in levels.conversations.paths():
        found = _read_transcript(path)
        if isinstance(found, UnreadableFile):
            yield found
        elif found is not None:
            transcribed.add(found.session_id)
            yield SessionSource(found.session_id, path, found, zone)
    for path in levels.sessions.logs():
        session_id = SessionLog(path).session_id()
        if session_id not in transcribed:
            yield SessionSource(session_id or f"sessions/{path.stem}", path, None, zone)


def _read_transcript(path: Path) -> Conversation | UnreadableFile | None:
    try:
        size = path.stat().st_size
        if size > _LARGEST:
            return UnreadableFile(path, f"{size} bytes is above {_LARGEST}")
        return read_transcript(path)
    except FileNotFoundError:
        return None  # it was archived in between
    except InvalidConversation as error:
        return UnreadableFile(path, str(error).replace("\n", ";"))


def _unpacked(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a line with its ``message`` unpacked, where some tools put the turn."""
    message = data.get("message")
    return {**data, "message": "", **message} if isinstance(message, Mapping) else data


def _joined(value: object) -> str:
    """Return a text, or the joined texts of parts such as ``{"type": "text", "text": …}``."""
    if isinstance(value, list):
        parts = (part.get("text") if isinstance(part, Mapping) else part for part in value)
        return "\n".join(part for part in parts if isinstance(part, str))
    return value if isinstance(value, str) else ""


def _turn(time: datetime, speaker: str, text: str, data: Mapping[str, Any]) -> SessionTurn:
    intent = data.get("intent")
    who = without_secrets(storable(speaker))
    return SessionTurn(time, who, storable(text), intent if isinstance(intent, str) else "")


def _time_of_name(path: Path, zone: tzinfo | None) -> datetime | None:
    try:
        named = datetime.strptime(path.stem, _LOG_NAME)
    except ValueError:
        return None
    return named.replace(tzinfo=zone) if zone else named.astimezone()
