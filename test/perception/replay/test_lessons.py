"""Lessons from real robots; they do not depend on names, units, order or dates."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.perception.perception import Message, Perception
from robot_memory.perception.replay import open_recording
from robot_memory.perception.replay.player import play
from robot_memory.perception.replay.recording import Recording, Wanted, everything
from robot_memory.perception.rules_file import load_rules

pytestmark = pytest.mark.data

Recorded = Callable[[str], Path]
Change = Callable[[Message], Message]
Lessons = dict[str, int]

HUSKY = "husky_outdoor/test1.bag"
ALFA = ["alfa_fixedwing/alfa_ros2", "alfa_fixedwing/csv"]
PX4 = [
    "px4_ulogs/sample.ulg",
    "px4_ulogs/sample_appended_multiple.ulg",
    "px4_ulogs/sample_log_small.ulg",
    "px4_ulogs/foxglove_test_ulog.ulg",
]

NO_VOLTAGE = "No telemetry from mavros: Battery (it tells 0 V while the robot runs)"
ENGINE = "Engines failure is raised in operation"
BAROMETER = "sensors logs an error: no barometer found on /dev/baro0 (2)"
NOT_READY = "commander_tests logs a warning: Not ready to fly: Sensors not set up correctly"


class Retold:
    """A recording with other names, units or dates.

    Args:
        recording: the original.
        rename: gives the new name of a topic.
        change: gives the new form of a message.
    """

    def __init__(self, recording: Recording, rename: Callable[[str], str], change: Change) -> None:
        self.path, self.start, self.duration = recording.path, recording.start, recording.duration
        self.defects = recording.defects
        self.topics = {rename(topic): kind for topic, kind in recording.topics.items()}
        self._recording, self._rename, self._change = recording, rename, change

    def messages(self, wanted: Wanted | None = None) -> Iterator[Message]:
        accept = wanted or everything
        for message in self._recording.messages(
            lambda topic, kind: accept(self._rename(topic), kind)
        ):
            changed, topic = self._change(message), self._rename(message.topic)
            yield changed if topic == changed.topic else replace(changed, topic=topic)


def learn(home: Path, *recordings: Recording) -> Lessons:
    """Return a memory's entries after these recordings: each text, and how often it was seen."""
    pytest.importorskip("rosbags")
    pytest.importorskip("pyulog")
    start = datetime.fromtimestamp(recordings[0].start or 0.0, timezone.utc)
    clock = ManualClock(start, kind="recording", boot="")
    rules = load_rules(default_rules_file())
    with RobotMemory.open(home, clock=clock) as memory:
        for recording in recordings:
            clock.boot = str(recording.path)
            perception = Perception(rules, memory.settings, clock, memory.observe)
            play(recording, perception, clock)
        memory.flush()
        # Recordings keep their driver's number format: 0.0 or 0.00.
        return {
            re.sub(r"\b0\.0+ V", "0 V", entry.text): entry.observation_count
            for _, entry in memory.entries()
        }


# -- the recordings as they are ------------------------------------------------------------


def test_a_healthy_husky_gives_no_entries(recorded: Recorded, home: Path):
    assert learn(home, open_recording(recorded(HUSKY))) == {}


@pytest.mark.parametrize("name", ALFA)
def test_the_fixed_wing_gives_one_engine_failure_and_one_lost_battery_entry(
    recorded: Recorded, home: Path, name: str
):
    assert learn(home, open_recording(recorded(name))) == {NO_VOLTAGE: 1, ENGINE: 1}


def test_four_px4_logs_in_a_row_are_four_sessions_of_one_robot(recorded: Recorded, home: Path):
    recordings = sorted(
        (open_recording(recorded(name)) for name in PX4), key=lambda item: item.start or 0.0
    )

    assert learn(home, *recordings) == {BAROMETER: 4, NOT_READY: 1}


def test_the_evidence_of_an_entry_has_topic_and_time(recorded: Recorded, home: Path):
    recording = open_recording(recorded(PX4[0]))
    assert learn(home, recording) == {BAROMETER: 4}
    with RobotMemory.open(home, read_only=True) as memory:
        ((_, entry),) = memory.entries()
        _, rows = memory.why(entry.id)
    onsets = [row for row in reversed(rows) if row.kind.value == "onset"]

    assert [row.topic for row in onsets] == ["/rosout"] * 4
    seconds = [row.time.timestamp() for row in onsets]
    assert seconds == pytest.approx([158.22, 162.07, 171.62, 176.41], abs=0.01)


