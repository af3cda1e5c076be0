"""Passages: the pieces of the levels' files that a search finds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from robot_memory.conversation import Conversation, read_conversation
from robot_memory.errors import InvalidConversation
from robot_memory.files import read_regular
from robot_memory.levels.json_files import JsonLine, read_lines
from robot_memory.levels.knowledge import read_knowledge
from robot_memory.levels.level_tree import MemoryLevel
from robot_memory.levels.markdown_page import read_page
from robot_memory.levels.page_content import UPDATED
from robot_memory.stamps import time_of

_NEWEST_EVENTS = 10_000  # lines of one file that are searched
_LONGEST = 2_000  # characters of a passage
_DEEPEST = 20  # levels of nested JSON


@dataclass(frozen=True)
class LevelPassage:
    """A piece of a file: a section, a turn, an event, an item of a JSON object.

    Attributes:
        level: where it is from.
        path: the file, below the level: ``knowledge/doors.md``.
        place: where in the file: a heading, ``turns[3]``, ``line 7``, a name.
        key: what it is about; of passages with one key the highest level overrides the others.
        text: what it says, at most 2,000 characters.
        time: when it was said or brought up to date, UTC; None where that is not known.
        speaker: who said it, of a turn.
    """

    level: MemoryLevel
    path: str
    place: str
    key: str
    text: str
    time: datetime | None
    speaker: str = ""


@dataclass(frozen=True)
class _Source:
    """The file that passages are taken from."""

    level: MemoryLevel
    path: str
    key: str
    time: datetime

    def passage(
        self, place: str, text: str, *, time: datetime | None, key: str | None = None
    ) -> LevelPassage:
        key = self.key if key is None else key
        return LevelPassage(self.level, self.path, place, key, text[:_LONGEST], time)


def passages_of(file: Path, level: MemoryLevel, name: str) -> list[LevelPassage]:
    """Return the passages of a file; none of one that cannot be read, or is of another kind.

    Args:
        file: where it is.
        level: its level.
        name: its path below the level.
    """
    changed = datetime.fromtimestamp(file.stat().st_mtime, timezone.utc)
    source = _Source(level, name, _key_of(file), changed)
    if file.suffix == ".md":
        text = read_regular(file).decode("utf-8", "replace")
        return [passage for passage in _of_page(text, source) if passage.text.strip()]
    if file.suffix == ".jsonl":
        return list(_of_events(read_lines(file, newest=_NEWEST_EVENTS), source))
    return list(_of_json(_parse(file), source))


def turns_of(conversation: Conversation, path: str) -> list[LevelPassage]:
    """Return a passage for each turn of a conversation."""
    key = ""  # each turn stands for itself: nothing overrides it
    return [
        LevelPassage(
            MemoryLevel.EPISODIC, path, f"turns[{index}]", key, turn.content[:_LONGEST], turn.time,
            turn.speaker,
        )
        for index, turn in enumerate(conversation.turns)
    ]  # fmt: skip


def _key_of(file: Path) -> str:
    """Return what a file is about: a skill and an episode by its folder, else by its own name."""
    return file.parent.name if file.name in ("SKILL.md", "metadata.json") else file.stem


def _of_page(text: str, source: _Source) -> Iterator[LevelPassage]:
    page, updated = read_page(text), read_knowledge(text).updated
    time = source.time
    if updated is not None:
        time = datetime(updated.year, updated.month, updated.day, tzinfo=timezone.utc)
    if page.head.strip().lstrip("# ").strip() not in ("", page.title):
        yield source.passage("", page.head, time=time)
    for section in page.sections:
        if section.heading.casefold() == UPDATED.casefold():
            continue
        yield source.passage(section.heading, f"{page.title}: {section.text}", time=time)


def _of_events(lines: Iterable[JsonLine], source: _Source) -> Iterator[LevelPassage]:
    for line in lines:
        said = {name: value for name, value in line.data.items() if name != "chain"}
        time = time_of(said.pop("timestamp", None))
        key = said.get("key")
        yield source.passage(
            f"line {line.number}", flat(said), time=time,
            key=key if isinstance(key, str) else "",
        )  # fmt: skip


def _of_json(data: Any, source: _Source) -> Iterator[LevelPassage]:
    if isinstance(data, dict) and "turns" in data:
        try:
            yield from turns_of(read_conversation(data, source.path), source.path)
        except InvalidConversation:
            return  # whoever reads conversations reports it
    elif source.path.endswith("metadata.json"):
        time = time_of(data.get("end_time")) if isinstance(data, dict) else None
        yield source.passage("", flat(data), time=time or source.time)
    elif isinstance(data, dict):
        for name, value in data.items():
            yield source.passage(name, f"{name}: {flat(value)}", time=source.time, key=name)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield source.passage(f"[{index}]", flat(value), time=source.time)


def flat(value: Any, deepest: int = _DEEPEST) -> str:
    """Return JSON data as words on one line; what is nested deeper is left out."""
    if isinstance(value, (Mapping, list)) and deepest == 0:
        return "…"
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {flat(part, deepest - 1)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(flat(part, deepest - 1) for part in value)
    return str(value)


def _parse(file: Path) -> Any:
    try:
        return json.loads(read_regular(file))
    except (ValueError, RecursionError):
        return None
