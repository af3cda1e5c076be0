"""Publishes nav2_msgs/SpeedLimit: the learned speed, never looser than what others set.

Specification: rules.md §12.3 and §12.4.

See docs/reference/topics.md.
"""

from __future__ import annotations

import logging
from typing import Any

from rclpy.node import Node

from robot_memory.applications.limits.limit import LearnedSpeed, SpeedLimit, speed_to_publish
from robot_memory.faces.ros.held_topic import HeldTopic, nav2_type
from robot_memory.faces.ros.qos import reliable

_DEPTH = 10  # as Nav2's controller server subscribes
_PERCENTAGE = (
    "another publisher limits the speed to a percentage, which cannot be compared with a speed: "
    "what an operator signed holds in its place; let that publisher use metres per second"
)
_LOG = logging.getLogger(__name__)


class SpeedLimiter:
    """Holds the robot to a learned speed through Nav2's speed limit.

    Nav2 obeys the newest message on the topic, whoever sent it. So this subscribes as well: where
    another publisher sets a looser limit the learned one is published again, where it sets a lower
    one that one is repeated, and where the learned one ends, what the other one set is published.
    When the node stops, Nav2 keeps the last speed, as nobody has signed its end. What others set
    before this began is not known: messages of this topic are not kept.

    Raises:
        InvalidSettings: nav2_msgs is not installed.
    """

    def __init__(self, node: Node, topic: str) -> None:
        self._type = nav2_type("SpeedLimit")
        self._topic = HeldTopic(
            node, self._type, topic, reliable(_DEPTH), content=_content, hear=self._hear
        )
        self._learned: LearnedSpeed | None = None
        self._others = SpeedLimit()
        self._newest = SpeedLimit()

    @property
    def in_force(self) -> LearnedSpeed | None:
        """The learned speed that the robot is held to, also while others set a lower one."""
        return self._learned

    def hold(self, learned: LearnedSpeed | None) -> None:
        """Hold the robot to a learned speed from now on; None: to none."""
        self._learned = learned
        self._publish_if_other()

    def repeat(self) -> None:
        """Publish what holds again where that is due: who subscribes late gets no history.

        That is the learned speed, or a lower one that another publisher set: that one may have
        left since, and without it a controller that starts later would know no limit.
        """
        if self._learned is not None and self._topic.is_due:
            self._publish(self._newest)

    def release(self) -> None:
        """Take back a speed that an earlier run published and whose end was signed since."""
        self._publish(self._others)

    def _hear(self, message: Any) -> None:
        self._others = SpeedLimit(float(message.speed_limit), bool(message.percentage))
        self._newest = self._others
        self._publish_if_other()
        if self._learned is not None and self._others.is_percentage and self._others.limits:
            _LOG.warning(_PERCENTAGE)

    def _publish_if_other(self) -> None:
        wanted = speed_to_publish(self._learned, self._others)
        if wanted != self._newest:
            self._publish(wanted)

    def _publish(self, wanted: SpeedLimit) -> None:
        self._newest = wanted
        self._topic.publish(self._type(percentage=wanted.is_percentage, speed_limit=wanted.speed))


def _content(message: Any) -> tuple[bool, float]:
    return bool(message.percentage), float(message.speed_limit)
