"""``robot-memory recall``: the meaning of its exit status."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_search_with_a_result_exits_with_0(command, lip, options):
    found = command("recall", "doorway", *options)

    assert found.status == 0
    assert "Kitchen doorway has a 3 cm lip" in found.out


def test_a_search_without_a_result_exits_with_1(command, lip):
    nothing = command("recall", "zeppelin")

    assert (nothing.status, nothing.out) == (1, "")
    assert nothing.err == "Nothing was found.\n"


def test_a_query_of_several_words_needs_no_quotes(command, lip):
    assert command("recall", "what", "is", "in", "the", "doorway", "--json").json["query"] == (
        "what is in the doorway"
    )


def test_a_long_outcome_is_shown_with_its_sources_in_the_first_line(command):
    note = "with great care; " * 25 + "(by person:bob). In all it failed 0 of 35 times"
    command("report-outcome", "pick valve", "failed")
    command("report-outcome", "pick valve", "succeeded", "--source", "agent:x", "--note", note)

    shown = command("recall", "what happened the last time you tried to pick the valve").out

    assert "pick valve" in shown.splitlines()[0]
    assert "1 of 1 times as persons report, 0 of 1 times as agents report" in shown.splitlines()[0]


def test_the_source_of_a_change_is_shown_before_its_text(command, lip):
    reason = "bob measured it for a week, it stays flat now and nobody trips; " * 6
    command("resolve", lip, "--note", reason, "--source", "agent:x")

    (line,) = [
        line for line in command("recall", "bob measured a week flat", "--source", "event").out.
        splitlines() if line.startswith("Said to be over")
    ]  # fmt: skip
    assert line.startswith("Said to be over by agent x: Kitchen doorway")


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_nearest_result_that_is_no_answer_is_marked_and_exits_with_1(command, lip, options):
    found = command("recall", "which doorway key opens the server cabinet?", *options)

    assert found.status == 1
    if options:
        assert {hit["is_answer"] for hit in found.json["hits"]} == {False}
    else:
        heading, first, *_ = found.out.splitlines()
        assert heading == "Nothing in the memory clearly answers this. What comes nearest:"
        assert first == "Kitchen doorway has a 3 cm lip"


def test_the_answer_that_no_fault_is_present_has_a_source_and_no_id(command, lip):
    lines = command("recall", "which faults are present now?").out.splitlines()

    assert lines[0].startswith("No fault is present")
    assert lines[1].startswith("   entry, 20")


def test_the_steps_of_a_skill_are_shown_completely_on_indented_lines(command, lip, home):
    steps = [f"{number}. Turn valve {number} {'slowly ' * 6}".strip() for number in range(1, 12)]
    page = home / "procedural" / "skills" / "valve" / "SKILL.md"
    page.parent.mkdir(parents=True)
    page.write_text("# Valve\n\n" + "\n".join(steps) + "\n")
    shown = command("recall", "how do I turn the valve?", "--source", "knowledge").out

    first, *others = shown.splitlines()[: len(steps)]
    assert (first, others) == (steps[0], [f"     {step}" for step in steps[1:]])
