"""The judge is right on hand-made cases."""

from __future__ import annotations

from dataclasses import replace

from simulation import Condition, Target, Truth, make_robot
from simulation.judge.lesson import Lesson
from simulation.judge.matching import judge
from simulation.judge.score import score

WHEEL = Truth(
    "encoder drops out", (Target("/joint_states", ("left_wheel", "[0]")),), ((100.0, 110.0),)
)
SCAN = Truth("lidar blocked", (Target("/scan"),), ((300.0, 360.0), (500.0, 560.0)))
FLAP = Truth("status flaps", (Target("/diagnostics", ("Motor",)),), ((50.0, 55.0),), must=False)


def lesson(text: str, topic: str, *onsets: float, kind: str = "hardware_observation") -> Lesson:
    return Lesson(text, kind, text, topics=frozenset({topic}), onsets=onsets)


ON_WHEEL = lesson("left_wheel stands still", "/joint_states", 102.0)
ON_SCAN = lesson("/scan sees nothing", "/scan", 303.0, 501.0)


def counts(truths: list[Truth], lessons: list[Lesson]) -> tuple[int, int, int, int, int]:
    found = judge(truths, lessons)
    return tuple(map(len, (found.found, found.missed, found.false, found.duplicates, found.grey)))


def test_one_lesson_for_each_truth_is_perfect() -> None:
    assert counts([WHEEL, SCAN], [ON_SCAN, ON_WHEEL]) == (2, 0, 0, 0, 0)


def test_a_lesson_about_another_part_of_the_topic_is_false() -> None:
    other = lesson("right_wheel stands still", "/joint_states", 102.0)

    assert counts([WHEEL], [other]) == (0, 1, 1, 0, 0)


def test_a_second_lesson_about_a_truth_is_a_duplicate_and_a_third_is_false() -> None:
    twice = replace(ON_WHEEL, id="2", text="left_wheel is noisy")
    thrice = replace(ON_WHEEL, id="3", text="left_wheel shifts")

    assert counts([WHEEL], [ON_WHEEL, twice]) == (1, 0, 0, 1, 0)
    assert counts([WHEEL], [ON_WHEEL, twice, thrice]) == (1, 0, 1, 1, 0)


def test_an_effect_is_a_duplicate_but_does_not_count_as_found() -> None:
    truth = replace(WHEEL, effects=(Target("/odom"),))
    effect = lesson("/odom is off", "/odom", 104.0)

    assert counts([truth], [effect]) == (0, 1, 0, 1, 0)


def test_a_lesson_that_is_optional_counts_neither_as_found_nor_as_false() -> None:
    assert counts([FLAP], [lesson("Motor warns", "/diagnostics", 50.0)]) == (0, 0, 0, 0, 1)
    assert counts([FLAP], []) == (0, 0, 0, 0, 0)


def test_a_lesson_that_fits_two_truths_is_assigned_to_the_one_without_another() -> None:
    both = Truth("node dies", (Target("/scan"), Target("/joint_states")), ((300.0, 360.0),))
    shared = lesson("/scan falls silent", "/scan", 301.0)
    only = lesson("/joint_states falls silent", "/joint_states", 301.0)

    assert counts([both, SCAN], [shared, only])[:2] == (2, 0)
    assert counts([SCAN, both], [only, shared])[:2] == (2, 0)


def limit(text: str) -> Lesson:
    return Lesson("limit", "behavior_pattern", text)


FAST = replace(WHEEL, condition=Condition("speed", 0.5))
ABOVE = limit("/joint_states left_wheel stands still above 0.5 m/s")


def test_a_learned_limit_is_scored_without_changing_the_tally() -> None:
    robot = make_robot(0, hours=0.15, healthy=True)
    with_limit = score(robot, [ON_WHEEL, ABOVE], judge([FAST], [ON_WHEEL, ABOVE]))
    without = score(robot, [ON_WHEEL], judge([FAST], [ON_WHEEL]))

    assert with_limit.truths[0].has_condition is True
    assert without.truths[0].has_condition is False
    assert with_limit.tally == without.tally


def test_a_limit_about_no_truth_is_a_false_alarm() -> None:
    assert judge([WHEEL], [limit("/scan falls silent above 0.5 m/s")]).false != []


SLIP = Truth(
    "wheels slip at a place", (Target("/odom"), Target("", ("slip",))), ((50.0, 52.0),),
    is_environment=True, place=(12.0, -3.0),
)  # fmt: skip


def note(text: str) -> Lesson:
    return Lesson(text, "environment_note", text, onsets=(900.0,))


def test_a_note_about_a_place_is_judged_by_its_position_and_subject() -> None:
    assert counts([SLIP], [note("Wheel slip near (12, −2) in `map`")])[:3] == (1, 0, 0)
    assert counts([SLIP], [note("Wheel slip near (12, 9) in `map`")])[:3] == (0, 1, 1)
    assert counts([SLIP], [note("Bump near (12, −2) in `map`")])[:3] == (0, 1, 1)
