"""Reads a rules file, and says of every mistake in it on which line it is and what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as default
from pathlib import Path

import yaml

from robot_memory.errors import Defect
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.episodes.episode_rule import EpisodeRule
from robot_memory.perception.episodes.rule_reader import read_episodes
from robot_memory.perception.fields.field_path import FieldPath
from robot_memory.perception.rules.nodes import Nodes, value_of

_SECTIONS = ("rules", "episodes")
_FIELDS = ("topic", "type", "field", "pair", "except", "detector", "options")


@dataclass
class RuleItem:
    """A rule as the file says it."""

    detector: str = ""
    topic: str = "*"
    type: str = ""
    field: FieldPath | None = None
    pair: str = ""
    exceptions: tuple[str, ...] = ()
    options: dict[str, float] = default(default_factory=dict)


def read_file(path: Path) -> tuple[list[RuleItem], list[EpisodeRule], list[Defect]]:
    """Read rules and rules of episodes, and all that is wrong with them."""
    nodes = Nodes(path)
    root = nodes.compose()
    if not isinstance(root, yaml.MappingNode):
        return [], [], nodes.defects
    sections = nodes.fields(root, _SECTIONS, "the file")
    reader = _Reader(nodes)
    items = list(reader.read(root, sections.get("rules")))
    reader.check_pairs(items)
    episodes = read_episodes(nodes, sections["episodes"]) if "episodes" in sections else []
    return items, episodes, nodes.defects


class _Reader:
    """Reads the section ``rules``."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._complain = nodes.complain

    def read(self, root: yaml.Node, rules: yaml.Node | None) -> Iterator[RuleItem]:
        if not isinstance(rules, yaml.SequenceNode):
            self._complain(rules or root, "has no list `rules`")
            return
        for node in rules.value:
            item = self._item(node)
            if item is not None:
                yield item

    def check_pairs(self, items: Sequence[RuleItem]) -> None:
        """Complain of pairs that are none."""
        for name, count in Counter(item.pair for item in items if item.pair).items():
            if count != 2:
                rules = "rule names" if count == 1 else "rules name"
                self._complain(1, f"{count} {rules} the pair {name!r}, which takes two")

    def _item(self, node: yaml.Node) -> RuleItem | None:
        if not isinstance(node, yaml.MappingNode):
            self._complain(node, "is not a mapping of field names to values")
            return None
        fields = self._nodes.fields(node, _FIELDS, "the fields of a rule")
        item = RuleItem()
        detector = self._detector(node, fields.get("detector"))
        if "topic" not in fields and "type" not in fields:
            self._complain(node, "names neither a topic nor a type")
        if "topic" in fields:
            item.topic = self._nodes.pattern(fields["topic"])
        if "type" in fields:
            item.type = self._type(fields["type"], detector)
        if "except" in fields:
            item.exceptions = self._nodes.patterns(fields["except"])
        if detector is not None:
            item.detector = str(value_of(fields["detector"]))
            item.field = self._field_path(node, fields.get("field"), detector)
            item.pair = self._pair(node, fields.get("pair"), detector)
            if "options" in fields:
                item.options = self._options(fields["options"], detector)
        return item

    def _detector(self, rule: yaml.Node, node: yaml.Node | None) -> type[Detector] | None:
        name = value_of(node) if node is not None else None
        if isinstance(name, str) and name in DETECTORS:
            return DETECTORS[name]
        known = ", ".join(DETECTORS)
        if node is None:
            self._complain(rule, f"names no detector; they are {known}")
        else:
            self._complain(node, f"detector {name!r} is none of {known}")
        return None

    def _type(self, node: yaml.Node, detector: type[Detector] | None) -> str:
        name = self._nodes.message_type(node)
        if name and detector is not None and detector.TYPE not in ("", name):
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
        return self._nodes.field_path(node)

    def _pair(self, rule: yaml.Node, node: yaml.Node | None, detector: type[Detector]) -> str:
        name = value_of(node) if node is not None else ""
        if not detector.NEEDS_PAIR and node is not None:
            self._complain(node, "this detector watches each signal by itself: it takes no pair")
        elif detector.NEEDS_PAIR and not (isinstance(name, str) and name):
            self._complain(node or rule, "names no pair, as its other rule does")
        else:
            return str(name)
        return ""

    def _options(self, node: yaml.Node, detector: type[Detector]) -> dict[str, float]:
        known = detector.OPTIONS
        usable, is_whole = self._nodes.numbers(node, known, "this detector's options")
        if is_whole and isinstance(node, yaml.MappingNode):
            for problem in detector.problems(_with_defaults(known, usable)):
                self._complain(node, problem)
        return usable


def _with_defaults(
    known: Mapping[str, DetectorOption], given: Mapping[str, float]
) -> dict[str, float]:
    return {name: given.get(name, option.default) for name, option in known.items()}
