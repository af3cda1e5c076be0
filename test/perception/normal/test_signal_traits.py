"""The kinds of signals."""

from __future__ import annotations

import numpy as np
import pytest

from robot_memory.perception.normal.columns import ColumnKind, Columns, Floats, Signal
from robot_memory.perception.normal.signal_grid import Window
from robot_memory.perception.normal.signal_traits import SignalTraits, measured


def traits_of(name: str) -> SignalTraits:
    traits = SignalTraits()
    traits.follow([Signal("/arm", name, "/arm")])
    return traits


def is_world(name: str) -> bool:
    return bool(traits_of(name).is_world[0])


@pytest.mark.parametrize(
    "name", ["cmd_position", "command", "target", "set_point", "setpoint", "goal", "desired"]
)
def test_a_command_is_recognised_by_name_as_not_produced_by_a_part(name: str) -> None:
    assert is_world(name)


@pytest.mark.parametrize(
    "name", ["pose.position.x", "target_speed", "targetSpeed", "goals", "heading", "cmd vel"]
)
def test_poses_and_commands_have_no_normal_level(name):
    assert traits_of(name).is_task[0]


@pytest.mark.parametrize(
    "name",
    [
        "memory_used", "memory_percent", "cpu_percent", "tank_level", "pump_capacity", "fuel_bar",
        "filter_remaining", "runtime_current", "timeout_ms", "exposed_us", "sequencer temperature",
        "time_lost", "charge",
    ],
)  # fmt: skip
def test_partial_word_matches_and_store_names_do_not_exclude_a_number(name):
    assert not (traits_of(name).is_task[0] or traits_of(name).is_world[0])


@pytest.mark.parametrize(
    "topic", ["/mavros/rc/in", "/joy", "/fmu/out/input_rc", "/fmu/out/manual_control_input"]
)
def test_joystick_and_remote_control_inputs_are_commands(topic: str) -> None:
    traits = SignalTraits()
    traits.follow([Signal(f"{topic} 0", "channels", topic)])
    assert traits.is_command[0]


@pytest.mark.parametrize(
    ("names", "is_of_fix"),
    [(["lat", "lon"], True), (["gps.lat", "gps.lon"], True), (["lat", "temp"], False)],
)
def test_lat_is_a_latitude_only_together_with_lon(names: list[str], is_of_fix: bool) -> None:
    traits = SignalTraits()
    traits.follow([Signal("/gps", name, "/gps") for name in names])
    assert (traits.is_task[0], traits.is_world[0]) == (is_of_fix, is_of_fix)


def observed(values: list[float]) -> SignalTraits:
    """The traits learned from these values, each held for three seconds."""
    traits = traits_of("tours")
    samples = np.repeat(np.array(values, np.float32), 15)
    samples = np.append(samples, np.full(-len(samples) % 50, values[-1], np.float32))
    for window in samples.reshape(-1, 50, 1):
        traits.observe(window, np.diff(window, axis=0), np.ones(1, bool), np.ones(1, bool))
    return traits


def test_a_number_that_only_rises_by_equal_steps_is_a_count() -> None:
    assert observed([float(tour) for tour in range(1, 13)]).is_count[0]


@pytest.mark.parametrize("values", [[20, 21, 22.5, 23, 24, 24.5, 25.5], [1, 2, 3, 4, 5, 6, 7, 6]])
def test_a_number_that_falls_or_has_unequal_steps_is_no_count(values: list[float]) -> None:
    assert not observed(values).is_count[0]


PHASES = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 0.0]


@pytest.mark.parametrize("values", [PHASES * 5, [3.0, 11.0, 7.0, 1.0, 9.0, 14.0, 5.0, 12.0, 2.0]])
def test_a_few_whole_numbers_with_steps_that_skip_values_are_phases(values: list[float]) -> None:
    assert observed(values).is_phase[0]


def test_a_code_is_a_phase_even_if_its_smallest_step_comes_late() -> None:
    types = [6.0, 4.0, 6.0, 3.0, 5.0, 3.0, 1.0, 3.0, 5.0, 3.0, 6.0, 4.0, 6.0, 3.0, 2.0, 10.0]
    assert observed(types).is_phase[0]


@pytest.mark.parametrize(
    "values",
    [
        [20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 26.0, 25.0, 24.0],
        [*map(float, range(30))] * 4,
        [100.0, 95.0, 90.0, 85.0, 80.0, 75.0, 70.0, 65.0, 60.0],
        [0.5, 9.0, 4.0, 7.0, 1.0, 3.0, 8.0, 2.0],
    ],
    ids=["a temperature in whole degrees", "too many", "steps of five", "no whole numbers"],
)
def test_other_numbers_are_no_phases(values: list[float]) -> None:
    assert not observed(values).is_phase[0]


