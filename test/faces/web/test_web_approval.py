"""A person approves a proposal over HTTP with a signature made on their own computer."""

from __future__ import annotations

import json

import pytest
from approving import assist_of, keys_for

from robot_memory import RobotMemory
from robot_memory.faces.cli.main import main
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope
from robot_memory.governance.signing import make_operator_keys

SKILL = "# Dock\n\nDock slowly, 0.2 m/s.\n"


@pytest.fixture
def proposal(site):
    """The id of a pending proposal."""
    with RobotMemory.open(site.home) as memory:
        memory.save(force=True)  # sets the robot's name
        return memory.long_term.levels.propose("skills/dock/SKILL.md", SKILL, by="night").id


@pytest.fixture
def client(site):
    return site.writer("ada", scopes=[TokenScope.APPROVE])


@pytest.fixture
def approval(site, client, proposal, tmp_path, capsys):
    """The signature that the operator's computer prints for the robot's file."""
    with RobotMemory.open(site.home) as memory:
        key = tmp_path / "elsewhere" / "ada.key"
        card = make_operator_keys("ada", key, memory.home)
        memory.long_term.assist.enrol("ada", card)
    file = tmp_path / "elsewhere" / "proposal.json"
    file.write_bytes(client.get(f"/api/memory/proposals/{proposal}").content)
    capsys.readouterr()
    nowhere = str(tmp_path / "no-memory")
    assert main(["--home", nowhere, "levels", "sign", str(file), "--key", str(key)]) == 0
    said = capsys.readouterr()
    assert "+Dock slowly, 0.2 m/s." in said.err
    assert f"for {memory.rrn} with this" in said.err
    return json.loads(said.out)


def test_a_proposal_signed_on_another_computer_takes_effect(site, client, proposal, approval):
    answer = client.post(
        f"/api/memory/proposals/{proposal}/approve", json={"approval": approval, "note": "tried"}
    )

    assert answer.status_code == 200, answer.text
    assert (answer.json()["status"], answer.json()["decided_by"]) == ("approved", "ada")
    assert (site.home / "procedural/skills/dock/SKILL.md").read_text() == SKILL


def test_the_agent_that_delivers_a_signature_is_named_in_the_note(site, proposal, approval):
    agent = site.writer("courier", scopes=[TokenScope.APPROVE], kind=CallerKind.AGENT)
    answer = agent.post(f"/api/memory/proposals/{proposal}/approve", json={"approval": approval})

    assert (answer.json()["decided_by"], answer.json()["note"]) == (
        "ada", "brought by agent:courier",
    )  # fmt: skip


def test_an_agent_can_reject_only_proposals_of_agents(site, proposal):
    agent = site.writer("boss", scopes=[TokenScope.APPROVE], kind=CallerKind.AGENT)
    refused = agent.post(f"/api/memory/proposals/{proposal}/reject", json={})
    assert refused.status_code == 403, refused.text

    with RobotMemory.open(site.home) as memory:
        levels = memory.long_term.levels
        own = levels.propose("skills/x/SKILL.md", "# X\n", by="agent:planner").id
    answer = agent.post(f"/api/memory/proposals/{own}/reject", json={})
    assert answer.json()["decided_by"] == "agent:boss"
    person = site.writer("ada", scopes=[TokenScope.APPROVE])
    answer = person.post(f"/api/memory/proposals/{proposal}/reject", json={})
    assert answer.json()["decided_by"] == "person:ada"


def test_an_invalid_signature_changes_nothing(site, client, proposal, approval):
    changed = approval | {"approved_at": "2026-01-01T00:00:00Z"}
    answer = client.post(f"/api/memory/proposals/{proposal}/approve", json={"approval": changed})

    assert answer.status_code == 422
    assert "not ada's for what it says" in answer.text
    assert not (site.home / "procedural/skills/dock/SKILL.md").exists()


def test_a_signature_alone_without_the_scope_is_refused(site, proposal, approval):
    writer = site.writer("bob", scopes=[TokenScope.WRITE])
    answer = writer.post(f"/api/memory/proposals/{proposal}/approve", json={"approval": approval})

    assert answer.status_code == 403


def test_a_proposal_file_changed_in_transit_is_not_signed(
    site, client, proposal, approval, tmp_path, capsys
):
    file = tmp_path / "elsewhere" / "proposal.json"
    record = json.loads(file.read_text()) | {"content": "# Dock\n\nDock at 9 m/s.\n"}
    file.write_text(json.dumps(record))

    key = str(tmp_path / "elsewhere" / "ada.key")
    assert main(["--home", str(tmp_path), "levels", "sign", str(file), "--key", key]) != 0
    assert "somebody changed it after it was proposed" in capsys.readouterr().err


def test_a_proposal_file_without_a_robot_name_is_not_signed(
    site, proposal, approval, tmp_path, capsys
):
    """As if taken from the home's folder, where no robot is named."""
    file = next(site.home.rglob(f"proposals/{proposal}.json"))

    key = str(tmp_path / "elsewhere" / "ada.key")
    assert main(["--home", str(tmp_path), "levels", "sign", str(file), "--key", key]) != 0
    said = capsys.readouterr().err
    assert "rrn: None is no robot" in said and f"levels show {proposal} --json" in said


def test_a_signature_for_another_robot_changes_nothing(
    site, client, proposal, tmp_path, approval, capsys
):
    file = tmp_path / "elsewhere" / "proposal.json"
    record = json.loads(file.read_text())
    file.write_text(json.dumps(record | {"rrn": "RRN-000000000009"}))
    key = str(tmp_path / "elsewhere" / "ada.key")
    assert main(["--home", str(tmp_path), "levels", "sign", str(file), "--key", key]) == 0
    other = json.loads(capsys.readouterr().out)
    answer = client.post(f"/api/memory/proposals/{proposal}/approve", json={"approval": other})

    assert answer.status_code == 409
    assert f"for the robot RRN-000000000009, and this is {record['rrn']}" in answer.text
    assert not (site.home / "procedural/skills/dock/SKILL.md").exists()


def test_a_proposal_is_shown_with_its_diff_and_the_operators(site, client, proposal):
    levels = RobotMemory.open(site.home, read_only=True).long_term.levels
    assist_of(levels).enrol("grace", keys_for("grace").card)

    change = client.get(f"/api/memory/proposals/{proposal}/change").json()

    assert "+Dock slowly, 0.2 m/s." in change["difference"]
    assert change["operators"] == ["grace"]
    assert len(change["subject_sha256"]) == 64
