"""A crash before any file operation: afterwards file, proposal and receipts agree."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest
from governance_builders import (
    ADA,
    RRN,
    House,
    at,
    before_its_end,
    every_crash,
    full_disk,
    recovered,
)
from procedural_builders import NEW, OLD, approve, begin_with, levels_of, propose, skill, state

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import DecisionRefused
from robot_memory.governance.receipt_witness import unnoted
from robot_memory.long_term.levels import ProposalStatus

LATER = at(0.1, boot="b2", wall=1)


def begin(house: House) -> None:
    begin_with(house)
    propose(house)


def the_proposal(house: House):
    (proposal,) = levels_of(house).proposals.all()
    return proposal


def restart(house: House) -> None:
    house.assist.recover(LATER)
    assert house.assist.verify() == []
    assert [run.id for run in house.assist.runs() if not run.result] == []
    assert unnoted(house.store.events, house.assist.runs()) == []
    assert list(house.folder.rglob("*.tmp")) == []


def told(house: House) -> list[str]:
    kinds = (line.data["type"] for line in levels_of(house).events.read())
    return [kind for kind in kinds if kind not in ("proposal_made", "receipt_written")]


def test_after_a_crash_during_approval_the_proposal_is_applied_completely_or_not_at_all(home):
    results = []
    for house, was_killed in every_crash(
        home, begin, lambda house: approve(house, the_proposal(house), "tried it")
    ):
        recovered(house, LATER)
        runs, proposal = house.assist.runs(), the_proposal(house)
        result = runs[-1].result if runs else "not begun"
        results.append(result)
        if result == "applied":
            assert skill(house).read_text() == NEW
            assert (proposal.status, proposal.decided_by, proposal.note, proposal.run_id) == (
                ProposalStatus.APPROVED, "ada", "tried it", runs[-1].id,
            )  # fmt: skip
            assert proposal.applied_at is not None
            assert told(house) == ["proposal_approved"]
        else:
            assert skill(house).read_text() == OLD
            assert (proposal.status, told(house)) == (ProposalStatus.PENDING, [])
            proposal = house.assist.approve_proposal(RRN, proposal.id, ADA, LATER)
        assert house.assist.roll_back(proposal.run_id, LATER, ADA).is_done
        assert skill(house).read_text() == OLD
        assert was_killed or result == "applied"
    assert {"not begun", "aborted", "applied"} == set(results)
    assert len(results) > 15


def test_a_crash_during_rollback_leaves_it_complete_or_not_begun(home):
    def applied(house: House) -> None:
        begin_with(house)
        approve(house, propose(house))

    results = []
    for house, was_killed in every_crash(
        home, applied,
        lambda house: house.assist.roll_back(the_proposal(house).run_id, at(), ADA),
    ):  # fmt: skip
        recovered(house, LATER)
        last, proposal = house.assist.runs()[-1], the_proposal(house)
        is_back = last.result == "rolled_back"
        results.append(last.result)
        assert skill(house).read_text() == (OLD if is_back else NEW)
        assert proposal.status is (
            ProposalStatus.ROLLED_BACK if is_back else ProposalStatus.APPROVED
        )
        assert told(house) == ["proposal_approved", *(["proposal_taken_back"] if is_back else [])]
        if not is_back:
            assert house.assist.roll_back(proposal.run_id, LATER, ADA).is_done
        assert was_killed or is_back
    assert {"applied", "aborted", "rolled_back"} == set(results)


def cut_off_after_replacing(house: House) -> None:
    """Leave the file replaced, but neither the proposal nor a receipt that says so."""
    begin(house)
    proposal = the_proposal(house)
    approve(house, proposal, "tried it")
    levels_of(house).proposals.keep(proposal)
    before_its_end(house)


def test_recovery_is_completed_after_a_crash_during_recovery(home):
    for house, _ in every_crash(
        home, cut_off_after_replacing, lambda house: house.assist.recover(LATER)
    ):
        recovered(house, LATER)
        (run,) = house.assist.runs()
        assert (run.result, run.after.record["recovered"]) == ("applied", True)
        assert the_proposal(house).note == "tried it"
        assert told(house) == ["proposal_approved"]


def test_a_persons_edit_after_the_crash_stays_and_the_run_counts_as_aborted(house):
    cut_off_after_replacing(house)
    skill(house).write_text("# Ada's own\n")
    restart(house)

    after = house.assist.runs()[0].after.record
    assert after["result"] == "aborted"
    assert "neither what it was nor what it was to become" in after["reason"]
    assert skill(house).read_text() == "# Ada's own\n"
    with pytest.raises(DecisionRefused, match="has changed since"):
        approve(house, the_proposal(house))


def test_a_persons_edit_after_an_applied_proposal_stays_and_the_run_counts_as_applied(house):
    begin(house)
    approve(house, the_proposal(house))
    house.receipts[-1].unlink()
    skill(house).write_text("# Ada's own\n")
    restart(house)

    assert house.assist.runs()[0].result == "applied"
    assert skill(house).read_text() == "# Ada's own\n"


def test_a_refused_and_interrupted_rollback_is_not_reported_as_done(house):
    begin(house)
    run_id = approve(house, the_proposal(house)).run_id
    skill(house).write_text("# Ada's own\n")
    house.assist.roll_back(run_id, at(), ADA)
    house.receipts[-1].unlink()
    skill(house).write_text(OLD)  # as if it had been done
    house.assist.recover(LATER)

    assert house.assist.runs()[-1].result == "aborted"


def test_a_link_in_place_of_the_file_does_not_prevent_recovery(house, tmp_path):
    cut_off_after_replacing(house)
    skill(house).unlink()
    skill(house).symlink_to(tmp_path / "elsewhere")
    restart(house)

    assert house.assist.runs()[0].result == "aborted"
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("after", [0, 2, 4, 6])
def test_a_full_disk_is_reported_with_the_file_and_all_records_agree_afterwards(
    house, monkeypatch, after
):
    begin(house)
    proposal = the_proposal(house)

    with monkeypatch.context() as patch:
        full_disk(patch, after=after)
        try:
            approve(house, proposal)
        except OSError as error:
            assert error.errno == errno.ENOSPC
            assert str(house.folder) in str(error.filename)
            is_replaced = skill(house).read_text() == NEW
            assert ("next action or start" in str(error)) == (
                is_replaced or "receipts" in str(error)
            )
    restart(house)

    is_applied = bool(house.assist.runs()) and house.assist.runs()[-1].result == "applied"
    assert (skill(house).read_text() == NEW) == is_applied
    assert (state(house, proposal).status is ProposalStatus.APPROVED) == is_applied
    if not is_applied:
        assert approve(house, proposal).status is ProposalStatus.APPROVED


def test_the_rollback_file_is_on_disk_before_the_file_is_replaced(house, monkeypatch):
    begin(house)
    happened = []

    def noted(move):
        def note(source, target, **options):
            happened.append(Path(target).name)
            return move(source, target, **options)

        return note

    monkeypatch.setattr(os, "replace", noted(os.replace))
    monkeypatch.setattr(files, "exchange", noted(files.exchange))
    proposal = the_proposal(house)
    approve(house, proposal)

    names = [path.name for path in house.receipts]
    assert happened == [
        f"{proposal.id}.json", *names[:2], "SKILL.md", f"{proposal.id}.json", names[2],
    ]  # fmt: skip


def test_a_rename_before_a_crash_is_synced_to_disk_before_its_receipt(house, monkeypatch):
    """The process died, the machine did not: the new name may still be only in the cache."""
    cut_off_after_replacing(house)
    synced, sync = [], files.sync_folder
    monkeypatch.setattr(files, "sync_folder", lambda folder: (synced.append(folder), sync(folder)))
    house.assist.recover(LATER)

    folders = [house.store.receipts.folder, skill(house).parent]
    assert [folder for folder in synced if folder in folders] == folders[::-1]


def test_a_deletion_is_synced_to_disk_before_its_receipt(house, monkeypatch):
    run_id = approve(house, propose(house)).run_id
    happened, sync = [], files.sync_folder
    monkeypatch.setattr(
        files, "sync_folder",
        lambda folder: (happened.append((folder.name, skill(house).exists())), sync(folder)),
    )  # fmt: skip
    house.assist.roll_back(run_id, at(), ADA)

    assert happened.index(("dock", False)) < happened.index(("receipts", False))


DEEDS = {
    "approving": (begin, lambda house: approve(house, the_proposal(house))),
    "taking back": (
        lambda house: begin(house) or approve(house, the_proposal(house)),
        lambda house: house.assist.roll_back(the_proposal(house).run_id, at(), ADA),
    ),
    "recovering": (cut_off_after_replacing, lambda house: house.assist.recover(LATER)),
}


@pytest.mark.parametrize("name", DEEDS)
def test_an_action_waits_for_the_lock_of_proposals(house, name):
    prepare, deed = DEEDS[name]
    prepare(house)
    before = len(house.receipts)
    thread = threading.Thread(target=deed, args=(house,))
    with levels_of(house).proposals.locked():
        thread.start()
        thread.join(0.3)
        assert thread.is_alive()
        assert len(house.receipts) == before
    thread.join(10)

    assert not thread.is_alive()
    assert len(house.receipts) > before
