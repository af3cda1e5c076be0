"""A receiver hands episodes undecoded bytes; they are decoded only if a step reads them."""

from __future__ import annotations

from typing import Any

import pytest
from rclpy.serialization import serialize_message
from std_msgs.msg import Float64
from telling import ListLogger

from robot_memory.faces.ros.health_issues import INGEST, HealthIssues
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.topic_receiver import TopicReceiver
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.long_term.episodes import EpisodeRule, EpisodeWatches
from robot_memory.long_term.episodes.rule_book import Begins, EpisodeField, FieldSource
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.perception import Perception

FLOAT = "std_msgs/msg/Float64"
VALUE = EpisodeField("value", (FieldSource("/value", FLOAT, (FieldPath.parse("data"),)),))
RULE = EpisodeRule("push", (VALUE,), (VALUE,), Begins.HEARD, options={"shortest": 1.0})


class Sink:
    """Keeps the values handed to episodes."""

    is_open = True

    def __init__(self) -> None:
        self.values: list[Any] = []

    def begin(self, *arguments: object) -> Sink:
        return self

    def write(self, values: Any) -> None:
        self.values += [value for part, _, value, _ in values if part == "action"]

    def end(self, *arguments: object, **how: object) -> None:
        return


@pytest.fixture
def sink() -> Sink:
    return Sink()


@pytest.fixture
def make_receiver(sink):
    def make(*rules: EpisodeRule) -> tuple[TopicReceiver, EpisodeWatches, HealthIssues]:
        clock, issues = SystemClock(), HealthIssues(NodeLog(ListLogger()))
        episodes = EpisodeWatches(rules, sink, clock)
        perception = Perception((), Settings(), clock, lambda row: None)
        receiver = TopicReceiver("/value", FLOAT, perception, episodes, clock, issues)
        return receiver, episodes, issues

    return make


def test_a_step_contains_the_values_of_the_messages(make_receiver, sink):
    receiver, episodes, _ = make_receiver(RULE)
    for number in range(5):
        receiver.receive(serialize_message(Float64(data=float(number))), 1000.0 + number)
    episodes.finish()

    assert sink.values[:5] == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_an_unreadable_message_is_counted_and_reported(make_receiver, sink):
    receiver, episodes, issues = make_receiver(RULE)
    receiver.receive(b"\x00\x01\x00\x00\x01", 1000.0)
    episodes.finish()

    assert receiver.unreadable == 1
    assert "/value: a message cannot be read" in issues.current(INGEST)[0]
    assert sink.values == []


def test_a_topic_removed_from_the_episode_rules_is_no_longer_decoded(make_receiver, sink):
    receiver, episodes, _ = make_receiver(RULE)
    episodes.use_rules([])
    receiver.follow_episodes()
    receiver.receive(b"no message", 1000.0)

    assert (receiver.received, receiver.unreadable) == (1, 0)
