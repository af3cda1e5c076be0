"""Which conditions separate onsets from normal operation, and which do not."""

from __future__ import annotations

import numpy as np
import pytest
from simulated_robots import Robot, above, by_chance, rover, wandering

from robot_memory.long_term.limit_search.limit_finding import LimitFinding, compare
from robot_memory.long_term.limit_search.permutation_blocks import PermutationBlocks


def found(seed: int, robot: Robot, when, *, look: int = 3) -> LimitFinding | None:
    random = np.random.default_rng(seed)
    return compare(robot.risk(random, when), random, look=look)


def reported(finding: LimitFinding | None) -> tuple[str, str, float | str] | None:
    if finding is None:
        return None
    return finding.region.variable, finding.region.side.value, finding.region.limit


def test_a_speed_limit_with_14_of_15_onsets_above_it_is_found():
    hits = []
    for seed in range(6):
        random = np.random.default_rng(seed)
        robot = rover(random, hours=6.0)
        hits.append(reported(found(seed, robot, above(random, robot, 15, other=1))))

    assert sum(hit is not None for hit in hits) >= 5
    assert {hit[:2] for hit in hits if hit} == {("speed", "above")}
    assert sum(hit == ("speed", "above", 0.3) for hit in hits) >= 4


def test_a_finding_reports_its_counts_share_of_time_rate_ratio_and_p_value():
    random = np.random.default_rng(3)
    robot = rover(random, hours=6.0)
    finding = found(3, robot, above(random, robot, 15, other=1))

    assert finding is not None
    assert (finding.within, finding.onsets) == (14, 15)
    assert finding.share == pytest.approx((robot.columns["speed"] > 0.3).mean(), abs=0.02)
    assert finding.hours == pytest.approx(6.0, abs=0.1)
    assert finding.low < finding.ratio < finding.high
    assert finding.ratio == pytest.approx(14.5 / 1.5 * (1 - finding.share) / finding.share)
    assert 0.0 < finding.p <= 0.01


def test_a_lower_limit_of_the_battery_charge_is_found():
    random = np.random.default_rng(4)
    robot = rover(random, hours=40.0)
    low = np.flatnonzero(robot.columns["battery"] < 50.0)
    finding = found(4, robot, random.choice(low[low > 60], 20))

    assert reported(finding) == ("battery", "below", 50.0)


@pytest.mark.parametrize("name", ["mode", "gripper closed"])
def test_a_mode_or_a_flag_as_condition_is_found(name: str):
    random = np.random.default_rng(5)
    robot = rover(random, hours=6.0)
    is_on = robot.columns["speed"] > 0.3
    values = np.where(is_on, "FAST", "SLOW") if name == "mode" else is_on.astype(float)
    robot.columns = {name: values, "/a value": wandering(random, robot.seconds, 60.0)}
    finding = found(5, robot, random.choice(np.flatnonzero(is_on)[5:] + 2, 15))

    assert reported(finding) == (name, "is", "FAST" if name == "mode" else 1.0)


def test_a_condition_that_a_planner_can_set_is_preferred_to_a_dependent_one():
    variables = set()
    for seed in range(2):
        random = np.random.default_rng(seed)
        robot = rover(random, hours=6.0)
        robot.columns["/drive current"] = 2.0 * robot.columns["speed"]
        finding = found(seed, robot, above(random, robot, 15))
        variables.add(finding.region.variable if finding else "")

    assert variables == {"speed"}


def test_five_onsets_are_too_few():
    random = np.random.default_rng(8)
    robot = rover(random, hours=6.0)

    assert found(8, robot, above(random, robot, 5)) is None


def test_a_limit_that_leaves_less_than_half_of_the_time_is_not_reported():
    random = np.random.default_rng(9)
    robot = rover(random, hours=6.0, fast=0.7, nuisances=0)
    robot.columns = {"speed": robot.columns["speed"]}
    finding = found(9, robot, above(random, robot, 40))

    assert finding is None or finding.share <= 0.5


