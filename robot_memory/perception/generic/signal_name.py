"""What a signal is called: of which component, and which of its quantities."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from robot_memory.perception.fields.field_path import FieldPath
from robot_memory.perception.masking.component_names import one_line, status_name

DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
_BRACKETS = re.compile(r"\[[^\]]{0,512}\]")


@dataclass(frozen=True)
class SignalName:
    """A signal's name.

    Attributes:
        component: the part of the robot: ``/joint_states elbow``, ``base: Motor``.
        quantity: which of its numbers: ``effort``, ``Temperature``; empty where it has but one.
    """

    component: str
    quantity: str

    @cached_property
    def text(self) -> str:
        """Component and quantity in one."""
        return f"{self.component} {self.quantity}".strip()

    @classmethod
    def of(
        cls, topic: str, message_type: str, path: FieldPath, labels: Sequence[str]
    ) -> SignalName:
        """Name the number that a path has found.

        Args:
            topic: where.
            message_type: the ROS type of that topic.
            path: what was read.
            labels: names of the elements that the number lies in.
        """
        elements = [one_line(label) for label in labels]
        quantity = _BRACKETS.sub("", path.text.strip("|"))
        if message_type == DIAGNOSTICS and elements:
            status, *rest = elements
            return cls(status_name(status), rest[-1] if rest else path.leaf)
        if not path.leaf and elements:  # every field: its name is the last label
            *elements, last = elements
            quantity = f"{quantity.rstrip('.*')}.{last}".lstrip(".")
        component = " ".join([topic, *elements])
        return cls(component, "" if quantity == "data" else quantity)
