"""One item of ``entries``: read beside write (document 000 §3.4)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

import yaml

from robot_memory import stamps
from robot_memory.entries import yaml_text
from robot_memory.entries.entry import MAX_TEXT, EntryType, MemoryEntry, mint_id
from robot_memory.errors import Defect

FIELDS = (
    "id", "type", "text", "confidence", "first_seen", "last_reinforced", "observation_count",
    "tags",
)  # fmt: skip
_TAG = "tag:yaml.org,2002:"
_TEXT = f"{_TAG}str"
_NUMBER = re.compile(r"[0-9]+\.[0-9]+|[1-9][0-9]*|0", re.ASCII)
_TYPES = ", ".join(EntryType)


@dataclass
class ReadItem:
    """What was read from an item: an entry, or the defects that set it aside."""

    entry: MemoryEntry | None
    keys: tuple[str, ...]
    defects: list[Defect] = field(default_factory=list)
    minted: bool = False


def read_item(node: yaml.Node, path: str) -> ReadItem:
    """Read an item; all its defects are gathered, each with its path.

    Args:
        node: the composed YAML node.
        path: where it stands, such as ``entries[3]``.
    """
    if not isinstance(node, yaml.MappingNode):
        return ReadItem(None, (), [Defect(path, "is not a mapping of field names to values")])
    reader = _Reader(node, path)
    entry_type = reader.entry_type()
    text = reader.text()
    confidence = reader.confidence()
    first_seen, last_reinforced = reader.time("first_seen"), reader.time("last_reinforced")
    count = reader.count()
    tags = reader.tags()
    extra = reader.extra()
    entry_id = reader.optional_text("id")
    keys = tuple(reader.nodes)
    if reader.defects:
        return ReadItem(None, keys, reader.defects)
    entry = MemoryEntry(
        entry_id or mint_id(entry_type, text), entry_type, text, confidence, first_seen,
        last_reinforced, count, tags, extra)  # fmt: skip
    return ReadItem(entry, keys, minted=not entry_id)


def write_item(
    entry: MemoryEntry, keys: tuple[str, ...], *, indent: str, times_as_text: bool
) -> str:
    """Write an item in block style.

    Args:
        entry: what to write.
        keys: the order in which the fields stood in the file; new ones follow.
        indent: what stands before the dash.
        times_as_text: quote times, as the rest of the file does.
    """
    known = {
        "id": yaml_text.word(entry.id),
        "type": entry.type.value,
        "text": yaml_text.quoted(entry.text),
        "confidence": yaml_text.number(entry.confidence),
        "first_seen": yaml_text.time(entry.first_seen, as_text=times_as_text),
        "last_reinforced": yaml_text.time(entry.last_reinforced, as_text=times_as_text),
        "observation_count": str(entry.observation_count),
        "tags": f"[{', '.join(map(yaml_text.word, entry.tags))}]",
    }
    present = [key for key in FIELDS if key != "tags" or entry.tags or "tags" in keys]
    order = [key for key in keys if key in known or key in entry.extra]
    order += [key for key in (*present, *entry.extra) if key not in keys]
    lines = [
        f"{yaml_text.word(key)}: "
        + (known[key] if key in known
           else yaml_text.value(entry.extra[key], times_as_text=times_as_text))
        for key in order
    ]  # fmt: skip
    return f"{indent}- " + f"\n{indent}  ".join(lines) + "\n"


class _Reader:
    """Reads the fields of one item and gathers what is wrong with them."""

    def __init__(self, node: yaml.MappingNode, path: str) -> None:
        self.path = path
        self.defects: list[Defect] = []
        self.nodes: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if key.value in self.nodes:
                self._defect(str(key.value), "stands twice")
            self.nodes[str(key.value)] = value

    def _defect(self, name: str, problem: str) -> None:
        self.defects.append(Defect(f"{self.path}.{name}", problem))

    def _scalar(self, name: str) -> yaml.ScalarNode | None:
        node = self.nodes.get(name)
        if node is None or node.tag == f"{_TAG}null":
            self._defect(name, "is missing")
        elif not isinstance(node, yaml.ScalarNode):
            self._defect(name, "is not a single value")
        else:
            return node
        return None

    def optional_text(self, name: str) -> str:
        node = self.nodes.get(name)
        if node is None or node.tag == f"{_TAG}null":
            return ""
        scalar = self._scalar(name)
        return str(scalar.value).strip() if scalar else ""

    def entry_type(self) -> EntryType:
        node = self._scalar("type")
        try:
            return EntryType(node.value) if node else EntryType.RESOLVED
        except ValueError:
            self._defect("type", f"{node.value!r} is none of {_TYPES}" if node else "is missing")
            return EntryType.RESOLVED

    def text(self) -> str:
        node = self._scalar("text")
        text = str(node.value) if node else ""
        if node and not text.strip():
            self._defect("text", "is empty")
        if len(text) > MAX_TEXT:
            self._defect("text", f"{len(text)} characters is above {MAX_TEXT}")
        return text

    def confidence(self) -> float:
        node = self._scalar("confidence")
        if node is None:
            return 0.0
        if node.tag not in (f"{_TAG}float", f"{_TAG}int"):
            self._defect("confidence", f"{node.value!r} is not a number")
            return 0.0
        value = _number(node)
        if not math.isfinite(value):
            self._defect("confidence", f"{node.value} is not a finite number")
        elif value < 0.0:
            self._defect("confidence", f"{node.value} is below 0.0")
        elif value > 1.0:
            self._defect("confidence", f"{node.value} is above 1.0")
        return value

    def count(self) -> int:
        node = self._scalar("observation_count")
        if node is None:
            return 1
        if node.tag != f"{_TAG}int":
            self._defect("observation_count", f"{node.value!r} is not a whole number")
            return 1
        value = int(_number(node))
        if value < 1:
            self._defect("observation_count", f"{value} is below 1")
        return value

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
                value = _construct(node)
            except (yaml.YAMLError, ValueError) as error:
                reason = getattr(error, "problem", None) or error
                self._defect(name, f"cannot be read: {reason}")
                continue
            extra[name] = _aware(value)
        return extra


def _number(node: yaml.ScalarNode) -> float:
    """Return a number; YAML has more ways to write one than Python."""
    plain = _NUMBER.fullmatch(node.value)
    return float(node.value) if plain else float(_construct(node))


def _construct(node: yaml.Node) -> Any:
    if node.tag == _TEXT:
        return node.value
    if isinstance(node, yaml.SequenceNode) and all(part.tag == _TEXT for part in node.value):
        return [part.value for part in node.value]
    return yaml.constructor.SafeConstructor().construct_document(node)


def _aware(value: Any) -> Any:
    if isinstance(value, datetime):
        zone = value.tzinfo or timezone.utc
        return value.replace(tzinfo=zone).astimezone(timezone.utc)
    return value
