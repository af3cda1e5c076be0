"""How certainly a value is abnormal, given its circumstances and its whole history."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from robot_memory.perception.normal import normal_model
from robot_memory.perception.normal.circumstances import Circumstances
from robot_memory.perception.normal.columns import ColumnKind, Columns, Signal
from robot_memory.perception.normal.deviation import Deviation
from robot_memory.perception.normal.expectation import Expectation, expect
from robot_memory.perception.normal.record import Record
from robot_memory.perception.normal.signal_grid import SAMPLES, WINDOW, SignalGrid, Window
from robot_memory.perception.normal.signal_monitor import KeptModel

TOPICS = 6
LEARNED = 150  # windows
IDLE, BUSY = 0.0, 1.0


def is_called_normal(one: Deviation) -> bool:
    """Whether the text of a level deviation would call its value normal."""
    low, high = one.low + one.before, one.high + one.before
    return one.kind is ColumnKind.LEVEL and low <= one.value <= high


class Judged:
    """A model that is fed with windows, and its reported deviations."""

    def __init__(self, signals: Iterable[Signal]) -> None:
        self.grid = SignalGrid()
        for signal in signals:
            self.grid.place(signal)
        self.model, self.told = KeptModel(self.grid), list[Deviation]()
        self.chance, self.windows = np.random.default_rng(1), 0

    def observe(self, samples: np.ndarray) -> list[Deviation]:
        """Feed a window; return its deviations."""
        at, timing = WINDOW * self.windows, np.zeros((0, 3), np.float32)
        with np.errstate(invalid="ignore", divide="ignore"):
            found = list(self.model.observe(Window(at, samples.astype(np.float32), timing, False)))
        self.windows += 1
        self.told += found
        assert not any(map(is_called_normal, found))
        return found

    def restart(self) -> None:
        """Restart from the stored state."""
        state = self.model.state(*self.model.heard())
        self.model = KeptModel(self.grid)
        self.model.restore(state)


AXES = [Signal(f"/axis{number}", "reading", f"/axis{number}") for number in range(TOPICS)]


@cache
def _axes() -> Judged:
    """Trained once for all tests, which get copies; so are the others below."""
    judged = Judged(AXES)
    for _ in range(LEARNED):
        judged.observe(judged.chance.normal(20.0, size=(SAMPLES, TOPICS)))
    assert not judged.told
    return judged


def windows_until_told(every: int) -> int | None:
    """Return after how many windows the first topic is reported as too high.

    None: it is not reported within ten minutes.

    Args:
        every: the value is too high in every ``every``-th window.
    """
    judged = deepcopy(_axes())
    for number in range(60):
        samples = judged.chance.normal(20.0, size=(SAMPLES, TOPICS)).astype(np.float32)
        if number % every == 0:
            samples[:, 0] += 4.0
        told = {one.topic for one in judged.observe(samples) if one.kind is ColumnKind.LEVEL}
        if "/axis0" in told:
            return number + 1
    return None


def test_a_value_that_is_only_rarely_abnormal_is_not_reported():
    assert windows_until_told(every=2) is not None
    assert windows_until_told(every=6) is None


@cache
def _axes_by_a_recipe() -> Judged:
    axes = (Signal(one.topic, "reading", one.topic, one.topic) for one in AXES)
    judged = Judged([Signal("/job", "rcp", "/job", "/job"), *axes])
    for _ in range(LEARNED):
        samples = judged.chance.normal(20.0, size=(SAMPLES, TOPICS + 1))
        samples[:, 0] = 1.0
        judged.observe(samples)
    return judged


def _make(judged: Judged, windows: int, recipe: float, *, weight: float = 0.0) -> None:
    for _ in range(windows):
        samples = judged.chance.normal(20.0, size=(SAMPLES, TOPICS + 1)).astype(np.float32)
        samples[:, 0] = recipe
        samples[:, 1] += weight
        judged.observe(samples)


def told_when_a_level_steps(*, with_recipe: bool, after: int = 0) -> set[str]:
    """Return the topics reported when a weight steps: with the recipe, or alone.

    Args:
        after: the number of windows before the step.
    """
    judged = deepcopy(_axes_by_a_recipe())
    recipe = 2.0 if with_recipe else 1.0
    _make(judged, after, recipe)
    _make(judged, 60 - after, recipe, weight=4.0)
    return {one.topic for one in judged.told}


def test_a_level_step_at_a_recipe_change_is_not_reported():
    assert told_when_a_level_steps(with_recipe=False) == {"/axis0"}
    assert told_when_a_level_steps(with_recipe=True) == set()


def test_a_level_step_three_minutes_after_a_recipe_change_is_reported():
    assert told_when_a_level_steps(with_recipe=True, after=18) == {"/axis0"}


def test_a_level_that_one_recipe_change_left_alone_is_judged_at_the_next_one():
    judged = deepcopy(_axes_by_a_recipe())
    _make(judged, 60, 2.0)
    judged.restart()
    _make(judged, 60, 2.0)
    assert not judged.told

    _make(judged, 30, 3.0, weight=4.0)

    assert {one.topic for one in judged.told} == {"/axis0"}


def _move_joints(judged: Judged, windows: int, *, together: bool, is_commanded: bool) -> None:
    for _ in range(windows):
        drawn = judged.chance.uniform(-1.0, 1.0, (3, SAMPLES // 10))
        first, second, other = np.repeat(drawn, 10, axis=1)
        second = first + 0.2 * second  # the task's motion
        moved = second if together else other
        samples = np.stack([first, moved, first, moved if is_commanded else second], axis=1)
        judged.observe(samples + judged.chance.normal(0.0, 0.001, samples.shape))


@cache
def _joints_that_move_together() -> Judged:
    names = (("/joint_states shoulder", "position"), ("/joint_states elbow", "position"),
             ("/shoulder/command", "data"), ("/elbow/command", "data"))  # fmt: skip
    topics = [component.partition(" ")[0] for component, _ in names]
    judged = Judged(Signal(*name, of, of) for name, of in zip(names, topics, strict=True))
    _move_joints(judged, 2 * LEARNED, together=True, is_commanded=True)
    return judged


def told_when_joints_no_longer_move_together(*, is_commanded: bool) -> set[str]:
    """Return the components reported when the second of two joints no longer follows the first one.

    Args:
        is_commanded: whether its command demands this.
    """
    judged = deepcopy(_joints_that_move_together())
    _move_joints(judged, LEARNED, together=False, is_commanded=is_commanded)
    return {one.signal.component for one in judged.told if one.signal}


def test_joints_follow_their_commands_and_not_each_other():
    assert told_when_joints_no_longer_move_together(is_commanded=True) == set()
    assert told_when_joints_no_longer_move_together(is_commanded=False) == {"/joint_states elbow"}


def _swing(judged: Judged, windows: int, *, together: bool) -> None:
    """Turn an arm with two angles; in each window they go from one random value to the next."""
    begin = np.zeros(2)
    for _ in range(windows):
        first, other = judged.chance.uniform(-40.0, 40.0, 2)
        end = np.array([first, first + 5.0 if together else other])
        angle = begin + np.linspace(0.0, 1.0, SAMPLES)[:, None] * (end - begin)
        speed = np.tile((end - begin) / WINDOW, (SAMPLES, 1))
        begin = end
        values = np.stack([angle[:, 0], speed[:, 0], angle[:, 1], speed[:, 1]], axis=1)
        judged.observe(values + judged.chance.normal(0.0, 0.01, values.shape))


def test_an_integral_of_another_number_is_not_related_to_a_third_number():
    names = ("winkel 1", "drehzahl 1", "winkel 2", "drehzahl 2")
    judged = Judged(Signal("/arm", name, "/arm") for name in names)
    _swing(judged, 2 * LEARNED, together=True)
    _swing(judged, LEARNED, together=False)

    of_relations = {ColumnKind.RESIDUAL, ColumnKind.RESIDUAL_SPREAD}
    assert not [one for one in judged.told if one.kind in of_relations
                and one.signal.quantity.startswith("winkel")]  # fmt: skip


def stillness_waits(at: float) -> set[bool]:
    """Return whether a frozen speed is classified as calm, which delays its report."""
    judged = Judged([Signal("/drive", "speed", "/drive", "/drive")])
    for number in range(LEARNED + 20):
        samples = judged.chance.normal(at, 1.0, (SAMPLES, 1))
        if number >= LEARNED:
            samples[:] = at
        judged.observe(samples)
    return {one.is_calm for one in judged.told if one.sign < 0}


def test_only_a_number_that_may_rest_at_zero_is_reported_late_as_stuck():
    assert stillness_waits(20.0) == {False}
    assert stillness_waits(0.0) == {True}


def windows_until_stillness_is_told(every: int) -> int:
    """Return the number of windows until a frozen number is reported; 20: later or never.

    Args:
        every: samples between two (coarse) measurements while it is healthy.
    """
    judged = Judged([Signal("/room", "temperature", "/room", "/room")])
    for number in range(LEARNED + 20):
        samples = np.full((SAMPLES, 1), 22.0)
        if number < LEARNED:
            noise = judged.chance.normal(np.sin(number / 20.0), 0.07, SAMPLES // every)
            samples[:, 0] += np.round(np.repeat(noise, every), 1)
        if any(one.stands_still for one in judged.observe(samples)):
            return number - LEARNED + 1
    return 20


def test_a_coarse_number_that_rarely_changes_is_reported_later_as_stuck():
    assert windows_until_stillness_is_told(1) < 4
    assert 4 <= windows_until_stillness_is_told(5) < 15


def kinds_told_of_a_pose(leap: float, quantity: str) -> set[ColumnKind]:
    """Return the kinds reported for a robot that drives about, and at last jumps in each window."""
    judged = Judged([Signal("/localization", quantity, "/localization", "/localization")])
    time = np.arange((LEARNED + 30) * SAMPLES).reshape(-1, SAMPLES)
    at = 20.0 * np.sin(time / 300.0) + judged.chance.normal(0.0, 0.01, time.shape)
    at[LEARNED:, SAMPLES // 2 :] += leap
    for samples in at[:, :, None]:
        judged.observe(samples)
    return {one.kind for one in judged.told}


def test_a_pose_is_reported_for_a_jump_but_not_for_its_level():
    assert kinds_told_of_a_pose(0.0, "pose.pose.position.x") == set()
    assert kinds_told_of_a_pose(2.0, "pose.pose.position.x") == {ColumnKind.JUMP}
    for quantity in ("target.position.x", "ranges"):
        assert kinds_told_of_a_pose(2.0, quantity) == set()


def kinds_told_of_an_arm(*, tells_position: bool) -> set[ColumnKind]:
    """Return the kinds reported for an arm whose velocity at last becomes noisy."""
    names = ("velocity", "position" if tells_position else "temperature")
    judged = Judged(Signal("/arm", name, "/arm") for name in names)
    for number in range(LEARNED + 12):
        samples = judged.chance.normal(0.0, 1.0, (SAMPLES, 2)).astype(np.float32)
        samples[:, 0] *= 10.0 if number >= LEARNED else 1.0
        judged.observe(samples)
    return {one.kind for one in judged.told}


def test_a_joint_velocity_beside_a_position_is_not_reported_as_noisy():
    noisy = {ColumnKind.SPREAD, ColumnKind.JUMP}
    assert noisy <= kinds_told_of_an_arm(tells_position=False)
    assert not noisy & kinds_told_of_an_arm(tells_position=True)


def told_of_a_joint_that_flutters(*, tells_position: bool) -> set[ColumnKind]:
    """Return the kinds reported for a velocity that at last follows another one less closely."""
    judged = Judged([
        Signal("/drives: Drive elbow", "Speed", "/drives"),
        Signal("/shaft", "frequency", "/shaft"),
        Signal("/arm elbow", "position" if tells_position else "temperature", "/arm"),
    ])  # fmt: skip
    chance = judged.chance
    for number in range(LEARNED + 30):
        moves = np.repeat(chance.normal(0.0, 1.0, SAMPLES // 5), 5)
        samples = np.stack([moves, moves, np.cumsum(moves)], axis=1) + chance.normal(
            0.0, 0.01, (SAMPLES, 3)
        )
        if number >= LEARNED:
            samples[:, 0] += np.repeat(chance.normal(0.0, 0.5, SAMPLES // 5), 5)
        judged.observe(samples)
    return {one.kind for one in judged.told if one.topic == "/drives"}


def test_a_joint_that_follows_another_number_less_closely_is_not_reported():
    assert ColumnKind.RESIDUAL_SPREAD in told_of_a_joint_that_flutters(tells_position=False)
    assert ColumnKind.RESIDUAL_SPREAD not in told_of_a_joint_that_flutters(tells_position=True)


def test_noise_only_during_work_is_reported_in_the_third_work_period():
    judged = Judged(AXES)
    for number in range(309):
        is_busy = number % 4 == 0  # short work; from window 300 on with noise, in three of them
        samples = judged.chance.normal(10.0 * is_busy, 1.0, (SAMPLES, TOPICS))
        if number >= 300 and is_busy:
            samples[:, 0] += judged.chance.normal(0.0, 2.0, SAMPLES)
        judged.observe(samples)

    told = [(one.topic, one.kind) for one in judged.told]
    assert told == [("/axis0", ColumnKind.SPREAD), ("/axis0", ColumnKind.JUMP)]


def _work(judged: Judged, is_busy: np.ndarray, topic: int = 0, value: float | None = None) -> None:
    """Run busy and idle windows; one topic may have another value when busy."""
    for level in 10.0 * is_busy:
        samples = judged.chance.normal(level, 0.3, size=(SAMPLES, TOPICS)).astype(np.float32)
        if value is not None and level:
            samples[:, topic] += value - level
        judged.observe(samples)


@cache
def _busy_now_and_then() -> tuple[Judged, np.ndarray]:
    """Return a model that has learned for an hour, and in which of the next windows it is busy."""
    judged = Judged(AXES)
    is_busy = np.repeat(np.arange(200) % 2, judged.chance.integers(4, 14, 200))
    _work(judged, is_busy[:360])
    return judged, is_busy[360:420]


@cache
def _told_in_busy_work(topic: int, value: float) -> list[Deviation]:
    judged, is_busy = deepcopy(_busy_now_and_then())
    _work(judged, is_busy, topic, value)
    return judged.told


def told_in_busy_work(
    topic: int, value: float, kinds: Collection[ColumnKind] = (ColumnKind.LEVEL,)
) -> set[str]:
    """Return the topics reported as abnormal while the robot is busy.

    The readings of all topics are 10 when the robot is busy, and 0 when it is idle.

    Args:
        topic: the topic with an abnormal reading at the end.
        value: that reading.
        kinds: the kinds of deviations that count.
    """
    return {one.topic for one in _told_in_busy_work(topic, value) if one.kind in kinds}


def test_a_value_that_is_usual_in_another_state_is_not_reported():
    assert told_in_busy_work(topic=0, value=0.0) == set()


def test_a_value_that_never_occurred_before_is_reported():
    assert told_in_busy_work(topic=3, value=13.0) == {"/axis3"}


def test_a_failed_topic_is_reported_and_the_topics_related_to_it_are_not():
    assert told_in_busy_work(topic=3, value=13.0, kinds=ColumnKind) == {"/axis3"}


def expected_temperature(*, is_slow: bool) -> Expectation:
    """Return the expected temperature of an idle motor that had 50 °C when it was busy."""
    columns = Columns()
    columns.follow([Signal("/mode", "mode", "/mode"), Signal("/motor", "celsius", "/motor")], [])
    record = Record(columns)
    record.grow()
    mode, temperature = (columns.column(ColumnKind.LEVEL, signal) for signal in (0, 1))
    for number in range(200):
        doing = IDLE if number // 50 % 2 == 0 else BUSY
        values = np.full(len(columns), np.nan, np.float32)
        values[mode] = doing
        values[temperature] = (30.0 if doing == IDLE else 50.0) + number % 3
        record.add(values, session=0)
    record.usable[: len(record), [mode, temperature]] = True
    circumstances = Circumstances(
        (0,), np.ones(2, np.float32), ((0,),), np.zeros(len(columns), np.int64), {}
    )
    slow = np.full(len(columns), is_slow)
    told = expect(
        record, record.usable_values, record.levels(), np.array([IDLE, np.nan]), circumstances,
        np.ones(len(record), bool), slow,
    )  # fmt: skip
    return Expectation(
        *(each[[temperature]] for each in (told.middle, told.low, told.high, told.is_far))
    )


@pytest.mark.parametrize(("is_slow", "highest"), [(False, 32.0), (True, 52.0)])
def test_a_slow_number_may_have_any_value_that_it_had_before(is_slow: bool, highest: float):
    told = expected_temperature(is_slow=is_slow)

    assert told.middle == pytest.approx([31.0], abs=1.0)
    assert told.high == pytest.approx([highest])
    assert told.low == pytest.approx([30.0])


def _turn(judged: Judged, windows: int, friction: float) -> None:
    for _ in range(windows):
        speed = judged.chance.choice([0.0, 0.5, 1.0, 2.0])
        samples = judged.chance.normal(0.0, 0.02, (SAMPLES, 2)).astype(np.float32)
        samples[:, 0] += speed
        samples[:, 1] += speed**2 + (2.0 if speed > 0.0 else 0.0)
        if speed > 0.0:
            samples[:, 1] += friction
        judged.observe(samples)


@cache
def _motor() -> Judged:
    judged = Judged(Signal("/motor", name, "/motor") for name in ("speed", "current"))
    _turn(judged, 200, 0.0)
    return judged


def told_of_friction(amount: float) -> set[str]:
    """Return which of a speed and its current are reported as no longer related.

    Args:
        amount: additional current for ten minutes, after half an hour.
    """
    judged = deepcopy(_motor())
    _turn(judged, 60, amount)
    return {one.signal.quantity for one in judged.told if one.kind is ColumnKind.RESIDUAL}


def test_a_current_that_no_longer_follows_its_speed_is_reported():
    assert told_of_friction(0.7)
    assert not told_of_friction(0.0)


def told_of_load(rest: float) -> bool:
    """Whether a jump of 100 in a load that was always constant is reported."""
    judged = Judged(Signal("/arm", name, "/arm") for name in ("load", "temperature"))
    for number in range(LEARNED + 20):
        samples = judged.chance.normal((rest, 30.0), 0.1, size=(SAMPLES, 2)).astype(np.float32)
        samples[:, 0] += 100.0 if number >= LEARNED else 0.0
        judged.observe(samples)
    return any(one.signal.quantity == "load" for one in judged.told)


def test_a_jump_of_a_constant_number_is_reported_unless_it_was_zero():
    assert not told_of_load(rest=0.0)
    assert told_of_load(rest=20.0)


def test_a_number_that_starts_a_session_at_another_level_is_not_judged_in_it():
    judged = Judged([Signal("/camera", "exposure", "/camera")])
    for number in range(430):
        if number == 400:
            judged.model.begin_session()
        level = 10.0 if number < 400 else 30.0 if number < 414 else 40.0
        judged.observe(judged.chance.normal(level, 1.0, size=(SAMPLES, 1)))
    assert not judged.told


def test_a_level_inside_its_stated_normal_range_is_not_reported(monkeypatch: pytest.MonkeyPatch):
    def of_wide_range(*given: Any) -> Expectation:
        told = expect(*given)
        low, high = np.minimum(told.low, 15.0), np.maximum(told.high, 25.0)
        return replace(told, low=low.astype(np.float32), high=high.astype(np.float32))

    monkeypatch.setattr(normal_model, "expect", of_wide_range)
    judged = deepcopy(_axes())
    for level in (*[22.0] * 70, *[26.0] * 20):  # normal is 17 to 27 after ten minutes at 22
        samples = judged.chance.normal(20.0, size=(SAMPLES, TOPICS))
        samples[:, 0] += level - 20.0
        judged.observe(samples)

    assert not any(one.kind is ColumnKind.LEVEL for one in judged.told)


def _fly(judged: Judged, windows: int, *, stands_off: float = 0.0) -> None:
    """Let a multirotor climb and sink; a receiver and the odometry measure its height."""
    for _ in range(windows):
        along = (np.arange(SAMPLES) + SAMPLES * judged.windows) / 70.0
        height = 20.0 + 8.0 * np.sin(along) + 4.0 * np.sin(0.37 * along)
        samples = np.stack([height, height + 130.0 + stands_off], axis=1)
        judged.observe(samples + judged.chance.normal(0.0, 0.1, samples.shape))


def test_a_height_that_departs_from_another_height_measurement_is_reported():
    judged = Judged([Signal("/odom", "pose.pose.position.z", "/odom", "/odom"),
                     Signal("/fix", "altitude", "/fix", "/fix")])  # fmt: skip
    _fly(judged, 2 * LEARNED)
    assert not judged.told

    _fly(judged, 30, stands_off=6.0)

    assert {one.kind for one in judged.told} == {ColumnKind.RESIDUAL}


def test_a_recently_deviating_number_is_no_evidence_against_another_one():
    judged = deepcopy(_motor())
    for _ in range(4):  # it comes, is reported and ends, repeatedly
        _turn(judged, 6, 2.0)
        _turn(judged, 6, 0.0)
    assert {one.signal.quantity for one in judged.told} == {"current"}
