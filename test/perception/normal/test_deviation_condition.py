"""The condition of a deviation: above a speed, near a place, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from robot_memory.perception.normal import deviation_condition
from robot_memory.perception.normal.columns import ColumnKind, Signal
from robot_memory.perception.normal.deviation import Deviation
from robot_memory.perception.normal.deviation_condition import (
    ConditionSearch,
    _agreed,
    _clear,
    _Found,
)
from robot_memory.perception.normal.signal_grid import SAMPLES, WINDOW, SignalGrid, Window
from robot_memory.perception.normal.signal_monitor import KeptModel

SPEED, CURRENT, X, Y, PUMP, FLOW, TACHO, WHEEL, ROLL, HEAT, ANGLE = range(11)
SIGNALS = [
    Signal("/motor", "rpm", "/motor", unit="rpm"),
    Signal("/motor", "current", "/motor", unit="A"),
    Signal("/odom", "pose.pose.position.x", "/odom"),
    Signal("/odom", "pose.pose.position.y", "/odom"),
    Signal("/pump", "on", "/pump"),
    Signal("/pump", "flow", "/pump"),
    Signal("/tacho", "frequency", "/tacho"),
    Signal("/wheel", "speed", "/wheel"),
    Signal("/imu", "roll", "/imu"),
    Signal("/board", "temperature", "/board"),
    Signal("/arm", "angle", "/arm"),
]
LEARNED = 150  # windows
Fault = Callable[[np.ndarray], np.ndarray]


class Robot:
    """A robot that drives rounds of some minutes, with a motor at several speeds."""

    def __init__(
        self, seed: int = 1, pump_says: tuple[float, float] = (0.0, 1.0), warms: float = 0.0,
        swings: float = 0.0,
    ) -> None:  # fmt: skip
        self.pump_says = pump_says  # off and on
        self.warms = warms  # °C, amplitude over 160 s
        self.swings = swings  # degrees, amplitude over 7.3 s
        grid = SignalGrid()
        for signal in SIGNALS:
            grid.place(signal)
        self.model, self.search = KeptModel(grid), ConditionSearch()
        self.chance, self.windows = np.random.default_rng(seed), 0
        self.told: list[Deviation] = []

    def run(self, windows: int, fault: Fault | None = None, signal: int = CURRENT) -> None:
        """Run windows; a fault returns an offset for each sample of a signal."""
        for _ in range(windows):
            samples = self._samples()
            if fault is not None:
                samples[:, signal] += fault(samples)
            window = Window(WINDOW * self.windows, samples, np.zeros((0, 3), np.float32), False)
            with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
                for one in self.model.observe(window):
                    self.search.watch(one)
                    self.told.append(one)
                self.search.advance(self.model.seconds)
            self.windows += 1

    def conditions(self, signal: int) -> set[str]:
        """Return the conditions found for a signal."""
        return {one.condition for one in self.told if one.signal == SIGNALS[signal]} - {None}

    def last_condition(self, signal: int) -> str | None:
        """Return the condition of a signal's latest deviation."""
        return [one.condition for one in self.told if one.signal == SIGNALS[signal]][-1]

    def _samples(self) -> np.ndarray:
        at = 2 * np.pi * (self.windows + np.arange(SAMPLES) / SAMPLES) / 23.0
        samples = np.zeros((SAMPLES, len(SIGNALS)), np.float32)
        rpm = 1000.0 + 200.0 * self.chance.integers(0, 6)
        samples[:, SPEED] = rpm + self.chance.normal(0.0, 4.0, SAMPLES)
        samples[:, CURRENT] = 0.002 * rpm + self.chance.normal(0.0, 0.02, SAMPLES)
        for one in (TACHO, WHEEL):
            samples[:, one] = 0.02 * samples[:, SPEED] + self.chance.normal(0.0, 0.02, SAMPLES)
        samples[:, X], samples[:, Y] = 40.0 * np.cos(at), 25.0 * np.sin(at)
        samples[:, ROLL] = 10.0 * np.sin(7.0 * at)
        seconds = WINDOW * (self.windows + np.arange(SAMPLES) / SAMPLES)
        samples[:, ANGLE] = self.swings * np.sin(2 * np.pi * seconds / 7.3)
        samples[:, HEAT] = 20.0 + self.warms * np.sin(np.pi * self.windows / 8.0)
        is_on = self.windows % 4 < 2
        samples[:, PUMP] = self.pump_says[is_on]
        samples[:, FLOW] = is_on * (8.0 + self.chance.normal(0.0, 0.1, SAMPLES))
        return samples


