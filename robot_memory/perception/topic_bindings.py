"""Binds topics to the detectors that the rules name, when the first message comes.

See docs/explanation/perception.md, "From topic to entry".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from robot_memory.perception.binding import Binding, bind, chosen_rules, has_conditions, why_not
from robot_memory.perception.conditions.operating_conditions import OperatingConditions
from robot_memory.perception.definitions.message_definition import DefinitionCatalogue
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.rules.rule import Rule
from robot_memory.perception.scope import Scope
from robot_memory.perception.wanted_topics import WantedTopics


class TopicBindings:
    """The topics that are listened to, each bound when its first message comes.

    Args:
        rules: which detectors watch which topics.
        scope: which robot this is.
        context: returns what the detectors of a topic may know.
        definitions: of message types.
        conditions: the operating conditions, which some topics tell.
    """

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
        """Tell whether any rule, or the operating conditions, need this topic."""
        return self._wanted.wants(topic, message_type)

    def _needs(self, topic: str, message_type: str) -> bool:
        return has_conditions(self._scope, topic, message_type) or bool(
            self._chosen(self._rules, topic, message_type)
        )

    def why_not(self, topic: str, message_type: str) -> str:
        """Say why a topic is not wanted."""
        return why_not(self._rules, self._scope, topic, message_type, self._definitions)

    def reads_content(self, topic: str, message_type: str) -> bool:
        """Tell whether messages of this topic must be decoded."""
        return self.of(topic, message_type).reads_content

    def fields_read(self, topic: str, message_type: str) -> frozenset[str] | None:
        """Return which fields of this topic's messages are read; None for all of them."""
        return self.of(topic, message_type).fields

    def of(self, topic: str, message_type: str) -> Binding:
        """Return what is made of the messages of a topic."""
        binding = self._bindings.get(topic)
        if binding is None:
            context = self._context(topic)
            binding = self._bindings[topic] = bind(
                self._rules, context, message_type, self._conditions
            )
        return binding

    def type_of(self, topic: str) -> str:
        """Return the ROS type of a topic that is listened to; empty of any other."""
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
        """Yield the detectors that say something when time passes, each with its topic."""
        for topic, binding in self._bindings.items():
            for detector in binding.waiters:
                yield topic, detector

    def use_rules(self, rules: Sequence[Rule]) -> list[str]:
        """Go on with other rules, and return the topics that these bind otherwise."""
        before, self._rules = self._rules, rules
        self._wanted.forget()
        return [
            topic
            for topic, binding in self._bindings.items()
            if self._chosen(before, topic, binding.type) != self._chosen(rules, topic, binding.type)
        ]

    def _chosen(self, rules: Sequence[Rule], topic: str, message_type: str) -> list[Rule]:
        return chosen_rules(rules, self._scope, topic, message_type, self._definitions)

    def publisher_left(self, topic: str) -> None:
        """Tell the detectors of a topic that a node does not publish it any more."""
        binding = self._bindings.get(topic)
        for detector in () if binding is None else binding.detectors:
            detector.publisher_left()

    def forget(self, topic: str) -> None:
        """Let go of a topic that nobody publishes any more."""
        self._bindings.pop(topic, None)
