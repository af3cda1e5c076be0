"""The log reports what the node listens to, what it finds, and each problem's begin and end."""

from __future__ import annotations

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from robot_memory.srv import Remember
from telling import ListLogger, diagnostics

from robot_memory.faces.ros.diagnostic_statuses import ERROR, OK, WARN, HealthStatus
from robot_memory.faces.ros.health_issues import HealthLog
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.topic_subscriptions import ListeningLog

pytestmark = pytest.mark.ros


def test_the_log_shows_topics_and_findings_and_at_level_debug_also_services(start_node, robot):
    node = start_node("--log-level", "robot_memory:=debug")
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")
    robot.spin_until(lambda: publisher.publish(diagnostics()) or node.tells("Left encoder"))
    note = {"type": "environment_note", "text": "Ramp is wet", "source": "person"}
    for _ in range(2):
        robot.call(Remember, "/robot_memory/remember", **note)

    for words in (
        "subscribed to /diagnostics (diagnostic_msgs/msg/DiagnosticArray): reliable, volatile",
        "observed: onset of base: Left encoder", "service remember: done:", "published ~/entries:",
        "reinforced by claimed", "listening to ", "]: new: mem-",
        "(hardware_observation): base: Left encoder reports an error: no pulses",
    ):  # fmt: skip
        robot.spin_until(lambda words=words: node.logged(words))


class Lines:
    """A log's lines, and its clock."""

    def __init__(self) -> None:
        self.now = 0.0
        logger = ListLogger()
        self.lines, self.log = logger.lines, NodeLog(logger, self.clock)

    def clock(self) -> float:
        return self.now


def test_topics_are_logged_once_stable_and_changes_at_most_once_a_minute():
    lines = Lines()
    listening = ListeningLog(lines.log.info, lines.clock)
    topics = {}
    for second in range(200):
        lines.now = float(second)
        if second < 5:
            topics[f"/t{second}"] = "T"
        if second in (50, 52, 120):
            topics[f"/later{second}"] = "T"
        if second == 120:
            del topics["/t0"]
        listening.update(topics)

    assert lines.lines == [
        "listening to 5 topics: /t0 (T), /t1 (T), /t2 (T), /t3 (T), /t4 (T)",
        "listening to 7 topics; new: /later50 (T), /later52 (T)",
        "listening to 7 topics; new: /later120 (T); no longer: /t0",
    ]


def test_constantly_changing_topics_are_logged_at_most_once_a_minute():
    lines = Lines()
    listening = ListeningLog(lines.log.info, lines.clock)
    for second in range(3600):
        lines.now = float(second)
        listening.update({f"/t{second}": "T"})

    assert 20 <= len(lines.lines) <= 60


def test_a_problem_shown_only_in_diagnostics_is_logged_from_start_to_end():
    lines = Lines()
    log = HealthLog(lines.log, lines.clock)
    bad, good = HealthStatus("time", WARN, "no clock"), HealthStatus("time", OK, "trusted")
    logged = HealthStatus("memory", ERROR, "save: disk full", is_logged=True)
    for second in range(5000):
        lines.now = float(second)
        log.update([bad if 100 <= second < 4000 else good, logged])

    assert lines.lines == ["time: no clock", "time: no clock", "time: trusted"]


def test_a_momentary_problem_is_not_logged():
    lines = Lines()
    log = HealthLog(lines.log, lines.clock)
    for second in range(60):
        lines.now = float(second)
        log.update([HealthStatus("time", WARN if second % 4 else OK, "no clock")])

    assert lines.lines == []


def test_a_flood_of_lines_is_bounded_and_counted():
    lines = Lines()
    for number in range(100_000):
        lines.now = number / 1000.0
        lines.log.info(f"entry {number}")
    lines.now += 10.0
    lines.log.info("the last")

    assert len(lines.lines) < 400
    assert "lines of level info were left out" in lines.lines[-2]
    assert lines.lines[-1] == "the last"
