"""The definitions of message types that installed packages hold: ``share/<package>/msg``.

See docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

_PATHS = "AMENT_PREFIX_PATH"  # what a sourced workspace sets
_RULER = "=" * 80  # characters, as in rosbag2
_FIELD = re.compile(r"^\s*([A-Za-z]\w*(?:/\w+)*)")
_BASIC = frozenset(
    """bool byte char float32 float64 int8 uint8 int16 uint16 int32 uint32 int64 uint64 string
    wstring""".split()
)


def read_definition(type_name: str) -> str:
    """Return the text of the ``.msg`` file of ``sensor_msgs/msg/Imu``.

    Raises:
        LookupError: no workspace that is sourced has it.
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
    """Return the definition of a type and of those inside it; empty where one is missing.

    A type that was written as ``.idl`` has none, nor has that of an action.
    """
    try:
        return full_definition(type_name, read_definition)
    except (OSError, LookupError, ValueError):
        return ""


def full_definition(type_name: str, read: Callable[[str], str]) -> str:
    """Return the definition of a type, followed by those of the types inside it.

    Args:
        type_name: ``sensor_msgs/msg/Imu``.
        read: returns the text of a type's ``.msg`` file.

    Raises:
        OSError, LookupError: a type has no such file; whatever ``read`` raises.
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
        parts.append(f"{_RULER}\nMSG: {package}/{message}\n{text}")
        waiting += _types_inside(name, text)
    return "\n".join(part.rstrip("\n") for part in parts) + "\n"


def _types_inside(type_name: str, text: str) -> list[str]:
    package = type_name.partition("/")[0]
    found = []
    for line in text.splitlines():
        field = _FIELD.match(line)
        if field is None or field[1] in _BASIC:
            continue
        parts = field[1].split("/")
        found.append(f"{package if len(parts) == 1 else parts[0]}/msg/{parts[-1]}")
    return found
