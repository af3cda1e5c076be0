"""Reads the robot description for names of parts; it reports nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from robot_memory.perception.detector import Detector
from robot_memory.perception.occurrences.detection import Detection


class DescriptionDetector(Detector):
    """Reads the URDF that robot_state_publisher latches, for the names of parts in texts.

    A description that cannot be used raises an error, which says why; the names before stay.
    """

    TYPE: ClassVar[str] = "std_msgs/msg/String"

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a description."""
        self._context.shared.described.learn(content.data, self._context.topic)
        return ()
