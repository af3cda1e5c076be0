"""Reads a rules file; reports each mistake with its line.

See docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

from pathlib import Path

import yaml

from robot_memory.foundation.errors import InvalidRules
from robot_memory.perception.detector import Detector
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.fields.field_path import FieldPath
from robot_memory.perception.rules.rule import Rule
from robot_memory.perception.rules.yaml_nodes import YamlNodes, value_of

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
        """Return the rules that can be read."""
        if not isinstance(self._root, yaml.MappingNode):
            return ()
        rules = self.sections.get("rules")
        if not isinstance(rules, yaml.SequenceNode):
            self.nodes.complain(rules or self._root, "has no list `rules`")
            return ()
        return tuple(filter(None, map(self._item, rules.value)))

    def check(self) -> None:
        """Raise InvalidRules where anything was wrong: nothing of the file is used then."""
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
    """Read which topics detectors watch.

    Raises:
        InvalidRules: lists all that is wrong, each with file and line; nothing of it is used.
    """
    file = RulesFile(path)
    rules = file.rules()
    file.check()
    return rules
