from copy import deepcopy
from functools import cache

import numpy as np
import pytest

from robot_memory.perception.normal.causes import often_changing
from robot_memory.perception.normal.regression import Rest, SecondLook
from robot_memory.perception.normal.relations import Relations, SoughtRelations

ALL = np.ones(4, bool)
#: Signals of the robot below.
SPEED, CURRENT, LEVEL, NOISE = range(4)


class Robot:
    """A motor that starts and stops; its current is nonlinear in the speed and one second late.

    Attributes:
        relations: the relations that watch it.
        speeds: the speeds it may have.
        friction: additional current.
        noise: noise of the current.
    """

    def __init__(self, seed: int = 1) -> None:
        self.relations, self.friction, self.noise = Relations(), 0.0, 0.0
        self.speeds = [0.0, 0.5, 1.0, 2.0]
        self._chance, self._speed = np.random.default_rng(seed), np.zeros(60)
        self._windows = 0

    def window(self):
        """Return the samples of the next window."""
        may_change = self._windows % 3 == 0
        now = self._chance.choice(self.speeds) if may_change else self._speed[-1]
        self._speed = np.concatenate([self._speed[-10:], np.full(50, now)])
        ticks = self._chance.normal(0.0, 0.01, (50, 4))
        ticks[:, SPEED] += self._speed[10:]
        ticks[:, CURRENT] += np.where(self._speed[5:55] > 0, 2.0, 0.0) + self._speed[5:55] ** 2
        ticks[:, CURRENT] += np.where(self._speed[5:55] > 0, self.friction, 0.0)
        ticks[:, CURRENT] += self._chance.normal(0.0, self.noise, 50)
        ticks[:, LEVEL] -= self._windows * 0.1
        self._windows += 1
        return self.relations.seconds(ticks.astype(np.float32))

    def run(self, windows: int, unusual=~ALL) -> None:
        for _ in range(windows):
            self.relations.keep(self.window(), self._windows - 1, unusual)


@cache
def _learned() -> Robot:
    robot = Robot()
    robot.run(90)
    robot.relations.find(SoughtRelations(ALL, ALL))
    return robot


def learned() -> Robot:
    """A trained robot; trained once for all tests, which get copies."""
    return deepcopy(_learned())


def test_a_cause_outside_its_known_range_gives_no_residual():
    robot = learned()
    robot.speeds = [1.0, 2.1]
    assert np.isfinite(rest(robot, CURRENT)).all()

    robot.speeds = [4.0]
    assert np.isnan(rest(robot, CURRENT)[6:]).all()


def rest(robot: Robot, signal: int) -> list[float]:
    """Return the residuals of a signal in the next thirty windows."""
    found = []
    for _ in range(30):
        for one in robot.relations.rest(robot.window()):
            found += one.mean[0, one.signals == signal].tolist()
    return found


def test_a_current_that_is_nonlinear_in_its_speed_follows_the_speed():
    robot = learned()

    assert SPEED in robot.relations.causes(CURRENT)
    assert np.abs(rest(robot, CURRENT)).max() < 0.3


def test_two_seconds_of_a_state_change_do_not_affect_the_mean_residual():
    residuals = np.full((1, 10, 2), 0.1)
    residuals[0, :2, 0] = 5.0
    residuals[0, 5:, 1] = np.nan  # the other columns of the second signal are known
    residuals[0, 0, 1] = -5.0

    assert Rest.of(np.arange(2), residuals).mean[0].tolist() == pytest.approx([0.1, 0.1])


@pytest.mark.parametrize(("back", "is_known"), [(59, True), (60, False), (75, False), (300, False)])
def test_values_per_second_are_kept_for_ten_minutes_only(back, is_known):
    robot = learned()
    robot.run(70)

    before, window, _ = robot.relations.around(CURRENT, back)

    assert np.isfinite(window).any() == is_known
    assert np.isnan(before).all()


def test_additional_friction_appears_as_the_residual():
    robot = learned()
    robot.friction = 1.0

    assert max(rest(robot, CURRENT)) == pytest.approx(1.0, abs=0.2)


@pytest.mark.parametrize(
    ("factor", "drift", "following"), [(1.0, 0.0, {0, 1}), (3.0, 0.0, set()), (1.0, 0.5, set())]
)
def test_two_heights_are_the_same_quantity_if_they_change_equally(factor, drift, following):
    relations, chance = Relations(), np.random.default_rng(1)
    for number in range(90):
        height = 30.0 + 10.0 * np.sin(np.arange(50) / 40.0 + number)
        other = 100.0 + factor * height + drift * number
        ticks = np.stack([height, other], axis=1) + chance.normal(0.0, 0.05, (50, 2))
        relations.keep(relations.seconds(ticks.astype(np.float32)), number, ~ALL[:2])

    relations.find(SoughtRelations(ALL[:2], ALL[:2], 1, same_quantity=True))

    assert relations.following == following


def test_a_noise_signal_follows_no_other_signal():
    assert NOISE not in learned().relations.following


def test_a_number_that_only_falls_is_no_cause():
    robot = learned()

    assert LEVEL not in robot.relations.causes(CURRENT)
    levels = np.stack([np.arange(100.0), np.arange(100.0) % 7], axis=1)
    assert often_changing(levels, 4).tolist() == [False, True]


