"""An operator signs a proposal on their own computer; the robot accepts the signature."""

from __future__ import annotations

import json
from datetime import timedelta
from functools import partial

import pytest
from governance_builders import ADA, RRN, at
from procedural_builders import NEW, OLD, TARGET, begin_with, levels_of, propose, skill, state
from robots import keys_of, rrn_of

from robot_memory.foundation.errors import AssistRefused, DecisionRefused, InvalidPacket
from robot_memory.governance.approval import sign_approval
from robot_memory.governance.file_change import change_of
from robot_memory.long_term.levels import ProposalStatus


def signed(proposal, keys=ADA, rrn=RRN, after_run=""):
    return sign_approval(change_of(rrn, proposal, after_run), keys, at().time)


def test_an_approval_signed_on_another_computer_applies_the_proposal(house):
    begin_with(house)
    proposal = propose(house)
    approved = house.assist.take_signed_approval(
        RRN, proposal.id, signed(proposal), at(), "by phone"
    )

    assert skill(house).read_text() == NEW
    assert approved == state(house, proposal)
    assert (approved.status, approved.decided_by, approved.note) == (
        ProposalStatus.APPROVED, "ada", "by phone",
    )  # fmt: skip


def refused(house, record, error, words):
    """Try to use a record as an approval, and check that it has no effect."""
    proposal = propose(house)
    with pytest.raises(error, match=words):
        house.assist.take_signed_approval(RRN, proposal.id, record, at())
    assert not skill(house).exists()
    assert state(house, proposal).status is ProposalStatus.PENDING
    assert not house.file("approvals", proposal.id).exists()


def test_an_approval_edited_after_signing_is_refused(house):
    record = signed(propose(house)) | {"approved_at": "2026-12-02T12:00:00Z"}

    refused(house, record, InvalidPacket, "not ada's for what it says")


def test_an_approval_of_another_change_is_refused(house):
    other = propose(house, "# Dock\n\nDock at 9 m/s.\n", "skills/fast/SKILL.md")

    refused(house, signed(other), AssistRefused, f"an approval of {other.id}")


def test_an_approval_for_another_robot_with_the_same_operator_is_refused_with_both_names(house):
    record = signed(propose(house), rrn=rrn_of(2))

    words = f"ada signed prop-.* for the robot {rrn_of(2)}, and this is {RRN}; .* download prop-"
    refused(house, record, AssistRefused, words)
    renamed = record | {"rrn": RRN}
    refused(house, renamed, AssistRefused, "with the digest .*, not of prop-")
    forged = renamed | {"subject_sha256": signed(propose(house))["subject_sha256"]}
    refused(house, forged, InvalidPacket, "not ada's for what it says")


def test_an_approval_without_a_robot_name_must_be_signed_again(house):
    record = signed(propose(house), rrn="")
    assert "rrn" not in record

    words = f"without the robot's name, as versions before, and this is {RRN}; .* sign that file"
    refused(house, record, AssistRefused, words)


def test_a_robot_without_a_name_accepts_no_approval(house):
    proposal = propose(house)
    with pytest.raises(AssistRefused, match=r"has no name \(RRN\) yet"):
        house.assist.take_signed_approval("", proposal.id, signed(proposal, rrn=""), at())
    with pytest.raises(AssistRefused, match=r"has no name \(RRN\) yet"):
        house.assist.approve_proposal("", proposal.id, ADA, at())
    assert not skill(house).exists()


def test_an_approval_by_keys_that_are_not_enrolled_is_refused(house):
    record = signed(propose(house), keys_of(5, "eve"))

    refused(house, record, AssistRefused, "eve is not an operator of this robot")


def test_an_invalid_approval_is_refused_with_all_its_defects(house):
    refused(house, {"kind": "robot-memory.approval.v1"}, InvalidPacket, "subject_sha256")


def test_an_approval_can_be_used_only_once(house):
    proposal = propose(house)
    record = signed(proposal)
    approved = house.assist.take_signed_approval(RRN, proposal.id, record, at())
    assert house.assist.roll_back(approved.run_id, at(), ADA).is_done

    with pytest.raises(DecisionRefused, match="was approved and taken back"):
        house.assist.take_signed_approval(RRN, proposal.id, record, at())
    assert not skill(house, TARGET).exists()


def test_an_approval_can_be_used_only_once_even_if_the_proposal_file_is_deleted(house):
    proposal = propose(house)
    record = signed(proposal)
    approved = house.assist.take_signed_approval(RRN, proposal.id, record, at())
    assert house.assist.roll_back(approved.run_id, at(), ADA).is_done
    (path,) = house.folder.rglob(f"proposals/{proposal.id}.json")
    path.unlink()
    again = propose(house)

    with pytest.raises(AssistRefused, match="or its file was changed"):
        house.assist.take_signed_approval(RRN, again.id, record, at())
    assert not skill(house, TARGET).exists()
    newer = sign_approval(house.assist.to_sign(RRN, again), ADA, at().time)
    assert house.assist.take_signed_approval(RRN, again.id, newer, at(hours=1)).run_id


