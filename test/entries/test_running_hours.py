"""How often a fault comes in an hour of operation is told when its entry is read."""

from __future__ import annotations

from datetime import timedelta

import pytest
from entry_builders import KEY, NOON, at, make_entry

from robot_memory.clock import ManualClock
from robot_memory.entries.near_duplicates import find_echo
from robot_memory.entries.recency import text_now
from robot_memory.entries.running_hours import RunningHours
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.ledger.running_table import RunningHour
from robot_memory.ledger.sample_table import OperatingSample
from robot_memory.memory import RobotMemory


def hours(count: int, *, driven: float = 0.0) -> RunningHours:
    return RunningHours(
        [RunningHour(NOON + timedelta(hours=n), 3600.0, driven) for n in range(count)]
    )


def fault(text: str, count: int, **fields: object):
    return make_entry(text, extra={"key": KEY.as_list()}, observation_count=count, **fields)


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (3, "about once in 3 h of operation"),
        (10, "about once an hour of operation"),
        (19, "about twice an hour of operation"),
        (300, "about 30 times an hour of operation"),
    ],
)
def test_the_rate_is_told_by_hours_of_operation(count: int, words: str):
    assert hours(10).rate_words(fault("gripper opens late", count)) == words


def test_what_comes_from_driving_is_told_by_hours_of_driving():
    known = hours(10, driven=1800.0)

    assert known.rate_words(fault("left wheel encoder drops out", 10)) == (
        "about twice an hour of driving"
    )


@pytest.mark.parametrize(
    ("known", "entry"),
    [
        (RunningHours(), fault("gripper opens late", 30)),
        (hours(1), fault("gripper opens late", 30)),
        (hours(10), fault("gripper opens late", 2)),
        (hours(10), fault("gripper opens late", 30, first_seen=NOON - timedelta(days=1))),
    ],
)
def test_nothing_is_told_where_too_little_is_known(known: RunningHours, entry):
    assert known.rate_words(entry) == ""


def test_a_line_with_a_rate_that_an_agent_repeats_is_an_echo():
    entry = fault("link lost", 20)

    told = text_now(entry, at(hours=12), hours(10))

    assert told.endswith("(20 times, about twice an hour of operation, 12 h ago)")
    assert find_echo(told, [entry]) is entry


def test_the_context_block_tells_it_from_the_samples_of_the_ledger(tmp_path):
    clock = ManualClock(NOON, kind="wall", boot="boot")
    with RobotMemory.open(tmp_path / "home", clock=clock) as memory:
        for n in range(6):
            clock.set(NOON + timedelta(hours=n))
            instant = clock.now()
            sample = OperatingSample(instant, 3600.0, {"speed": 0.4})
            memory.ledger.add_exposure({}, instant, [sample])
            memory.observe(
                Observation(
                    Kind.ONSET,
                    instant,
                    "left wheel drops out",
                    key=Key("log", "wheel", "drops"),
                    confidence=0.9,
                    entry_type="hardware_observation",
                )
            )
        memory.flush()

        assert "about once an hour of driving" in memory.context().text
