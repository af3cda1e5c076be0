"""What the node publishes: events in a burst, and the context with the limits in force."""

from __future__ import annotations

import pytest
from robot_memory.msg import MemoryEvent
from std_msgs.msg import String

from robot_memory import RobotMemory
from robot_memory.applications.limits.limits_in_force import LimitsInForce
from robot_memory.entries.entry_event import EntryEvent
from robot_memory.faces.ros.bounded_queue import BoundedQueue
from robot_memory.faces.ros.publishers import Publishers
from robot_memory.faces.ros.qos import LATCHED

pytestmark = pytest.mark.ros


def test_events_dropped_in_a_burst_are_counted_in_the_log(robot, tmp_path, capfd):
    queue = BoundedQueue[EntryEvent](2)
    with RobotMemory.open(tmp_path / "home") as memory:
        publishers = Publishers(robot.make_node("burst"), memory, queue, lambda event: None)
        heard = robot.listen(MemoryEvent, "/burst/events")
        now = memory.clock.now().time
        for number in range(5):
            queue.append(EntryEvent("peer_accepted", None, f"update {number}", now, "peer"))
        publishers.publish_events()
        log = memory.long_term.levels.events.path

    robot.spin_until(lambda: len(heard) == 2)
    assert [event.detail for event in heard] == ["update 3", "update 4"]
    assert (
        "3 changes were not published on ~/events, as more came at once than can wait; the "
        f"changes of entries are in {log}"
    ) in capfd.readouterr().err


def test_the_context_topic_contains_the_limits_in_force(robot, tmp_path):
    queue = BoundedQueue[EntryEvent](2)
    with RobotMemory.open(tmp_path / "home") as memory:
        in_force = LimitsInForce(
            memory.home.governance / "in_force", memory.long_term.levels.events
        )
        in_force.record_speed(0.3, ["mem-1"], memory.clock.now().time)
        Publishers(robot.make_node("limited"), memory, queue, lambda event: None).publish_changes()
        heard = robot.listen(String, "/limited/context", LATCHED)
        robot.spin_until(lambda: heard)

    assert "at most 0.3 m/s everywhere" in heard[-1].data
