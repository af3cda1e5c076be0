"""Compares what a replay taught with what it should have taught."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from robot_memory import yaml_reading
from robot_memory.entries import MemoryEntry
from robot_memory.errors import Defect, InvalidInput

_FIELDS = {"text", "count", "type"}


def load_lessons(path: Path) -> list[dict[str, Any]]:
    """Read a list of lessons.

    Raises:
        InvalidInput: lists what is wrong with the file.
    """
    try:
        data = yaml_reading.load(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise InvalidInput(f"{path} is not YAML: {error}") from error
    items = data.get("lessons") if isinstance(data, dict) else None
    if not isinstance(items, list):
        raise InvalidInput(f"{path} cannot be used", [Defect("lessons", "is not a list")])
    defects: list[Defect] = []
    lessons = []
    for index, item in enumerate(items):
        lesson = {"text": item} if isinstance(item, str) else item
        where = f"lessons[{index}]"
        if not isinstance(lesson, dict) or not isinstance(lesson.get("text"), str):
            defects.append(Defect(where, "has no text"))
            continue
        defects += [Defect(f"{where}.{name}", f"is none of {', '.join(sorted(_FIELDS))}")
                    for name in lesson if name not in _FIELDS]  # fmt: skip
        lessons.append(lesson)
    if defects:
        raise InvalidInput(f"{path} cannot be used", defects)
    return lessons


def differences(lessons: Sequence[dict[str, Any]], entries: Sequence[MemoryEntry]) -> list[str]:
    """Say how the entries differ from the lessons; an empty list where they agree."""
    by_text = {entry.text: entry for entry in entries}
    wrong = [f"learned, but not expected: {text}" for text in by_text
             if text not in {lesson["text"] for lesson in lessons}]  # fmt: skip
    for lesson in lessons:
        entry = by_text.get(lesson["text"])
        if entry is None:
            wrong.append(f"expected, but not learned: {lesson['text']}")
            continue
        count, kind = lesson.get("count"), lesson.get("type")
        if count is not None and count != entry.observation_count:
            wrong.append(f"seen {entry.observation_count} times, not {count}: {entry.text}")
        if kind is not None and kind != entry.type.value:
            wrong.append(f"is a {entry.type.value}, not a {kind}: {entry.text}")
    return wrong