@cache
def _learned(
    pump_says: tuple[float, float] = (0.0, 1.0), warms: float = 0.0, swings: float = 0.0
) -> Robot:
    robot = Robot(pump_says=pump_says, warms=warms, swings=swings)
    robot.run(LEARNED)
    return robot


def learned(warms: float = 0.0, swings: float = 0.0) -> Robot:
    """Return a robot that has learned its normal; it learned once for all tests."""
    return deepcopy(_learned(warms=warms, swings=swings))


def values(conditions: set[str]) -> Iterator[float]:
    for text in conditions:
        yield float(text.partition(" is ")[2].split()[1])


def test_a_fault_above_a_speed_gets_that_speed_as_its_condition():
    robot = learned()
    robot.run(40, lambda now: np.where(now[:, SPEED] > 1500.0, 2.0, 0.0))
    (found,) = robot.conditions(CURRENT)
    assert found.startswith("while rpm is above 1")
    assert found.endswith(" rpm")
    assert 1400.0 < next(values({found})) <= 1600.0


def test_a_fault_below_a_speed_gets_below_that_speed_as_its_condition():
    robot = learned()
    robot.run(30, lambda now: np.where(now[:, SPEED] < 1300.0, 2.0, 0.0))
    (found,) = robot.conditions(CURRENT)
    assert found.startswith("while rpm is below 1")


def shown_by_roll_and_heat() -> Fault:
    """Return a fault that is present in half of the windows.

    The roll shows it in nine of a window's ten seconds, and a temperature in nine others.
    """
    chance = np.random.default_rng(1)

    def fault(now: np.ndarray) -> np.ndarray:
        shows = bool(chance.random() < 0.5)
        now[:, ROLL], now[10:15, ROLL] = (8.0, -8.0) if shows else (-8.0, 8.0)
        now[:, HEAT], now[35:40, HEAT] = (24.0, 16.0) if shows else (16.0, 24.0)
        return np.full(SAMPLES, 2.0 * shows)

    return fault


def test_no_condition_is_reported_if_two_are_equally_likely():
    robot = learned(warms=5.0)
    robot.run(60, shown_by_roll_and_heat())
    assert robot.last_condition(CURRENT) == ""


def test_a_slow_number_is_no_condition_of_a_fault_that_comes_and_goes_often():
    robot, chance = learned(warms=5.0), np.random.default_rng(7)
    robot.run(60, lambda now: 2.0 * (chance.random() < (0.93 if now[0, HEAT] > 20.0 else 0.07)))
    assert robot.told
    assert not any(robot.conditions(CURRENT))


