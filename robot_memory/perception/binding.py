"""Which detectors get the messages of a topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from robot_memory.perception.conditions import operating_conditions
from robot_memory.perception.conditions.conditions_detector import ConditionsDetector
from robot_memory.perception.conditions.operating_conditions import OperatingConditions
from robot_memory.perception.conditions.operating_record import TABLE
from robot_memory.perception.definitions.message_definition import DefinitionCatalogue
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.fields.field_path import FieldPath
from robot_memory.perception.number_filter import NumberFilter
from robot_memory.perception.rules.rule import Rule
from robot_memory.perception.scope import Scope


@dataclass(frozen=True)
class Binding:
    """What is made of the messages of a topic.

    Attributes:
        type: the topic's ROS type.
        readers: detectors that read the messages.
        stamp_readers: detectors of header stamps, which also get messages whose stamp is far off.
        counters: detectors that count messages without decoding them.
        listeners: detectors that override ``note_reception``: they hear of each message.
        waiters: detectors that override ``advance``: they may report while no message comes.
        is_ours: whether a message proves that this robot runs: the topic is bound, and other robots
            do not publish on it.
        numbers: filters NaN, infinite and huge numbers; None for a table, whose cells are filtered
            one by one.
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
        """Which fields of a message are read; None for all."""
        read = [detector.fields for detector in self.readers + self.stamp_readers]
        if None in read:
            return None
        return frozenset({"header.stamp", "header.frame_id"}.union(*filter(None, read)))

    @property
    def stamp_fields(self) -> frozenset[str]:
        """Which fields are read of a message while the topic :meth:`rests`."""
        return frozenset[str]().union(*(reader.fields or () for reader in self.stamp_readers))

    def rests(self, stamp: float) -> bool:
        """Tell whether nothing but the header stamp is read of a message that comes then."""
        for reader in self.readers:  # noqa: SIM110 -- asked for each message; all() takes twice as long
            if stamp >= reader.due:
                return False
        return True

    @property
    def detectors(self) -> tuple[Detector, ...]:
        """All detectors."""
        return self.readers + self.stamp_readers + self.counters


def chosen_rules(
    rules: Sequence[Rule],
    scope: Scope,
    topic: str,
    message_type: str,
    definitions: DefinitionCatalogue,
) -> list[Rule]:
    """Return the rules that bind a topic; of several for one detector and field, the first wins.

    A topic outside the robot's namespace is bound only by a rule with its full name.
    """
    chosen: dict[tuple[str, FieldPath | None], Rule] = {}
    for rule in rules:
        is_shared = DETECTORS[rule.detector].IS_SHARED
        if _binds(rule, scope, topic, message_type, definitions) and (
            rule.topic.startswith("/") or scope.keeps_topic(topic, is_shared=is_shared)
        ):
            chosen.setdefault((rule.detector, rule.field), rule)
    return list(chosen.values())


def _binds(
    rule: Rule, scope: Scope, topic: str, message_type: str, definitions: DefinitionCatalogue
) -> bool:
    """Tell whether a rule is about a topic, and its detector can make anything of the type."""
    if not rule.binds(topic, message_type, scope.namespace):
        return False
    return DETECTORS[rule.detector].reads_type(message_type, definitions)


def why_not(
    rules: Sequence[Rule],
    scope: Scope,
    topic: str,
    message_type: str,
    definitions: DefinitionCatalogue,
) -> str:
    """Say why a topic is not subscribed to."""
    is_watched = any(_binds(rule, scope, topic, message_type, definitions) for rule in rules)
    if is_watched or operating_conditions.has_conditions(topic, message_type):
        return scope.why_not_topic(topic)
    return "no rule is about it"


def has_conditions(scope: Scope, topic: str, message_type: str) -> bool:
    """Tell whether messages of a topic hold operating conditions of this robot."""
    is_condition = operating_conditions.has_conditions(topic, message_type)
    return is_condition and scope.keeps_topic(topic, is_shared=False)


def bind(
    rules: Sequence[Rule],
    context: DetectorContext,
    message_type: str,
    conditions: OperatingConditions,
) -> Binding:
    """Make the detectors that listen to a topic.

    Args:
        rules: which detectors watch which topics.
        context: the topic, and what its detectors may know.
        message_type: the topic's ROS type.
        conditions: the operating conditions, which some topics tell.
    """
    chosen = chosen_rules(
        rules, context.scope, context.topic, message_type, context.shared.definitions
    )
    made = [
        DETECTORS[rule.detector](
            replace(context, type=message_type, field=rule.field), rule.options
        )
        for rule in chosen
    ]
    readers = tuple(it for it in made if it.READS_CONTENT and not it.READS_STAMPS)
    if has_conditions(context.scope, context.topic, message_type):
        readers = (ConditionsDetector(replace(context, type=message_type), conditions), *readers)
    return Binding(
        type=message_type,
        readers=readers,
        stamp_readers=tuple(detector for detector in made if detector.READS_STAMPS),
        counters=tuple(detector for detector in made if not detector.READS_CONTENT),
        listeners=tuple(
            it for it in made if type(it).note_reception is not Detector.note_reception
        ),
        waiters=tuple(it for it in made if type(it).advance is not Detector.advance),
        is_ours=bool(made or readers) and not any(detector.IS_SHARED for detector in made),
        numbers=None if message_type == TABLE else NumberFilter(message_type),
    )
