"""From topic to file to service, in real processes."""

from __future__ import annotations

import pytest

from robot_memory.entries.context_block import HEADING

pytestmark = pytest.mark.ros


def test_a_fault_on_a_topic_comes_out_of_the_file_and_of_the_service(start_node, robot):
    from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
    from robot_memory.srv import GetContext

    node = start_node()
    publisher = robot.node.create_publisher(DiagnosticArray, "/diagnostics", 10)
    robot.spin_until(publisher.get_subscription_count, 20.0)
    status = DiagnosticStatus(level=b"\x02", name="base: Left encoder", message="no pulses")

    def file_tells_it() -> bool:
        publisher.publish(DiagnosticArray(status=[status]))
        return node.file.exists() and "Left encoder" in node.file.read_text()

    robot.spin_until(file_tells_it)
    answer = robot.call(GetContext, "/robot_memory/get_context")

    assert answer.success
    fault = "base: Left encoder reports an error: no pulses"
    advice = "check the encoder's cable and mounting"
    line = f"{HEADING}\n🟡 [60%] {fault} — {advice} (once, present since "
    assert answer.context.startswith(line)
    (entry,) = answer.entries
    assert entry.presence == "present"
    assert entry.presence_since.sec == entry.first_seen.sec
    assert node.stop() == 0
