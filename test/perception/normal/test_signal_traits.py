"""What kind of number a signal is."""

from __future__ import annotations

import numpy as np
import pytest

from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.signal_traits import SignalTraits


def traits_of(name: str) -> SignalTraits:
    traits = SignalTraits()
    traits.follow([Signal("/arm", name, "/arm")])
    return traits


def is_world(name: str) -> bool:
    return bool(traits_of(name).is_world[0])


@pytest.mark.parametrize(
    "name", ["cmd_position", "command", "target", "set_point", "setpoint", "goal", "desired"]
)
def test_a_command_is_made_by_no_part_and_follows_nothing(name: str) -> None:
    assert is_world(name)


@pytest.mark.parametrize("name", ["position", "current", "effort", "temperature"])
def test_what_a_part_does_may_follow_others(name: str) -> None:
    assert not is_world(name)


@pytest.mark.parametrize(
    "name", ["pose.position.x", "target_speed", "targetSpeed", "goals", "heading", "cmd vel"]
)
def test_where_a_robot_happens_to_be_and_what_it_is_told_to_do_has_no_normal_level(name):
    assert traits_of(name).is_task[0]


@pytest.mark.parametrize(
    "name",
    [
        "memory_used", "memory_percent", "cpu_percent", "tank_level", "pump_capacity", "fuel_bar",
        "filter_remaining", "runtime_current", "timeout_ms", "exposed_us", "sequencer temperature",
        "time_lost", "charge",
    ],
)  # fmt: skip
def test_no_part_of_a_word_and_no_name_of_a_store_keeps_a_number_from_being_judged(name):
    assert not (traits_of(name).is_task[0] or traits_of(name).is_world[0])


def observed(values: list[float]) -> SignalTraits:
    """What is learned of a number that takes these values, each for two seconds."""
    traits = traits_of("tours")
    samples = np.repeat(np.array(values, np.float32), 10)
    samples = np.append(samples, np.full(-len(samples) % 50, values[-1], np.float32))
    for window in samples.reshape(-1, 50, 1):
        traits.observe(window, np.ones(1, bool), np.ones(1, bool))
    return traits


def test_what_rises_by_one_step_each_time_and_never_falls_is_a_count() -> None:
    assert observed([float(tour) for tour in range(1, 13)]).is_count[0]


@pytest.mark.parametrize("values", [[20, 21, 22.5, 23, 24, 24.5, 25.5], [1, 2, 3, 4, 5, 6, 7, 6]])
def test_what_rises_by_different_steps_or_falls_is_no_count(values: list[float]) -> None:
    assert not observed(values).is_count[0]
