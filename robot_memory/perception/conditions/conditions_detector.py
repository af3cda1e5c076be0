"""Reads the operating conditions from a message that holds some; it reports nothing.

Every topic that tells conditions of this robot gets one: no rule has to name it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from robot_memory.perception.conditions import operating_conditions
from robot_memory.perception.conditions.operating_conditions import OperatingConditions
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.surroundings.position_fix import ODOMETRY, POSITION_GAP


class ConditionsDetector(Detector):
    """Tracks the conditions under which the robot runs, such as speed; it reports nothing.

    Args:
        context: the topic and its type.
        conditions: those of the robot, from all topics.
    """

    def __init__(self, context: DetectorContext, conditions: OperatingConditions) -> None:
        super().__init__(context, {})
        self._conditions = conditions

    @property
    def fields(self) -> frozenset[str]:
        """The fields that are read of this type."""
        return operating_conditions.fields(self._context.type)

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message."""
        context = self._context
        self._conditions.process(stamp, context.topic, context.type, content)
        if context.type == ODOMETRY:
            self.due = stamp + POSITION_GAP
        return ()
