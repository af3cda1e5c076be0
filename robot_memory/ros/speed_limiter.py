"""Publishes nav2_msgs/SpeedLimit: the learned speed, never looser than what others set."""

from __future__ import annotations

import importlib
from collections import Counter
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy

from robot_memory.errors import Defect, InvalidSettings
from robot_memory.limits.speed_limit import LearnedSpeed, SpeedLimit, speed_to_publish

_DEPTH = 10  # as Nav2's controller server subscribes


class SpeedLimiter:
    """Holds the robot to a learned speed through Nav2's speed limit.

    Nav2 obeys the newest message on the topic, whoever sent it. So this subscribes as well: where
    another publisher sets a looser limit the learned one is published again, and where the learned
    one ends, what the other one set is published again.

    Args:
        node: publishes and subscribes.
        topic: of nav2_msgs/SpeedLimit.

    Raises:
        InvalidSettings: nav2_msgs is not installed.
    """

    def __init__(self, node: Node, topic: str) -> None:
        self._type = _speed_limit_type()
        self._node = node
        profile = QoSProfile(depth=_DEPTH, reliability=ReliabilityPolicy.RELIABLE)
        self._publisher = node.create_publisher(self._type, topic, profile)
        self._subscription = node.create_subscription(self._type, topic, self._receive, profile)
        self.learned: LearnedSpeed | None = None
        self._subscribers = 0
        self._others = SpeedLimit()
        self._in_force = SpeedLimit()
        self._on_the_way: Counter[SpeedLimit] = Counter()  # our own messages come back to us

    def hold(self, learned: LearnedSpeed | None) -> bool:
        """Hold the robot to a learned speed from now on; None: to none.

        Returns:
            Whether that is another speed, or of other limits, than before.
        """
        has_changed = learned != self.learned
        self.learned = learned
        self._publish_if_other()
        return has_changed

    def _receive(self, message: Any) -> None:
        received = SpeedLimit(float(message.speed_limit), bool(message.percentage))
        if self._on_the_way[received] > 0:
            self._on_the_way[received] -= 1
            return
        self._others = self._in_force = received
        self._publish_if_other()

    def tell_late_joiners(self) -> None:
        """Publish the learned speed again where a subscriber came later: it gets no history."""
        subscribers = self._publisher.get_subscription_count()
        is_late = subscribers > self._subscribers
        self._subscribers = subscribers
        if is_late and self.learned is not None:
            self._publish(self._in_force)

    def _publish_if_other(self) -> None:
        wanted = speed_to_publish(self.learned, self._others)
        if wanted != self._in_force:
            self._publish(wanted)

    def _publish(self, wanted: SpeedLimit) -> None:
        self._in_force = wanted
        self._on_the_way[wanted] += 1
        message = self._type(percentage=wanted.is_percentage, speed_limit=wanted.speed)
        message.header.stamp = self._node.get_clock().now().to_msg()
        self._publisher.publish(message)


def _speed_limit_type() -> Any:
    try:
        return importlib.import_module("nav2_msgs.msg").SpeedLimit
    except ImportError:
        problem = (
            "needs nav2_msgs, which is not installed: `sudo apt install ros-$ROS_DISTRO-nav2-msgs`"
        )
        raise InvalidSettings(
            "limits cannot act; nothing is published to Nav2", [Defect("limits.apply", problem)]
        ) from None
