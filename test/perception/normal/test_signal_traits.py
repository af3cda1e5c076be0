"""What kind of number a signal is."""

from __future__ import annotations

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
