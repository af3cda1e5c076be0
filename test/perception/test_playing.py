"""A recording is played to perception as the robot lived through it."""

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


def line(text: str) -> Any:
    return ros.log("sensors", text, ERROR * 20)


def test_messages_that_a_rule_wants_are_counted_by_topic(robot: Watching):
    played = play(
        Recorded(
            (0.0, "/diagnostics", ros.DIAGNOSTICS, GPS),
            (1.0, "/diagnostics", ros.DIAGNOSTICS, GPS),
            (1.5, "/rosout", ros.LOG, line("no barometer")),
            (2.0, "/camera", "sensor_msgs/msg/Image", None),
        ),
        robot.perception,
        robot.clock,
    )

    assert played == {"/diagnostics": 2, "/rosout": 1}


def test_rows_carry_the_times_of_the_recording(robot: Watching):
    play(
        Recorded(*((float(second), "/diagnostics", ros.DIAGNOSTICS, GPS) for second in range(9))),
        robot.perception,
        robot.clock,
    )

    assert [when(row) for row in robot.onsets] == [0.0]


def test_what_is_the_matter_at_the_last_message_is_reported(robot: Watching):
    play(Recorded((3.0, "/diagnostics", ros.DIAGNOSTICS, GPS)), robot.perception, robot.clock)

    assert [when(row) for row in robot.onsets] == [3.0]


def test_lines_that_wait_for_the_next_are_reported_at_the_end(robot: Watching):
    play(
        Recorded(
            (0.0, "/rosout", ros.LOG, line("no barometer")),
            (9.0, "/rosout", ros.LOG, line("no barometer")),
        ),
        robot.perception,
        robot.clock,
    )

    assert list(robot.lessons.values()) == [2]


def test_time_never_goes_back(robot: Watching):
    play(
        Recorded(
            (50.0, "/rosout", ros.LOG, line("no barometer")),
            (10.0, "/rosout", ros.LOG, line("no compass")),
        ),
        robot.perception,
        robot.clock,
    )

    assert [when(row) for row in robot.onsets] == [50.0, 50.0]


@pytest.mark.parametrize(
    "broken",
    [
        (1.0, "/diagnostics", ros.DIAGNOSTICS, ros.Message()),
        (1e15, "/diagnostics", ros.DIAGNOSTICS, GPS),
        (float("nan"), "/diagnostics", ros.DIAGNOSTICS, GPS),
    ],
    ids=["wrong shape", "in no year", "no time"],
)
def test_a_message_that_cannot_be_used_is_left_out_and_that_is_said(
    robot: Watching, caplog: pytest.LogCaptureFixture, broken: tuple[float, str, str, Any]
):
    play(
        Recorded(
            (0.0, "/rosout", ros.LOG, line("no barometer")),
            broken,
            (2.0, "/rosout", ros.LOG, line("no compass")),
        ),
        robot.perception,
        robot.clock,
    )

    assert len(robot.lessons) == 2
    assert "flight.bag: /diagnostics cannot be read" in caplog.text
    assert "flight.bag: /diagnostics: 1 messages were left out" in caplog.text
