"""The scripted agent's questions, answered by notes and by the memory."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from gains.advisor import Advisor
from gains.plain_notes import LINES, PlainNotes
from gains.robot_memory_advisor import START, RobotMemoryAdvisor
from gains.rover_drives import RoverDrives
from simulation import messages as ros


def notes(*speeds: float) -> PlainNotes:
    found = PlainNotes()
    for speed in speeds:
        found.tell("drive", "encoder: no pulses", place="3.0 4.0", speed=speed)
    return found


def test_without_a_memory_the_advisor_gives_no_limit_and_no_bad_place() -> None:
    assert Advisor().highest("speed") == math.inf
    assert not Advisor().is_bad(0.0, 0.0)


def test_three_notes_limit_a_variable_to_the_lowest_failing_value() -> None:
    assert notes(0.5, 0.4).highest("speed") == math.inf
    assert notes(0.5, 0.4, 0.6).highest("speed") == 0.4


def test_two_notes_make_a_place_bad() -> None:
    assert not notes(0.5).is_bad(3.0, 4.0)
    assert notes(0.5, 0.5).is_bad(3.5, 4.5)
    assert not notes(0.5, 0.5).is_bad(9.0, 4.0)


def test_a_success_makes_no_note() -> None:
    found = notes()
    found.tell("pick bolt", "", speed="fast")

    assert not found.lines


def test_only_the_last_notes_are_used() -> None:
    found = notes(*[0.1] * 3, *[0.5] * LINES)

    assert found.highest("speed") == 0.5


def test_a_parameter_is_blamed_for_a_task_after_three_failures_with_it() -> None:
    found = PlainNotes()
    for _ in range(3):
        found.tell("pick valve", "grip lost", speed="fast")

    assert found.fails_with("pick valve", "speed", "fast")
    assert not found.fails_with("pick valve", "speed", "slow")
    assert not found.fails_with("pick bolt", "speed", "fast")


@pytest.fixture
def memory(home: Path):
    advisor = RobotMemoryAdvisor(home)
    yield advisor
    advisor.close()


def test_the_memory_warns_of_a_fault_that_diagnostics_reported(memory) -> None:
    for second in range(20):
        fails = second > 10
        status = ros.status(2 if fails else 0, "base: Motor", "undervoltage", "", [])
        message = ros.diagnostics(START.timestamp() + second, [status])
        memory.hear(float(second), "/diagnostics", ros.DIAGNOSTICS, message)
    assert not memory.warns_of("undervoltage")  # the agent asks between tasks

    memory.rest()

    assert memory.warns_of("undervoltage")


def test_a_parameter_with_significantly_more_failures_is_reported(
    memory,
) -> None:
    for number in range(120):
        memory.hear(900.0 * number, "/odom", ros.ODOMETRY, None)
        how = "fast" if number % 2 else "slow"
        failure = "grip lost" if how == "fast" and number % 4 == 1 else ""
        memory.tell("pick valve", failure, speed=how)
    memory.rest()

    assert memory.fails_with("pick valve", "speed", "fast")
    assert not memory.fails_with("pick valve", "speed", "slow")


def test_a_seed_gives_the_same_robot_with_and_without_a_listener(memory) -> None:
    class Listener(Advisor):
        listens = True

    class Short(RoverDrives):
        tasks = 2

    assert list(Short(Advisor(), 3).live()) == list(Short(Listener(), 3).live())