def test_noise_on_a_level_that_falls_in_steps_does_not_count_as_change():
    chance = np.random.default_rng(1)
    levels = np.repeat([50.0, 40.0, 30.0, 90.0, 80.0, 70.0], 25)
    levels = levels[:, None] + chance.normal(0.0, 0.1, (150, 1))

    assert not often_changing(levels, 4, beyond=0.1).any()


def test_no_relation_is_sought_in_a_few_windows():
    robot = Robot()
    robot.run(20)
    robot.relations.find(SoughtRelations(ALL, ALL))

    assert not robot.relations.following


FIVE = np.ones(5, bool)


def look_again(robot: Robot, signal: int) -> SecondLook:
    for _ in range(6):
        robot.window()
    return robot.relations.look_again(signal, windows=FIVE, may_tell=ALL)


def test_a_second_look_measures_a_large_offset_for_friction():
    robot = learned()
    robot.friction = 3.0

    assert look_again(robot, CURRENT).mean > 2.0


def test_a_second_look_measures_noise_without_a_large_offset():
    robot = learned()
    robot.noise = 3.0

    look = look_again(robot, CURRENT)
    assert abs(look.mean) < 1.5
    assert look.noise > 2.0


def test_a_second_look_measures_noise_only_in_the_selected_windows():
    robot = learned()
    for number in range(5):
        robot.noise = 3.0 if number in (0, 3) else 1.0
        robot.window()

    noisy = np.array([True, False, False, True, False])
    seldom = robot.relations.look_again(CURRENT, windows=FIVE, may_tell=ALL)
    often = robot.relations.look_again(CURRENT, windows=noisy, may_tell=ALL)
    assert often.noise > 1.5 * seldom.noise


def test_a_second_look_uses_only_the_allowed_causes():
    robot = learned()
    with_speed = look_again(robot, CURRENT)
    without = robot.relations.look_again(CURRENT, windows=FIVE, may_tell=np.arange(4) == NOISE)

    assert without != with_speed


def test_a_lasting_fault_is_measured_against_the_data_before_it():
    robot = learned()
    robot.friction = 3.0
    robot.run(6)

    by_all = robot.relations.look_again(CURRENT, windows=FIVE, may_tell=ALL)
    by_those_before = robot.relations.look_again(CURRENT, windows=FIVE, may_tell=ALL, since=90)
    assert by_those_before.mean > 2.0 * by_all.mean


def test_a_second_look_is_fitted_again_only_after_a_minute():
    robot = learned()
    robot.relations.look_again(CURRENT, windows=FIVE, may_tell=ALL)
    first = robot.relations.fit_of(CURRENT)

    robot.run(5)
    assert robot.relations.fit_of(CURRENT) is first
    robot.run(1)
    assert robot.relations.fit_of(CURRENT) is not first


def test_a_second_look_at_a_constant_signal_is_infinite():
    relations, still = Relations(), np.zeros((50, 4), np.float32)
    for number in range(60):
        relations.keep(relations.seconds(still), number, ~ALL)

    assert relations.look_again(SPEED, FIVE, ALL) == SecondLook(np.inf, np.inf, np.inf)


def test_a_fault_that_is_left_out_is_not_learned():
    robot = Robot()
    robot.run(100)
    robot.friction = 1.0
    robot.run(30)
    robot.relations.leave_out(CURRENT, since=100)
    robot.relations.find(SoughtRelations(ALL, ALL))
    robot.friction = 0.0

    assert np.abs(rest(robot, CURRENT)).max() < 0.3


def test_the_kept_windows_are_spread_evenly_over_the_whole_time():
    robot = Robot()
    robot.run(1600)

    kept = robot.relations.number
    assert len(kept) == 160
    assert np.mean(kept < 800) == pytest.approx(0.5, abs=0.12)


def test_relations_are_found_anew_after_a_restart():
    robot = learned()
    state = robot.relations.state(range(4))

    later = Robot(seed=2)
    later.relations.restore(state, 4, earlier=0)
    later.relations.find(SoughtRelations(ALL, ALL))

    assert later.relations.following == robot.relations.following
    assert later.relations.number.tolist() == robot.relations.number.tolist()
    assert np.abs(rest(later, CURRENT)).max() < 0.3


def test_an_empty_state_is_restored_without_relations():
    later = Relations()
    later.restore(Relations().state([]), 0, earlier=0)

    assert not later.following


def test_a_forgotten_signal_is_no_longer_a_cause():
    robot = learned()
    robot.relations.forget([SPEED])
    robot.relations.find(SoughtRelations(ALL, ALL))

    assert SPEED not in robot.relations.causes(CURRENT)


@pytest.mark.parametrize(
    ("field", "value"), [("windows", 161), ("windows", -1), ("values", "?"), ("number", 5)]
)
def test_a_damaged_state_is_refused(field, value):
    state = {**learned().relations.state(range(4)), field: value}

    with pytest.raises(ValueError):
        Relations().restore(state, 4, earlier=0)


def test_a_silent_cause_gives_no_residual():
    robot = learned()
    seconds = robot.window()
    seconds[:, :, SPEED] = np.nan

    (one,) = [one for one in robot.relations.rest(seconds) if CURRENT in one.signals]
    assert np.isnan(one.mean[0, one.signals == CURRENT]).all()