# -- the same under other names ------------------------------------------------------------


def same(topic: str) -> str:
    return topic


def moved(topic: str) -> str:
    """Give a topic a meaningless name; standard topics keep theirs."""
    if topic in ("/diagnostics", "/rosout"):
        return topic
    return "/fleet7/" + "".join(sorted(topic.strip("/").replace("/", "_")))


def dated(seconds: float) -> Change:
    """Shift a recording in time, including headers."""

    def change(message: Message) -> Message:
        content = copy(message.content)
        header = getattr(content, "header", None)
        if header is not None and header.stamp.sec:
            stamp = header.stamp
            moved_stamp = SimpleNamespace(sec=stamp.sec + round(seconds), nanosec=stamp.nanosec)
            content.header = SimpleNamespace(stamp=moved_stamp, frame_id=header.frame_id)
        if message.topic == "/rosout":
            stamp = content.stamp
            content.stamp = SimpleNamespace(sec=stamp.sec + round(seconds), nanosec=stamp.nanosec)
        return replace(message, stamp=message.stamp + seconds, content=content)

    return change


def copy(content: Any) -> SimpleNamespace:
    """Return a copy of a message whose fields can be changed."""
    return SimpleNamespace(**vars(content))


def renamed(names: dict[str, str]) -> Change:
    """Rename components and nodes."""

    def change(message: Message) -> Message:
        content = copy(message.content)
        if message.topic == "/diagnostics":
            content.status = [copy(status) for status in content.status]
            for status in content.status:
                status.name = names.get(status.name, f"other: {status.name[::-1]}")
        if message.topic == "/rosout":
            content.name = names.get(content.name, content.name[::-1])
        return replace(message, content=content)

    return change


def shuffled(seed: int) -> Change:
    """Report components in random order, in separate arrays or together."""
    order = random.Random(seed)

    def change(message: Message) -> Message:
        if message.topic != "/diagnostics":
            return message
        content = copy(message.content)
        content.status = order.sample(content.status, len(content.status))
        return replace(message, content=content)

    return change


def rescaled(message: Message) -> Message:
    """Convert V to mV, a share to percent, A to mA, °C to K."""
    content = copy(message.content)
    if message.type == "sensor_msgs/msg/BatteryState":
        content.voltage *= 1000.0
        content.percentage *= 100.0
        content.current *= 1000.0
    if message.type == "sensor_msgs/msg/Temperature":
        content.temperature += 273.15
    return replace(message, content=content)


NAMES = {
    "mavros: Battery": "autopilot: Accumulator 2",
    "sensors": "arm.probe",
    "commander_tests": "checks",
}


def under_new_names(lessons: Lessons) -> Lessons:
    changed: Lessons = {}
    for text, count in lessons.items():
        beginnings = ("", "No telemetry from ")
        known = next(
            (old for old in NAMES for begin in beginnings if text.startswith(f"{begin}{old} ")), ""
        )
        changed[text.replace(known, NAMES[known], 1) if known else text] = count
    return changed


#: The recording, its changed lessons, and by how many years it is shifted.
TAUGHT: Sequence[tuple[str, Lessons, int]] = [
    (HUSKY, {}, 9),
    (ALFA[0], {NO_VOLTAGE: 1, ENGINE: 1}, -15),
    (PX4[0], {BAROMETER: 4}, 9),
    (PX4[1], {NOT_READY: 1}, 9),
]


@pytest.mark.parametrize(("name", "lessons", "years"), TAUGHT, ids=[name for name, *_ in TAUGHT])
def test_lessons_do_not_depend_on_names_units_dates_or_component_order(
    recorded: Recorded, home: Path, name: str, lessons: Lessons, years: int
):
    """Only the meaning of a flag depends on its name."""
    recording = open_recording(recorded(name))
    shift = years * 365.25 * 86400.0
    changes = (renamed(NAMES), rescaled, shuffled(1), dated(shift))

    def change(message: Message) -> Message:
        for each in changes:
            message = each(message)
        return message

    retold = Retold(recording, moved, change)
    retold.start = (recording.start or 0.0) + shift
    told = {text: count for text, count in lessons.items() if text != ENGINE}

    assert learn(home, retold) == under_new_names(told)
