"""Reads a rules file, and says of every mistake in it on which line it is and what is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as default
from pathlib import Path
from typing import Any

import yaml

from robot_memory.errors import Defect
from robot_memory.perception.detector import Detector, Option
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.rules.field_path import FieldPath, InvalidPath

_FIELDS = ("topic", "type", "field", "pair", "except", "detector", "options")
_TYPE = re.compile(r"[A-Za-z]\w*/msg/[A-Za-z]\w*|csv")  # csv: a table of numbers, recorded
_ROS1_TYPE = re.compile(r"([A-Za-z]\w*)/([A-Za-z]\w*)")
_PATTERN = re.compile(r"[\w/~*?]+")


@dataclass
class Item:
    """A rule as the file says it."""

    detector: str = ""
    topic: str = "*"
    type: str = ""
    field: FieldPath | None = None
    pair: str = ""
    exceptions: tuple[str, ...] = ()
    options: dict[str, float] = default(default_factory=dict)


def read_file(path: Path) -> tuple[list[Item], list[Defect]]:
    """Read rules, and all that is wrong with them."""
    reader = _Reader(path)
    items = list(reader.read())
    reader.check_pairs(items)
    return items, reader.defects


class _Reader:
    """Reads YAML nodes, which know their lines."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.defects: list[Defect] = []

    def read(self) -> Iterator[Item]:
        root = self._compose()
        if root is None:
            return
        rules = self._top(root)
        for node in rules.value if isinstance(rules, yaml.SequenceNode) else ():
            item = self._item(node)
            if item is not None:
                yield item

    def check_pairs(self, items: Sequence[Item]) -> None:
        """Complain of pairs that are none."""
        for name, count in Counter(item.pair for item in items if item.pair).items():
            if count != 2:
                rules = "rule names" if count == 1 else "rules name"
                self._complain(1, f"{count} {rules} the pair {name!r}, which takes two")

    def _complain(self, where: yaml.Node | int, what: str) -> None:
        line = where if isinstance(where, int) else where.start_mark.line + 1
        self.defects.append(Defect(f"{self._path}:{line}", what))

    def _compose(self) -> yaml.Node | None:
        text = ""
        try:
            text = self._path.read_text(encoding="utf-8")
            root = yaml.compose(text, yaml.SafeLoader)
            yaml.safe_load(text)  # finds what composing does not, such as unknown tags
        except OSError as error:
            self.defects.append(Defect(str(self._path), error.strerror or str(error)))
        except UnicodeDecodeError:
            self.defects.append(Defect(str(self._path), "is not UTF-8 text"))
        except yaml.MarkedYAMLError as error:
            begun = error.context_mark
            within = f" {error.context} of line {begun.line + 1}" if begun else ""
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            line = min(line, len(text.splitlines()))  # some are noticed behind the last line
            self._complain(line, f"is not YAML: {error.problem}{within}")
        except (yaml.YAMLError, ValueError, RecursionError) as error:
            self._complain(1, f"is not YAML: {' '.join(str(error).split())}")
        else:
            if not isinstance(root, yaml.MappingNode):
                self._complain(1, "has no list `rules`")
            return root
        return None

    def _top(self, root: yaml.Node) -> yaml.Node | None:
        """Return the list of rules."""
        if not isinstance(root, yaml.MappingNode):
            return None
        fields = self._fields(root, ("rules",), "the file")
        rules = fields.get("rules")
        if not isinstance(rules, yaml.SequenceNode):
            self._complain(rules or root, "has no list `rules`")
            return None
        return rules

    def _fields(
        self, node: yaml.MappingNode, known: tuple[str, ...], what: str
    ) -> dict[str, yaml.Node]:
        """Return the values of a mapping by name, and complain of names that are not known."""
        fields: dict[str, yaml.Node] = {}
        for key, value in node.value:
            name = str(key.value)
            if name not in known:
                self._complain(key, f"{name!r} is none of {what}: {', '.join(known)}")
            elif name in fields:
                self._complain(key, f"{name!r} is given twice")
            fields[name] = value
        return fields

    def _item(self, node: yaml.Node) -> Item | None:
        if not isinstance(node, yaml.MappingNode):
            self._complain(node, "is not a mapping of field names to values")
            return None
        fields = self._fields(node, _FIELDS, "the fields of a rule")
        item = Item()
        detector = self._detector(node, fields.get("detector"))
        if "topic" not in fields and "type" not in fields:
            self._complain(node, "names neither a topic nor a type")
        if "topic" in fields:
            item.topic = self._pattern(fields["topic"])
        if "type" in fields:
            item.type = self._type(fields["type"], detector)
        if "except" in fields:
            item.exceptions = self._exceptions(fields["except"])
        if detector is not None:
            item.detector = str(_value(fields["detector"]))
            item.field = self._field_path(node, fields.get("field"), detector)
            item.pair = self._pair(node, fields.get("pair"), detector)
            if "options" in fields:
                item.options = self._options(fields["options"], detector)
        return item

    def _detector(self, rule: yaml.Node, node: yaml.Node | None) -> type[Detector] | None:
        name = _value(node) if node is not None else None
        if isinstance(name, str) and name in DETECTORS:
            return DETECTORS[name]
        known = ", ".join(DETECTORS)
        if node is None:
            self._complain(rule, f"names no detector; they are {known}")
        else:
            self._complain(node, f"detector {name!r} is none of {known}")
        return None

    def _pattern(self, node: yaml.Node) -> str:
        pattern = _value(node)
        if not isinstance(pattern, str) or not _PATTERN.fullmatch(pattern):
            self._complain(node, f"{pattern!r} is no topic name or pattern (with * and ?)")
            return ""
        return pattern

    def _type(self, node: yaml.Node, detector: type[Detector] | None) -> str:
        name = _value(node)
        if not isinstance(name, str) or not _TYPE.fullmatch(name):
            old = _ROS1_TYPE.fullmatch(name) if isinstance(name, str) else None
            hint = f"; did you mean {old[1]}/msg/{old[2]}?" if old else ""
            self._complain(node, f"{name!r} is no message type such as std_msgs/msg/String{hint}")
            return ""
        if detector is not None and detector.TYPE not in ("", name):
            self._complain(node, f"this detector reads {detector.TYPE}, not {name}")
        return name

    def _field_path(
        self, rule: yaml.Node, node: yaml.Node | None, detector: type[Detector]
    ) -> FieldPath | None:
        if not detector.READS_FIELD:
            if node is not None:
                self._complain(node, "this detector reads whole messages: it takes no field")
            return None
        if node is None:
            self._complain(rule, "names no field, which this detector reads")
            return None
        try:
            return FieldPath.parse(str(_value(node)))
        except InvalidPath as error:
            self._complain(node, str(error))
            return None

    def _pair(self, rule: yaml.Node, node: yaml.Node | None, detector: type[Detector]) -> str:
        name = _value(node) if node is not None else ""
        if not detector.NEEDS_PAIR and node is not None:
            self._complain(node, "this detector watches each signal by itself: it takes no pair")
        elif detector.NEEDS_PAIR and not (isinstance(name, str) and name):
            self._complain(node or rule, "names no pair, as its other rule does")
        else:
            return str(name)
        return ""

    def _exceptions(self, node: yaml.Node) -> tuple[str, ...]:
        if not isinstance(node, yaml.SequenceNode):
            self._complain(node, "except is not a list of topic patterns")
            return ()
        return tuple(self._pattern(item) for item in node.value)

    def _options(self, node: yaml.Node, detector: type[Detector]) -> dict[str, float]:
        if not isinstance(node, yaml.MappingNode):
            if _value(node) is not None:
                self._complain(node, "options is not a mapping of names to numbers")
            return {}
        known = detector.OPTIONS
        fields = self._fields(node, tuple(known), "this detector's options")
        given = {name: self._number(name, fields[name], known[name])
                 for name in fields if name in known}  # fmt: skip
        usable = {name: value for name, value in given.items() if value is not None}
        if len(usable) == len(given):
            for problem in detector.problems(_with_defaults(known, usable)):
                self._complain(node, problem)
        return usable

    def _number(self, name: str, node: yaml.Node, option: Option) -> float | None:
        value = _value(node)
        problem = option.problem_with(value)
        if problem:
            self._complain(node, f"option {name}: {problem}")
            return None
        return float(value)


def _with_defaults(known: Mapping[str, Option], given: Mapping[str, float]) -> dict[str, float]:
    return {name: given.get(name, option.default) for name, option in known.items()}


def _value(node: yaml.Node) -> Any:
    """Return the text, number or list that a node says."""
    loader = yaml.SafeLoader("")
    try:
        return loader.construct_object(node, deep=True)
    finally:
        loader.dispose()