def by_second(chance: np.random.Generator, share: float) -> np.ndarray:
    """Return a mask of a window's samples that selects this share of its seconds."""
    return np.repeat(chance.random(SAMPLES // 5) < share, 5)


def test_a_fault_that_pauses_while_its_condition_holds_still_gets_the_condition():
    robot, chance = learned(), np.random.default_rng(5)
    robot.run(40, lambda now: 2.0 * ((now[:, SPEED] > 1500.0) & by_second(chance, 0.93)))
    (found,) = robot.conditions(CURRENT) - {""}
    assert found.startswith("while rpm is above 1")


@pytest.mark.parametrize(
    ("likely", "words", "told"), [(150.0, "b", "b"), (150.0, "", ""), (90.0, "", "a")]
)
def test_no_condition_is_reported_if_an_uncertain_one_is_likelier(likely, words, told):
    holds = np.arange(100) < 50
    sure = _Found(100.0, "a", holds, SPEED)
    found = [sure, _Found(likely, words, ~holds, HEAT)]
    assert _clear(found, lambda one: False).text == told


@pytest.mark.parametrize("likely", [150.0, 98.0])
def test_a_number_that_deviates_itself_is_ignored_as_a_condition(likely):
    holds = np.arange(100) < 50
    found = [_Found(100.0, "a", holds, SPEED), _Found(likely, "b", ~holds, HEAT)]
    assert _clear(found, lambda one: one.place == HEAT).text == "a"


def test_no_condition_is_reported_if_the_numbers_of_all_conditions_deviate():
    found = [_Found(0.0, "a", np.ones(100, bool), SPEED)]
    assert _clear(found, lambda one: True).text == ""


def test_a_condition_is_found_near_the_on_value_of_a_number_that_is_often_off():
    robot, chance = learned(), np.random.default_rng(9)

    def fault(now: np.ndarray) -> np.ndarray:
        now[:, FLOW] *= 1.0 + 0.05 * np.sin(2.0 * np.pi * np.arange(SAMPLES) / SAMPLES)
        return np.where((now[:, FLOW] > 8.1) & by_second(chance, 0.9), 2.0, 0.0)

    robot.run(60, fault)
    (found,) = robot.conditions(CURRENT) - {""}
    assert found.startswith("while pump flow is above 8")


def test_a_fault_at_both_ends_of_a_movement_gets_a_condition_on_its_magnitude():
    robot = learned()
    robot.run(25, lambda now: np.where(np.abs(now[:, ROLL]) > 8.0, 2.0, 0.0))
    assert robot.last_condition(CURRENT) == "while |imu roll| is above 8.0"


def test_a_fault_at_one_end_of_a_movement_gets_a_condition_for_that_end():
    robot = learned()
    robot.run(25, lambda now: np.where(now[:, ROLL] > 6.0, 2.0, 0.0))
    assert robot.last_condition(CURRENT) == "while imu roll is above 6"


def test_a_fault_that_comes_and_goes_within_a_window_gets_its_condition():
    robot = learned(swings=30.0)
    robot.run(40, lambda now: np.where(now[:, ANGLE] > 10.0, 0.3, 0.0))
    assert {one.kind for one in robot.told} >= {ColumnKind.JUMP, ColumnKind.SPREAD}
    (found,) = robot.conditions(CURRENT) - {""}
    assert found.startswith("while arm angle is above ")
    assert 8.0 <= next(values({found})) <= 12.0


@pytest.mark.parametrize(
    ("places", "told"),
    [([SPEED, SPEED], "b"), ([SPEED, None], ""), ([SPEED, ANGLE], ""), ([None, None], "b")],
)
def test_no_condition_is_reported_if_two_comparisons_name_different_numbers(places, told):
    holds = np.zeros(0, bool)
    found = [
        _Found(likely, text, holds, place)
        for likely, text, place in zip((10.0, 20.0), "ab", places, strict=True)
    ]
    assert _agreed(found).text == told
    assert _agreed([*found[1:], _Found(0.0, "", holds)]).text == "b"


def test_a_condition_from_one_deviation_is_kept_if_another_one_finds_none(monkeypatch):
    holds, search = np.zeros(0, bool), ConditionSearch()
    found = {
        ColumnKind.LEVEL: _Found(100.0, "while rpm is above 1500", holds, SPEED),
        ColumnKind.JUMP: _Found(0.0, "", holds),
    }
    monkeypatch.setattr(deviation_condition, "condition_of", lambda one, *_: found[one.kind])
    seconds = SimpleNamespace(latest=np.zeros((60, 1, 1)))
    told = [
        Deviation(kind, SIGNALS[CURRENT], "/motor", column, 1, begin=0.0, told=0.0, since=0,
                  circumstances=(), nats=9.0, onset=0.0, fit=SimpleNamespace())
        for column, kind in enumerate(found)
    ]  # fmt: skip
    for one in told:  # three windows apart, so no window is used for both
        search.watch(one)
        for _ in range(3):
            search.advance(lambda: seconds)
    for _ in range(12):
        search.advance(lambda: seconds)
    assert {one.condition for one in told} == {"while rpm is above 1500"}


def test_the_reported_limit_is_accurate_for_a_number_that_changes_fast():
    robot = learned(swings=30.0)
    robot.run(40, lambda now: np.where(now[:, ANGLE] > 25.0, 2.0, 0.0))
    (found,) = robot.conditions(CURRENT) - {""}
    assert 22.0 <= next(values({found})) <= 28.0


def test_a_fault_at_a_place_gets_the_place_as_its_condition():
    robot = learned()
    robot.run(60, lambda now: np.where(np.hypot(now[:, X] - 40.0, now[:, Y]) < 15.0, 1.0, 0.0))
    (found,) = robot.conditions(CURRENT)
    x, y = found.removeprefix("near (").partition(")")[0].split(", ")
    assert np.hypot(float(x) - 40.0, float(y)) < 10.0
    assert found.endswith("of /odom")


def noise(seed: int = 3) -> Callable[[], np.ndarray]:
    """Return a function that makes a window of noise, ten times the current's."""
    chance = np.random.default_rng(seed)
    return lambda: chance.normal(0.0, 0.2, SAMPLES)


FLUTTER = 1.0 * np.repeat([1.0, -1.0], 5)[np.arange(SAMPLES) % 10]  # A, alternating every second


def test_a_fluctuation_above_a_speed_gets_that_speed_as_its_condition():
    robot = learned()
    robot.run(40, lambda now: np.where(now[:, SPEED] > 1500.0, FLUTTER, 0.0))
    (found,) = robot.conditions(CURRENT)
    assert found.startswith("while rpm is above 1")


def test_a_condition_that_later_windows_contradict_is_withdrawn():
    robot = learned()
    robot.run(30, lambda now: np.where(now[:, SPEED] > 1500.0, 2.0, 0.0))
    assert any("rpm" in found for found in robot.conditions(CURRENT))
    robot.run(25, lambda now: np.where(now[:, SPEED] < 1500.0, 2.0, 0.0))
    assert "rpm is above" not in (robot.last_condition(CURRENT) or "")


def test_noise_at_a_place_gets_the_place_as_its_condition():
    robot, more = learned(), noise()

    def fault(now: np.ndarray) -> np.ndarray:
        return np.where(np.hypot(now[:, X] - 28.0, now[:, Y] - 18.0) < 14.0, more(), 0.0)

    robot.run(45, fault)
    (found,) = robot.conditions(CURRENT) - {""}
    x, y = found.removeprefix("near (").partition(")")[0].split(", ")
    assert np.hypot(float(x) - 28.0, float(y) - 18.0) < 10.0


def test_a_fault_that_is_always_there_has_no_condition():
    robot = learned()
    robot.run(40, lambda now: np.full(SAMPLES, 2.0))
    assert robot.told
    assert not any(robot.conditions(CURRENT))


def test_a_fault_that_comes_by_chance_has_no_condition():
    robot = learned()
    chance = np.random.default_rng(7)
    robot.run(40, lambda now: np.full(SAMPLES, 2.0 * float(chance.random() < 0.5)))
    assert robot.told
    assert not any(robot.conditions(CURRENT))


def test_a_number_that_is_off_at_other_times_gets_no_condition():
    robot = learned()
    robot.run(40, lambda now: np.where(now[:, PUMP] > 0, 3.0, 0.0), signal=FLOW)
    assert any(one.signal == SIGNALS[FLOW] for one in robot.told)
    assert not any(robot.conditions(FLOW))


def test_a_number_that_deviates_at_the_same_time_is_no_condition():
    robot = learned()

    def fault(now: np.ndarray) -> np.ndarray:
        is_bad = robot.windows % 8 < 4
        now[:, SPEED] += 3000.0 * is_bad  # a sensor that fails at the same time
        return np.full(SAMPLES, 2.0 * is_bad)

    robot.run(60, fault)
    assert robot.told
    assert not any("rpm" in found for found in robot.conditions(CURRENT))


def test_an_on_off_number_is_a_condition_and_a_bit_field_is_not():
    for pump_says, is_told in (((0.0, 1.0), True), ((1050160.0, 1050672.0), False)):
        robot = deepcopy(_learned(pump_says))
        robot.run(40, lambda now, on=pump_says[1]: np.where(now[:, PUMP] == on, 2.0, 0.0))
        found = robot.conditions(CURRENT)
        assert any("pump on is above" in one for one in found) == is_told


def test_a_number_that_was_never_near_the_limit_is_no_condition():
    robot = deepcopy(_learned((1050160.0, 1050672.0)))
    robot.run(40, lambda now: np.where(now[:, PUMP] == 1050672.0, 2.0, 0.0))
    assert robot.told
    assert not any("flow" in one for one in robot.conditions(CURRENT))


def test_a_value_that_a_number_hardly_ever_had_is_no_condition():
    robot = learned()

    def fault(now: np.ndarray) -> np.ndarray:
        faster = 1100.0 * (robot.windows % 8 < 4)  # than ever before, in all sensors of the speed
        now[:, SPEED] += faster
        now[:, TACHO] += 0.02 * faster
        now[:, WHEEL] += 0.02 * faster
        return 0.002 * faster + np.where(now[:, SPEED] > 2050.0, 2.0, 0.0)

    robot.run(60, fault)
    assert robot.told
    assert not any("while" in one for one in robot.conditions(CURRENT))
