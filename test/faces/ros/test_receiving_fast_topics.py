"""A fast topic's receiver decodes only the messages that its detectors read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any, ClassVar

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from nav_msgs.msg import Odometry
from rclpy.serialization import serialize_message
from rclpy.time import Time
from sensor_msgs.msg import Range
from std_msgs.msg import Float64
from telling import ListLogger

from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.topic_receiver import TopicReceiver
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Clock, ManualClock, SystemClock
from robot_memory.long_term.episodes import EpisodeWatches
from robot_memory.perception.detector import Detector
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.perception import Perception
from robot_memory.perception.rule import Rule

FLOAT = "std_msgs/msg/Float64"
DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
ODOMETRY = "nav_msgs/msg/Odometry"
RANGE = "sensor_msgs/msg/Range"
START = datetime(2026, 12, 1, tzinfo=timezone.utc)


class Rested(Detector):
    """Reads a message each second, and rests in between."""

    read: list[float]

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        self.due = stamp + 1.0
        self.read.append(content.range)
        return iter(())


class Stamps(Detector):
    """Reads each stamp, and notes how its message looked."""

    READS_STAMPS = True
    FIELDS = frozenset({"header.stamp"})
    seen: list[tuple[int, bool]]

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        self.seen.append((content.header.stamp.nanosec, hasattr(content, "range")))
        return iter(())


class Slow(Detector):
    """Reads a message each second, and notes it."""

    read: list[float]

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        self.due = stamp + 1.0
        self.read.append(content.data)
        return iter(())


def up_for(seconds: float) -> ManualClock:
    """Return the clock of a machine with this uptime."""
    clock = ManualClock(START, kind="wall", boot="boot")
    clock.set(START + timedelta(seconds=seconds))
    return clock


def receiver_of_slow(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> TopicReceiver:
    Slow.read = []
    monkeypatch.setitem(DETECTORS, "slow", Slow)  # type: ignore[arg-type]
    issues = HealthIssues(NodeLog(ListLogger()))
    perception = Perception([Rule("slow", "/value")], Settings(), clock, lambda row: None)
    return TopicReceiver(
        "/value", FLOAT, perception, EpisodeWatches((), None, clock), clock, issues
    )


def decoded_by(receiver: TopicReceiver, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return a list of all messages that are decoded from now on."""
    decoded: list[bytes] = []
    read = receiver._read
    monkeypatch.setattr(receiver, "_read", lambda data: (decoded.append(data), read(data))[1])
    return decoded


def test_detectors_rest_by_simulated_time(monkeypatch: pytest.MonkeyPatch):
    clock = ManualClock(START, kind="simulated", boot="boot")
    receiver = receiver_of_slow(clock, monkeypatch)
    decoded = decoded_by(receiver, monkeypatch)
    for number in range(20):
        clock.set(START + timedelta(seconds=0.25 * number))
        receiver.receive(serialize_message(Float64(data=float(number))), 0.01 * number)

    assert Slow.read == [0.0, 4.0, 8.0, 12.0, 16.0]
    assert len(decoded) == 5


def test_diagnostic_values_are_read_twice_per_simulated_second(monkeypatch: pytest.MonkeyPatch):
    class Values(Detector):
        read: ClassVar[list[str]] = []

        def process(self, stamp: float, content: Any) -> Iterator[Detection]:
            self.read += [value.value for status in content.status for value in status.values]
            return iter(())

    monkeypatch.setitem(DETECTORS, "values of test", Values)  # type: ignore[arg-type]
    clock, issues = (
        ManualClock(START, kind="simulated", boot="boot"),
        HealthIssues(NodeLog(ListLogger())),
    )
    perception = Perception(
        [Rule("values of test", "/diagnostics")], Settings(), clock, lambda row: None
    )
    receiver = TopicReceiver(
        "/diagnostics", DIAGNOSTICS, perception, EpisodeWatches((), None, clock), clock, issues
    )
    for number in range(8):  # much faster than real time
        clock.set(START + timedelta(seconds=0.25 * number))
        status = DiagnosticStatus(name="wifi", values=[KeyValue(key="dbm", value=str(number))])
        receiver.receive(serialize_message(DiagnosticArray(status=[status])), 0.01 * number)

    assert Values.read == ["0", "2", "4", "6"]


def test_one_in_ten_odometry_messages_at_200_hz_is_decoded(
    monkeypatch: pytest.MonkeyPatch,
):
    clock, issues = SystemClock(), HealthIssues(NodeLog(ListLogger()))
    perception = Perception(
        [Rule("localisation", "/odom"), Rule("stamps", "/odom"), Rule("slip", "/odom")],
        Settings(), clock, lambda row: None,
    )  # fmt: skip
    receiver = TopicReceiver(
        "/odom", ODOMETRY, perception, EpisodeWatches((), None, clock), clock, issues
    )
    decoded = decoded_by(receiver, monkeypatch)
    message, begin = Odometry(), clock.now()
    for number in range(200):
        message.header.stamp = Time(seconds=begin.seconds + 0.005 * number).to_msg()
        message.twist.twist.linear.x = 0.001 * number
        receiver.receive(serialize_message(message), begin.uptime - 1.0 + 0.005 * number)

    assert len(decoded) == 20
    speed = perception.conditions.now(begin.uptime)["speed"]
    assert speed == pytest.approx(0.19, abs=0.01)
    assert (receiver.received, receiver.failed) == (200, 0)


def test_only_the_stamp_is_decoded_while_detectors_rest(monkeypatch: pytest.MonkeyPatch):
    Rested.read, Stamps.seen = [], []
    monkeypatch.setitem(DETECTORS, "rested", Rested)  # type: ignore[arg-type]
    monkeypatch.setitem(DETECTORS, "stamps of test", Stamps)  # type: ignore[arg-type]
    clock, issues = up_for(seconds=10.0), HealthIssues(NodeLog(ListLogger()))
    rules = [Rule("rested", "/sonar"), Rule("stamps of test", "/sonar")]
    perception = Perception(rules, Settings(), clock, lambda row: None)
    receiver = TopicReceiver(
        "/sonar", RANGE, perception, EpisodeWatches((), None, clock), clock, issues
    )
    message = Range()
    for number in range(6):
        message.header.stamp.nanosec, message.range = number, float(number)
        receiver.receive(serialize_message(message), 5.0 + 0.25 * number)

    assert Rested.read == [0.0, 4.0]
    assert Stamps.seen == [(0, True), (1, False), (2, False), (3, False), (4, True), (5, False)]
    assert not receiver.failed
