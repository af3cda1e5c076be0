"""A recording is played to perception as the robot experienced it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import robot_messages as ros
from robot_messages import ERROR, status
from watching import START, Watching, when

from robot_memory.perception.perception import Message
from robot_memory.perception.replay.player import play
from robot_memory.perception.replay.recording import Wanted, everything

BEGIN = START.timestamp()
GPS = ros.diagnostics(status("mavros: GPS", ERROR, "No satellites"))


class Recorded:
    """A recording of messages: seconds since the start, topic, type, content."""

    def __init__(self, *sent: tuple[float, str, str, Any]) -> None:
        self.path = Path("flight.bag")
        self.start, self.duration = BEGIN, 0.0
        self.topics = {topic: kind for _, topic, kind, _ in sent}
        self.defects: list[str] = []
        self._sent = sent

    def messages(self, wanted: Wanted | None = None) -> Iterator[Message]:
        accept = wanted or everything
        for stamp, topic, kind, content in self._sent:
            if accept(topic, kind):
                yield Message(topic, kind, BEGIN + stamp, content)


Sent = tuple[float, str, str, Any]


def line(stamp: float, text: str) -> Sent:
    """Return a log line at a time."""
    return (stamp, "/rosout", ros.LOG, ros.log("sensors", text, ERROR * 20))


def play_to(robot: Watching, *sent: Sent) -> dict[str, int]:
    return play(Recorded(*sent), robot.perception, robot.clock)


def test_messages_that_a_rule_wants_are_counted_by_topic(robot: Watching):
    told = [(float(stamp), "/diagnostics", ros.DIAGNOSTICS, GPS) for stamp in range(2)]
    picture = (3.0, "/camera", "sensor_msgs/msg/Image", None)

    played = play_to(robot, *told, line(2.0, "no barometer"), picture)
    assert played == {"/diagnostics": 2, "/rosout": 1}


def test_waiting_log_lines_are_reported_at_the_end_of_the_recording(robot: Watching):
    play_to(robot, line(0.0, "no barometer"), line(9.0, "no barometer"))

    assert list(robot.lessons.values()) == [2]


def test_time_does_not_go_back_for_messages_out_of_order(robot: Watching):
    play_to(robot, line(50.0, "no barometer"), line(10.0, "no compass"))

    assert [when(row) for row in robot.onsets] == [50.0, 50.0]


@pytest.mark.parametrize(
    ("stamp", "content"),
    [(1.0, ros.Message()), (1e15, GPS), (float("nan"), GPS)],
    ids=["wrong shape", "in no year", "no time"],
)
def test_an_unusable_message_is_left_out_and_logged(
    robot: Watching, caplog: pytest.LogCaptureFixture, stamp: float, content: Any
):
    broken = (stamp, "/diagnostics", ros.DIAGNOSTICS, content)
    play_to(robot, line(0.0, "no barometer"), broken, line(2.0, "no compass"))

    assert len(robot.lessons) == 2
    assert "flight.bag: /diagnostics cannot be read" in caplog.text
    assert "flight.bag: /diagnostics: 1 messages were left out" in caplog.text
