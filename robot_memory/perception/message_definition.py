"""Definitions of message types, the ``.msg`` files of recordings and installed packages.

See docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

_RULER = re.compile(r"^={40,}\s*$", re.MULTILINE)
_SECTION = re.compile(r"\s*MSG:\s*(\S+)[ \t]*\n")
_LINE = re.compile(
    r"(?P<type>[A-Za-z][\w/]*)(?P<bound><=\d+)?(?P<array>\[[^\]]*\])?\s+(?P<name>[A-Za-z]\w*)(?!\w)"
    r"\s*(?!\s)(?:(?P<constant>=)\s*(?!\s))?(?P<rest>.*)"
)
_INTEGERS = ("byte", "char", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64",
             "uint64")  # fmt: skip
_LONGEST = 1_000_000  # characters
_MOST_DIGITS = 18  # of an array length
_MOST_TYPES = 4096  # types whose definitions are kept


@dataclass(frozen=True)
class FieldDefinition:
    """A field of a message.

    Attributes:
        type: a basic type, or the name of a message, as written.
        remark: the comment on the same line.
        comment: the remark and the comment lines below it, up to an empty line.
        position: how many fields and constants stand above it.
        length: of an array, ``string[2]``; None for a sequence.
        bound: the maximum number of characters of a text, ``string<=9``; None: no limit.
    """

    name: str
    type: str
    is_list: bool
    remark: str
    comment: str
    position: int
    length: int | None = None
    bound: int | None = None

    @property
    def is_integer(self) -> bool:
        """Whether its numbers are integers."""
        return self.type in _INTEGERS


@dataclass(frozen=True)
class ConstantDefinition:
    """An integer constant of a message; ``position`` is counted as for a field."""

    name: str
    value: int
    position: int


@dataclass(frozen=True)
class MessageDefinition:
    """A message type.

    Attributes:
        name: package and message, ``px4_msgs/BatteryStatus``.
        constants: the integer constants.
        inner: the definitions of the nested messages, by name.
    """

    name: str
    fields: Mapping[str, FieldDefinition]
    constants: tuple[ConstantDefinition, ...] = ()
    inner: Mapping[str, MessageDefinition] = field(default_factory=dict, repr=False)

    @classmethod
    def parse(cls, type_name: str, text: str) -> MessageDefinition | None:
        """Parse a text of :func:`full_definition`; return None if it defines no field.

        Lines that are neither a field nor a constant are skipped.
        """
        name = _plain(type_name)
        sections = _RULER.split(text[:_LONGEST])
        inner: dict[str, MessageDefinition] = {}
        for section in sections[1:]:
            head = _SECTION.match(section)
            if head is not None:
                below = _plain(head[1])
                inner[below] = _parse_one(below, section[head.end() :], inner)
        whole = _parse_one(name, sections[0], inner)
        return whole if whole.fields else None

    def of(self, field_name: str) -> MessageDefinition | None:
        """Return the definition of the message type of a field; None if it is not known."""
        told = self.fields.get(field_name)
        if told is None:
            return None
        package = self.name.partition("/")[0]
        name = _plain(told.type) if "/" in told.type else f"{package}/{told.type}"
        return self.inner.get(name)


class DefinitionCatalogue:
    """Returns the definition of a type.

    ``text_of`` returns the text of :func:`full_definition`; empty if the type is not known.
    """

    def __init__(self, text_of: Callable[[str], str] = lambda type_name: "") -> None:
        self._text_of = text_of
        self._known: dict[str, MessageDefinition | None] = {}

    def of(self, type_name: str) -> MessageDefinition | None:
        """Return the definition of ``px4_msgs/msg/BatteryStatus``; None if it is not known."""
        if type_name not in self._known:
            if len(self._known) >= _MOST_TYPES:
                self._known.clear()
            text = self._text_of(type_name)
            self._known[type_name] = MessageDefinition.parse(type_name, text) if text else None
        return self._known[type_name]


def _plain(type_name: str) -> str:
    return type_name.replace("/msg/", "/")


def _parse_one(name: str, text: str, inner: dict[str, MessageDefinition]) -> MessageDefinition:
    fields: dict[str, FieldDefinition] = {}
    constants: list[ConstantDefinition] = []
    last, position = "", 0
    for line in text.splitlines():
        content, _, comment = line.partition("#")
        match = _LINE.fullmatch(content.strip())
        if match is None:
            if last and comment.strip():
                above = fields[last]
                fields[last] = replace(above, comment=f"{above.comment}\n{comment.strip()}".strip())
            elif not comment.strip():
                last = ""
            continue
        if match["constant"]:
            value = _integer(match["rest"])
            if value is not None:
                constants.append(ConstantDefinition(match["name"], value, position))
            last = ""
        else:
            last = match["name"]
            array, remark = match["array"], comment.strip()
            fields[last] = FieldDefinition(
                last,
                match["type"],
                array is not None,
                remark,
                remark,
                position,
                length=_count(array[1:-1] if array else ""),
                bound=_count(match["bound"][2:] if match["bound"] else ""),
            )
        position += 1
    return MessageDefinition(name, fields, tuple(constants), inner)


def _count(text: str) -> int | None:
    digits = text.strip()
    return int(digits) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else None


def _integer(text: str) -> int | None:
    try:
        return int(text.split()[0], 0)
    except (IndexError, ValueError):
        return None  # a text, or a number with a fraction


_PATHS = "AMENT_PREFIX_PATH"  # set by a sourced workspace
_SEPARATOR = "=" * 80  # characters, as in rosbag2
_BASIC = frozenset(
    """bool byte char float32 float64 int8 uint8 int16 uint16 int32 uint32 int64 uint64 string
    wstring""".split()
)


def read_definition(type_name: str) -> str:
    """Return the text of the ``.msg`` file of ``sensor_msgs/msg/Imu``.

    Raises:
        LookupError: no sourced workspace contains it.
        OSError: it cannot be read.
    """
    package, _, message = type_name.partition("/msg/")
    name = f"share/{package}/msg/{message}.msg"
    prefixes = filter(None, os.environ.get(_PATHS, "").split(os.pathsep))
    found = next((path for it in prefixes if (path := Path(it) / name).is_file()), None)
    if found is None or not message.isidentifier() or not package.isidentifier():
        raise LookupError(f"{name} is in no folder of {_PATHS}")
    return found.read_text(encoding="utf-8")


def installed_definition(type_name: str) -> str:
    """Return the definition of a type and its nested types; empty if one is missing.

    A type that was written as ``.idl`` has none; neither has a type of an action.
    """
    try:
        return full_definition(type_name, read_definition)
    except (OSError, LookupError, ValueError):
        return ""


def full_definition(type_name: str, read: Callable[[str], str]) -> str:
    """Return the definition of ``sensor_msgs/msg/Imu``, followed by those of its nested types.

    ``read`` returns the text of a type's ``.msg`` file.

    Raises:
        OSError, LookupError: a type has no such file; any other error of ``read``.
    """
    parts = [read(type_name)]
    known, waiting = {type_name}, _types_inside(type_name, parts[0])
    while waiting:
        name = waiting.pop(0)
        if name in known:
            continue
        known.add(name)
        text = read(name)
        package, _, message = name.split("/")
        parts.append(f"{_SEPARATOR}\nMSG: {package}/{message}\n{text}")
        waiting += _types_inside(name, text)
    return "\n".join(part.rstrip("\n") for part in parts) + "\n"


def _types_inside(type_name: str, text: str) -> list[str]:
    package = type_name.partition("/")[0]
    told = [it.type.split("/") for it in _parse_one("", text, {}).fields.values()]
    return [
        f"{package if len(parts) == 1 else parts[0]}/msg/{parts[-1]}"
        for parts in told if parts[0] not in _BASIC
    ]  # fmt: skip
