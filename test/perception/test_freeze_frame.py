"""Freeze-frames: an onset stores the ten seconds before it, in a few kilobytes."""

from __future__ import annotations

import json
import random

import pytest
import robot_messages as ros
from watching import Watching, when

from robot_memory.perception.occurrences.freeze_frame import freeze, matter


def samples(
    value: float = 1.0, end: float | None = None, noise: float = 0.0
) -> list[tuple[float, float]]:
    """Ten seconds up to second 100, at 3 Hz; the last two seconds at ``end``."""
    chance = random.Random(1)
    return [
        (90.0 + count / 3, (value if end is None or count < 24 else end) + chance.gauss(0, noise))
        for count in range(31)
    ]


# -- which signals -------------------------------------------------------------------------


def test_signals_are_ordered_by_component_topic_conditions_and_change():
    before = {
        "/temperature": samples(20.0),
        "/voltage": samples(24.0, 12.0),
        "speed": samples(0.5),
        "/joint_states wrist effort": samples(3.0),
        "/joint_states elbow effort": samples(3.0),
        "/joint_states elbow position": samples(0.1, 0.2),
    }
    about = matter("/joint_states", "/joint_states elbow")

    frame = freeze(before, 100.0, about, {"speed"})

    assert list(frame) == [
        "/joint_states elbow position", "/joint_states elbow effort",
        "/joint_states wrist effort", "speed", "/voltage",
    ]  # fmt: skip


def test_only_the_values_of_the_reporting_driver_are_shown():
    before = {"base: Motor Temperature": samples(), "arm: Motor Temperature": samples(),
              "base_2: Fan": samples()}  # fmt: skip
    about = matter("/diagnostics", "base: Left wheel")

    assert list(freeze(before, 100.0, about, ())) == ["base: Motor Temperature"]


def test_the_most_changed_of_many_related_signals_are_shown():
    before = {f"/imu axis_{number}": samples(1.0, 1.0 + number) for number in range(20)}

    frame = freeze({**before, "speed": samples()}, 100.0, ["/imu"], {"speed"})

    assert list(frame) == [*(f"/imu axis_{number}" for number in range(19, 13, -1)), "speed"]


def test_a_component_does_not_match_a_longer_name_that_contains_it():
    before = {"base: Motor 12 current": samples(), "base: Motor 1 current": samples()}

    assert list(freeze(before, 100.0, ["base: Motor 1"], ())) == ["base: Motor 1 current"]


def test_a_freeze_frame_is_at_most_a_few_kilobytes():
    before = {f"/imu {'long ' * 20}{number}": samples(1e-9 * number, noise=1e-12)
              for number in range(300)}  # fmt: skip

    assert len(json.dumps(freeze(before, 100.0, ["/imu"], ()))) <= 4500


@pytest.mark.parametrize(
    ("value", "noise", "shown"),
    [(1000.1234567, 0.0, 1000.1), (1000.1234567, 0.001, 1000.12), (0.00012345, 0.0, 0.00012345),
     (7.0, 0.0, 7.0), (0.0, 0.0, 0.0)],
)  # fmt: skip
def test_numbers_are_rounded_to_the_digits_in_which_they_change(
    value: float, noise: float, shown: float
):
    ((_, numbers),) = freeze({"/imu": samples(value, noise=noise)}, 100.0, ["/imu"], ()).items()

    assert numbers[0][1] == pytest.approx(shown, rel=1e-5, abs=0.0)
    assert len(str(numbers[0][1])) <= 12


def test_extreme_numbers_do_no_harm():
    before = {"/imu": [(95.0, -1e308), (96.0, 1e308)], "/gps": [(99.0, 5e-324), (99.5, 0.0)]}

    assert freeze(before, 100.0, ["/imu"], ()) == {"/imu": [[-5.0, -1e308], [-4.0, 1e308]]}


# -- which onsets --------------------------------------------------------------------------


@pytest.fixture
def robot() -> Watching:
    return Watching()


def complain(robot: Watching, begin: float, until: float) -> None:
    """Drive ever faster, while a component fails for five seconds."""
    bad, good = (ros.status("base: Motor", level, "hot") for level in (ros.ERROR, ros.OK))
    robot.every(
        0.1, until,
        lambda now: robot.send("/odom", ros.ODOMETRY, ros.odometry(speed=0.01 * now)),
        lambda now: robot.diagnose(bad if begin <= now < begin + 5.0 else good),
    )  # fmt: skip


def test_a_freeze_frame_ends_at_the_onset_and_not_at_its_confirmation(
    robot: Watching,
):
    complain(robot, 60.0, 80.0)

    (onset,) = robot.onsets
    speeds = onset.detail["frame"]["speed"]
    assert when(onset) == pytest.approx(60.0, abs=0.11)
    assert speeds[-1][1] == pytest.approx(0.6, abs=0.003)
    assert speeds[0] == pytest.approx([-10.0, 0.5], abs=0.2)


def test_the_freeze_frame_of_a_late_detected_onset_ends_at_the_onset(robot: Watching):
    robot.every(
        0.1, 80.0,
        lambda now: robot.send("/odom", ros.ODOMETRY, ros.odometry(speed=0.01 * now)),
        lambda now: now < 60.0 and robot.send("/wheel", ros.ODOMETRY, ros.odometry(speed=0.0)),
    )  # fmt: skip

    (onset,) = robot.onsets
    assert when(onset) == pytest.approx(60.0, abs=0.11)
    assert onset.detail["frame"]["speed"][-1][1] == pytest.approx(0.6, abs=0.01)


def test_an_end_has_no_freeze_frame(robot: Watching):
    complain(robot, 60.0, 80.0)

    assert "frame" not in robot.ends[0].detail


def test_a_recurring_fault_does_not_get_a_freeze_frame_each_time(robot: Watching):
    for begin in range(700, 12_000, 700):
        complain(robot, float(begin), begin + 10.0)
        robot.wait(begin + 690.0, 5.0)

    frames = ["frame" in row.detail for row in robot.onsets]
    assert frames[:3] == [True] * 3
    assert 3 <= sum(frames) <= 7
    assert len(frames) >= 15
