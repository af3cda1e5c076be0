"""Episodes of recordings: by the rules and the code of a live robot, at the recorded times."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from robot_memory.faces.cli.main import main
from robot_memory.foundation.time import stamps

SECOND = 10**9
START = 1_700_000_000
RLDS = ["observation", "action", "reward", "is_first", "is_last", "is_terminal", "timestamp"]
TWIST, ODOMETRY = "geometry_msgs/msg/Twist", "nav_msgs/msg/Odometry"

FLIGHT = """\
rules: []
episodes:
  - name: fly
    observation:
      position: {topic: /mavros/local_position/odom, field: "pose.pose.position.*"}
    action:
      servos: {topic: /mavros/rc/out, field: "channels[*]"}
    begins: changed
    options: {longest: 30, zero: 1}
"""


@pytest.fixture
def drive(write_bag2) -> Path:
    """Six seconds of driving, then as many of standing; commands at 10 Hz, odometry at 20 Hz."""

    def speed(tick: int) -> float:
        return 0.5 if tick < 120 else 0.0

    given = [
        (
            "/odom", ODOMETRY, START * SECOND + tick * SECOND // 20,
            {"twist": {"twist": {"linear": {"x": speed(tick)}}},
             "pose": {"pose": {"position": {"x": 0.025 * min(tick, 120)}}}},
        )
        for tick in range(240)
    ]  # fmt: skip
    given += [
        (
            "/cmd_vel",
            TWIST,
            START * SECOND + tick * SECOND // 20 + 1,
            {"linear": {"x": speed(tick)}},
        )
        for tick in range(0, 240, 2)
    ]
    return write_bag2(sorted(given, key=lambda item: item[2]))


def episodes(home: Path) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """The metadata and steps of each episode of a home."""
    return [
        (
            json.loads((folder / "metadata.json").read_text()),
            [json.loads(line) for line in (folder / "steps.jsonl").read_text().splitlines()],
        )
        for folder in sorted(home.glob("episodic/rlds_episodes/episode_*"))
    ]


def replay(home: Path, *arguments: str) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    assert main(["--home", str(home), "replay", *arguments]) == 0
    return episodes(home)


def test_a_drive_becomes_an_episode_with_the_times_of_the_recording(home, drive):
    ((metadata, steps),) = replay(home, str(drive))

    assert metadata["task"] == "drive"
    assert metadata["recording"] == str(drive)
    assert metadata["start_time"] == "2023-11-14T22:13:20Z"
    assert 10.8 <= metadata["duration_s"] <= 11.2  # 6 s of driving, and 5 s without an action
    assert len(steps) == metadata["steps"] == pytest.approx(11.0 / 0.2, abs=12)


def test_its_steps_have_the_layout_of_rlds(home, drive):
    ((metadata, steps),) = replay(home, str(drive))

    assert all(list(step) == RLDS for step in steps)
    assert [step["is_first"] for step in steps] == [True, *[False] * (len(steps) - 1)]
    assert [step["is_last"] for step in steps] == [*[False] * (len(steps) - 1), True]
    times = [stamps.from_text(step["timestamp"]) for step in steps]
    assert times == sorted(times)
    shapes = {
        (len(step["observation"]["velocity"]), len(step["observation"]["pose"]),
         len(step["action"]["velocity_command"]))
        for step in steps
    }  # fmt: skip
    assert shapes == {(4, 7, 4)}
    assert metadata["observation"] == ["velocity", "pose"]


def test_what_stands_in_a_step_was_known_at_the_same_time(home, drive):
    ((_, steps),) = replay(home, str(drive))

    for step in steps[:20]:
        second = stamps.from_text(step["timestamp"]).timestamp() - START
        assert step["observation"]["pose"][0] == pytest.approx(0.5 * second, abs=0.03)
        assert step["observation"]["velocity"][0] == 0.5
        assert step["action"]["velocity_command"][0] == 0.5


def test_without_a_home_nothing_is_recorded(home, drive, capsys):
    assert main(["replay", str(drive)]) == 0
    assert not home.exists()


def test_rules_without_episodes_record_none(home, drive, tmp_path):
    rules = tmp_path / "rules.yaml"
    rules.write_text("rules: []\n")

    assert replay(home, str(drive), "--rules", str(rules)) == []


def test_a_flight_is_recorded_by_a_rule_for_it(home, tmp_path, recorded):
    """A real aeroplane's log: where it was, and what its servos were told."""
    rules = tmp_path / "rules.yaml"
    rules.write_text(FLIGHT)

    flight = str(recorded("alfa_fixedwing") / "csv")
    recorded = replay(home, flight, "--rules", str(rules))

    assert [metadata["task"] for metadata, _ in recorded] == ["fly"] * 5
    for metadata, steps in recorded:
        assert metadata["duration_s"] <= 30.5
        assert len(steps) > 3.5 * metadata["duration_s"]
        assert {len(step["observation"]["position"]) for step in steps} == {3}
        times = [stamps.from_text(step["timestamp"]) for step in steps]
        assert times == sorted(times)
    ends = [metadata["end_time"] for metadata, _ in recorded]
    assert [metadata["start_time"] for metadata, _ in recorded][1:] == ends[:-1]
