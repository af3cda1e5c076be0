"""However the node is stopped, everything is stored and saved."""

from __future__ import annotations

import signal
import time

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from robot_memory.srv import GetContext, Remember
from telling import diagnostics

pytestmark = pytest.mark.ros

SLOW = ("-p", "save_interval:=3600.0", "-p", "urgent_save_interval:=60.0")


def remember(robot, text: str) -> None:
    answer = robot.call(
        Remember, "/robot_memory/remember", type="environment_note", text=text, source="person"
    )
    assert answer.success, answer.message


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_sigterm_and_sighup_save_notes_and_recent_observations(start_node, robot, number):
    node = start_node(*SLOW)
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")
    remember(robot, "Kitchen doorway has a lip")

    def is_heard() -> bool:
        publisher.publish(diagnostics())
        return "Left encoder" in robot.call(GetContext, "/robot_memory/get_context").context

    robot.spin_until(is_heard)
    assert not node.tells("Kitchen doorway") and not node.tells("Left encoder")

    assert node.stop(number) == 0  # the other tests send SIGINT

    assert node.tells("Kitchen doorway") and node.tells("Left encoder")
    assert not node.logged("Traceback") and not node.logged("[DEBUG]")


def test_repeated_signals_do_not_interrupt_the_final_save(start_program, robot):
    """`ros2 launch` always sends a second SIGINT, and an impatient person sends more."""
    node = start_program(*SLOW)
    for number in range(20):
        remember(robot, f"Shelf {number} is bent")

    for _ in range(50):
        for number in (signal.SIGINT, signal.SIGTERM):
            if node.process.poll() is None:
                node.process.send_signal(number)
        time.sleep(0.01)

    assert node.wait() == 0
    assert all(node.tells(f"Shelf {number} is bent") for number in range(20))
    assert not node.logged("Traceback")


def test_a_signal_during_the_start_stops_it_too(start_node):
    node = start_node()
    time.sleep(0.7)  # about when it opens the home; it must stop in any case
    node.process.send_signal(signal.SIGTERM)

    assert node.wait() in (0, -signal.SIGTERM)
    assert not node.logged("Traceback")
