"""Compares the entries that a replay made with a list of expected entries."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from robot_memory.entries import MemoryEntry
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.text import yaml_reading

_FIELDS = {"text", "count", "type"}


def load_expected(path: Path) -> list[dict[str, Any]]:
    """Read a list of expected entries.

    Raises:
        InvalidInput: lists what is wrong with the file.
    """
    try:
        data = yaml_reading.load(read_regular(path).decode())
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise InvalidInput(f"{path} is not YAML: {error}") from error
    items = data.get("entries") if isinstance(data, dict) else None
    if not isinstance(items, list):
        raise InvalidInput(f"{path} cannot be used", [Defect("entries", "is not a list")])
    defects: list[Defect] = []
    expected = []
    for index, item in enumerate(items):
        one = {"text": item} if isinstance(item, str) else item
        where = f"entries[{index}]"
        if not isinstance(one, dict) or not isinstance(one.get("text"), str):
            defects.append(Defect(where, "has no text"))
            continue
        defects += [Defect(f"{where}.{name}", f"is not one of {', '.join(sorted(_FIELDS))}")
                    for name in one if name not in _FIELDS]  # fmt: skip
        expected.append(one)
    if defects:
        raise InvalidInput(f"{path} cannot be used", defects)
    return expected


def differences(expected: Sequence[dict[str, Any]], entries: Sequence[MemoryEntry]) -> list[str]:
    """Return how the entries differ from the expected ones; an empty list if they agree."""
    by_text = {entry.text: entry for entry in entries}
    wrong = [f"learned, but not expected: {text}" for text in by_text
             if text not in {one["text"] for one in expected}]  # fmt: skip
    for one in expected:
        entry = by_text.get(one["text"])
        if entry is None:
            wrong.append(f"expected, but not learned: {one['text']}")
            continue
        count, kind = one.get("count"), one.get("type")
        if count is not None and count != entry.observation_count:
            wrong.append(f"seen {entry.observation_count} times, not {count}: {entry.text}")
        if kind is not None and kind != entry.type.value:
            wrong.append(f"is a {entry.type.value}, not a {kind}: {entry.text}")
    return wrong
