"""The definitions of message types that installed packages hold: ``share/<package>/msg``.

See docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

import os
from pathlib import Path

from robot_memory.perception.definitions.full_definition import full_definition

_PATHS = "AMENT_PREFIX_PATH"  # what a sourced workspace sets


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
