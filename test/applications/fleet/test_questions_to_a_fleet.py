"""Answers of a fleet's memory; the same with SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import date

import pytest
from federation_builders import at, note, talker
from fleet_builders import HearingFleet, described, everything, fault

from robot_memory.applications.fleet import fault_question
from robot_memory.applications.fleet.fault_question import FaultAnswer, ask_fault
from robot_memory.applications.fleet.fleet_answers import (
    fault_lines,
    lesson_lines,
    mtbf_lines,
    silence_lines,
)
from robot_memory.applications.fleet.fleet_questions import (
    LessonAnswer,
    ask_lessons,
    ask_mtbf,
    ask_silence,
)
from robot_memory.foundation.errors import InvalidInput
from robot_memory.sharing.federation.shared_entry import DeletedEntry

SLIP = fault()
TODAY = at().date()
WEEKS = (0,) * 4


def grow(fleet: HearingFleet) -> None:
    """Let twelve robots of two models report; five of the six older ones slip."""
    for number in range(1, 13):
        robot = talker(number)
        fleet.believe(robot, name=f"robot{number}")
        model = "Rover 3" if number <= 6 else "Rover 4"
        slips = number <= 5
        onsets = (*WEEKS, 0, 1, 1, 2) if slips else ()
        told = [(SLIP, "left wheel", onsets)] if slips else []
        failures = (*WEEKS, 0, 1, 1, 2) if slips else ()
        lessons = [SLIP] if slips else []
        if number == 7:
            lessons = ["The lift is slow at noon"]
        site = "Hamburg" if number % 2 else "Bremen"
        about = described(
            *told,
            failures=failures,
            model=model,
            site=site,
            versions={"software": f"4.{number % 2}"},
        )
        fleet.hear(robot, *lessons, robot=about)


def ask(fleet: HearingFleet, words: str, today: date = TODAY) -> FaultAnswer:
    with fleet.database.reading() as statements:
        return ask_fault(statements, words, today)


def lessons(fleet: HearingFleet) -> LessonAnswer:
    with fleet.database.reading() as statements:
        return ask_lessons(statements, 50)


def test_the_answer_about_a_fault_says_how_many_robots_which_and_since_when(
    fleet: HearingFleet,
) -> None:
    grow(fleet)

    found = ask(fleet, "wheel SLIP")

    assert (found.robots, found.fleet.robots) == (5, 12)
    assert found.since == found.last == at()
    assert found.affected.by_part["model", "Rover 3"] == 5
    assert found.affected.by_version["software", "4.1"] == 3
    text = "\n".join(fault_lines(found))
    assert "5 of 12 robots tell of it now" in text
    assert "by model: Rover 3 5 of 6" in text


def test_a_fault_that_comes_more_often_on_several_robots_is_rising(fleet: HearingFleet) -> None:
    grow(fleet)

    trend = ask(fleet, "wheel").trend

    assert trend.verdict == "rising"
    assert (trend.robots_before, trend.robots_after) == (0, 5)
    assert trend.comparison is not None
    assert (trend.comparison.before.count, trend.comparison.after.count) == (0, 20)
    assert trend.comparison.after.exposure == pytest.approx(12 * 4 * 10.0)


def test_a_rise_on_a_single_robot_is_reported_as_such(small_fleet: HearingFleet) -> None:
    for number in range(1, 6):
        (robot,) = small_fleet.trusting(number)
        onsets = (*WEEKS, 9, 9, 9, 9) if number == 1 else (1,) * 8
        small_fleet.hear(robot, SLIP, robot=described((SLIP, "left wheel", onsets)))

    trend = ask(small_fleet, "wheel").trend

    assert (trend.verdict, trend.busiest) == ("rising on one robot", talker(1).rrn)


def test_the_trend_accounts_for_running_time(small_fleet: HearingFleet) -> None:
    for number in range(1, 6):
        (robot,) = small_fleet.trusting(number)
        about = described(
            (SLIP, "left wheel", (2,) * 4 + (4,) * 4), minutes=(600,) * 4 + (1200,) * 4
        )
        small_fleet.hear(robot, SLIP, robot=about)

    assert ask(small_fleet, "wheel").trend.verdict == "no change shown"


def test_without_running_time_there_is_no_trend(small_fleet: HearingFleet) -> None:
    (alex,) = small_fleet.trusting(1)
    small_fleet.hear(alex, SLIP)

    found = ask(small_fleet, "slips")

    assert (found.robots, found.trend.verdict) == (1, "no data")


def test_lessons_of_one_robot_and_of_a_class_are_distinguished(fleet: HearingFleet) -> None:
    grow(fleet)

    found = lessons(fleet)

    assert (found.single_count, found.shared_count) == (1, 1)
    (shared,) = found.shared
    (finding,) = shared.findings
    assert finding.share.part == ("model", "Rover 3")
    assert (finding.share.affected, finding.share.robots) == (5, 6)
    assert any("model Rover 3: 5 of 6 robots" in line for line in lesson_lines(found))


def test_a_lesson_spread_over_all_classes_has_no_finding(small_fleet: HearingFleet) -> None:
    for number in range(1, 13):
        (robot,) = small_fleet.trusting(number)
        told = [(SLIP, "left wheel", ())] if number % 2 else []
        about = described(*told, model="Rover 3" if number % 4 < 2 else "Rover 4")
        small_fleet.hear(robot, *([SLIP] if number % 2 else []), robot=about)

    (shared,) = lessons(small_fleet).shared

    assert shared.fault.robots == 6
    assert shared.findings == ()


def test_the_time_between_failures_is_given_by_model_with_its_interval(fleet: HearingFleet) -> None:
    grow(fleet)

    with fleet.database.reading() as statements:
        parts = ask_mtbf(statements, "model", 8, TODAY)

    by_model = {one.value: one.rate for one in parts}
    rover3, rover4 = by_model["Rover 3"], by_model["Rover 4"]
    assert rover3 is not None and rover4 is not None
    assert (rover3.count, rover3.exposure) == (20, 480.0)
    assert (rover4.count, rover4.exposure) == (0, 480.0)
    lines = list(mtbf_lines(parts))
    assert lines[0].split() == "Rover 3 24 h (15.5 to 39.3): 20 failures in 480 h".split()
    assert "above 130 h: 0 failures in 480 h" in lines[1]


def test_the_robot_with_the_highest_lower_bound_of_failures_is_first(fleet: HearingFleet) -> None:
    often, once, never = map(talker, (1, 2, 3))
    fleet.believe(often, name="often")
    fleet.believe(once, never)
    for robot, minutes, failures in ((often, 2400, 20), (once, 60, 1), (never, 2400, 0)):
        about = described(minutes=(minutes,), failures=(failures,))
        fleet.hear(robot, SLIP, robot=about)

    with fleet.database.reading() as statements:
        parts = ask_mtbf(statements, "robot", 8, TODAY)

    assert [one.value for one in parts] == [often.rrn, once.rrn, never.rrn]
    assert next(mtbf_lines(parts)).startswith(f"{often.rrn} (often) 2 h (")


def test_the_three_most_frequent_faults_of_a_robot_are_listed(fleet: HearingFleet) -> None:
    worn, other = fleet.trusting(1, 2)
    told = [(fault("part", f"fault {number}"), "part", (number,)) for number in range(5)]
    about = described(*told, minutes=(600,), failures=(10,))
    fleet.hear(worn, *(entry for entry, _, _ in told), robot=about)
    fleet.hear(other, SLIP, robot=described((SLIP, "left wheel", (9,)), minutes=(600,)))

    with fleet.database.reading() as statements:
        first, second = ask_mtbf(statements, "robot", 8, TODAY)
        (model,) = ask_mtbf(statements, "model", 8, TODAY)

    assert [(one.text, one.onsets) for one in first.faults] == [
        ("part fault 4", 4), ("part fault 3", 3), ("part fault 2", 2),
    ]  # fmt: skip
    assert [(one.component, one.onsets) for one in second.faults] == [("left wheel", 9)]
    assert model.faults == ()
    assert list(mtbf_lines([first]))[1].split(maxsplit=1) == ["4x", "began part fault 4"]
    assert len(list(mtbf_lines([second]))) == 1  # an onset is not a failure


@pytest.mark.parametrize("first", [1, 2])
def test_each_robots_faults_are_listed_in_its_own_words(fleet: HearingFleet, first: int) -> None:
    texts = {1: "left wheel slips at dock 3", 2: "left wheel slips: the driver did it"}
    for number in (first, 3 - first):
        robot, slips = talker(number), fault(text=texts[number])
        fleet.believe(robot)
        about = described((slips, "left wheel", (2,)), minutes=(600,), failures=(2,))
        fleet.hear(robot, slips, robot=about)

    with fleet.database.reading() as statements:
        parts = ask_mtbf(statements, "robot", 8, TODAY)

    told = {one.value: [fault.text for fault in one.faults] for one in parts}
    assert told == {talker(number).rrn: [texts[number]] for number in (1, 2)}


def test_robots_that_are_silent_or_were_never_heard_are_listed(fleet: HearingFleet) -> None:
    alex, bob, cleo, dan = fleet.trusting(1, 2, 3, 4)
    fleet.hear(alex, SLIP)
    fleet.hear(dan, SLIP)
    fleet.revoke(dan)
    fleet.at(at(days=3))
    fleet.hear(bob, SLIP, robot=described())

    with fleet.database.reading() as statements:
        found = ask_silence(statements, 48.0, 10, fleet.clock.now().time)

    assert [one.rrn for one in found.silent] == [cleo.rrn, alex.rrn]
    assert (found.count, found.robots) == (2, 3)
    assert list(silence_lines(found)) == [
        "2 of 3 robots are silent or refused",
        f"{cleo.rrn}: never heard",
        f"{alex.rrn}: last update 2026-12-01 12:00 UTC",
    ]


def test_a_robot_refused_for_its_clock_is_listed_until_an_update_is_accepted(
    fleet: HearingFleet,
) -> None:
    def listed() -> list[tuple[str, str]]:
        with fleet.database.reading() as statements:
            found = ask_silence(statements, 48.0, 10, fleet.clock.now().time)
        return [(one.rrn, one.problem) for one in found.silent]

    (alex,) = fleet.trusting(1)
    fleet.hear(alex, SLIP)
    before = everything(fleet)
    assert fleet.hear(alex, "All corridors are free", issued=at(days=2)) == "dated ahead"

    assert {**everything(fleet), "robots": before["robots"]} == before
    assert "dated ahead" in fleet.told[-1]
    ((rrn, problem),) = listed()
    assert rrn == alex.rrn
    assert problem.startswith("its updates are refused: it is dated 172800 s ahead")

    assert fleet.hear(alex, SLIP) == "accepted"
    assert listed() == []


def test_wildcard_characters_in_a_question_match_only_themselves(
    fleet: HearingFleet,
) -> None:
    (alex,) = fleet.trusting(1)
    fleet.hear(alex, "Battery at 5 % of 100", "Battery at 5 of 100")

    assert ask(fleet, "5 %").fault_count == 1
    assert ask(fleet, "bat_ery").fault_count == 0
    assert ask(fleet, "!").fault_count == 0


def test_a_question_without_words_is_refused(small_fleet: HearingFleet) -> None:
    with pytest.raises(InvalidInput, match="words: 0 words are not 1 to 12"):
        ask(small_fleet, " ")


def test_values_out_of_range_are_refused_with_the_limits(small_fleet: HearingFleet) -> None:
    with small_fleet.database.reading() as statements:
        with pytest.raises(InvalidInput, match="'colour' is not one of model"):
            ask_mtbf(statements, "colour", 8, TODAY)
        with pytest.raises(InvalidInput, match="weeks: 99 is not from 1 to 56"):
            ask_mtbf(statements, "model", 99, TODAY)
        with pytest.raises(InvalidInput, match="hours: 0 is not above 0"):
            ask_silence(statements, 0.0, 10, at())


def test_a_robots_withdrawn_lessons_do_not_hide_another_robots_fault(
    small_fleet: HearingFleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fault_question, "_MOST_FAULTS", 3)
    alex, bob = small_fleet.trusting(1, 2)
    small_fleet.hear(bob, "The ramp is slippery")
    for number in range(6):
        small_fleet.at(at(minutes=number))
        small_fleet.hear(alex, f"The ramp is slippery {number}")

    found = ask(small_fleet, "slippery")
    assert "The ramp is slippery" in [one.text for one in found.faults]
    assert found.robots == 2


def test_a_fault_is_listed_in_currently_shared_words(fleet: HearingFleet) -> None:
    alex, bob = fleet.trusting(1, 2)
    about = {"type": "hardware_observation", "about": ("bump", "bump")}
    fleet.hear(alex, note("Self test passed", **about))
    fleet.hear(bob, note("Bump in the corridor", **about))
    fleet.hear(alex, "The lift is slow at noon")

    (one,) = ask(fleet, "bump").faults
    assert one.text == "Bump in the corridor"


def test_a_fault_has_the_most_common_text_and_lists_the_others(fleet: HearingFleet) -> None:
    for number, end in ((1, "harmless, go on"), (2, "stop the robot"), (3, "stop the robot")):
        robot = talker(number)
        fleet.believe(robot, name=f"robot{number}")
        said = fault(text=f"left wheel slips {number} times — {end}")
        fleet.hear(robot, said, robot=described((said, "left wheel", (1,))))

    (found,) = ask(fleet, "stop robot").faults
    assert (found.text, found.robots) == ("left wheel slips 2 times — stop the robot", 3)
    assert [(one.text, one.robots) for one in found.otherwise] == [
        ("left wheel slips 1 times — harmless, go on", 1)
    ]
    lines = list(lesson_lines(lessons(fleet)))
    assert "               1 of them: left wheel slips 1 times — harmless, go on" in lines


def test_many_texts_of_one_robot_do_not_hide_another_robots_text(
    fleet: HearingFleet,
) -> None:
    loud, quiet = fleet.trusting(1, 2)
    about = {"type": "hardware_observation", "about": ("left drive", "overheats")}
    many = [note(f"Left drive overheats {word}", **about) for word in "abcdefgh"]
    numbers = [note(f"Left drive overheats at {number} K", **about) for number in range(340, 346)]
    fleet.hear(loud, *many, *numbers)
    fleet.hear(quiet, note("Left drive smokes: stop the robot", **about))

    (found,) = ask(fleet, "left drive").faults

    assert (found.text, found.robots) == ("Left drive smokes: stop the robot", 2)
    assert {one.robots for one in found.otherwise} == {1}


def test_a_deleted_lesson_is_no_longer_found_by_its_words(fleet: HearingFleet) -> None:
    robots = [talker(number) for number in (1, 2)]
    for robot, end in zip(robots, ("harmless", "bad"), strict=True):
        fleet.believe(robot)
        said = fault(text=f"left wheel slips: {end}")
        fleet.hear(robot, said, robot=described((said, "left wheel", (1,))))

    fleet.hear(robots[1], deleted=(DeletedEntry(said.id, at()),))

    assert ask(fleet, "slips bad").faults == ()
    assert ask(fleet, "slips harmless").robots == 1
