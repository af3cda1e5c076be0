"""What kind of number a signal is."""

from __future__ import annotations

import pytest

from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.signal_traits import SignalTraits


def is_world(name: str) -> bool:
    traits = SignalTraits()
    traits.follow([Signal("/arm", name, "/arm")])
    return bool(traits.is_world[0])


@pytest.mark.parametrize(
    "name", ["cmd_position", "command", "target", "set_point", "setpoint", "goal", "desired"]
)
def test_a_command_is_made_by_no_part_and_follows_nothing(name: str) -> None:
    assert is_world(name)


@pytest.mark.parametrize("name", ["position", "current", "effort", "temperature"])
def test_what_a_part_does_may_follow_others(name: str) -> None:
    assert not is_world(name)
