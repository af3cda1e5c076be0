"""A small rover for the demo: real topics of real types, with a few things wrong with it."""

from __future__ import annotations

import sys
import time

import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from geometry_msgs.msg import Twist, Vector3
from nav_msgs.msg import Odometry
from rclpy.node import Node
from sensor_msgs.msg import BatteryState, Imu


class Rover:
    """Drives for a while; above 0.3 m/s its left wheel encoder drops out.

    Args:
        node: the publishing node.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self._diagnostics = node.create_publisher(DiagnosticArray, "/diagnostics", 10)
        self._command = node.create_publisher(Twist, "/cmd_vel", 10)
        self._odometry = node.create_publisher(Odometry, "/odom", 10)
        self._battery = node.create_publisher(BatteryState, "/battery", 10)
        self._imu = node.create_publisher(Imu, "/imu/data", 10)
        self._warnings = [(9.0, "Motor 3 over 71.2 °C"), (13.0, "Motor 3 over 68.9 °C")]  # from s

    def step(self, seconds: float) -> None:
        """Publish the drivers' messages for a moment of the drive; before 0 s nothing fails."""
        speed = 0.5 if seconds >= 0.0 and 3.0 <= seconds % 12.0 < 7.0 else 0.2
        self._command.publish(Twist(linear=Vector3(x=speed)))
        self._odometry.publish(self._drive(speed, seconds))
        self._battery.publish(
            BatteryState(voltage=24.1, current=-2.0, percentage=0.62, present=True)
        )
        if seconds < 6.0:
            self._imu.publish(Imu())
        if round(seconds * 20) % 4 == 0:
            self._diagnostics.publish(self._report(speed))
        if self._warnings and seconds >= self._warnings[0][0]:
            self._node.get_logger().warning(self._warnings.pop(0)[1])

    def _drive(self, speed: float, seconds: float) -> Odometry:
        message = Odometry()
        message.header.stamp = self._node.get_clock().now().to_msg()
        message.header.frame_id = "odom"
        message.twist.twist.linear.x = speed
        message.pose.pose.position.x = 0.3 * seconds
        return message

    def _report(self, speed: float) -> DiagnosticArray:
        fails = speed > 0.3
        message = DiagnosticArray()
        message.header.stamp = self._node.get_clock().now().to_msg()
        message.status = [
            DiagnosticStatus(
                level=DiagnosticStatus.ERROR if fails else DiagnosticStatus.OK,
                name="base: left wheel encoder",
                message=f"no pulses for {int(1000 * speed) % 97} ms" if fails else "counting",
                values=[KeyValue(key="speed (m/s)", value=f"{speed:.2f}")],
            ),
            DiagnosticStatus(level=DiagnosticStatus.OK, name="base: right wheel encoder"),
        ]
        return message


def drive(seconds: float, well_for: float = 0.0) -> None:
    """Drive the rover in this process; nothing fails in the first ``well_for`` seconds."""
    rclpy.init()
    node = rclpy.create_node("base")
    rover = Rover(node)
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        rover.step(round((time.monotonic() - start) * 20) / 20 - well_for)
        time.sleep(0.05)
    node.destroy_node()
    rclpy.shutdown()


if __name__ == "__main__":
    drive(*map(float, sys.argv[1:3] or ["24"]))
