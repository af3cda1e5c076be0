"""``robot-memory levels``: the levels' content, and a person's decisions."""

from __future__ import annotations

import json

import pytest

from robot_memory.memory import RobotMemory


@pytest.fixture
def proposal(command):
    """The id of a pending proposal."""
    with RobotMemory.open(command.home) as memory:
        memory.save(force=True)  # sets the robot's name
        made = memory.long_term.levels.propose(
            "skills/doorways/SKILL.md", "# Doorways\n\nSlow down.\n", by="night shift",
            reason="seen on 12 days",
        )  # fmt: skip
    return made.id


def test_a_proposal_is_shown_as_a_difference(command, proposal):
    out = command("levels", "show", proposal).out

    assert "--- procedural/skills/doorways/SKILL.md" in out
    assert "+Slow down." in out


@pytest.fixture
def key(command, tmp_path):
    """The file of an operator's own keys."""
    file = str(tmp_path / "ada.key")
    assert command("assist", "key", "--operator", "ada", "--file", file).status == 0
    return file


def test_a_signed_proposal_takes_effect_and_can_be_rolled_back(command, proposal, key):
    done = command("levels", "approve", proposal, "--key", key, "--note", "tried it")

    assert done.status == 0, done.err
    file = command.home / "procedural/skills/doorways/SKILL.md"
    assert file.read_text() == "# Doorways\n\nSlow down.\n"
    assert command("levels", "read", "procedural", "skills/doorways/SKILL.md").out.endswith(
        "Slow down.\n"
    )
    events = (command.home / "episodic/events/events.jsonl").read_text()
    approved = [json.loads(line) for line in events.splitlines() if "proposal_approved" in line]
    assert [(event["id"], event["by"]) for event in approved] == [(proposal, "ada")]

    (kept,) = command("levels", "proposals", "--all", "--json").json
    assert (kept["status"], kept["note"]) == ("approved", "tried it")
    assert f"(run {kept['run_id']})" in done.out
    listed = command("assist", "receipts", "--verify").out
    assert f"{proposal}, procedural/skills/doorways/SKILL.md: applied, ada" in listed
    back = command("assist", "rollback", kept["run_id"], "--key", key)
    assert back.status == 0, back.err
    assert "procedural/skills/doorways/SKILL.md: remove, 23 to 0 bytes" in back.out
    assert not file.exists()


def test_a_file_changed_since_the_run_is_not_rolled_back(command, proposal, key):
    run_id = command("levels", "approve", proposal, "--key", key, "--json").json["run_id"]
    file = command.home / "procedural/skills/doorways/SKILL.md"
    file.write_text("# Ada's own\n")
    done = command("assist", "rollback", run_id, "--key", key)

    assert done.status == 1
    assert "has changed since the run" in done.out
    assert file.read_text() == "# Ada's own\n"


def test_a_rejected_proposal_changes_nothing_and_is_no_longer_pending(command, proposal):
    assert command("levels", "reject", proposal, "--by", "ada").status == 0

    assert command("levels", "proposals", "--json").json == []
    (kept,) = command("levels", "proposals", "--all", "--json").json
    assert (kept["status"], kept["decided_by"]) == ("rejected", "person:ada")


@pytest.mark.parametrize(
    "words",
    [
        ("approve",),
        ("approve", "--by", "ada"),
        ("reject",),
        ("approve", "--now", "2027-01-01T00:00:00Z"),
    ],
)
def test_approving_needs_a_key_and_rejecting_needs_a_name(command, proposal, key, words):
    subcommand, *given = words
    given += ["--key", key] if "--now" in given else []
    assert command("levels", subcommand, proposal, *given).status == 2
    assert command("levels", "proposals", "--json").json[0]["status"] == "pending"


def test_a_key_of_an_operator_who_is_not_enrolled_approves_nothing(
    command, proposal, key, tmp_path
):
    (command.home / "governance/operators/ada.json").unlink()
    done = command("levels", "approve", proposal, "--key", key)

    assert done.status == 2
    assert "ada is not an operator" in done.err
    assert not (command.home / "procedural/skills/doorways/SKILL.md").exists()


@pytest.mark.parametrize("source", ["-", "file"])
def test_a_skill_proposed_on_the_command_line_is_pending(command, tmp_path, source):
    text = "# Doorways\n\nSlow down.\n"
    file = tmp_path / "doorways.md"
    file.write_text(text)
    given = "-" if source == "-" else str(file)
    done = command("levels", "propose", "doorways", given, "--reason", "a  bump", stdin=text)

    assert done.status == 0, done.err
    (kept,) = command("levels", "proposals", "--json").json
    assert (kept["target"], kept["content"]) == ("skills/doorways/SKILL.md", text)
    assert (kept["reason"], kept["status"]) == ("a bump", "pending")
    assert kept["proposed_by"].endswith(" on the command line")
    assert f"{kept['id']} pending: procedural/skills/doorways/SKILL.md" in done.out
    assert not (command.home / "procedural/skills/doorways/SKILL.md").exists()


def test_rejecting_in_an_operators_name_needs_the_operators_key(command, proposal, key):
    forged = command("levels", "reject", proposal, "--by", "ada")
    assert (forged.status, "ada is an operator" in forged.err) == (2, True)
    forged = command("levels", "reject", proposal, "--by", "\u0430da")  # a Cyrillic a
    assert (forged.status, "ada is an operator" in forged.err) == (2, True)

    pretended = command("levels", "reject", proposal, "--key", key, "--now", "2026-12-02")
    assert (pretended.status, "cannot be pretended" in pretended.err) == (2, True)
    assert command("levels", "reject", proposal, "--key", key).status == 0
    (kept,) = command("levels", "proposals", "--all", "--json").json
    assert (kept["status"], kept["decided_by"]) == ("rejected", "ada")


@pytest.mark.parametrize(
    ("words", "stdin", "why"),
    [
        (("../agents", "-"), "# x\n", "key"),
        (("doorways", "/no/such/file"), "", "/no/such/file"),
        (("doorways", "-"), " \n", "content"),
    ],
)
def test_an_invalid_skill_is_not_proposed(command, words, stdin, why):
    done = command("levels", "propose", *words, stdin=stdin)

    assert (done.status, why in done.err) == (2, True), done.err
    assert command("levels", "proposals", "--json").json == []
