"""Episodes from recordings: same rules and code as on a live robot, at the recorded times."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from robot_memory.faces.cli.main import main
from robot_memory.foundation.time import stamps

SECOND = 10**9
START = 1_700_000_000
TWIST, ODOMETRY = "geometry_msgs/msg/Twist", "nav_msgs/msg/Odometry"


@pytest.fixture
def drive(write_bag2) -> Path:
    """Six seconds of driving, then six of standing; commands at 10 Hz, odometry at 20 Hz."""

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
    """The metadata and steps of each episode in a home."""
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


def test_a_step_has_the_pose_velocity_and_command_of_its_time(home, drive):
    ((_, steps),) = replay(home, str(drive))

    for step in steps[:20]:
        second = stamps.from_text(step["timestamp"]).timestamp() - START
        assert step["observation"]["pose"][0] == pytest.approx(0.5 * second, abs=0.03)
        assert step["observation"]["velocity"][0] == 0.5
        assert step["action"]["velocity_command"][0] == 0.5


def test_replay_without_a_home_does_not_create_one(home, drive, capsys):
    assert main(["replay", str(drive)]) == 0
    assert not home.exists()
