"""Reads values from the nodes of a YAML file; each mistake is noted with its line.

Every section of a rules file is read with this. A node of YAML is no node of ROS.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.text import yaml_reading
from robot_memory.perception.detector import DetectorOption
from robot_memory.perception.fields.field_path import FieldPath, InvalidPath

_TYPE = re.compile(r"[A-Za-z]\w*/msg/[A-Za-z]\w*|csv")  # csv: a table of numbers, recorded
_ROS1_TYPE = re.compile(r"([A-Za-z]\w*)/([A-Za-z]\w*)")
_PATTERN = re.compile(r"[\w/~*?]+")


class YamlNodes:
    """Reads values from nodes of a file, and gathers what is wrong with them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.defects: list[Defect] = []

    def complain(self, where: yaml.Node | int, what: str) -> None:
        """Note that something is wrong, at a node or on a line."""
        line = where if isinstance(where, int) else where.start_mark.line + 1
        self.defects.append(Defect(f"{self._path}:{line}", what))

    def compose(self) -> yaml.Node | None:
        """Return the mapping that the file is."""
        text = ""
        try:
            text = read_regular(self._path).decode()
            root = yaml_reading.compose(text, aliases=True)
            if root is not None:
                yaml_reading.construct(root)  # finds what composing does not: unknown tags
        except OSError as error:
            self.defects.append(Defect(str(self._path), error.strerror or str(error)))
        except UnicodeDecodeError:
            self.defects.append(Defect(str(self._path), "is not UTF-8 text"))
        except yaml.MarkedYAMLError as error:
            begun = error.context_mark
            within = f" {error.context} of line {begun.line + 1}" if begun else ""
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            line = min(line, len(text.splitlines()))  # some are noticed behind the last line
            self.complain(line, f"is not YAML: {error.problem}{within}")
        except yaml.YAMLError as error:
            self.complain(1, f"is not YAML: {' '.join(str(error).split())}")
        else:
            if not isinstance(root, yaml.MappingNode):
                self.complain(1, "has no list `rules`")
            return root
        return None

    def fields(
        self, node: yaml.MappingNode, known: tuple[str, ...], what: str
    ) -> dict[str, yaml.Node]:
        """Return the values of a mapping by name, and complain of names that are not known."""
        fields: dict[str, yaml.Node] = {}
        for key, value in node.value:
            name = str(key.value)
            if name not in known:
                self.complain(key, f"{name!r} is not one of {what}: {', '.join(known)}")
            elif name in fields:
                self.complain(key, f"{name!r} is given twice")
            fields[name] = value
        return fields

    def pattern(self, node: yaml.Node) -> str:
        """Return a topic name or pattern."""
        pattern = value_of(node)
        if not isinstance(pattern, str) or not _PATTERN.fullmatch(pattern):
            self.complain(node, f"{pattern!r} is not a topic name or pattern (with * and ?)")
            return ""
        return pattern

    def patterns(self, node: yaml.Node) -> tuple[str, ...]:
        """Return the topic patterns of ``except``."""
        if not isinstance(node, yaml.SequenceNode):
            self.complain(node, "except is not a list of topic patterns")
            return ()
        return tuple(self.pattern(item) for item in node.value)

    def message_type(self, node: yaml.Node) -> str:
        """Return the name of a message type; empty where it is none."""
        name = value_of(node)
        if not isinstance(name, str) or not _TYPE.fullmatch(name):
            old = _ROS1_TYPE.fullmatch(name) if isinstance(name, str) else None
            hint = f"; did you mean {old[1]}/msg/{old[2]}?" if old else ""
            self.complain(node, f"{name!r} is not a message type such as std_msgs/msg/String{hint}")
            return ""
        return name

    def field_path(self, node: yaml.Node) -> FieldPath | None:
        """Return a path into a message."""
        try:
            return FieldPath.parse(str(value_of(node)))
        except InvalidPath as error:
            self.complain(node, str(error))
            return None

    def numbers(
        self, node: yaml.Node, known: Mapping[str, DetectorOption], what: str
    ) -> tuple[dict[str, float], bool]:
        """Return the numbers of ``options``, and whether all that was given can be used."""
        if not isinstance(node, yaml.MappingNode):
            if value_of(node) is not None:
                self.complain(node, "options is not a mapping of names to numbers")
            return {}, True
        fields = self.fields(node, tuple(known), what)
        given = {name: self._number(name, fields[name], known[name])
                 for name in fields if name in known}  # fmt: skip
        usable = {name: value for name, value in given.items() if value is not None}
        return usable, len(usable) == len(given)

    def _number(self, name: str, node: yaml.Node, option: DetectorOption) -> float | None:
        value = value_of(node)
        problem = option.problem_with(value)
        if problem:
            self.complain(node, f"option {name}: {problem}")
            return None
        return float(value)


def value_of(node: yaml.Node) -> Any:
    """Return the text, number or list that a node says."""
    return yaml_reading.construct(node)
