"""Samples of normal running, with which onsets are compared."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import robot_messages as ros
from robot_messages import status
from watching import Watching

from robot_memory.perception.operating_record import OperatingSampler


def ran(
    until: float,
    look: Callable[[float], dict[str, float | str]] = lambda stamp: {"speed": 0.5},
    signals: Callable[[float], dict[str, float]] = lambda stamp: {},
    *,
    tick: float = 0.2,
    moments: OperatingSampler | None = None,
) -> OperatingSampler:
    """Let a robot run that is heard all the time."""
    moments = moments or OperatingSampler(look, signals)
    for step in range(1, round(until / tick) + 1):
        moments.advance(step * tick, step * tick)
    return moments


# -- picking -------------------------------------------------------------------------------


def test_samples_cover_the_whole_running_time_after_the_first_half_minute():
    picked = ran(3600.0).take()

    assert sum(one.seconds for one in picked) == pytest.approx(3600.0 - 30.0, abs=10.0)


def test_samples_are_dense_at_first_and_ten_seconds_apart_in_a_long_run():
    stamps = [one.stamp for one in ran(20_000.0, tick=0.5).take()]
    late = [stamp for stamp in stamps if stamp > 15_000.0]

    assert sum(stamp < 630.0 for stamp in stamps) == pytest.approx(600, abs=120)
    assert len(late) == pytest.approx(500, abs=50)


@pytest.mark.parametrize("period", [5.0, 10.0, 20.0, 60.0])
def test_samples_of_a_cyclic_robot_are_spread_over_all_phases(period: float):
    def look(stamp: float) -> dict[str, float | str]:
        return {"phase": stamp % period / period}

    picked = ran(40_000.0, look, tick=0.5).take()[-1500:]
    phases = [one.stamp % period / period for one in picked]

    assert abs(sum(math.cos(2 * math.pi * phase) for phase in phases)) < 0.1 * len(phases)
    assert abs(sum(math.sin(2 * math.pi * phase) for phase in phases)) < 0.1 * len(phases)


def nothing(stamp: float) -> dict[str, float | str]:
    return {}


def test_a_signal_is_averaged_over_five_seconds():
    picked = ran(100.0, nothing, lambda stamp: {"/a b": 4.0 + math.sin(0.4 * math.pi * stamp)})

    assert all(one.values["/a b"] == pytest.approx(4.0, abs=0.1) for one in picked.take())


def test_the_sample_of_a_flag_is_its_last_value():
    last = ran(51.5, nothing, lambda stamp: {"/gripper closed": float(stamp > 50.0)}).take()[-1]

    assert last.values == {"/gripper closed": 1.0}


def test_a_signal_that_is_rarely_read_is_not_sampled():
    picked = ran(
        100.0, nothing, lambda stamp: {"/x": 1.0} if int(stamp) % 5 == 0 else {"/y": 1.0}
    ).take()

    assert {name for one in picked for name in one.values} == {"/y"}


def test_a_pause_does_not_count_as_running_time():
    moments = ran(100.0)
    for step in range(1, 500):
        moments.advance(100.0 + step, 100.0)  # nobody is heard

    assert sum(one.seconds for one in moments.take()) == pytest.approx(70.0, abs=2.0)


def test_untaken_samples_are_thinned_and_still_cover_the_whole_time():
    picked = ran(100_000.0, tick=1.0).take()

    assert len(picked) <= 4096
    assert sum(one.seconds for one in picked) == pytest.approx(99_970.0, abs=20.0)


def test_the_number_of_conditions_in_a_sample_is_limited():
    picked = ran(
        200.0,
        lambda stamp: {
            "speed": 0.5,
            f"/signal{stamp // 4.0:.0f}": 1.0,
            **{f"/other{n}": 1.0 for n in range(100)},
        },
    ).take()

    assert {len(one.values) for one in picked} <= set(range(60, 65))
    assert all("speed" in one.values for one in picked)


# -- before an onset -----------------------------------------------------------------------


def test_the_conditions_before_an_onset_are_returned_and_not_the_present_ones():
    moments = ran(100.0, lambda stamp: {"speed": 0.7 if stamp < 79.5 else 0.0})

    assert moments.before(80.0)["speed"] == pytest.approx(0.7)
    assert moments.before(90.0)["speed"] == pytest.approx(0.0)


@pytest.mark.parametrize("onset", [29.0, 10.0])
def test_an_onset_during_the_start_has_no_conditions(onset: float):
    assert ran(100.0).before(onset) == {}


def test_no_conditions_are_known_for_a_time_long_ago():
    assert ran(300.0).before(200.0) == {}


# -- in perception -------------------------------------------------------------------------


def test_perception_returns_samples_of_the_operating_conditions(robot: Watching):
    robot.every(0.1, 90.0, lambda now: robot.send("/odom", ros.ODOMETRY, ros.odometry(0.5)))
    moments = robot.perception.take_samples()

    assert sum(moment.seconds for moment in moments) == pytest.approx(60.0, abs=2.0)
    assert {moment.values["speed"] for moment in moments} == {0.5}
    assert moments[-1].instant.boot == "boot"
    assert moments[-1].instant.uptime == pytest.approx(89.0, abs=1.5)
    assert robot.perception.take_samples() == []


def test_no_samples_are_taken_if_only_the_memory_node_reports(robot: Watching):
    robot.every(0.5, 600.0, lambda now: robot.diagnose(
        status("robot_memory: memory", 0, "remembering")))  # fmt: skip

    assert robot.perception.take_samples() == []
