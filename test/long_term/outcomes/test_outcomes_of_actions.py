"""Action goals make entries about their success, without an agent; places are compared as well."""

from __future__ import annotations

from dataclasses import replace

import pytest
from outcome_attempts import APART

from robot_memory import RobotMemory
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Attempt
from robot_memory.ledger.position import Position
from robot_memory.long_term.outcomes.past_attempt import past_attempts

BAY, HALL = Position("map", 3.0, 1.0), Position("map", 30.0, 1.0)


def end_goals(memory, clock, *ends: tuple[bool, Position | None]) -> None:
    """End goals 20 minutes apart; true means success."""
    for number, (succeeded, position) in enumerate(ends):
        clock.set(clock.now().time + APART)
        at = replace(position, x=position.x + 0.1 * (number % 5)) if position else None
        memory.observe(Attempt("dock_robot", succeeded, position=at).as_row(clock.now()))
        memory.flush()
        memory.analyse()


def stored(memory, clock, *positions: Position):
    """Store attempts at docking; return all attempts in the ledger."""
    memory.ledger.append([Attempt("dock", True, position=at).as_row(clock.now())
                          for at in positions])  # fmt: skip
    return past_attempts(memory.ledger.attempts("dock"))


def texts(memory) -> list[str]:
    return [entry.text for _, entry in memory.entries()]


def test_a_frequently_aborted_action_becomes_an_entry_of_a_detector(memory, clock):
    end_goals(memory, clock, *[(False, None)] * 6)

    ((_, entry),) = memory.entries()
    assert entry.text == "dock_robot fails 6 of 6 times"
    assert not entry.is_agents_word


def test_a_place_where_an_action_fails_more_often_is_reported(memory, clock):
    end_goals(memory, clock, *[(False, HALL), (True, BAY)] * 16)

    (text,) = texts(memory)
    assert text.startswith("dock_robot at (30.0, 1.0) in map fails")
    assert "; at (3.1, 1.0) in map 0 of " in text


def test_an_action_that_mostly_succeeds_makes_no_entry(memory, clock):
    end_goals(memory, clock, *[(number % 10 > 0, None) for number in range(40)])

    assert texts(memory) == []


def test_attempts_create_no_entry_while_outcomes_are_disabled(home, clock):
    with RobotMemory.open(home, clock=clock, settings=Settings(outcomes_enabled=False)) as memory:
        end_goals(memory, clock, *[(False, None)] * 10)

        assert texts(memory) == []


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (Position("map", 4.5, 1.0), True),
        (Position("map", 6.0, 1.0), False),
        (Position("wgs84", 3.0, 1.0), False),
    ],
)
def test_attempts_within_two_metres_in_one_frame_are_at_one_place(memory, clock, other, is_same):
    first, second = stored(memory, clock, BAY, other)

    assert (first.features == second.features) is is_same


def test_odometry_positions_are_not_used_as_places(memory, clock):
    (one,) = stored(memory, clock, Position("odom", 3.0, 1.0))

    assert one.features == {}


def test_a_place_keeps_its_name_when_its_first_attempts_are_gone(memory, home, clock):
    between = replace(BAY, x=BAY.x + 1.5)
    beyond = replace(BAY, x=BAY.x + 3.0)
    stored(memory, clock, BAY, between, beyond)
    with memory.ledger.days() as book:
        old = book.old_attempts(clock.now().time + APART, 2, 9, ())
        book.drop_attempts([row["id"] for row in old])

    with RobotMemory.open(home, read_only=True) as later:
        named = [one.features["place"] for one in past_attempts(later.ledger.attempts("dock"))]

    assert named == ["(3.0, 1.0) in map", "(6.0, 1.0) in map"]
