"""Procedural memory: approval only by an operator's signature, with receipts and rollback."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from governance_builders import ADA, RRN, House, archived, at, rules_of
from hypothesis import given, settings
from hypothesis import strategies as st
from procedural_builders import (
    NEW,
    OLD,
    TARGET,
    approve,
    begin_with,
    levels_of,
    propose,
    skill,
    state,
)
from robots import keys_of, rrn_of

from robot_memory.foundation.errors import AssistRefused, DecisionRefused, UnknownProposal
from robot_memory.governance import AssistPath
from robot_memory.governance.approval import approve as sign
from robot_memory.governance.approval import approver_of
from robot_memory.governance.file_change import FileChange, change_of
from robot_memory.long_term.levels import ProposalStatus


def records(house: House) -> list[dict]:
    return [json.loads(path.read_bytes()) for path in house.receipts]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_proposal_signed_by_an_operator_is_applied(house):
    begin_with(house)
    proposal = propose(house)
    approved = approve(house, proposal, "tried  it")

    assert skill(house).read_text() == NEW
    assert approved == state(house, proposal)
    assert (approved.status, approved.decided_by, approved.note) == (
        ProposalStatus.APPROVED, "ada", "tried it",
    )  # fmt: skip
    assert (approved.decided_at, approved.applied_at) == (at().time, at().time)
    assert [run.id for run in house.assist.runs()] == [approved.run_id]


def test_the_signature_covers_the_whole_change(house):
    proposal = propose(house)
    approve(house, proposal)
    path = house.file("approvals", proposal.id)
    record = json.loads(path.read_bytes())

    assert record["kind"] == "robot-memory.approval.v1"
    assert (record["subject"], record["scope"]) == (proposal.id, "procedural")
    assert record["subject_sha256"] == change_of(RRN, proposal, "").digest
    assert record["signature"].startswith("pqc-hybrid-v1.")


CHANGE = FileChange("prop-00000000", TARGET, OLD, NEW, RRN)


@pytest.mark.parametrize(
    "changed",
    [
        replace(CHANGE, content=f"{NEW}\n"),
        replace(CHANGE, previous=None),
        replace(CHANGE, previous=""),
        replace(CHANGE, target="skills/Dock/SKILL.md"),
    ],
)
def test_a_changed_proposal_loses_its_approval(house, changed):
    folder, operators = house.store.approvals, house.store.operators
    sign(folder, CHANGE, ADA, operators, at().time)
    assert approver_of(folder, CHANGE, operators) == "ada"

    with pytest.raises(AssistRefused, match="has changed since ada approved it"):
        approver_of(folder, changed, operators)


def test_an_approval_for_another_ledger_is_not_valid(house):
    elsewhere = SimpleNamespace(id=CHANGE.id, digest=CHANGE.digest, scope="ledger:other", rrn=RRN)
    sign(house.store.approvals, elsewhere, ADA, house.store.operators, at().time)

    with pytest.raises(AssistRefused, match="has changed since"):
        approver_of(house.store.approvals, CHANGE, house.store.operators)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
robots = st.sampled_from(["", RRN, rrn_of(2)])
changes = st.builds(FileChange, st.just("prop-00000000"), texts, st.none() | texts, texts, robots)


@given(changes, changes)
def test_two_changes_have_the_same_digest_only_if_they_are_equal(one, other):
    assert (one.digest == other.digest) == (one == other)


def test_a_person_can_sign_a_proposal_without_gates_and_while_assist_is_disabled(house):
    house.file("gates", "contract").unlink()
    parked = AssistPath(house.home, enabled=False, machine="another one")
    proposal = propose(house)

    assert parked.approve_proposal(RRN, proposal.id, ADA, at()).status is ProposalStatus.APPROVED


def refused(house, proposal, error, match, keys=ADA):
    """Check that an approval is refused and changes nothing."""
    before = skill(house).read_bytes() if skill(house).exists() else None
    with pytest.raises(error, match=match):
        house.assist.approve_proposal(RRN, proposal.id, keys, at())
    assert (skill(house).read_bytes() if skill(house).exists() else None) == before
    assert house.receipts == []
    assert not house.file("approvals", proposal.id).exists()


def test_only_an_enrolled_operator_can_approve_a_proposal(house):
    proposal = propose(house)
    refused(house, proposal, AssistRefused, "eve is not an operator", keys_of(5, "eve"))
    refused(house, proposal, AssistRefused, "other keys than these", keys_of(5, "ada"))
    assert state(house, proposal) == proposal


def test_a_proposal_for_a_file_that_has_changed_since_is_not_applied(house):
    proposal = propose(house)
    begin_with(house, "# Ada's own\n")

    refused(house, proposal, DecisionRefused, "has changed since")
    assert state(house, proposal).status is ProposalStatus.PENDING


def test_a_proposal_without_a_change_is_not_approved(house):
    begin_with(house)
    refused(house, propose(house, OLD), DecisionRefused, "changes nothing")


def test_an_unknown_proposal_is_named_in_the_error(house):
    with pytest.raises(UnknownProposal, match="'prop-00000000'"):
        house.assist.approve_proposal(RRN, "prop-00000000", ADA, at())


def test_an_approved_proposal_can_be_neither_approved_again_nor_rejected(house):
    proposal = propose(house)
    approve(house, proposal)

    with pytest.raises(DecisionRefused, match=f"{proposal.id} was approved by ada"):
        approve(house, proposal)
    with pytest.raises(DecisionRefused, match="was approved by ada"):
        levels_of(house).reject(proposal.id, "Bob")
    assert len(house.receipts) == 3


def test_a_run_leaves_a_before_receipt_a_rollback_file_and_an_after_receipt(house):
    begin_with(house)
    proposal = propose(house)
    approve(house, proposal, "tried it")
    before, rollback, after = records(house)

    assert [one["kind"] for one in (before, rollback, after)] == [
        f"robot-memory.procedural.{stage}.v1" for stage in ("before", "rollback", "after")
    ]
    assert (before["action"], before["target"], before["note"]) == ("apply", TARGET, "tried it")
    assert before["change_sha256"] == change_of(RRN, proposal, "").digest
    assert before["before_sha256"] == sha(OLD)
    assert (rollback["before_text"], rollback["after_text"]) == (OLD, NEW)
    assert (after["result"], after["after_sha256"]) == ("applied", sha(NEW))
    assert after["rollback_ref"] == house.receipts[1].name
    assert after["policy"] == {"memory_mutation": "procedural", "writes_performed": 1}


def test_a_signature_for_a_rollback_is_void_after_a_later_signed_change_of_the_file(house):
    begin_with(house)
    first = approve(house, propose(house)).run_id
    house.assist.approve_rollback(first, ADA, at())
    second = approve(house, propose(house, "# Dock\n\nDock at 9 m/s.\n")).run_id
    assert house.assist.roll_back(second, at(), ADA).is_done

    with pytest.raises(AssistRefused, match="after it was signed that"):
        house.assist.roll_back(first, at())
    assert skill(house).read_text() == NEW
    assert house.assist.roll_back(first, at(), ADA).is_done


def test_only_the_rollback_file_contains_the_text_of_the_changed_file(house):
    begin_with(house)
    approve(house, propose(house))

    assert "Dock" not in house.receipts[0].read_text() + house.receipts[2].read_text()
    assert records(house)[2]["diff_summary"] == [
        {"target": TARGET, "op": "replace", "from_size": len(OLD), "to_size": len(NEW)}
    ]


def test_a_rollback_file_of_rows_is_refused_for_a_file_change(house):
    house.run(1)
    rows = records(house)
    approve(house, propose(house))
    path = house.receipts[4]
    mixed = {**rows[1], "run_id": records(house)[3]["run_id"], "chain": records(house)[4]["chain"]}
    path.write_text(json.dumps(mixed))
    after = json.loads(house.receipts[5].read_bytes())
    after["chain"]["prev"] = hashlib.sha256(path.read_bytes()).hexdigest()
    house.receipts[5].write_text(json.dumps(after))

    with pytest.raises(AssistRefused, match="no before receipt"):
        house.assist.runs()


@pytest.mark.parametrize("old", [OLD, None, "", "# Tür\r\n\ufeff\u2028 no end"])
def test_a_rollback_restores_the_bytes_of_the_file(house, old):
    if old is not None:
        begin_with(house)
        skill(house).write_bytes(old.encode())
    proposal = propose(house)
    run_id = approve(house, proposal).run_id
    outcome = house.assist.roll_back(run_id, at(), ADA)

    assert (skill(house).read_bytes() if skill(house).exists() else None) == (
        None if old is None else old.encode()
    )
    assert (outcome.receipt.record["result"], outcome.is_done) == ("rolled_back", True)
    assert state(house, proposal).status is ProposalStatus.ROLLED_BACK
    assert house.assist.runs()[-1].reverses == run_id


def test_a_file_changed_since_its_run_is_not_rolled_back(house):
    begin_with(house)
    proposal = propose(house)
    run_id = approve(house, proposal).run_id
    skill(house).write_text("# Ada's own\n")
    outcome = house.assist.roll_back(run_id, at(), ADA)

    assert rules_of(outcome) == {"file_unchanged"}
    assert not outcome.is_done
    assert skill(house).read_text() == "# Ada's own\n"
    assert records(house)[-1]["violations"] == [{"rule": "file_unchanged", "path": "target"}]
    assert state(house, proposal).status is ProposalStatus.APPROVED


files = st.sampled_from(["agents.md", "skills/dock/SKILL.md"])
words = st.sampled_from(["# A\n", "# B\r\n", "Tür"])


@settings(max_examples=int(os.environ.get("LAWS", "8")), deadline=None)
@given(st.lists(st.tuples(files, words), max_size=6), st.lists(st.integers(0, 5), max_size=3))
def test_rolling_back_all_changes_restores_the_first_content(done, tries):
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "home")
        house.assist.enrol("ada", ADA.card)
        begin_with(house, "# B\r\n")
        runs: list[tuple[str, str]] = []
        for target, text in done:
            proposal = propose(house, text, target)
            if proposal.status is ProposalStatus.PENDING and proposal.previous != text:
                runs.append((approve(house, proposal).run_id, target))
                assert skill(house, target).read_bytes() == text.encode()
        for number in tries:
            run_id, target = runs[number % len(runs)] if runs else ("", "")
            is_last = run_id == next((one for one, of in reversed(runs) if of == target), None)
            if run_id:
                assert house.assist.roll_back(run_id, at(), ADA).is_done == is_last
                runs = [one for one in runs if one[0] != run_id or not is_last]
        for run_id, _ in reversed(runs):
            assert house.assist.roll_back(run_id, at(), ADA).is_done
        assert skill(house).read_bytes() == b"# B\r\n"
        assert not skill(house, "agents.md").exists()
        assert house.assist.verify() == []


def test_a_change_is_not_rolled_back_before_later_changes_of_its_file(house):
    runs = [approve(house, propose(house, text)).run_id for text in (OLD, NEW, OLD)]

    assert rules_of(house.assist.roll_back(runs[0], at(), ADA)) == {"newest_change"}
    for run_id in reversed(runs):
        assert house.assist.roll_back(run_id, at(), ADA).is_done
    assert not skill(house).exists()


EVIL = {"before_text": "# Evil\n"}


@pytest.mark.parametrize(
    ("changed", "rule"),
    [(EVIL, "rollback_hash"), ({**EVIL, "before_sha256": sha("# Evil\n")}, "rollback_before")],
)
def test_a_changed_or_rewritten_rollback_file_is_not_used(house, changed, rule):
    begin_with(house)
    run_id = approve(house, propose(house)).run_id
    _, rollback, after = house.receipts
    rollback.write_text(json.dumps(records(house)[1] | changed))
    record = records(house)[2]
    record["chain"]["prev"] = hashlib.sha256(rollback.read_bytes()).hexdigest()
    after.write_text(json.dumps(record))
    archived(house).unlink()

    assert rule in rules_of(house.assist.roll_back(run_id, at(), ADA))
    assert skill(house).read_text() == NEW


def test_a_rollback_of_rows_only_does_not_change_a_file(house):
    begin_with(house)
    run_id = approve(house, propose(house)).run_id

    with pytest.raises(AssistRefused, match="changed procedural/"):
        house.assist.roll_back(run_id, at(), ADA, rows_only=True)
    assert skill(house).read_text() == NEW
    assert len(house.assist.runs()) == 1


def test_a_change_with_a_deleted_proposal_can_be_rolled_back(house):
    proposal = propose(house)
    run_id = approve(house, proposal).run_id
    (house.folder / "proposals" / f"{proposal.id}.json").unlink()

    assert house.assist.roll_back(run_id, at(), ADA).is_done
    assert not skill(house).exists()
