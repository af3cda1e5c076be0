"""A burst on ``~/events``: events that do not fit are dropped, and the log says so."""

from __future__ import annotations

import pytest
from robot_memory.msg import MemoryEvent

from robot_memory import RobotMemory
from robot_memory.entries.entry_event import EntryEvent
from robot_memory.faces.ros.bounded_queue import BoundedQueue
from robot_memory.faces.ros.publishers import Publishers

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
