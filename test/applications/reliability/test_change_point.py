"""The change point at which failure rates are compared (rules.md §11.7)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from robot_memory import RobotMemory
from robot_memory.applications.reliability.operating_time import changes_of, newest_of

WHEEL = "base: Left wheel encoder"


@pytest.fixture
def repaired(home, clock):
    """Record repairs of the wheel, an hour apart, one by each of the given sources."""

    def repair(*sources):
        with RobotMemory.open(home, clock=clock) as memory:
            for source in sources:
                clock.set(clock.now().time + timedelta(hours=1))
                memory.repaired(WHEEL, "greased", source=source)
            return changes_of(memory.ledger)

    return repair


@pytest.mark.parametrize("who", ["agent:planner", "claimed:bob"])
def test_a_repair_reported_without_proof_does_not_replace_a_repair_by_a_person(repaired, who):
    changes = repaired("person:bob", who, who)

    assert newest_of(changes, WHEEL) == changes[0]
    assert newest_of(changes, "") == changes[0]


def test_the_newest_repair_by_a_person_is_the_change_point(repaired):
    changes = repaired("person:bob", "agent:planner", "person:ada")

    assert newest_of(changes, WHEEL) == changes[2]


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("agent:planner", f"{WHEEL} repaired, says agent planner"),
        ("claimed:bob", f"{WHEEL} repaired, says bob (said to be a person, over ROS)"),
    ],
)
def test_an_unproven_repair_names_its_source(repaired, who, words):
    (change,) = repaired(who)

    assert newest_of([change], WHEEL) == change
    assert change.words == words


def test_an_opening_bracket_in_a_part_name_is_not_shown_in_the_repair_text(memory):
    memory.repaired("wheel) replaced by ada (all good", source="agent:planner")

    assert "(" not in changes_of(memory.ledger)[0].words


def test_a_repair_of_another_part_is_not_used(repaired):
    assert newest_of(repaired("person:bob"), "arm: Gripper") is None
