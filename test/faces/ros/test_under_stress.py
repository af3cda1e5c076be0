"""No slow, wrong or excessive input stops the node or makes it lose messages."""

from __future__ import annotations

import itertools
import sqlite3
import time

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.qos import QoSProfile
from rclpy.serialization import serialize_message
from robot_memory.srv import GetContext, Remember
from telling import ERROR, OK, WARN, Listening, diagnostics

from robot_memory.faces.ros.operation_services import ReadingServices
from robot_memory.faces.ros.service_server import ServiceServer
from robot_memory.faces.write_allowance import WriteAllowance
from robot_memory.foundation.home import Home
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import SystemClock

pytestmark = pytest.mark.ros

NOTE = {"type": "environment_note", "source": "person", "text": "Ramp is steep"}


def test_a_blocked_disk_delays_a_service_but_not_the_ingest(start_node, robot):
    node = start_node()
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")
    remember = robot.node.create_client(Remember, "/robot_memory/remember")
    robot.spin_until(remember.service_is_ready)
    report = {"level": OK, "name": "arm: Elbow"}
    robot.node.create_timer(0.02, lambda: publisher.publish(diagnostics(**report)))
    blocker = sqlite3.connect(node.home / "observations.db", isolation_level=None)

    blocker.execute("BEGIN IMMEDIATE")
    answer = remember.call_async(Remember.Request(**NOTE))
    report |= {"level": ERROR, "message": "overload"}
    robot.spin(1.5)
    assert not answer.done()
    # If ingest waited too, the next fault would seem momentary: too short to count.
    report |= {"message": "no answer"}
    robot.spin(1.5)
    report |= {"level": OK, "message": ""}
    robot.spin(0.5)
    blocker.execute("ROLLBACK")
    blocker.close()

    robot.spin_until(lambda: node.tells("Elbow reports an error: no answer"))
    assert node.tells("Elbow reports an error: overload")
    robot.spin_until(answer.done)
    assert answer.result().success


def test_an_error_in_a_service_is_returned_and_the_node_continues(robot, tmp_path):
    class Broken:
        """A memory with an unexpected error."""

        settings, clock = Settings(), SystemClock()
        home = Home(tmp_path, tmp_path / "robot-memory.md")

        def context(self, budget: int, **asked: object) -> None:
            raise ZeroDivisionError("division by zero")

    reported: list[str] = []
    node = robot.make_node("broken")
    server = ServiceServer(
        node,
        node,
        lambda what, error: reported.append(what),
        WriteAllowance("requests to write over ROS"),
    )
    ReadingServices(server, Broken())

    for _ in range(2):
        answer = robot.call(GetContext, "/broken/get_context")
        assert not answer.success
        assert answer.message == (
            "get_context failed, which it should not: ZeroDivisionError('division by zero'); "
            "see the log"
        )
    assert reported == ["get_context failed"] * 2


def test_three_seconds_of_high_load_lose_no_message(start_node, robot):
    """500 arrays a second with 20 statuses of 5 values each; every value changes."""
    node = start_node(namespace="/robot1")
    listening = Listening(robot, "robot1/robot_memory")
    publisher = robot.publisher(DiagnosticArray, "/robot1/diagnostics", QoSProfile(depth=1000))
    messages = itertools.cycle([_array(number) for number in range(1000)])
    rate, seconds = 500, 3
    began = time.monotonic()
    for number in range(rate * seconds):
        publisher.publish(next(messages))
        ahead = began + number / rate - time.monotonic()
        robot.spin(max(0.0, ahead) if number % 10 == 0 else 0.0)

    robot.spin_until(lambda: listening.received("/robot1/diagnostics") >= rate * seconds)
    assert listening.received("/robot1/diagnostics") == rate * seconds
    assert listening.ingest().level == OK
    robot.spin_until(lambda: node.tells("joint 7 warns"))


def _array(number: int) -> bytes:
    """Return a serialized array; its seventh status warns every other second."""
    statuses = [
        DiagnosticStatus(
            level=WARN if joint == 7 and number >= 500 else OK,
            name=f"robot1/arm: joint {joint}",
            values=[
                KeyValue(key=f"reading {key}", value=f"{number * 0.37 + key:.3f}")
                for key in range(5)
            ],
        )
        for joint in range(20)
    ]
    return serialize_message(DiagnosticArray(status=statuses))