def largest_steps(levels: list[float]) -> list[float]:
    """Return the largest step in each window of a noisy tank that falls by one per window."""
    chance = np.random.default_rng(1)
    columns, traits, known = Columns(), SignalTraits(), np.ones(1, bool)
    columns.follow([Signal("/tank", "fill", "/tank")], [])
    traits.follow(columns.signals)
    found = []
    for at, level in enumerate(levels):
        after = levels[at + 1] if at + 1 < len(levels) else level - 1.0
        tank = np.linspace(level, level - 1.0, 50) + 0.1 * chance.standard_normal(50)
        tank[40:] += after - level + 1.0  # refilled within the window
        samples: Floats = tank[:, None].astype(np.float32)
        steps = np.diff(samples, axis=0)
        traits.observe(samples, steps, known, known)
        window = Window(10.0 * at, samples, np.zeros((0, 3), np.float32))
        values = measured(window, steps, known, traits, columns)
        traits.note_levels(values[columns.of(ColumnKind.LEVEL)])
        found.append(float(values[columns.column(ColumnKind.JUMP, 0)]))
    return found


def test_a_tank_refill_is_not_measured_as_a_jump() -> None:
    steps = largest_steps([*np.arange(100.0, 10.0, -1.0), 90.0, 89.0])
    assert steps[89] < 2.0 * max(steps[60:89])  # the window with the refill


def test_a_sudden_loss_of_a_tank_level_is_measured_as_a_jump() -> None:
    steps = largest_steps([*np.arange(100.0, 40.0, -1.0), 5.0, 4.0])
    assert steps[59] > 10.0 * max(steps[30:59])


def noise_and_leap(samples: Floats) -> tuple[float, float]:
    """Return the noise and the largest step in a window of a number known to be noisy."""
    columns, traits, known = Columns(), SignalTraits(), np.ones(1, bool)
    columns.follow([Signal("/axis", "effort", "/axis")], [])
    traits.follow(columns.signals)
    for number in range(60):
        usual = np.random.default_rng(number).standard_normal((50, 1)).astype(np.float32)
        traits.observe(usual, np.diff(usual, axis=0), known, known)
    window = Window(10.0, samples[:, None].astype(np.float32), np.zeros((0, 3), np.float32))
    steps = np.diff(window.samples, axis=0)
    values = measured(window, steps, known, traits, columns)
    kinds = ColumnKind.SPREAD, ColumnKind.JUMP
    noise, leap = (float(values[columns.column(kind, 0)]) for kind in kinds)
    return noise, leap


def moved(speed: float, every: int = 1) -> Floats:
    """An axis that rests, moves for six seconds, and rests; a new value every ``every`` samples."""
    path = np.clip(np.arange(50) - 10, 0, 30) * speed
    told: Floats = path[np.arange(50) // every * every]
    return told


@pytest.mark.parametrize("every", [1, 5])
def test_faster_movement_is_neither_noise_nor_a_jump(every: int) -> None:
    noise, leap = noise_and_leap(moved(2.0, every))
    assert noise < 0.01 * every
    assert leap < 0.01 * every


def test_a_jump_within_a_movement_is_measured() -> None:
    samples = moved(0.1)
    samples[25:] += 5.0
    assert noise_and_leap(samples)[1] == pytest.approx(5.0, abs=0.2)


def test_a_jump_there_and_back_is_measured_one_way_only() -> None:
    samples = moved(0.1)
    samples[25] += 5.0
    assert noise_and_leap(samples)[1] == pytest.approx(5.0, abs=0.2)


def test_a_velocity_is_a_joint_velocity_only_beside_a_position() -> None:
    traits = SignalTraits()
    quantities = (
        ("/wheel", "velocity"),
        ("/arm", "velocity"),
        ("/arm", "position"),
        ("/arm", "effort"),
    )
    traits.follow([Signal(part, quantity, part) for part, quantity in quantities])
    assert traits.is_joint_velocity.tolist() == [False, True, False, False]


def test_a_joint_is_recognised_across_topics_by_its_name_but_not_by_a_number() -> None:
    traits = SignalTraits()
    quantities = (
        ("/joint_states elbow", "position"),
        ("/drives: Drive elbow", "Speed"),
        ("/axes 1", "position"),
        ("/fans 1", "speed"),
    )
    traits.follow([Signal(part, quantity, part) for part, quantity in quantities])
    assert traits.is_joint_velocity.tolist() == [False, True, False, False]


def sum_of(levels: list[float]) -> bool:
    """Whether a number with these levels, one a window, is recognised as a running sum."""
    traits = traits_of("dose")
    for level in levels:
        samples = np.full((50, 1), level, np.float32)
        traits.observe(samples, np.diff(samples, axis=0), np.ones(1, bool), np.ones(1, bool))
        traits.note_levels(samples[0])
    return bool(traits.is_sum[0])


def test_a_number_that_rises_slowly_and_restarts_at_zero_is_a_running_sum() -> None:
    assert sum_of([*np.arange(1.0, 9.0), 0.0, *np.arange(1.0, 5.0), 0.0, 1.0])


@pytest.mark.parametrize(
    "levels",
    [
        [0.0, 30.0, 30.0, 0.0, 31.0, 0.0, 30.0, 0.0],
        [*np.arange(20.0, 60.0), 20.0, *np.arange(21.0, 60.0), 20.0, 21.0],
        [*np.arange(100.0, 10.0, -5.0), 100.0, *np.arange(100.0, 10.0, -5.0), 100.0],
    ],
    ids=["a pump", "what warms up each day", "a tank"],
)
def test_other_levels_are_no_running_sum(levels: list[float]) -> None:
    assert not sum_of(levels)
