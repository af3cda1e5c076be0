"""CPU and memory of the node at a hundred messages of standard types a second.

Two robots: one has fifty topics, each twice a second; the other a few, at their usual rates, half
of the messages from an inertial unit. For comparison, rclpy alone is measured: a node with typed
subscriptions to the same topics, on the default executor, which ignores the messages.
"""

from __future__ import annotations

import math
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from figures import report
from measured_processes import Processes
from process_usage import cpu_seconds, resident_megabytes
from publishing import Source, call_at_rates

TOPICS = 50
RATE = 100.0
#: Messages a second for each kind of :func:`makers`, in their order; together RATE.
USUAL = (50.0, 20.0, 10.0, 2.0, 5.0, 1.0, 2.0, 1.0, 2.0, 1.0, 4.0, 1.0, 1.0)
SETTLE = 40.0
SECONDS = 30.0
CPU_SHARE = 0.02
MEGABYTES = 120.0


def makers() -> list[Callable[[float], Any]]:
    """Return makers of a message of each standard type for a time, as of a moving robot."""
    from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
    from geometry_msgs.msg import Quaternion, Twist, Vector3
    from nav_msgs.msg import Odometry
    from sensor_msgs.msg import (
        BatteryState,
        FluidPressure,
        Imu,
        JointState,
        LaserScan,
        NavSatFix,
        Range,
        Temperature,
    )
    from std_msgs.msg import Bool, Float64

    noise = random.Random(1).gauss
    joints = [f"joint_{number}" for number in range(7)]

    def imu(now: float) -> Any:
        return Imu(
            orientation=Quaternion(w=1.0),
            angular_velocity=Vector3(z=math.sin(now) + noise(0, 0.01)),
            linear_acceleration=Vector3(x=noise(0, 0.1), z=9.81 + noise(0, 0.1)),
        )

    def odometry(now: float) -> Any:
        message = Odometry()
        message.pose.pose.position.x = math.sin(now / 10)
        message.pose.pose.orientation.w = 1.0
        message.twist.twist.linear.x = 0.5 + noise(0, 0.01)
        message.twist.twist.angular.z = math.sin(now)
        return message

    def joint_state(now: float) -> Any:
        return JointState(
            name=joints,
            position=[math.sin(now + number) for number in range(7)],
            velocity=[math.cos(now + number) for number in range(7)],
            effort=[noise(1.0, 0.1) for _ in range(7)],
        )

    def diagnostics(now: float) -> Any:
        return DiagnosticArray(
            status=[
                DiagnosticStatus(
                    name=f"base: part {number}", message="ok", hardware_id="base",
                    values=[KeyValue(key=f"value {place}", value=f"{noise(20.0, 1.0):.2f}")
                            for place in range(5)],
                )
                for number in range(4)
            ]
        )  # fmt: skip

    def scan(now: float) -> Any:
        ranges = [2.0 + noise(0, 0.01)] * 720
        return LaserScan(ranges=ranges, intensities=[1.0] * 720, range_max=10.0)

    return [
        imu, odometry, joint_state, diagnostics, scan,
        lambda now: BatteryState(voltage=24.0 + noise(0, 0.01), percentage=0.8, present=True),
        lambda now: NavSatFix(latitude=48.0 + now * 1e-7, longitude=11.0),
        lambda now: Temperature(temperature=30.0 + noise(0, 0.1)),
        lambda now: Range(range=1.0 + noise(0, 0.01), max_range=4.0),
        lambda now: FluidPressure(fluid_pressure=101325.0 + noise(0, 10.0)),
        lambda now: Twist(linear=Vector3(x=0.5)),
        lambda now: Bool(data=False),
        lambda now: Float64(data=noise(5.0, 0.2)),
    ]  # fmt: skip


def sources(robot: str, rate: float = RATE) -> list[Source]:
    """Return a robot's topics, with the makers and rates of their messages.

    Args:
        robot: "usual", with the few topics of :data:`USUAL`, or "fifty".
        rate: messages a second of all topics together.
    """
    kinds = makers()
    shares = USUAL if robot == "usual" else [RATE / TOPICS] * TOPICS
    rates = [share * rate / RATE for share in shares]
    found = []
    for number, own_rate in enumerate(rates):
        make = kinds[number % len(kinds)]
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(make(0.0)).__name__).lower()
        is_diagnostics = name == "diagnostic_array"
        topic = "/diagnostics" if is_diagnostics else f"/part_{number}/{name}"
        found.append(Source(topic, make, own_rate))
    return found


def publish(robot: str, total: str = str(RATE)) -> None:
    """Publish on all topics, each at its share of the total rate, until killed."""
    import rclpy

    rclpy.init()
    node = rclpy.create_node("robot")
    actions = []
    for topic, make, rate in sources(robot, float(total)):
        publisher = node.create_publisher(type(make(0.0)), topic, 10)
        actions.append((rate, partial(_publish, node, publisher, make)))
    call_at_rates(actions)


def _publish(node: Any, publisher: Any, make: Callable[[float], Any], now: float) -> None:
    message = make(now)
    if hasattr(message, "header"):
        message.header.stamp = node.get_clock().now().to_msg()
    publisher.publish(message)


def subscribe(robot: str) -> None:
    """Run as the baseline."""
    import rclpy

    rclpy.init()
    node = rclpy.create_node("baseline")
    for topic, message_type in {
        topic: type(make(0.0)) for topic, make, _ in sources(robot)
    }.items():
        node.create_subscription(message_type, topic, lambda message: None, 10)
    rclpy.spin(node)


def run() -> None:
    """Print the figures of this file."""
    measure("fifty", f"{TOPICS} topics at {RATE / TOPICS:.0f} Hz")
    measure("usual", f"{len(USUAL)} topics at usual rates")


def measure(robot: str, what: str) -> None:
    """Print the figures of one robot."""
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        node = processes.start_node(Path(folder) / "home")
        baseline = processes.start(__file__, "subscribe", robot)
        processes.start(__file__, "publish", robot)
        time.sleep(SETTLE)
        before = cpu_seconds(node), cpu_seconds(baseline)
        time.sleep(SECONDS)
        share = (cpu_seconds(node) - before[0]) / SECONDS
        bare = (cpu_seconds(baseline) - before[1]) / SECONDS
        value = f"{share:.1%}, {share / bare:.2f} of typed subscribers"
        report(f"CPU of a core, {RATE:.0f} messages/s, {what}", value,
               f"<= {CPU_SHARE:.0%}", share <= CPU_SHARE)  # fmt: skip
        own, other = resident_megabytes(node), resident_megabytes(baseline)
        value = f"{own:.0f} MB (typed subscribers: {other:.0f} MB)"
        report("… resident memory with all default rules", value,
               f"<= {MEGABYTES:.0f} MB", own <= MEGABYTES)  # fmt: skip


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        {"publish": publish, "subscribe": subscribe}[sys.argv[1]](*sys.argv[2:])
