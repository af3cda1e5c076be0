"""Which detectors listen to a topic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from robot_memory.perception.conditions import VARIABLES
from robot_memory.perception.detector import Detector, Setting
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.rules import Rule
from robot_memory.perception.scope import Scope


@dataclass(frozen=True)
class Binding:
    """What is made of the messages of a topic.

    Attributes:
        readers: detectors that read the messages.
        counters: detectors that count them unseen.
        tells_conditions: whether the messages tell under which conditions the robot runs.
        is_ours: whether this robot is heard when a message comes: the topic is bound, and no other
            robot may speak on it.
    """

    readers: tuple[Detector, ...]
    counters: tuple[Detector, ...]
    tells_conditions: bool
    is_ours: bool

    @property
    def reads_content(self) -> bool:
        """Whether messages must be decoded."""
        return self.tells_conditions or bool(self.readers)

    @property
    def detectors(self) -> tuple[Detector, ...]:
        """All detectors."""
        return self.readers + self.counters


def chosen_rules(
    rules: Sequence[Rule], scope: Scope, topic: str, message_type: str
) -> dict[str, Rule]:
    """Return the rules that bind a topic by detector; of several for one, the first wins.

    A topic outside our namespace is heard where a rule names it in full.
    """
    chosen: dict[str, Rule] = {}
    for rule in rules:
        is_shared = DETECTORS[rule.detector].IS_SHARED
        if rule.binds(topic, message_type, scope.namespace) and (
            rule.topic.startswith("/") or scope.keeps_topic(topic, is_shared=is_shared)
        ):
            chosen.setdefault(rule.detector, rule)
    return chosen


def tells_conditions(scope: Scope, topic: str, message_type: str) -> bool:
    """Tell whether messages of a topic tell under which conditions this robot runs."""
    return message_type in VARIABLES and scope.keeps_topic(topic, is_shared=False)


def bind(rules: Sequence[Rule], setting: Setting, message_type: str) -> Binding:
    """Make the detectors that listen to a topic.

    Args:
        rules: which detectors watch which topics.
        setting: the topic, and what its detectors may know.
        message_type: the topic's ROS type.
    """
    chosen = chosen_rules(rules, setting.scope, setting.topic, message_type)
    made = [DETECTORS[name](setting, rule.options) for name, rule in chosen.items()]
    conditions = tells_conditions(setting.scope, setting.topic, message_type)
    return Binding(
        readers=tuple(detector for detector in made if detector.READS_CONTENT),
        counters=tuple(detector for detector in made if not detector.READS_CONTENT),
        tells_conditions=conditions,
        is_ours=(bool(made) or conditions) and not any(detector.IS_SHARED for detector in made),
    )
