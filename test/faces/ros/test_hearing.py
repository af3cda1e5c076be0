"""The node receives every topic that rules want, whatever the publisher's QoS and name."""

from __future__ import annotations

import time

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from sensor_msgs.msg import BatteryState, Imu, Temperature
from std_msgs.msg import Float32
from telling import OK, WARN, Listening, diagnostics

pytestmark = pytest.mark.ros

BEST_EFFORT = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
FULL = BatteryState(voltage=24.0, percentage=0.9)


@pytest.fixture
def listening(shared_node, robot) -> Listening:
    """The health of the shared node; each test uses topics of its own."""
    return Listening(robot)


def test_best_effort_publishers_are_received_beside_reliable_ones(listening, robot):
    reliable = robot.publisher(BatteryState, "/main_battery")
    robot.spin_until(lambda: reliable.publish(FULL) or listening.received("/main_battery"))

    late = robot.publisher(BatteryState, "/main_battery", BEST_EFFORT)
    before = listening.received("/main_battery")

    robot.spin_until(lambda: late.publish(FULL) or listening.received("/main_battery") > before + 5)
    assert "/main_battery" not in listening.ingest().message


def test_best_effort_diagnostics_are_received(shared_node, robot):
    lossy = robot.publisher(DiagnosticArray, "/diagnostics", BEST_EFFORT)
    message = diagnostics("base: Lossy encoder")

    robot.spin_until(lambda: lossy.publish(message) or shared_node.tells("Lossy encoder"))


def test_an_unreadable_message_is_counted_and_reported_and_later_ones_are_read(
    shared_node, listening, robot
):
    publisher = robot.publisher(DiagnosticArray, "/noisy/diagnostics")
    battery = robot.publisher(BatteryState, "/noisy/battery")

    def publish_noise() -> None:
        publisher.publish(b"\0\1\0\0" + b"\xff" * 40)
        battery.publish(b"\0\1\0\0" + b"\xff" * 10)

    for topic in ("diagnostics: a message cannot be read: 44 bytes end within",
                  "battery: a message cannot be read: "):  # fmt: skip
        said = f"/noisy/{topic}"
        robot.spin_until(lambda said=said: publish_noise() or listening.says(WARN, said))
    assert listening.source("/noisy/diagnostics").unreadable > 0
    assert int(listening.values()["unreadable"]) > 0
    robot.spin_until(lambda: listening.says(OK, "remembering", "memory"))

    message = diagnostics("base: Right encoder")
    robot.spin_until(lambda: publisher.publish(message) or shared_node.tells("Right encoder"))


def test_a_topic_that_falls_silent_is_reported_while_another_continues(start_node, robot, tmp_path):
    rules = tmp_path / "rules.yaml"
    rules.write_text(
        "rules:\n  - {topic: '/robot4/*', detector: rate, options: {learn: 2, silent: 2}}\n"
    )
    node = start_node("-p", f"rules_file:={rules}", namespace="/robot4")
    listening = Listening(robot, "robot4/robot_memory")
    imu = robot.publisher(Imu, "/robot4/imu", BEST_EFFORT)
    temperature = robot.publisher(Temperature, "/robot4/temperature")
    robot.node.create_timer(0.1, lambda: temperature.publish(Temperature()))
    # A busy computer sends each of them some 20 ms late: at 50 Hz they would look like events.
    timer = robot.node.create_timer(0.1, lambda: imu.publish(Imu()))
    robot.spin_until(lambda: listening.received("/robot4/imu") >= 60)
    began = time.monotonic()
    robot.node.destroy_timer(timer)

    robot.spin_until(lambda: node.tells("IMU falls silent"))

    assert time.monotonic() - began >= 2.0
    assert not node.tells("Temperature falls silent")


def test_remapped_topics_are_received_and_qos_overrides_are_applied(start_node, robot, tmp_path):
    rules = tmp_path / "rules.yaml"
    rules.write_text(
        "rules:\n"
        "  - {topic: /diagnostics, detector: diagnostics}\n"
        "  - {topic: gauge, detector: rate}\n"
        "  - {topic: dials/*, detector: rate}\n"
    )
    node = start_node(
        "-p", f"rules_file:={rules}", "-r", "/diagnostics:=/health", "-r", "gauge:=clock_face",
        "-p", "qos_overrides./robot1/robot_memory/events.publisher.reliability:=best_effort",
        "-p", "qos_overrides./robot1/robot_memory/limits.publisher.durability:=volatile",
        "-p", "qos_overrides./robot1/robot_memory/event.publisher.depth:=7",
        namespace="/robot1",
    )  # fmt: skip
    listening = Listening(robot, "robot1/robot_memory", "/health")
    health = robot.publisher(DiagnosticArray, "/health")
    message = diagnostics("robot1/base: Left encoder")
    publishers = [
        robot.publisher(Float32, topic) for topic in ("/robot1/clock_face", "/robot1/dials/left")
    ]
    robot.node.create_publisher(Float32, "/dials/right", 10)

    def all_are_heard() -> bool:
        for publisher in publishers:
            publisher.publish(Float32())
        return all(listening.received(publisher.topic_name) for publisher in publishers)

    robot.spin_until(all_are_heard)
    robot.spin_until(lambda: health.publish(message) or node.tells("Left encoder"))
    hearers = robot.node.get_subscriptions_info_by_topic("/dials/right")
    assert "/robot1" not in {hearer.node_namespace for hearer in hearers}
    (events,) = robot.node.get_publishers_info_by_topic("/robot1/robot_memory/events")
    assert events.qos_profile.reliability == ReliabilityPolicy.BEST_EFFORT
    (limits,) = robot.node.get_publishers_info_by_topic("/robot1/robot_memory/limits")
    assert limits.qos_profile.durability == DurabilityPolicy.VOLATILE
    assert node.logged("qos_overrides of publishers of /robot1/robot_memory/event do nothing")
