"""Items of JSON files in the levels, each found on its own (002 §File Formats)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels.json_files import read_lines

_LONGEST = 2_000  # characters of an event
_NEWEST = 10_000  # lines of one file that are read
_DEEPEST = 20  # levels of nested JSON
#: Fields that name the source of an event come first, so that no long text hides them.
_WHOSE = ("type", "source", "by", "word_of")


@dataclass(frozen=True)
class JsonItem:
    """A line of a log, or a value of a JSON object or list.

    Attributes:
        key: what the item is about: its name, or the ``key`` of an event; else the file's name.
        place: where in the file the item is; empty for the whole file.
        text: what it says.
        time: when it was said; None if the item has no time.
    """

    key: str
    place: str
    text: str
    time: datetime | None = None


def items_of(path: Path) -> Iterator[JsonItem]:
    """Yield the items of a file; none of a damaged file.

    Raises:
        OSError: the file cannot be read.
    """
    if path.suffix == ".jsonl":
        for line in read_lines(path, newest=_NEWEST):
            yield event_item(line.data, f"line {line.number}")
        return
    try:
        data: Any = json.loads(read_regular(path))
    except (ValueError, RecursionError):
        return
    if path.name == "metadata.json" and isinstance(data, Mapping):
        yield JsonItem(path.parent.name, "", flat(data), time_of(data.get("end_time")))
    elif isinstance(data, Mapping):
        for name, value in data.items():
            yield JsonItem(name, name, f"{name}: {flat(value)}")
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield JsonItem(path.stem, f"[{index}]", flat(value))


def event_item(data: Mapping[str, Any], place: str) -> JsonItem:
    """Return a line of an event log as an item, without its hash chain link."""
    names = dict.fromkeys([*(name for name in _WHOSE if name in data), *data])
    content = {name: data[name] for name in names if name not in ("chain", "timestamp")}
    key = content.get("key")
    named = key if isinstance(key, str) else ""
    return JsonItem(named, place, flat(content)[:_LONGEST], time_of(data.get("timestamp")))


def flat(value: Any, deepest: int = _DEEPEST) -> str:
    """Return JSON data as text on one line; data that is nested deeper is shown as "…"."""
    if isinstance(value, (Mapping, list)) and deepest == 0:
        return "…"
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {flat(part, deepest - 1)}" for name, part in value.items())
    if isinstance(value, list):
        return ", ".join(flat(part, deepest - 1) for part in value)
    return str(value)