def test_a_signed_proposal_is_applied_although_an_agent_superseded_it(house):
    levels = levels_of(house)
    one = levels.propose(TARGET, NEW, by="agent:planner")
    levels.propose(TARGET, "# Dock\n\nDock at 9 m/s.\n", by="agent:planner")
    assert state(house, one).status is ProposalStatus.SUPERSEDED

    assert house.assist.take_signed_approval(RRN, one.id, signed(one), at()).run_id
    assert skill(house).read_text() == NEW


FAST = "# Dock\n\nDock at 9 m/s.\n"


def take_back(house, proposal):
    approved = house.assist.take_signed_approval(RRN, proposal.id, signed(proposal), at())
    assert house.assist.roll_back(approved.run_id, at(), ADA).is_done
    again = levels_of(house).propose(TARGET, NEW, by="person:bob")
    assert again.status is ProposalStatus.PENDING


def change_file(*texts, is_taken_back, hours=0):
    """Return a function that applies other changes to the file, by another clock."""

    def happen(house, _):
        for text in texts:
            other = levels_of(house).propose(TARGET, text, by="person:bob")
            record = sign_approval(house.assist.to_sign(RRN, other), ADA, at().time)
            taken = house.assist.take_signed_approval(RRN, other.id, record, at(hours=hours))
            if is_taken_back:
                house.assist.roll_back(taken.run_id, at(hours=hours), ADA)
        levels_of(house).propose(TARGET, NEW, by="person:bob")

    return happen


def reject(house, proposal):
    levels_of(house).reject(proposal.id, "ada")


def reject_anew(house, proposal):
    reject(house, proposal)
    levels_of(house).propose(TARGET, NEW, by="person:bob")
    levels_of(house).reject(proposal.id, "person:bob")


def reject_and_die(house, proposal):
    def die(decided):
        raise KeyboardInterrupt  # the nearest to kill -9 within one process

    with pytest.raises(KeyboardInterrupt):
        levels_of(house).proposals.reject(proposal.id, "ada", at().time, record=die)


def forget(house, proposal, *, is_proposed_again):
    reject(house, proposal)
    (path,) = house.folder.rglob(f"proposals/{proposal.id}.json")
    if is_proposed_again:
        path.unlink()
        levels_of(house).propose(TARGET, NEW, by="agent:planner")
    else:
        path.write_text(json.dumps(json.loads(path.read_text()) | {"refused_at": None}))


REFUSED, CHANGED = r"refused since.*download", "or its file was changed"
FORGOTTEN = "the record says that an operator refused"
CLOCKS = {-1: "behind", 0: "right", 1: "ahead"}


@pytest.mark.parametrize(
    ("happen", "why"),
    [
        pytest.param(reject, REFUSED, id="a rejection"),
        pytest.param(reject_anew, REFUSED, id="a rejection of what was proposed anew"),
        pytest.param(reject_and_die, REFUSED, id="a rejection that a crash cut off"),
        pytest.param(partial(forget, is_proposed_again=False), FORGOTTEN, id="edited away"),
        pytest.param(partial(forget, is_proposed_again=True), FORGOTTEN, id="proposed over"),
        pytest.param(take_back, REFUSED, id="a rollback"),
        *(pytest.param(change_file(FAST, is_taken_back=True, hours=hours), CHANGED,
                       id=f"a rollback of its file, clock {clock}")
          for hours, clock in CLOCKS.items()),
        *(pytest.param(change_file(FAST, OLD, is_taken_back=False, hours=hours), CHANGED,
                       id=f"a signed change of its file and back, clock {clock}")
          for hours, clock in CLOCKS.items()),
    ],
)  # fmt: skip
def test_an_unused_approval_is_refused_after_a_later_rejection_or_change_whatever_its_date(
    house, happen, why
):
    begin_with(house)
    proposal = propose(house)
    later = at().time + timedelta(days=400)
    unused = sign_approval(change_of(RRN, proposal, ""), ADA, later)
    happen(house, proposal)

    with pytest.raises(AssistRefused, match=why):
        house.assist.take_signed_approval(RRN, proposal.id, unused, at())
    assert skill(house).read_text() == OLD
    if why == FORGOTTEN:
        reject(house, proposal)
    change = house.assist.to_sign(RRN, state(house, proposal))
    newer = sign_approval(change, ADA, at().time)
    assert house.assist.take_signed_approval(RRN, proposal.id, newer, at(hours=1)).run_id


def test_a_change_of_another_file_does_not_invalidate_an_approval(house):
    proposal = propose(house)
    record = signed(proposal)
    other = levels_of(house).propose("skills/fast/SKILL.md", "# Fast\n", by="person:bob")
    assert house.assist.take_signed_approval(RRN, other.id, signed(other), at()).run_id

    assert house.assist.take_signed_approval(RRN, proposal.id, record, at()).run_id


def test_an_approval_is_refused_if_the_robots_own_keys_cannot_be_read(house):
    house.home.keys.parent.mkdir(parents=True, exist_ok=True)
    house.home.keys.write_text("{}")

    refused(house, signed(propose(house)), AssistRefused, "is unknown")
