"""Rules: which detectors read which topics, and which topics are commands (rules.md §10.10)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as default
from fnmatch import fnmatchcase

from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.operating_record import TABLE

_PART = re.compile(r"[/_]+|(?<=[a-z])(?=[A-Z])")
_COMMANDS = frozenset(
    """
    cmd cmds command commanded commands desired goal goals joy reference references setpoint
    setpoints target targets teleop
    """.split()
)
_NEAR = 2  # names at the end of a topic that show its content


def is_command_topic(topic: str) -> bool:
    """Tell by a topic's name whether it carries commands or targets: ``/arm/joint_commands``."""
    names = [name for name in topic.split("/") if name][-_NEAR:]
    return any(part.lower() in _COMMANDS for name in names for part in _PART.split(name))


def matches(topic: str, pattern: str, namespace: str) -> bool:
    """Tell whether a pattern matches a topic; without a leading / or * it is in the namespace."""
    if pattern.startswith(("/", "*")):
        return fnmatchcase(topic, pattern)
    return fnmatchcase(topic, f"{namespace.rstrip('/')}/{pattern}")


@dataclass(frozen=True)
class Rule:
    """Which topics a detector watches.

    Attributes:
        detector: its name in :data:`DETECTORS`.
        topic: a topic name, or a pattern with ``*`` and ``?``; without a leading ``/`` or ``*`` it
            is within the robot's namespace.
        type: a ROS message type; empty: any type that the detector can read.
        field: which numbers of a message are read, for detectors of signals.
        exceptions: topic patterns that are excluded.
        options: values of the detector's OPTIONS that differ from the default.
    """

    detector: str
    topic: str = "*"
    type: str = ""
    field: FieldPath | None = None
    exceptions: tuple[str, ...] = ()
    options: Mapping[str, float] = default(default_factory=dict)

    def binds(self, topic: str, message_type: str, namespace: str = "/") -> bool:
        """Tell whether the rule binds a topic."""
        detector = DETECTORS[self.detector]
        wanted = self.type or detector.TYPE
        return (
            wanted in ("", message_type)
            and matches(topic, self.topic, namespace)
            and not any(matches(topic, pattern, namespace) for pattern in self.exceptions)
            and not (detector.JUDGES_SENSORS and self._takes_commands(topic, message_type))
        )

    @property
    def joins_others(self) -> bool:
        """Whether it binds only topics that another rule binds."""
        is_any = self.topic == "*" and not self.type
        return is_any and DETECTORS[self.detector].JOINS_OTHERS

    def _takes_commands(self, topic: str, message_type: str) -> bool:
        """Tell whether a command topic would be bound although the rule does not name it."""
        return self.topic == "*" and message_type != TABLE and is_command_topic(topic)

    def describe(self) -> str:
        """Describe the rule in a sentence."""
        what = self.type or DETECTORS[self.detector].TYPE or "messages of any type"
        what = f"{self.field.text} of {what}" if self.field else what
        but = f" but {', '.join(self.exceptions)}" if self.exceptions else ""
        given = ", ".join(f"{name} {value:g}" for name, value in self.options.items())
        return f"{self.detector} watches {what} on {self.topic}{but}{given and f' ({given})'}"
