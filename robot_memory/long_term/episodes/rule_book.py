"""The content of a rules file: rules of detectors and rules of episodes.

See docs/reference/levels.md, "Episodes".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from robot_memory.long_term.episodes import episode_rule
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import RulesFile, YamlNodes, value_of

_RULE = ("name", "observation", "action", "begins", "goes_on", "reward", "terminal", "options")
_SOURCE = ("topic", "type", "field", "except")
_Fields = dict[str, yaml.Node]


@dataclass(frozen=True)
class RuleBook:
    """The content of a rules file."""

    rules: tuple[Rule, ...] = ()
    episodes: tuple[episode_rule.EpisodeRule, ...] = ()


def load_rule_book(path: Path) -> RuleBook:
    """Read a rules file; InvalidRules lists all that is wrong, each with file and line."""
    file = RulesFile(path)
    rules, section = file.rules(), file.sections.get("episodes")
    episodes = () if section is None else tuple(_read_episodes(file.nodes, section))
    file.check()
    return RuleBook(rules, episodes)


def _read_episodes(nodes: YamlNodes, section: yaml.Node) -> list[episode_rule.EpisodeRule]:
    """Read the rules of episodes; what is wrong with them is gathered in ``nodes``."""
    if not isinstance(section, yaml.SequenceNode):
        nodes.complain(section, "episodes is not a list of rules")
        return []
    reader = _Reader(nodes)
    rules = [reader.rule(node) for node in section.value]
    found = [rule for rule in rules if rule is not None]
    for name, count in Counter(rule.name for rule in found if rule.name).items():
        if count > 1:
            nodes.complain(section, f"{count} rules of episodes are named {name!r}")
    return found


class _Reader:
    """Reads one rule after the other."""

    def __init__(self, nodes: YamlNodes) -> None:
        self._nodes = nodes
        self._complain = nodes.complain

    def rule(self, node: yaml.Node) -> episode_rule.EpisodeRule | None:
        if not isinstance(node, yaml.MappingNode):
            self._complain(node, "is not a mapping of field names to values")
            return None
        fields = self._nodes.fields(node, _RULE, "the fields of a rule of episodes")
        observation = self._values(node, fields, "observation")
        action = self._values(node, fields, "action")
        self._check_required(node, observation, action)
        return episode_rule.EpisodeRule(
            self._name(node, fields.get("name")), observation, action,
            begins=self._begins(fields),
            goes_on=self._goes_on(fields.get("goes_on"), observation),
            reward=self._reward(fields.get("reward")),
            terminal=self._terminal(fields.get("terminal")),
            options=self._options(fields.get("options")),
        )  # fmt: skip

    def _name(self, rule: yaml.Node, node: yaml.Node | None) -> str:
        name = value_of(node) if node is not None else None
        if isinstance(name, str) and name.isidentifier():
            return name
        problem = f"{name!r} is not a name of letters, digits and _" if node else "has no name"
        self._complain(node or rule, problem)
        return ""

    def _values(
        self, rule: yaml.Node, fields: _Fields, part: str
    ) -> tuple[episode_rule.EpisodeField, ...]:
        node = fields.get(part)
        if not isinstance(node, yaml.MappingNode) or not node.value:
            self._complain(node or rule, f"names no {part}: a mapping of names to where they are")
            return ()
        names = tuple(str(key.value) for key, _ in node.value)
        given = self._nodes.fields(node, names, f"the {part}")
        return tuple(self._value(name, value) for name, value in given.items())

    def _check_required(
        self, rule: yaml.Node, observation: tuple[episode_rule.EpisodeField, ...],
        action: tuple[episode_rule.EpisodeField, ...],
    ) -> None:  # fmt: skip
        for part, values in (("observation", observation), ("action", action)):
            if values and all(value.optional for value in values):
                self._complain(rule, f"each {part} is optional: one must be there")

    def _value(self, name: str, node: yaml.Node) -> episode_rule.EpisodeField:
        alternatives = node.value if isinstance(node, yaml.SequenceNode) else [node]
        optional, sources = False, []
        for item in alternatives:
            if not isinstance(item, yaml.MappingNode):
                self._complain(item, f"{name} is not a mapping of topic, type and field")
                continue
            fields = self._nodes.fields(item, (*_SOURCE, "optional"), "the fields of a value")
            sources += self._sources(item, fields)
            optional |= self._flag(fields.get("optional"))
        if not alternatives:
            self._complain(node, f"{name} is read nowhere: the list is empty")
        return episode_rule.EpisodeField(name, tuple(sources), optional)

    def _sources(self, node: yaml.Node, fields: _Fields) -> list[episode_rule.FieldSource]:
        """Return a source for each of the topics, in their order."""
        topics = fields.get("topic")
        if not isinstance(topics, yaml.SequenceNode):
            return [self._source(node, fields)]
        if not topics.value:
            self._complain(topics, "topic is an empty list")
        patterns = [self._nodes.pattern(item) for item in topics.value]
        one = self._source(node, {**fields, "topic": topics.value[0] if patterns else topics})
        return [replace(one, topic=pattern) for pattern in patterns]

    def _source(self, node: yaml.Node, fields: _Fields) -> episode_rule.FieldSource:
        if "topic" not in fields and "type" not in fields:
            self._complain(node, "names neither a topic nor a type")
        if "field" not in fields:
            self._complain(node, "names no field")
        return episode_rule.FieldSource(
            self._nodes.pattern(fields["topic"]) if "topic" in fields else "*",
            self._nodes.message_type(fields["type"]) if "type" in fields else "",
            self._paths(fields["field"]) if "field" in fields else (),
            self._nodes.patterns(fields["except"]) if "except" in fields else (),
        )

    def _paths(self, node: yaml.Node) -> tuple[FieldPath, ...]:
        items = node.value if isinstance(node, yaml.SequenceNode) else [node]
        if not items:
            self._complain(node, "names no field")
        return tuple(filter(None, map(self._nodes.field_path, items)))

    def _flag(self, node: yaml.Node | None) -> bool:
        value = value_of(node) if node is not None else False
        if node is not None and not isinstance(value, bool):
            self._complain(node, f"optional: {value!r} is not true or false")
        return value is True

    def _begins(self, fields: _Fields) -> episode_rule.Begins:
        node = fields.get("begins")
        value = value_of(node) if node is not None else episode_rule.Begins.NONZERO.value
        known = [item.value for item in episode_rule.Begins]
        if value in known:
            return episode_rule.Begins(value)
        self._complain(node or 1, f"begins: {value!r} is not one of {', '.join(known)}")
        return episode_rule.Begins.NONZERO

    def _goes_on(
        self, node: yaml.Node | None, observation: tuple[episode_rule.EpisodeField, ...]
    ) -> tuple[str, ...]:
        if node is None:
            return ()
        value = value_of(node)
        names: list[Any] = value if isinstance(value, list) else [value]
        known = [item.name for item in observation]
        for name in names:
            if name not in known:
                problem = f"{name!r} is not one of the observation: {', '.join(known)}"
                self._complain(node, f"goes_on: {problem}")
        return tuple(map(str, names))

    def _reward(self, node: yaml.Node | None) -> episode_rule.Reward:
        if node is None:
            return episode_rule.Reward()
        if not isinstance(node, yaml.MappingNode):
            self._complain(node, "reward is not a mapping: onset, or topic, type and field")
            return episode_rule.Reward()
        fields = self._nodes.fields(node, (*_SOURCE, "onset"), "the fields of a reward")
        onset = self._amounts("onset", fields.get("onset"))
        has_topics = bool(fields.keys() - {"onset"})
        if not fields:
            self._complain(node, "reward names neither onset nor a field")
        return episode_rule.Reward(self._source(node, fields) if has_topics else None, sum(onset))

    def _terminal(self, node: yaml.Node | None) -> episode_rule.Terminal | None:
        if node is None:
            return None
        if not isinstance(node, yaml.MappingNode):
            self._complain(node, "terminal is not a mapping of topic, type, field, done and failed")
            return None
        fields = self._nodes.fields(node, (*_SOURCE, "done", "failed"), "the fields of terminal")
        done, failed = (self._amounts(name, fields.get(name)) for name in ("done", "failed"))
        if "done" not in fields and "failed" not in fields:
            self._complain(node, "terminal names no value that means done or failed")
        return episode_rule.Terminal(self._source(node, fields), done, failed)

    def _amounts(self, name: str, node: yaml.Node | None) -> tuple[float, ...]:
        if node is None:
            return ()
        value = value_of(node)
        items: list[Any] = value if isinstance(value, list) else [value]
        wrong = [item for item in items if not isinstance(item, (int, float)) or item != item]
        if wrong:
            self._complain(node, f"{name}: {wrong[0]!r} is not a number")
            return ()
        return tuple(map(float, items))

    def _options(self, node: yaml.Node | None) -> dict[str, float]:
        if node is None:
            return {}
        usable, _ = self._nodes.numbers(
            node, episode_rule.OPTIONS, "the options of a rule of episodes"
        )
        return usable
