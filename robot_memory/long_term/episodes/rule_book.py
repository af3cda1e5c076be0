"""The content of a rules file: detector rules and episode rules.

An episode rule defines what the steps hold, and when an episode begins and ends.

See docs/reference/levels.md, "Episodes".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any

import yaml

from robot_memory.perception.detector import DetectorOption
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.rule import Rule, matches
from robot_memory.perception.rules_file import RulesFile, YamlNodes, value_of
from robot_memory.perception.scope import Scope

#: The options of a rule.
OPTIONS: Mapping[str, DetectorOption] = {
    "period": DetectorOption(0.2, "s that a step lasts at least", low=0.01, high=60.0),
    "end": DetectorOption(5.0, "s without an action after which an episode is over", low=0.1),
    "longest": DetectorOption(
        600.0, "s after which an episode ends and the next one begins", low=1.0
    ),
    "shortest": DetectorOption(10.0, "steps that an episode worth keeping has", low=1.0),
    "zero": DetectorOption(0.01, "below which a number counts as zero, and a difference as none"),
}


class Begins(str, Enum):
    """What counts as an action."""

    NONZERO = "nonzero"  # a command with a number that is not zero, such as a velocity
    CHANGED = "changed"  # a command that differs from the last: a sender may repeat a position
    HEARD = "heard"  # any command


@dataclass(frozen=True)
class FieldSource:
    """A source of a value."""

    # a topic name or pattern; in the namespace unless it begins with ``/`` or ``*``
    topic: str = "*"
    type: str = ""
    paths: tuple[FieldPath, ...] = ()  # the numbers of a message that make the value, in order
    exceptions: tuple[str, ...] = ()  # topic patterns to leave out

    def binds(self, topic: str, message_type: str, scope: Scope) -> bool:
        """Tell whether this source reads a topic."""
        namespace = scope.namespace
        return (
            self.type in ("", message_type)
            and matches(topic, self.topic, namespace)
            and not any(matches(topic, pattern, namespace) for pattern in self.exceptions)
            and (self.topic.startswith("/") or scope.keeps_topic(topic, is_shared=False))
        )


@dataclass(frozen=True)
class EpisodeField:
    """A value of each step; the first source that is received counts."""

    name: str
    sources: tuple[FieldSource, ...]
    optional: bool = False


@dataclass(frozen=True)
class Terminal:
    """The number that tells the end of a task, by its values for done and failed."""

    source: FieldSource
    done: tuple[float, ...] = ()
    failed: tuple[float, ...] = ()


@dataclass(frozen=True)
class Reward:
    """The reward of a step: received numbers, and an amount for each onset, negative for a cost."""

    source: FieldSource | None = None
    onset: float = 0.0


@dataclass(frozen=True)
class EpisodeRule:
    """A rule for recording episodes (002 §Alignment with Brain A)."""

    name: str
    observation: tuple[EpisodeField, ...]
    action: tuple[EpisodeField, ...]
    begins: Begins = Begins.NONZERO
    # observations that keep an episode going while they are not zero
    goes_on: tuple[str, ...] = ()
    reward: Reward = Reward()
    terminal: Terminal | None = None  # tells the end of the task; None: nothing does
    # values of :data:`OPTIONS` that differ from the default
    options: Mapping[str, float] = field(default_factory=dict)

    def option(self, name: str) -> float:
        """Return the value of an option."""
        return self.options.get(name, OPTIONS[name].default)

    def sources(self) -> Iterator[FieldSource]:
        """Yield all sources that the rule reads."""
        for item in (*self.observation, *self.action):
            yield from item.sources
        if self.terminal is not None:
            yield self.terminal.source
        if self.reward.source is not None:
            yield self.reward.source

    def renamed(self, resolve: Callable[[str], str]) -> EpisodeRule:
        """Return the rule with its topics and patterns renamed."""

        def source(old: FieldSource) -> FieldSource:
            exceptions = tuple(map(resolve, old.exceptions))
            return replace(old, topic=resolve(old.topic), exceptions=exceptions)

        def fields(old: tuple[EpisodeField, ...]) -> tuple[EpisodeField, ...]:
            return tuple(replace(item, sources=tuple(map(source, item.sources))) for item in old)

        reward, terminal = self.reward, self.terminal
        if reward.source is not None:
            reward = replace(reward, source=source(reward.source))
        if terminal is not None:
            terminal = replace(terminal, source=source(terminal.source))
        return replace(
            self, observation=fields(self.observation), action=fields(self.action),
            reward=reward, terminal=terminal,
        )  # fmt: skip


_RULE = ("name", "observation", "action", "begins", "goes_on", "reward", "terminal", "options")
_SOURCE = ("topic", "type", "field", "except")
_Fields = dict[str, yaml.Node]


@dataclass(frozen=True)
class RuleBook:
    """The content of a rules file."""

    rules: tuple[Rule, ...] = ()
    episodes: tuple[EpisodeRule, ...] = ()


def load_rule_book(path: Path) -> RuleBook:
    """Read a rules file; InvalidRules lists everything wrong with it, each with file and line."""
    file = RulesFile(path)
    rules, section = file.rules(), file.sections.get("episodes")
    episodes = () if section is None else tuple(_read_episodes(file.nodes, section))
    file.check()
    return RuleBook(rules, episodes)


def _read_episodes(nodes: YamlNodes, section: yaml.Node) -> list[EpisodeRule]:
    """Read the episode rules; their defects are collected in ``nodes``."""
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

    def rule(self, node: yaml.Node) -> EpisodeRule | None:
        if not isinstance(node, yaml.MappingNode):
            self._complain(node, "is not a mapping of field names to values")
            return None
        fields = self._nodes.fields(node, _RULE, "the fields of a rule of episodes")
        observation = self._values(node, fields, "observation")
        action = self._values(node, fields, "action")
        self._check_required(node, observation, action)
        return EpisodeRule(
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

    def _values(self, rule: yaml.Node, fields: _Fields, part: str) -> tuple[EpisodeField, ...]:
        node = fields.get(part)
        if not isinstance(node, yaml.MappingNode) or not node.value:
            self._complain(node or rule, f"names no {part}: a mapping of names to where they are")
            return ()
        names = tuple(str(key.value) for key, _ in node.value)
        given = self._nodes.fields(node, names, f"the {part}")
        return tuple(self._value(name, value) for name, value in given.items())

    def _check_required(
        self, rule: yaml.Node, observation: tuple[EpisodeField, ...],
        action: tuple[EpisodeField, ...],
    ) -> None:  # fmt: skip
        for part, values in (("observation", observation), ("action", action)):
            if values and all(value.optional for value in values):
                self._complain(rule, f"each {part} is optional: one must be there")

    def _value(self, name: str, node: yaml.Node) -> EpisodeField:
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
        return EpisodeField(name, tuple(sources), optional)

    def _sources(self, node: yaml.Node, fields: _Fields) -> list[FieldSource]:
        """Return a source for each of the topics, in order."""
        topics = fields.get("topic")
        if not isinstance(topics, yaml.SequenceNode):
            return [self._source(node, fields)]
        if not topics.value:
            self._complain(topics, "topic is an empty list")
        patterns = [self._nodes.pattern(item) for item in topics.value]
        one = self._source(node, {**fields, "topic": topics.value[0] if patterns else topics})
        return [replace(one, topic=pattern) for pattern in patterns]

    def _source(self, node: yaml.Node, fields: _Fields) -> FieldSource:
        if "topic" not in fields and "type" not in fields:
            self._complain(node, "names neither a topic nor a type")
        if "field" not in fields:
            self._complain(node, "names no field")
        return FieldSource(
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

    def _begins(self, fields: _Fields) -> Begins:
        node = fields.get("begins")
        value = value_of(node) if node is not None else Begins.NONZERO.value
        known = [item.value for item in Begins]
        if value in known:
            return Begins(value)
        self._complain(node or 1, f"begins: {value!r} is not one of {', '.join(known)}")
        return Begins.NONZERO

    def _goes_on(
        self, node: yaml.Node | None, observation: tuple[EpisodeField, ...]
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

    def _reward(self, node: yaml.Node | None) -> Reward:
        if node is None:
            return Reward()
        if not isinstance(node, yaml.MappingNode):
            self._complain(node, "reward is not a mapping: onset, or topic, type and field")
            return Reward()
        fields = self._nodes.fields(node, (*_SOURCE, "onset"), "the fields of a reward")
        onset = self._amounts("onset", fields.get("onset"))
        has_topics = bool(fields.keys() - {"onset"})
        if not fields:
            self._complain(node, "reward names neither onset nor a field")
        return Reward(self._source(node, fields) if has_topics else None, sum(onset))

    def _terminal(self, node: yaml.Node | None) -> Terminal | None:
        if node is None:
            return None
        if not isinstance(node, yaml.MappingNode):
            self._complain(node, "terminal is not a mapping of topic, type, field, done and failed")
            return None
        fields = self._nodes.fields(node, (*_SOURCE, "done", "failed"), "the fields of terminal")
        done, failed = (self._amounts(name, fields.get(name)) for name in ("done", "failed"))
        if "done" not in fields and "failed" not in fields:
            self._complain(node, "terminal names no value that means done or failed")
        return Terminal(self._source(node, fields), done, failed)

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
        usable, _ = self._nodes.numbers(node, OPTIONS, "the options of a rule of episodes")
        return usable
