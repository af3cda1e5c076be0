"""Publishes nav2_msgs/SpeedLimit: the learned speed, never looser than what others set.

Specification: rules.md §12.3 and §12.4.

See docs/reference/topics.md.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy

from robot_memory.limits.speed_limit import LearnedSpeed, SpeedLimit, speed_to_publish
from robot_memory.ros.nav2_messages import nav2_type

_DEPTH = 10  # as Nav2's controller server subscribes
_REPEAT = 2.0  # s between two publications of the same speed
_OWN = 100  # own messages that may be on their way back


class SpeedLimiter:
    """Holds the robot to a learned speed through Nav2's speed limit.

    Nav2 obeys the newest message on the topic, whoever sent it. So this subscribes as well: where
    another publisher sets a looser limit the learned one is published again, and where the learned
    one ends, what the other one set is published again. What others set before this began is not
    known: messages of this topic are not kept.

    Args:
        node: publishes and subscribes.
        topic: of nav2_msgs/SpeedLimit.

    Raises:
        InvalidSettings: nav2_msgs is not installed.
    """

    def __init__(self, node: Node, topic: str) -> None:
        self._type = nav2_type("SpeedLimit")
        self._node = node
        profile = QoSProfile(depth=_DEPTH, reliability=ReliabilityPolicy.RELIABLE)
        self._publisher = node.create_publisher(self._type, topic, profile)
        self._subscription = node.create_subscription(self._type, topic, self._receive, profile)
        self._learned: LearnedSpeed | None = None
        self._others = SpeedLimit()
        self._newest = SpeedLimit()
        self._published_at = float("-inf")
        self._own_stamps: deque[tuple[int, int]] = deque(maxlen=_OWN)

    @property
    def in_force(self) -> LearnedSpeed | None:
        """The learned speed, as far as the robot is held to it; None: others set what holds."""
        is_ours = self._learned is not None and self._newest == SpeedLimit(self._learned.speed)
        return self._learned if is_ours else None

    def hold(self, learned: LearnedSpeed | None) -> None:
        """Hold the robot to a learned speed from now on; None: to none."""
        self._learned = learned
        self._publish_if_other()

    def repeat(self) -> None:
        """Publish the learned speed again where that is due: who subscribes late gets no history.

        It is never published again in place of what others set.
        """
        if self.in_force is not None and time.monotonic() - self._published_at >= _REPEAT:
            self._publish(self._newest)

    def release(self) -> None:
        """Take back a speed that an earlier run of this node published and could not take back."""
        self._publish(self._others)

    def _receive(self, message: Any) -> None:
        stamp = message.header.stamp
        if (stamp.sec, stamp.nanosec) in self._own_stamps:
            return  # our own message comes back to us
        self._others = SpeedLimit(float(message.speed_limit), bool(message.percentage))
        self._newest = self._others
        self._publish_if_other()

    def _publish_if_other(self) -> None:
        wanted = speed_to_publish(self._learned, self._others)
        if wanted != self._newest:
            self._publish(wanted)

    def _publish(self, wanted: SpeedLimit) -> None:
        self._newest = wanted
        self._published_at = time.monotonic()
        message = self._type(percentage=wanted.is_percentage, speed_limit=wanted.speed)
        message.header.stamp = stamp = self._node.get_clock().now().to_msg()
        self._own_stamps.append((stamp.sec, stamp.nanosec))
        self._publisher.publish(message)
