"""One item of ``entries``: its reader and its writer (document 000 §3.4; rules.md §1.4).

See docs/reference/memory-file.md, "Fields" and "Items written by hand".
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from typing import Any

import yaml

from robot_memory.entries import yaml_text
from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import (
    MAX_TEXT,
    TIME_FIELDS,
    TIME_WORDS,
    EntryType,
    MemoryEntry,
)
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.time import stamps
from robot_memory.foundation.wording.varying_text import (
    READINGS,
    VaryingText,
    with_checksum,
    without_checksum,
)

FIELDS = (
    "id", "type", "text", "confidence", "first_seen", "last_reinforced", "observation_count",
    "tags",
)  # fmt: skip
_TIMES = ("first_seen", "last_reinforced")
_MINTED = ("id", "confidence", *_TIMES, "observation_count")
_PERSON = Settings().confidence_person
_TAG = "tag:yaml.org,2002:"
_TEXT = f"{_TAG}str"
_NUMBER = re.compile(r"[0-9]+\.[0-9]+|[1-9][0-9]*|0", re.ASCII)
_TYPES = ", ".join(EntryType)
_NO_READINGS = (
    'is not a list of strings: a pattern, and for each "…" in it the least, greatest and newest '
    "value; delete the field, and the next evidence writes it again"
)
_A_TIME = "an ISO-8601 date, or date and time (2026-12-24, 2026-12-24T08:00:00Z)"
_SHOWN = 60  # characters of a value in errors
_MAX_COUNT = 2**32 - 1  # the most that a ROS message of ours can hold


@dataclass
class ReadItem:
    """The result of reading an item: an entry, or the defects that make it unusable."""

    entry: MemoryEntry | None
    keys: tuple[str, ...]
    defects: list[Defect] = field(default_factory=list)
    minted: tuple[str, ...] = ()  # missing fields that were filled in


def read_item(node: yaml.Node, path: str, edited: datetime | None = None) -> ReadItem:
    """Read an item; all its defects are collected, each with its path.

    A person needs to write only a type and a text. The other fields of document 000 are filled in:
    an id, the confidence of a person's word, a count of one, and the times.

    Args:
        path: the item's place, such as ``entries[3]``.
        edited: the time for an item without times; None if unknown: such an item cannot be used.
    """
    if not isinstance(node, yaml.MappingNode):
        return ReadItem(None, (), [Defect(path, "is not a mapping of field names to values")])
    reader = _Reader(node, path)
    entry_type = reader.entry_type()
    text = reader.text()
    mintable = _MINTED if edited is not None else tuple(n for n in _MINTED if n not in _TIMES)
    minted = tuple(name for name in mintable if reader.lacks(name))
    confidence = _PERSON if "confidence" in minted else reader.confidence()
    first_seen, last_reinforced = _times(reader, minted, edited)
    count = 1 if "observation_count" in minted else reader.count()
    tags = reader.tags()
    extra = reader.extra()
    entry_id = reader.entry_id()
    keys = tuple(reader.nodes)
    if reader.defects:
        return ReadItem(None, keys, reader.defects)
    entry = MemoryEntry(
        entry_id or mint_id(entry_type, text), entry_type, text, confidence, first_seen,
        last_reinforced, count, tags, extra)  # fmt: skip
    return ReadItem(entry, keys, minted=minted)


def _times(
    reader: _Reader, minted: tuple[str, ...], edited: datetime | None
) -> tuple[datetime, datetime]:
    """Return when an item was first and last seen; a single given time is used for both."""
    first, last = (None if name in minted else reader.time(name) for name in _TIMES)
    now = edited or datetime.fromtimestamp(0, timezone.utc)
    if first is None:
        first = last = last or now
    return first, last or max(first, now)


def minted_lines(entry: MemoryEntry, names: tuple[str, ...], *, times_as_text: bool) -> list[str]:
    """Return the lines of the fields that were filled in."""
    texts = _texts(entry, times_as_text=times_as_text)
    return [f"{name}: {texts[name]}\n" for name in names]


def _texts(entry: MemoryEntry, *, times_as_text: bool) -> dict[str, str]:
    """Return the written fields of document 000, by name."""
    return {
        "id": yaml_text.word(entry.id),
        "type": entry.type.value,
        "text": yaml_text.quoted(entry.text),
        "confidence": yaml_text.number(entry.confidence),
        "first_seen": yaml_text.time(entry.first_seen, as_text=times_as_text),
        "last_reinforced": yaml_text.time(entry.last_reinforced, as_text=times_as_text),
        "observation_count": str(entry.observation_count),
        "tags": f"[{', '.join(map(yaml_text.word, entry.tags))}]",
    }


def write_item(
    entry: MemoryEntry, keys: tuple[str, ...], *, indent: str, times_as_text: bool
) -> str:
    """Write an item in block style.

    Args:
        keys: the order of the fields in the file; new fields follow.
        indent: the text before the dash.
        times_as_text: quote times, as the rest of the file does.
    """
    known = _texts(entry, times_as_text=times_as_text)
    extra = entry.extra
    if READINGS in extra:
        extra = {**extra, READINGS: with_checksum(extra[READINGS])}
    present = [key for key in FIELDS if key != "tags" or entry.tags or "tags" in keys]
    order = [key for key in keys if key in known or key in extra]
    order += [key for key in (*present, *extra) if key not in keys]
    lines = [
        f"{yaml_text.word(key)}: "
        + (known[key] if key in known
           else yaml_text.value(extra[key], times_as_text=times_as_text))
        for key in order
    ]  # fmt: skip
    return f"{indent}- " + f"\n{indent}  ".join(lines) + "\n"


class _Reader:
    def __init__(self, node: yaml.MappingNode, path: str) -> None:
        self.path = path
        self.defects: list[Defect] = []
        self.nodes: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.defects.append(Defect(path, "has a field name that is not a single value"))
            elif key.tag == f"{_TAG}merge":
                self._defect("<<", "is not followed: write out the fields that it stands for")
            elif key.value in self.nodes:
                self._defect(key.value, "occurs twice")
            else:
                self.nodes[key.value] = value

    def _defect(self, name: str, problem: str) -> None:
        self.defects.append(Defect(f"{self.path}.{name}", problem))

    def lacks(self, name: str) -> bool:
        """Whether a field is missing, or has no value."""
        node = self.nodes.get(name)
        return (
            node is None
            or node.tag == f"{_TAG}null"
            or (name == "id" and not str(node.value).strip())
        )

    def _scalar(self, name: str) -> yaml.ScalarNode | None:
        node = self.nodes.get(name)
        if node is None or node.tag == f"{_TAG}null":
            self._defect(name, "is missing")
        elif not isinstance(node, yaml.ScalarNode):
            self._defect(name, "is not a single value")
        else:
            return node
        return None

    def entry_id(self) -> str:
        node = None if self.lacks("id") else self._scalar("id")
        return str(node.value).strip() if node else ""

    def entry_type(self) -> EntryType:
        node = self._scalar("type")
        try:
            return EntryType(node.value) if node else EntryType.RESOLVED
        except ValueError:
            self._defect("type", f"{node.value!r} is not one of {_TYPES}" if node else "is missing")
            return EntryType.RESOLVED

    def text(self) -> str:
        node = self._scalar("text")
        text = str(node.value) if node else ""
        if node and not text.strip():
            self._defect("text", "is empty")
        if len(text) > MAX_TEXT:
            self._defect("text", f"{len(text)} characters is above {MAX_TEXT}")
        return text

    def _number(self, name: str, wanted: str, *kinds: str) -> float | None:
        node = self._scalar(name)
        if node is None:
            return None
        try:
            if node.tag.removeprefix(_TAG) in kinds:
                return _number(node)
        except (ValueError, OverflowError, yaml.YAMLError):
            pass  # the tag says number, but the value is not a usable one
        self._defect(name, f"{_shortened(node.value)} is not a {wanted}")
        return None

    def confidence(self) -> float:
        value = self._number("confidence", "number", "float", "int")
        if value is None:
            return 0.0
        text = self.nodes["confidence"].value
        if not math.isfinite(value):
            self._defect("confidence", f"{text} is not a finite number")
        elif value < 0.0:
            self._defect("confidence", f"{text} is below 0.0")
        elif value > 1.0:
            self._defect("confidence", f"{text} is above 1.0")
        return value

    def count(self) -> int:
        value = self._number("observation_count", "whole number", "int")
        if value is None:
            return 1
        if value < 1:
            self._defect("observation_count", f"{value:.0f} is below 1")
        if value > _MAX_COUNT:
            self._defect("observation_count", f"is above {_MAX_COUNT}")
            return _MAX_COUNT
        return int(value)

    def time(self, name: str) -> datetime:
        node = self._scalar(name)
        try:
            if node:
                return stamps.from_text(node.value)
        except ValueError as error:
            self._defect(name, str(error))
        return datetime.fromtimestamp(0, timezone.utc)

    def tags(self) -> tuple[str, ...]:
        node = self.nodes.get("tags")
        if node is None or node.tag == f"{_TAG}null":
            return ()
        if not isinstance(node, yaml.SequenceNode):
            self._defect("tags", "is not a list")
            return ()
        for index, tag in enumerate(node.value):
            if not isinstance(tag, yaml.ScalarNode):
                self._defect(f"tags[{index}]", "is not a single value")
        return tuple(str(tag.value) for tag in node.value)

    def extra(self) -> dict[str, Any]:
        extra: dict[str, Any] = {}
        for name, node in self.nodes.items():
            if name in FIELDS:
                continue
            try:
                value = plain_value(node)
            except ValueError as error:
                if name in TIME_FIELDS:
                    self._no_time(name, node.value)
                else:
                    self._defect(name, f"cannot be read: {error}")
                continue
            extra[name] = self._own_time(name, value) if name in TIME_FIELDS else value
        if READINGS in extra:
            extra[READINGS] = without_checksum(extra[READINGS])
        if READINGS in extra and VaryingText.from_list(extra[READINGS]) is None:
            self._defect(READINGS, _NO_READINGS)
        return extra

    def _own_time(self, name: str, value: Any) -> Any:
        """Return one of our times, or its allowed word; anything else is noted as a defect."""
        time = _as_time(value)
        if not (time is None or isinstance(time, datetime) or time == TIME_WORDS.get(name)):
            self._no_time(name, value)
        return time

    def _no_time(self, name: str, value: object) -> None:
        word = TIME_WORDS.get(name)
        expected = f"{_A_TIME}, nor {word!r}" if word else _A_TIME
        self._defect(name, f"{_shortened(str(value))} is not {expected}")


def plain_value(node: yaml.Node) -> Any:
    """Return the value of a node, as data that can be written again.

    Raises:
        ValueError: a value does not fit its tag.
    """
    try:
        value = _plain(_construct(node))
        if not _is_simple(value):
            yaml_text.value(value, times_as_text=False)
    except (yaml.YAMLError, OverflowError) as error:
        raise ValueError(str(getattr(error, "problem", None) or error)) from None
    return value


def _is_simple(value: Any) -> bool:
    """Whether a value is certainly writable: a quick check that saves a trial."""
    parts = value if isinstance(value, list) else [value]
    return all(isinstance(part, (str, int, float, datetime)) for part in parts)


def _shortened(text: str) -> str:
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}…"


def _number(node: yaml.ScalarNode) -> float:
    """Return a number; YAML has more number formats than Python."""
    plain = _NUMBER.fullmatch(node.value)
    return float(node.value) if plain else float(_construct(node))


def _construct(node: yaml.Node) -> Any:
    if node.tag == _TEXT:
        return node.value
    if isinstance(node, yaml.SequenceNode) and all(part.tag == _TEXT for part in node.value):
        return [part.value for part in node.value]
    return yaml_reading.construct(node)


def _as_time(value: Any) -> Any:
    """Read one of our times; a quoted time is a text, and a date means its beginning."""
    if isinstance(value, date) and not isinstance(value, datetime):
        value = value.isoformat()
    try:
        return stamps.from_text(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _plain(value: Any) -> Any:
    """Return data that can be written again, with times in UTC."""
    if isinstance(value, datetime):
        return value.replace(tzinfo=value.tzinfo or timezone.utc).astimezone(timezone.utc)
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return value
