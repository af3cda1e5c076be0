"""Outcomes of tasks, reported and shown on the command line."""

from __future__ import annotations

import pytest

from robot_memory.faces.cli.main import main


@pytest.fixture
def run(home, capsys):
    """A function that runs a command; it returns the exit status and both outputs."""

    def call(*words: str):
        status = main(["--home", str(home), *words])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return call


def test_report_outcome_prints_the_counts_so_far(run):
    run("report-outcome", "dock", "succeeded")

    status, out, _ = run("report-outcome", "dock", "failed", "--with", "approach=left")

    assert (status, out) == (0, "noted: dock failed 1 of 2 times so far\n")


def test_outcomes_shows_the_counts_the_interval_and_the_last_attempt(run):
    run("report-outcome", "dock", "succeeded", "--with", "approach=front")
    run("report-outcome", "dock", "failed", "--with", "approach=left", "--note", "slipped")

    _, out, _ = run("outcomes")

    first, last, difference = out.splitlines()
    assert first == "dock (as persons report): failed 1 of 2 times, 95 %: 1% to 99%"
    assert last.endswith("dock failed with approach left (by person): slipped")
    assert difference == (
        "  with approach front failed 0 of 1 times, otherwise 1 of 1: "
        "too few separate attempts to compare"
    )


def test_outcomes_of_agents_are_counted_apart_from_those_of_persons(run):
    run("report-outcome", "dock", "failed")
    run("report-outcome", "dock", "succeeded", "--source", "agent:planner")

    status, out, _ = run("report-outcome", "dock", "succeeded", "--source", "agent:other")

    assert (status, out) == (0, "noted: dock failed 0 of 2 times so far\n")
    _, out, _ = run("outcomes")
    assert [line.partition(",")[0] for line in out.splitlines() if line[0] != " "] == [
        "dock (as persons report): failed 1 of 1 times",
        "dock (as agents report): failed 0 of 2 times",
    ]


def test_a_parameter_without_a_value_is_refused_and_nothing_is_stored(run):
    status, _, err = run("report-outcome", "dock", "failed", "--with", "left")

    assert status == 2
    assert "'left' is not NAME=VALUE" in err
    assert run("outcomes")[1] == ""


def test_an_untried_task_is_refused_with_the_tried_tasks(run):
    run("report-outcome", "dock", "succeeded")

    status, _, err = run("outcomes", "--task", "undock")

    assert status == 2
    assert "only with: dock" in err
