"""People's names for the parts of their robot: ``names.yaml`` in the memory home.

Specification: rules.md §1.12.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import yaml

from robot_memory.foundation.disk.files import open_regular
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.text import yaml_reading

LONGEST_NAME = 80  # characters
MOST_NAMES = 1000
_LONGEST_FILE = 200_000  # bytes
_LONGEST_RAW = 200  # characters


class PartNames:
    """Replaces drivers' names with people's names.

    Args:
        names: people's names by drivers' names: ``{"/front/scan": "front lidar"}``.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = dict(names)
        longest_first = sorted(map(re.escape, names), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<![\w/])(?:{'|'.join(longest_first)})(?![\w/])")

    @property
    def are_given(self) -> bool:
        """Whether people have named any part."""
        return bool(self._names)

    def in_text(self, text: str) -> str:
        """Return a text with people's names."""
        if not self.are_given:
            return text
        return self._pattern.sub(lambda found: self._names[found[0]], text)


def load_names(path: Path) -> PartNames:
    """Read a file of names; a missing file holds none.

    Raises:
        InvalidInput: the file cannot be used; holds all its defects, each with its path.
    """
    try:
        with open_regular(path) as file:
            content = file.read(_LONGEST_FILE + 1)
        if len(content) > _LONGEST_FILE:
            raise ValueError(f"it is longer than {_LONGEST_FILE} bytes")
        names = yaml_reading.load(content.decode("utf-8"))
    except FileNotFoundError:
        return PartNames({})
    except (OSError, ValueError, yaml.YAMLError) as error:
        defect = Defect(str(path), yaml_reading.describe(error))
        raise InvalidInput("names of drivers are used", [defect]) from None
    if names is None:
        return PartNames({})
    defects = _defects(names)
    if defects:
        told = [Defect(f"{path}: {defect.path}", defect.problem) for defect in defects]
        raise InvalidInput("names of drivers are used", told)
    return PartNames(names)


def _defects(names: object) -> list[Defect]:
    if not isinstance(names, dict):
        return [Defect("$", 'is not a mapping of names, such as "/front/scan: front lidar"')]
    if len(names) > MOST_NAMES:
        return [Defect("$", f"has {len(names)} names, which is above {MOST_NAMES}")]
    return [
        Defect(repr(raw)[:_LONGEST_RAW], problem)
        for raw, name in names.items()
        if (problem := _problem(raw, name))
    ]


def _problem(raw: object, name: object) -> str:
    if not isinstance(raw, str) or not 0 < len(raw.strip()) <= _LONGEST_RAW:
        return f"is not the name of a part, of 1 to {_LONGEST_RAW} characters"
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or "…" in name:
        return "is given no name: one line of text"
    if len(name) > LONGEST_NAME:
        return f"is given a name of {len(name)} characters, which is above {LONGEST_NAME}"
    return ""
