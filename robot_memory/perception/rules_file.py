"""Reads a rules file; reports each mistake with its line. A "node" here is a YAML node.

See docs/reference/rules.md; docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidRules
from robot_memory.foundation.text import yaml_reading
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.field_path import FieldPath, InvalidPath
from robot_memory.perception.rule import Rule

_TYPE = re.compile(r"[A-Za-z]\w*/msg/[A-Za-z]\w*|csv")  # csv: a recorded table of numbers
_ROS1_TYPE = re.compile(r"([A-Za-z]\w*)/([A-Za-z]\w*)")
_PATTERN = re.compile(r"[\w/~*?]+")


class YamlNodes:
    """Reads values from a file's YAML nodes, and collects the mistakes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.defects: list[Defect] = []

    def complain(self, where: yaml.Node | int, what: str) -> None:
        """Record a mistake, at a node or on a line."""
        line = where if isinstance(where, int) else where.start_mark.line + 1
        self.defects.append(Defect(f"{self._path}:{line}", what))

    def compose(self) -> yaml.Node | None:
        """Return the file's root mapping."""
        text = ""
        try:
            text = read_regular(self._path).decode()
            root = yaml_reading.compose(text, aliases=True)
            if root is not None:
                yaml_reading.construct(root)  # finds errors that composing does not: unknown tags
        except OSError as error:
            self.defects.append(Defect(str(self._path), error.strerror or str(error)))
        except UnicodeDecodeError:
            self.defects.append(Defect(str(self._path), "is not UTF-8 text"))
        except yaml.MarkedYAMLError as error:
            begun = error.context_mark
            within = f" {error.context} of line {begun.line + 1}" if begun else ""
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            line = min(line, len(text.splitlines()))  # some errors are noticed after the last line
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
        """Return a mapping's values by name, and complain about unknown and repeated names."""
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
        """Return the name of a message type; empty if it is invalid."""
        name = value_of(node)
        if not isinstance(name, str) or not _TYPE.fullmatch(name):
            old = _ROS1_TYPE.fullmatch(name) if isinstance(name, str) else None
            hint = f"; did you mean {old[1]}/msg/{old[2]}?" if old else ""
            self.complain(node, f"{name!r} is not a message type such as std_msgs/msg/String{hint}")
            return ""
        return name

    def field_path(self, node: yaml.Node) -> FieldPath | None:
        """Return a field path; None if it is invalid."""
        try:
            return FieldPath.parse(str(value_of(node)))
        except InvalidPath as error:
            self.complain(node, str(error))
            return None

    def numbers(
        self, node: yaml.Node, known: Mapping[str, DetectorOption], what: str
    ) -> tuple[dict[str, float], bool]:
        """Return the numbers of ``options``, and whether all given numbers can be used."""
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
    """Return a node's text, number or list."""
    return yaml_reading.construct(node)


_SECTIONS = ("rules", "episodes")
_FIELDS = ("topic", "type", "field", "except", "detector", "options")


class RulesFile:
    """A rules file: its section ``rules``, and the nodes of its other sections, by name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.nodes = YamlNodes(path)
        self._root = self.nodes.compose()
        self.sections: dict[str, yaml.Node] = {}
        if isinstance(self._root, yaml.MappingNode):
            self.sections = self.nodes.fields(self._root, _SECTIONS, "the file")

    def rules(self) -> tuple[Rule, ...]:
        """Return the valid rules."""
        if not isinstance(self._root, yaml.MappingNode):
            return ()
        rules = self.sections.get("rules")
        if not isinstance(rules, yaml.SequenceNode):
            self.nodes.complain(rules or self._root, "has no list `rules`")
            return ()
        return tuple(filter(None, map(self._item, rules.value)))

    def check(self) -> None:
        """Raise InvalidRules if there was any mistake: the whole file is then unused."""
        if self.nodes.defects:
            raise InvalidRules(f"{self._path} cannot be used", self.nodes.defects)

    def _item(self, node: yaml.Node) -> Rule | None:
        if not isinstance(node, yaml.MappingNode):
            self.nodes.complain(node, "is not a mapping of field names to values")
            return None
        fields = self.nodes.fields(node, _FIELDS, "the fields of a rule")
        detector = self._detector(node, fields.get("detector"))
        if "topic" not in fields and "type" not in fields:
            self.nodes.complain(node, "names neither a topic nor a type")
        topic = self.nodes.pattern(fields["topic"]) if "topic" in fields else "*"
        message_type = self._type(fields["type"], detector) if "type" in fields else ""
        exceptions = self.nodes.patterns(fields["except"]) if "except" in fields else ()
        if detector is None:
            return None
        return Rule(
            str(value_of(fields["detector"])), topic, message_type,
            field=self._field_path(node, fields.get("field"), detector),
            exceptions=exceptions,
            options=self._options(fields["options"], detector) if "options" in fields else {},
        )  # fmt: skip

    def _detector(self, rule: yaml.Node, node: yaml.Node | None) -> type[Detector] | None:
        name = value_of(node) if node is not None else None
        if isinstance(name, str) and name in DETECTORS:
            return DETECTORS[name]
        known = ", ".join(DETECTORS)
        if node is None:
            self.nodes.complain(rule, f"names no detector; they are {known}")
        else:
            self.nodes.complain(node, f"detector {name!r} is not one of {known}")
        return None

    def _type(self, node: yaml.Node, detector: type[Detector] | None) -> str:
        name = self.nodes.message_type(node)
        if name and detector is not None and detector.TYPE not in ("", name):
            self.nodes.complain(node, f"this detector reads {detector.TYPE}, not {name}")
        return name

    def _field_path(
        self, rule: yaml.Node, node: yaml.Node | None, detector: type[Detector]
    ) -> FieldPath | None:
        if not detector.READS_FIELD:
            if node is not None:
                self.nodes.complain(node, "this detector reads whole messages: it takes no field")
            return None
        if node is None:
            self.nodes.complain(rule, "names no field, which this detector reads")
            return None
        return self.nodes.field_path(node)

    def _options(self, node: yaml.Node, detector: type[Detector]) -> dict[str, float]:
        known = detector.OPTIONS
        usable, is_whole = self.nodes.numbers(node, known, "this detector's options")
        if is_whole and isinstance(node, yaml.MappingNode):
            defaults = {name: option.default for name, option in known.items()}
            for problem in detector.problems(defaults | usable):
                self.nodes.complain(node, problem)
        return usable


def load_rules(path: Path) -> tuple[Rule, ...]:
    """Read the rules that bind detectors to topics.

    Raises:
        InvalidRules: lists all mistakes, each with file and line; no rule is used.
    """
    file = RulesFile(path)
    rules = file.rules()
    file.check()
    return rules
