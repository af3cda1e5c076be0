"""``robot-memory levels``: a look into the levels, and a person's decisions."""

from __future__ import annotations

import json

import pytest

from robot_memory.memory import RobotMemory


@pytest.fixture
def proposal(command):
    """The id of a proposal that waits."""
    with RobotMemory.open(command.home) as memory:
        made = memory.long_term.levels.propose(
            "skills/doorways/SKILL.md", "# Doorways\n\nSlow down.\n", by="night shift",
            reason="seen on 12 days",
        )  # fmt: skip
    return made.id


def test_a_proposal_waits_and_changes_nothing(command, proposal):
    done = command("levels", "proposals")

    assert proposal in done.out
    assert "seen on 12 days" in done.out
    assert not (command.home / "procedural/skills/doorways/SKILL.md").exists()


def test_a_proposal_is_shown_as_a_difference(command, proposal):
    out = command("levels", "show", proposal).out

    assert "--- procedural/skills/doorways/SKILL.md" in out
    assert "+Slow down." in out


def test_an_approved_proposal_takes_effect_in_somebodys_name(command, proposal):
    done = command("levels", "approve", proposal, "--by", "ada", "--note", "tried it")

    assert done.status == 0, done.err
    file = command.home / "procedural/skills/doorways/SKILL.md"
    assert file.read_text() == "# Doorways\n\nSlow down.\n"
    assert command("levels", "read", "procedural", "skills/doorways/SKILL.md").out.endswith(
        "Slow down.\n"
    )
    events = (command.home / "episodic/events/events.jsonl").read_text()
    approved = [json.loads(line) for line in events.splitlines() if "approved" in line]
    assert [(event["id"], event["by"]) for event in approved] == [(proposal, "ada")]


def test_a_rejected_proposal_changes_nothing_and_waits_no_more(command, proposal):
    assert command("levels", "reject", proposal, "--by", "ada").status == 0

    assert command("levels", "proposals", "--json").json == []
    (kept,) = command("levels", "proposals", "--all", "--json").json
    assert (kept["status"], kept["decided_by"]) == ("rejected", "ada")


def test_a_decision_needs_a_name(command, proposal):
    assert command("levels", "approve", proposal).status == 2
    assert command("levels", "proposals", "--json").json[0]["status"] == "pending"


def test_the_record_is_verified_and_a_changed_line_is_named(command):
    for number in range(3):
        command("remember", "environment_note", f"Doorway {number} has a lip")
    whole = command("levels", "verify")
    assert (whole.status, "the chain holds" in whole.out) == (0, True)

    file = command.home / "episodic/events/events.jsonl"
    file.write_text(file.read_text().replace("Doorway 1", "Doorway 9"))
    broken = command("levels", "verify")
    assert broken.status == 1
    assert "events.jsonl:" in broken.out


def test_a_path_out_of_a_level_is_refused(command, proposal):
    done = command("levels", "read", "semantic", "../observations.db")

    assert done.status == 2
    assert "observations.db" in done.err


def test_a_file_that_is_not_there_is_an_error(command):
    assert command("levels", "read", "semantic", "knowledge/none.md").status == 2


def test_stats_and_retention_of_an_empty_memory_make_nothing(command):
    assert command("levels", "stats", "--json").json["total_files"] == 0
    assert command("levels", "retention").status == 0
    assert not command.home.exists()


def test_a_record_that_was_cut_off_is_told_by_a_head_that_somebody_saw(command):
    for number in range(3):
        command("remember", "environment_note", f"Doorway {number} has a lip")
    seen = command("levels", "verify", "--json").json["head"]
    file = command.home / "episodic/events/events.jsonl"
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))

    assert command("levels", "verify").status == 0, "by itself it looks whole"
    told = command("levels", "verify", "--seen", f"{seen['seq']}:{seen['digest']}")
    assert told.status == 1
    assert "was cut off after number 2: number 3 has been seen" in told.out


def test_a_head_that_is_none_is_refused(command, proposal):
    done = command("levels", "verify", "--seen", "12")

    assert done.status == 2
    assert "seen.digest: '' is not a SHA-256" in done.err
