"""Actions make entries of how they go, without an agent; their places are compared as well."""

from __future__ import annotations

from dataclasses import replace

import pytest
from outcome_attempts import APART

from robot_memory import RobotMemory
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Attempt, Source
from robot_memory.ledger.position import Position
from robot_memory.long_term.outcomes.past_attempt import past_attempts
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome

BAY, HALL = Position("map", 3.0, 1.0), Position("map", 30.0, 1.0)


def end_goals(memory, clock, *ends: tuple[bool, Position | None]) -> None:
    """Let goals end 20 minutes apart; true where they succeed."""
    for number, (succeeded, position) in enumerate(ends):
        clock.set(clock.now().time + APART)
        at = replace(position, x=position.x + 0.1 * (number % 5)) if position else None
        memory.observe(Attempt("dock_robot", succeeded, position=at).as_row(clock.now()))
        memory.flush()
        memory.analyse()


def stored(memory, clock, *positions: Position):
    """Let attempts at docking be stored; returns all that the ledger knows."""
    memory.ledger.append([Attempt("dock", True, position=at).as_row(clock.now())
                          for at in positions])  # fmt: skip
    return past_attempts(memory.ledger.attempts("dock"))


def texts(memory) -> list[str]:
    return [entry.text for _, entry in memory.entries()]


def test_an_action_that_is_aborted_often_is_told_and_rests_on_a_detector(memory, clock):
    end_goals(memory, clock, *[(False, None)] * 6)

    ((_, entry),) = memory.entries()
    assert entry.text == "dock_robot fails 6 of 6 times"
    assert not entry.is_agents_word


def test_a_place_where_an_action_fails_more_often_is_told(memory, clock):
    end_goals(memory, clock, *[(False, HALL), (True, BAY)] * 16)

    (text,) = texts(memory)
    assert text.startswith("dock_robot fails")
    assert "; at (3.1, 1.0) in map 0 of " in text


def test_a_place_where_an_action_probably_fails_more_often_is_told_as_suspected(memory, clock):
    end_goals(memory, clock, *[(False, HALL), (True, BAY)] * 5)

    ((confidence, entry),) = memory.entries()
    assert "; at (3.1, 1.0) in map 0 of 5 (suspected: try that, " in entry.text
    assert entry.extra["outcome"]["condition"] == "place"
    assert confidence < 0.5


def test_an_action_that_mostly_succeeds_makes_no_entry(memory, clock):
    end_goals(memory, clock, *[(number % 10 > 0, None) for number in range(40)])

    assert texts(memory) == []


def test_what_agents_say_of_an_action_is_counted_apart_from_what_was_seen(memory, clock):
    end_goals(memory, clock, (True, None))
    memory.report_outcome(TaskOutcome("dock_robot", False, "agent:planner"))

    counted = {one.told_by: (one.tally.tried, one.tally.failed) for one in memory.outcomes()}
    assert counted == {Source.DETECTOR: (1, 0), Source.AGENT: (1, 1)}


def test_a_task_that_is_tried_seldom_is_listed_beside_one_that_is_tried_often(memory, clock):
    memory.report_outcome(TaskOutcome("mop the floor", True, "person"))
    rows = [Attempt("dock_robot", True).as_row(clock.now()) for _ in range(1200)]
    memory.ledger.append(rows)

    counted = {one.task: one.tally.tried for one in memory.outcomes()}
    assert counted == {"dock_robot": 1000, "mop the floor": 1}


def test_without_outcomes_attempts_make_no_entry(home, clock):
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


def test_positions_by_odometry_are_no_places(memory, clock):
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


def test_a_later_run_knows_the_places_of_earlier_ones(memory, home, clock):
    stored(memory, clock, BAY)
    memory.close()

    with RobotMemory.open(home, clock=clock) as later:
        first, second = stored(later, clock, replace(BAY, x=BAY.x + 1.9))

    assert first.features == second.features


def test_the_place_that_an_entry_names_can_be_asked_for(memory, clock):
    end_goals(memory, clock, *[(False, HALL), (True, BAY)] * 16)
    stored(memory, clock, replace(BAY, x=BAY.x + 0.5))

    (text,) = texts(memory)
    place = text.partition("; at ")[2].partition(" in map")[0] + " in map"

    assert [one.task for one in memory.outcomes(place=place)] == ["dock", "dock_robot"]


def test_an_attempt_is_read_as_it_was_stored(clock):
    attempt = Attempt("dock", False, "bay 2", {"approach": "left"}, "slipped", BAY)

    assert Attempt.of(attempt.as_row(clock.now())) == attempt
