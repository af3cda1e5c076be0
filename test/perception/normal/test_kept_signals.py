"""The learned normal of a robot's numbers survives restarts, and is forgotten after a repair."""

from __future__ import annotations

import json
import logging
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from watched_supply import LEARNED, Supply

from robot_memory.perception.normal.record import from_text, to_text
from robot_memory.perception.normal.signal_monitor import NUMBERS, learned_numbers, unjudged_for

KEPT = NUMBERS


def learned() -> dict[str, Any]:
    """Return the stored state of a robot after half an hour of learning."""
    supply = Supply()
    supply.run(LEARNED)
    states: dict[str, Any] = json.loads(json.dumps(supply.robot.perception.baselines.states()))
    return states


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    return learned()


def test_a_deviation_is_reported_within_minutes_after_a_restart(known: dict[str, Any]):
    supply = Supply(known, seed=2)
    supply.run(120.0)
    supply.leak = 1.5
    supply.run(300.0)

    assert [row.component for row in supply.robot.onsets] == ["/air"]


@pytest.mark.parametrize("later", ["angles", "jobs"])
def test_a_stored_state_that_lacks_a_newer_part_is_used(known: dict[str, Any], later: str):
    states = json.loads(json.dumps(known))
    del states[KEPT]["model"][later]
    supply = Supply(states, seed=2)
    supply.run(120.0)
    supply.leak = 1.5
    supply.run(300.0)

    assert [row.component for row in supply.robot.onsets] == ["/air"]


def test_the_names_of_what_was_learned_can_be_listed(known: dict[str, Any]):
    assert learned_numbers(known) == ["/air pressure_bar", "/air gripping"]
    assert learned_numbers({}) == learned_numbers({KEPT: {"signals": 7}}) == []


def test_the_remaining_learning_time_can_be_queried(known: dict[str, Any]):
    assert unjudged_for(known) == 0.0
    assert unjudged_for({}) == unjudged_for({KEPT: {"model": 7}}) == 1200.0

    supply = Supply()
    supply.run(300.0)
    states = supply.robot.perception.baselines.states()
    assert unjudged_for(states) == pytest.approx(900.0, abs=20.0)


def test_the_stored_state_is_smaller_than_20_kilobytes(known: dict[str, Any]):
    assert len(json.dumps(known[KEPT])) < 20_000


def test_a_repaired_part_is_learned_anew(known: dict[str, Any]):
    supply = Supply(known, seed=4)
    supply.run(60.0)
    supply.robot.perception.renew("/air")
    supply.leak = 1.5
    supply.run(600.0)

    assert not supply.robot.rows


@pytest.mark.parametrize(
    "damage",
    [
        lambda state: state.pop("model"),
        lambda state: state.update(format=99),
        lambda state: state.update(signals=[["/air"]]),
        lambda state: state.update(topics=[7]),
        lambda state: state["model"].update(signals=17),
        lambda state: state["model"]["record"].update(values="abc"),
        lambda state: state["model"]["record"].update(values=to_text(np.zeros(3, np.float16))),
        lambda state: state["model"]["record"].update(count=1),
        lambda state: state["model"]["traits"].update(values=[[1.0]]),
        lambda state: state["model"]["traits"].update(values=7),
        lambda state: state["model"].update(relations={"0": [0.9, [[77, 0]], [0.0, 1.0]]}),
        lambda state: state["model"].update(states=[["a", "b", "c"]]),
        lambda state: state["model"].update(angles=7),
        lambda state: state["model"]["angles"].update(_turn="abc"),
        lambda state: state["model"]["jobs"].update(moved="abc"),
    ],
)
def test_a_damaged_stored_state_is_learned_anew_and_this_is_logged(
    known: dict[str, Any], damage: Any, caplog: pytest.LogCaptureFixture
):
    states = json.loads(json.dumps(known))
    damage(states[KEPT])
    with caplog.at_level(logging.WARNING):
        supply = Supply(states)
    supply.run(30.0)

    assert f"baseline of {KEPT} is learned anew" in caplog.text


@given(arrays.arrays(np.float16, st.tuples(st.integers(0, 5), st.integers(0, 5))))
def test_an_array_is_read_as_it_was_written(array: Any):
    assert np.array_equal(from_text(to_text(array), np.float16, array.shape), array, equal_nan=True)
