"""Binds each topic to the detectors that the rules name, on its first message.

See docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.message_definition import DefinitionCatalogue
from robot_memory.perception.number_filter import NumberFilter
from robot_memory.perception.operating_conditions import (
    ConditionsDetector,
    OperatingConditions,
    has_conditions,
)
from robot_memory.perception.operating_record import TABLE
from robot_memory.perception.rule import Rule
from robot_memory.perception.scope import Scope, WantedTopics


@dataclass(frozen=True)
class Binding:
    """How the messages of a topic are processed.

    Attributes:
        readers: detectors that read the messages.
        stamp_readers: detectors of header stamps, which also get messages whose stamp is far off.
        counters: detectors that count messages without decoding them.
        listeners: detectors that override ``note_reception``: they are notified of each message.
        waiters: detectors that override ``advance``: they may report without a new message.
        is_ours: whether a message proves that this robot runs: the topic is bound, and other robots
            do not publish on it.
        numbers: filters NaN, infinite and huge numbers; None for a table, whose cells are filtered
            individually.
    """

    type: str
    readers: tuple[Detector, ...]
    stamp_readers: tuple[Detector, ...]
    counters: tuple[Detector, ...]
    listeners: tuple[Detector, ...]
    waiters: tuple[Detector, ...]
    is_ours: bool
    numbers: NumberFilter | None

    @cached_property
    def reads_content(self) -> bool:
        """Whether messages must be decoded."""
        return bool(self.readers or self.stamp_readers)

    @property
    def fields(self) -> frozenset[str] | None:
        """The message fields that are read; None for all."""
        read = [detector.fields for detector in self.readers + self.stamp_readers]
        if None in read:
            return None
        return frozenset({"header.stamp", "header.frame_id"}.union(*filter(None, read)))

    @property
    def stamp_fields(self) -> frozenset[str]:
        """The message fields that are read while the topic :meth:`rests`."""
        return frozenset[str]().union(*(reader.fields or () for reader in self.stamp_readers))

    def rests(self, stamp: float) -> bool:
        """Tell whether only the header stamp is read from a message with that receipt time."""
        for reader in self.readers:  # noqa: SIM110 -- asked for each message; all() takes twice as long
            if stamp >= reader.due:
                return False
        return True

    @property
    def detectors(self) -> tuple[Detector, ...]:
        """All detectors."""
        return self.readers + self.stamp_readers + self.counters


class TopicBindings:
    """The topics that are listened to, each bound on its first message."""

    def __init__(
        self,
        rules: Sequence[Rule],
        scope: Scope,
        context: Callable[[str], DetectorContext],
        definitions: DefinitionCatalogue,
        conditions: OperatingConditions,
    ) -> None:
        self._conditions = conditions
        self._definitions = definitions
        self._rules = rules
        self._scope = scope
        self._context = context
        self._bindings: dict[str, Binding] = {}
        self._wanted = WantedTopics(scope, self._needs)

    def wants(self, topic: str, message_type: str) -> bool:
        """Tell whether any rule, or the operating conditions, need a topic."""
        return self._wanted.wants(topic, message_type)

    def _needs(self, topic: str, message_type: str) -> bool:
        is_condition = self._has_conditions(topic, message_type)
        return is_condition or bool(self._chosen(self._rules, topic, message_type))

    def _has_conditions(self, topic: str, message_type: str) -> bool:
        is_condition = has_conditions(topic, message_type)
        return is_condition and self._scope.keeps_topic(topic, is_shared=False)

    def _chosen(self, rules: Sequence[Rule], topic: str, message_type: str) -> list[Rule]:
        """Return the rules that bind a topic; the first one for each detector and field.

        A topic outside the robot's namespace is bound only by a rule with its full name.
        """
        chosen: dict[tuple[str, FieldPath | None], Rule] = {}
        for rule in rules:
            is_shared = DETECTORS[rule.detector].IS_SHARED
            if self._binds(rule, topic, message_type) and (
                rule.topic.startswith("/") or self._scope.keeps_topic(topic, is_shared=is_shared)
            ):
                chosen.setdefault((rule.detector, rule.field), rule)
        wanted = [rule for rule in chosen.values() if not self._joins(rule)]
        if wanted and not any(DETECTORS[rule.detector].IS_SHARED for rule in wanted):
            return list(chosen.values())
        return wanted

    def _joins(self, rule: Rule) -> bool:
        """Tell whether a rule binds only topics of other rules, and there are other rules."""
        return rule.joins_others and not all(other.joins_others for other in self._rules)

    def _binds(self, rule: Rule, topic: str, message_type: str) -> bool:
        detector = DETECTORS[rule.detector]
        return rule.binds(topic, message_type, self._scope.namespace) and detector.reads_type(
            message_type, self._definitions
        )

    def why_not(self, topic: str, message_type: str) -> str:
        """Say why a topic is not wanted."""
        if self.has_rule(topic, message_type):
            return self._scope.why_not_topic(topic)
        return "no rule is about it"

    def is_outside(self, topic: str, message_type: str) -> bool:
        """Tell whether a topic is unwanted only because it is outside every known namespace."""
        return (
            not self._scope.keeps_topic(topic, is_shared=False)
            and not self._scope.is_anothers_topic(topic)
            and self.has_rule(topic, message_type)
        )

    def is_unread(self, topic: str, message_type: str) -> bool:
        """Tell whether a topic belongs to this robot but no rule is about it."""
        is_own = self._scope.keeps_topic(topic, is_shared=False)
        return is_own and not self.has_rule(topic, message_type)

    def has_rule(self, topic: str, message_type: str) -> bool:
        """Tell whether a topic is covered by a rule or the operating conditions."""
        is_bound = any(
            self._binds(rule, topic, message_type) for rule in self._rules if not self._joins(rule)
        )
        return is_bound or has_conditions(topic, message_type)

    def reads_content(self, topic: str, message_type: str) -> bool:
        """Tell whether messages of this topic must be decoded."""
        return self.of(topic, message_type).reads_content

    def fields_read(self, topic: str, message_type: str) -> frozenset[str] | None:
        """Return which fields of this topic's messages are read; None for all of them."""
        return self.of(topic, message_type).fields

    def of(self, topic: str, message_type: str) -> Binding:
        """Return a topic's binding; create it on the first call."""
        binding = self._bindings.get(topic)
        if binding is None:
            binding = self._bindings[topic] = self._bind(topic, message_type)
        return binding

    def _bind(self, topic: str, message_type: str) -> Binding:
        context = replace(self._context(topic), type=message_type)
        made = [
            DETECTORS[rule.detector](replace(context, field=rule.field), rule.options)
            for rule in self._chosen(self._rules, topic, message_type)
        ]
        readers = tuple(it for it in made if it.READS_CONTENT and not it.READS_STAMPS)
        if self._has_conditions(topic, message_type):
            readers = (ConditionsDetector(context, self._conditions), *readers)
        return Binding(
            type=message_type,
            readers=readers,
            stamp_readers=tuple(it for it in made if it.READS_STAMPS),
            counters=tuple(it for it in made if not it.READS_CONTENT),
            listeners=tuple(
                it for it in made if type(it).note_reception is not Detector.note_reception
            ),
            waiters=tuple(it for it in made if type(it).advance is not Detector.advance),
            is_ours=bool(made or readers) and not any(it.IS_SHARED for it in made),
            numbers=None if message_type == TABLE else NumberFilter(message_type),
        )

    def type_of(self, topic: str) -> str:
        """Return the ROS type of a topic that is listened to; empty for any other topic."""
        binding = self._bindings.get(topic)
        return "" if binding is None else binding.type

    def is_counted(self, topic: str) -> bool:
        """Tell whether a detector notices when a topic falls silent."""
        binding = self._bindings.get(topic)
        return binding is not None and bool(binding.counters)

    def detectors(self) -> Iterator[tuple[str, Detector]]:
        """Yield all detectors, each with its topic."""
        for topic, binding in self._bindings.items():
            for detector in binding.detectors:
                yield topic, detector

    def waiters(self) -> Iterator[tuple[str, Detector]]:
        """Yield the detectors that may report as time passes, each with its topic."""
        for topic, binding in self._bindings.items():
            for detector in binding.waiters:
                yield topic, detector

    def use_rules(self, rules: Sequence[Rule]) -> list[str]:
        """Continue with new rules, and return the topics whose binding they change."""
        before, self._rules = self._rules, rules
        self._wanted.forget()
        return [
            topic
            for topic, binding in self._bindings.items()
            if self._chosen(before, topic, binding.type) != self._chosen(rules, topic, binding.type)
        ]

    def publisher_left(self, topic: str) -> None:
        """Tell a topic's detectors that a node no longer publishes it."""
        binding = self._bindings.get(topic)
        for detector in () if binding is None else binding.detectors:
            detector.publisher_left()

    def forget(self, topic: str) -> None:
        """Drop the binding of a topic that nobody publishes any more."""
        self._bindings.pop(topic, None)
