"""A delivery robot for the demo: drives laps on a map; at one spot it has to back up each time."""

from __future__ import annotations

import math
import sys
import time

import rclpy
from geometry_msgs.msg import PoseWithCovarianceStamped
from rclpy.node import Node

RADIUS = 20.0  # m
SPEED = 5.8  # m/s: a lap takes 22 s
BLOCKED = 2.0  # rad along the lap
PASSES = 8  # at most; the memory needs to hear only three
PATIENCE = 60.0  # s


class Delivery:
    """Publishes the messages of a localiser and a navigator.

    Args:
        node: the publishing node; named like the navigator's node.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self._pose = node.create_publisher(PoseWithCovarianceStamped, "amcl_pose", 10)

    def wait_until_heard(self) -> None:
        """Wait until the memory subscribes to the poses and the log; slow on a busy computer."""
        until = time.monotonic() + PATIENCE
        while not (self._pose.get_subscription_count() and self._node.count_subscribers("/rosout")):
            if time.monotonic() > until:
                raise SystemExit(f"nobody listens after {PATIENCE:.0f} s: does the memory run?")
            time.sleep(0.1)
        time.sleep(2.0)  # both ends have discovered each other by then

    def step(self, before: float, now: float) -> None:
        """Publish the messages for an angle, in rad; it keeps growing from lap to lap."""
        message = PoseWithCovarianceStamped()
        message.header.stamp = self._node.get_clock().now().to_msg()
        message.header.frame_id = "map"
        message.pose.pose.position.x = RADIUS * math.cos(now)
        message.pose.pose.position.y = RADIUS * math.sin(now)
        message.pose.pose.orientation.w = 1.0
        message.pose.covariance[0] = message.pose.covariance[7] = 0.01
        self._pose.publish(message)
        laps = [(angle - BLOCKED) // (2.0 * math.pi) for angle in (before, now)]
        if laps[0] < laps[1]:
            self._node.get_logger().info("Running backup")


def deliver(namespace: str) -> None:
    """Drive a few laps; SIGTERM ends the drive early."""
    rclpy.init()
    node = rclpy.create_node("behavior_server", namespace=namespace)
    delivery = Delivery(node)
    delivery.wait_until_heard()
    angle, start = 1.5, time.monotonic()
    while rclpy.ok() and angle < BLOCKED + (PASSES - 1) * 2.0 * math.pi + 0.5:
        before, angle = angle, 1.5 + (time.monotonic() - start) * SPEED / RADIUS
        delivery.step(before, angle)
        time.sleep(0.05)
    node.destroy_node()
    rclpy.try_shutdown()


if __name__ == "__main__":
    deliver(sys.argv[1])