def test_a_condition_that_only_doubles_the_rate_is_not_reported():
    random = np.random.default_rng(10)
    robot = rover(random, hours=20.0, nuisances=0, fast=0.45)
    robot.columns = {"speed": robot.columns["speed"]}
    hazard = np.where(robot.columns["speed"] > 0.3, 2.2, 1.0)
    when = random.choice(robot.seconds, 290, p=hazard / hazard.sum()) + 2
    risk = robot.risk(random, np.clip(when, 60, robot.seconds - 1))
    within = (risk.onsets.columns["speed"] > 0.3).mean()

    assert within > 0.6
    assert compare(risk, random) is None


def test_three_stays_beyond_a_limit_are_too_few_regardless_of_their_onsets():
    random = np.random.default_rng(13)
    robot = rover(random, hours=40.0, nuisances=0)
    is_high = np.zeros(robot.seconds, bool)
    for hour in (5, 17, 31):
        is_high[hour * 3600 : (hour + 1) * 3600] = True
    robot.columns = {"/pump value": is_high * 2.0 + random.random(robot.seconds)}
    high = np.flatnonzero(is_high)

    assert found(13, robot, random.choice(high, 40)) is None
    is_high[35 * 3600 : 36 * 3600] = True
    robot.columns = {"/pump value": is_high * 2.0 + random.random(robot.seconds)}
    assert reported(found(13, robot, random.choice(np.flatnonzero(is_high), 40))) is not None


def test_arrangements_count_the_ways_to_move_the_onsets_within_their_blocks():
    blocks = PermutationBlocks(np.array([0.0, 900.0, 1800.0, 2700.0]))
    moments = np.arange(10.0, 2700.0, 30.0)

    assert blocks.arrangements(np.array([5.0, 80.0]), moments) == pytest.approx(30.0)
    assert blocks.arrangements(np.array([5.0, 2000.0]), moments) == pytest.approx(900.0)


def test_onsets_of_a_block_are_moved_together_and_stay_in_it():
    blocks = PermutationBlocks(np.array([0.0, 900.0, 2000.0]))
    given = np.array([100.0, 160.0, 1500.0])
    moved = blocks.moved(given, 500, np.random.default_rng(0))
    gap = (moved[:, 1] - moved[:, 0]) % 900.0

    assert gap == pytest.approx(60.0)
    assert ((moved[:, :2] >= 0.0) & (moved[:, :2] < 900.0)).all()
    assert ((moved[:, 2] >= 900.0) & (moved[:, 2] < 2000.0)).all()
    assert np.ptp(moved[:, 0]) > 800.0


def test_onsets_within_a_single_quarter_of_an_hour_give_no_limit():
    for seed in range(3):
        random = np.random.default_rng(seed)
        robot = rover(random, hours=10.0, nuisances=20)
        begin = int(random.integers(60, robot.seconds - 900))

        assert found(seed, robot, begin + random.integers(0, 900, 60)) is None


def test_many_onsets_on_a_single_hot_day_give_no_temperature_limit():
    for seed in range(3):
        random = np.random.default_rng(seed)
        robot = rover(random, hours=40.0, nuisances=0)
        days = np.arange(robot.seconds) // 28800
        hot = np.where(days == 3, 40.0, 22.0) + random.normal(size=robot.seconds)
        robot.columns["temperature"] = hot
        when = random.choice(np.flatnonzero(days == 3), 30)
        finding = found(seed, robot, when)

        assert finding is None or finding.region.variable != "temperature"


@pytest.mark.parametrize(("variables", "entries"), [(4, 20), (30, 7)])
def test_random_onsets_rarely_give_a_limit(variables: int, entries: int):
    false = 0
    for seed in range(entries):
        random = np.random.default_rng(10_000 + seed)
        robot = rover(random, hours=float(random.choice([1.0, 3.0])), nuisances=variables)
        count = int(random.choice([6, 9, 15, 40]))
        false += found(seed, robot, by_chance(random, robot, count), look=1) is not None

    assert false <= 1
