"""A seed makes a robot, always the same one."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest
from simulation import KINDS, Robot, make_robot
from simulation.faults import FAMILIES

_SHORT = 0.2
_SEEDS = range(6)


def words_of(robot: Robot, count: int = 3000) -> list[str]:
    return [repr(sent) for sent in islice(robot.messages(), 20_000, 20_000 + count)]


@pytest.fixture(scope="module")
def robots() -> list[Robot]:
    return [make_robot(seed, hours=_SHORT, thin=True) for seed in _SEEDS]


@pytest.mark.parametrize("kind", KINDS)
def test_equal_seeds_make_equal_robots(kind: str) -> None:
    one, other = (make_robot(7, kind, hours=_SHORT) for _ in range(2))

    assert one.truths == other.truths
    assert one.logs == other.logs
    assert words_of(one) == words_of(other)


def test_messages_come_in_order_and_within_the_sessions(robots: list[Robot]) -> None:
    for robot in robots[:3]:
        epoch = robot.timeline.epoch
        stamps = [sent[0] for sent in robot.messages()]
        ends = [one.end + epoch for one in robot.timeline.sessions]

        assert all(one <= other for one, other in pairwise(stamps))
        assert stamps[0] >= epoch
        assert stamps[-1] <= ends[-1] + 5.0


def test_a_part_of_a_run_equals_that_part_of_the_whole_run(robots: list[Robot]) -> None:
    robot = robots[1]
    session = robot.timeline.sessions[1]
    span = (session.begin + 20.0, session.begin + 30.0)
    epoch = robot.timeline.epoch
    whole = [one for one in robot.messages() if span[0] <= one[0] - epoch < span[1]]

    assert [repr(one) for one in robot.messages(span=span)] == [repr(one) for one in whole]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_fault_family_occurs_on_some_robot(family: str) -> None:
    for seed in range(100, 145):
        kind = sorted(FAMILIES[family].kinds)[seed % len(FAMILIES[family].kinds)]
        robot = make_robot(seed, kind, hours=_SHORT, families={family}, thin=True)
        if any(truth.family == family and truth.must for truth in robot.truths):
            return
    pytest.fail("it shows on no robot")


def test_a_healthy_robot_has_no_truth_that_must_be_remembered() -> None:
    for kind in KINDS:
        robot = make_robot(11, kind, hours=_SHORT, healthy=True)

        assert not any(truth.must for truth in robot.truths)


def test_every_truth_has_a_topic_and_a_time_at_which_the_robot_runs(
    robots: list[Robot],
) -> None:
    for robot in robots:
        sessions = robot.timeline.sessions
        for truth in robot.truths:
            assert truth.must is False or truth.family in FAMILIES
            assert truth.intervals and truth.targets
            assert {one.topic for one in truth.targets} - {""} <= set(robot.topics)
            for begin, end in truth.intervals:
                assert begin <= end
                assert any(one.begin <= begin and end <= one.end + 5.0 for one in sessions)
