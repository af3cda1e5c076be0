"""Operating conditions at an onset, and exposure: how long the robot ran under which of them."""

from __future__ import annotations

import math

import pytest
import robot_messages as ros
from robot_messages import ERROR, status
from watching import Watching

GPS = status("mavros: GPS", ERROR, "No satellites")


def drive(robot: Watching, until: float, speed: float = 0.0, **more: float) -> None:
    robot.every(0.1, until, lambda now: robot.send("/odom", ros.ODOMETRY,
                                                   ros.odometry(speed, **more)))  # fmt: skip


def exposure(robot: Watching, variable: str) -> dict[str, float]:
    found = robot.perception.conditions.take_exposure()
    return {edge: seconds for (name, edge), seconds in found.items() if name == variable}


# -- at an onset ---------------------------------------------------------------------------


def test_an_onset_tells_under_which_conditions_it_was(robot: Watching):
    robot.every(
        0.1, 10.0,
        lambda now: robot.send("/odom", ros.ODOMETRY, ros.odometry(0.7, -0.2, x=12.3, y=-3.4)),
        lambda now: robot.battery(24.0, 0.83, -4.2),
        lambda now: robot.send("/temp", ros.TEMPERATURE, ros.temperature(41.5)),
        lambda now: now < 5.0 or robot.diagnose(GPS),
    )  # fmt: skip

    assert robot.onsets[0].context == {
        "speed": 0.7, "turn_rate": 0.2, "x": 12.3, "y": -3.4,
        "battery": 83.0, "load": 4.2, "temperature": 41.5,
    }  # fmt: skip


def test_a_condition_that_was_told_long_ago_is_not_told_of(robot: Watching):
    drive(robot, 5.0, 0.7)
    robot.every(0.1, 20.0, lambda now: now < 15.0 or robot.diagnose(GPS))

    assert robot.onsets[0].context == {}


def test_a_value_that_is_no_number_is_no_condition(robot: Watching):
    drive(robot, 5.0, math.nan, x=math.inf)
    robot.every(0.1, 8.0, lambda now: robot.diagnose(GPS))

    assert "speed" not in robot.onsets[0].context
    assert "x" not in robot.onsets[0].context


@pytest.mark.parametrize("full", [1.0, 100.0])
def test_the_battery_is_told_in_percent_whatever_the_driver_does(robot: Watching, full: float):
    for step in range(100):
        robot.jump(step * 1.0)
        robot.battery(24.0, full * (0.5 - step * 0.005))
        robot.diagnose(GPS)
    robot.wait(100.5)
    low = [row for row in robot.onsets if row.detector == "battery"]

    assert low[0].context["battery"] == pytest.approx(20.0, abs=1.0)


def test_odometry_in_two_frames_does_not_take_turns(robot: Watching):
    robot.every(
        0.1, 20.0,
        lambda now: robot.send("/wheel/odom", ros.ODOMETRY, ros.odometry(0.5, x=1.5)),
        lambda now: robot.send("/map/odom", ros.ODOMETRY, ros.odometry(0.5, x=901.5)),
    )  # fmt: skip

    assert set(exposure(robot, "place")) == {"1,0"}


def test_another_topic_is_listened_to_when_the_first_is_silent(robot: Watching):
    robot.every(0.1, 10.0, lambda now: robot.send("/a", ros.ODOMETRY, ros.odometry(0.5)),
                lambda now: robot.send("/b", ros.ODOMETRY, ros.odometry(2.5)))  # fmt: skip
    robot.every(0.1, 30.0, lambda now: robot.send("/b", ros.ODOMETRY, ros.odometry(2.5)))

    assert exposure(robot, "speed") == pytest.approx({"0.5": 15.0, "2.5": 15.0}, abs=1.0)


def test_a_recording_that_has_not_all_fields_tells_what_it_has(robot: Watching):
    for step in range(100):
        robot.jump(step * 0.1)
        robot.send("/odom", ros.ODOMETRY, ros.Message(twist=ros.odometry(0.5).twist))
    robot.perception.advance()

    assert set(exposure(robot, "speed")) == {"0.5"}


# -- exposure ------------------------------------------------------------------------------


def test_running_time_is_counted_in_the_bin_of_each_condition(robot: Watching):
    drive(robot, 60.0, 0.05)
    drive(robot, 90.0, 0.37)

    assert exposure(robot, "speed") == pytest.approx({"0": 60.0, "0.3": 30.0}, abs=1.0)


def test_exposure_is_told_since_the_last_time_it_was_asked_for(robot: Watching):
    drive(robot, 60.0)
    first = sum(exposure(robot, "running").values())
    drive(robot, 90.0)

    assert first == pytest.approx(60.0, abs=1.0)
    assert sum(exposure(robot, "running").values()) == pytest.approx(30.0, abs=1.0)


def test_a_place_is_a_cell_of_one_metre(robot: Watching):
    for step in range(100):
        robot.wait(0.1 * step)
        robot.send("/odom", ros.ODOMETRY, ros.odometry(x=0.05 * step - 2.5, y=7.2))

    found = exposure(robot, "place")
    assert set(found) == {"-3,7", "-2,7", "-1,7", "0,7", "1,7", "2,7"}
    assert found["0,7"] == pytest.approx(2.0, abs=0.5)


def test_a_pause_is_no_running_time(robot: Watching):
    drive(robot, 60.0)
    robot.wait(3600.0)
    drive(robot, 3660.0)

    assert sum(exposure(robot, "running").values()) == pytest.approx(120.0, abs=2.0)


def test_long_pauses_of_a_robot_that_is_hardly_known_are_none_either(robot: Watching):
    for begin in (0.0, 20_000.0, 40_000.0, 43_000.0):
        robot.jump(begin)
        robot.every(10.0, begin + 30.0, lambda now: robot.battery(24.0, 0.9))

    assert sum(exposure(robot, "running").values()) <= 120.0


def test_a_node_that_hears_nothing_of_its_robot_counts_no_running_time(robot: Watching):
    robot.every(0.5, 600.0, lambda now: robot.diagnose(
        status("robot_memory: memory", 0, "remembering")))  # fmt: skip

    assert exposure(robot, "running") == {}


def test_a_robot_that_is_heard_every_ten_seconds_runs_all_the_time(robot: Watching):
    robot.every(10.0, 3600.0, lambda now: robot.battery(24.0, 0.9))

    assert sum(exposure(robot, "running").values()) == pytest.approx(3600.0, abs=20.0)


def test_wild_values_make_a_bounded_number_of_bins(
    robot: Watching, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("robot_memory.perception.conditions._MOST_CELLS", 100)
    for step in range(1000):
        robot.jump(step * 0.25)
        robot.send("/odom", ros.ODOMETRY, ros.odometry(float(step)))

    assert len(exposure(robot, "speed")) in range(80, 101)
