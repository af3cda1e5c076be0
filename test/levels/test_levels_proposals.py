"""Procedural memory changes only where a person says so."""

from __future__ import annotations

import json

import pytest
from levels_builders import SKILL, at

from robot_memory.errors import DecisionRefused, InvalidInput, UnknownProposal
from robot_memory.levels import Status

TARGET = "skills/navigation/SKILL.md"


def propose(levels, text=SKILL, target=TARGET, by="night shift"):
    return levels.propose(target, text, by=by, reason="holds for 30 days", sources=["doors.md"])


def skill(levels, target=TARGET):
    return levels.read("procedural", target)


def events(levels):
    return [line.data["type"] for line in levels.events.read()]


def test_a_proposal_changes_nothing(levels):
    proposal = propose(levels)

    assert skill(levels) is None
    assert proposal.status is Status.PENDING
    assert levels.proposals.all() == [proposal]


def test_a_proposal_takes_effect_once_a_person_approves(levels, clock):
    proposal = propose(levels)
    clock.set(at(1))
    approved = levels.approve(proposal.id, "Ada", "looks right")

    assert skill(levels) == SKILL
    assert (approved.status, approved.decided_by, approved.note) == (
        Status.APPROVED, "Ada", "looks right",
    )  # fmt: skip
    assert approved.applied_at == at(1)
    assert levels.proposals.get(proposal.id) == approved


def test_a_rejected_proposal_leaves_the_file_alone(levels):
    proposal = propose(levels)
    rejected = levels.reject(proposal.id, "Ada", "no")

    assert skill(levels) is None
    assert (rejected.status, rejected.decided_by) == (Status.REJECTED, "Ada")


def test_what_was_rejected_is_not_proposed_again(levels, clock):
    proposal = propose(levels)
    levels.reject(proposal.id, "Ada")
    clock.set(at(1))

    assert propose(levels).status is Status.REJECTED
    assert len(levels.proposals.all()) == 1


def test_the_same_proposal_twice_is_one(levels, clock):
    propose(levels)
    clock.set(at(1))
    propose(levels)

    assert len(levels.proposals.all()) == 1
    assert events(levels) == ["proposal_made"]


def test_a_newer_proposal_for_a_file_takes_the_place_of_an_open_one(levels, clock):
    old = propose(levels)
    clock.set(at(1))
    new = propose(levels, SKILL + "- More: yes\n")

    assert levels.proposals.all(Status.PENDING) == [new]
    assert levels.proposals.get(old.id).status is Status.SUPERSEDED
    with pytest.raises(DecisionRefused, match="was superseded by prop-"):
        levels.approve(old.id, "Ada")


def test_a_persons_own_proposal_does_not_take_the_place_of_the_machines(levels):
    propose(levels)
    propose(levels, SKILL + "- More: yes\n", by="Bob")

    assert len(levels.proposals.all(Status.PENDING)) == 2


@pytest.mark.parametrize("decide", ["approve", "reject"])
def test_what_is_decided_is_decided(levels, decide):
    proposal = propose(levels)
    getattr(levels, decide)(proposal.id, "Ada")
    for again in (levels.approve, levels.reject):
        with pytest.raises(DecisionRefused, match=f"{proposal.id} was {decide}"):
            again(proposal.id, "Bob")


def test_a_proposal_for_a_file_that_has_changed_since_is_not_applied(levels):
    proposal = propose(levels)
    path = levels.tree.root / "procedural" / TARGET
    path.parent.mkdir(parents=True)
    path.write_text("# Ada's own\n")

    with pytest.raises(DecisionRefused, match="has changed since"):
        levels.approve(proposal.id, "Ada")
    assert path.read_text() == "# Ada's own\n"
    assert levels.proposals.get(proposal.id).status is Status.PENDING


def test_what_a_proposal_replaced_is_kept_with_it(levels):
    levels.approve(propose(levels).id, "Ada")
    second = propose(levels, SKILL + "- More: yes\n")
    levels.approve(second.id, "Ada")

    assert levels.proposals.get(second.id).previous == SKILL


@pytest.mark.parametrize("name", ["", "  ", "Ada\nBob"])
def test_whoever_decides_has_a_name(levels, name):
    proposal = propose(levels)
    with pytest.raises(InvalidInput, match="is no name"):
        levels.approve(proposal.id, name)
    assert levels.proposals.get(proposal.id) == proposal


def test_a_proposal_that_is_not_there_is_named(levels):
    with pytest.raises(UnknownProposal, match="'prop-00000000'"):
        levels.approve("prop-00000000", "Ada")


@pytest.mark.parametrize(
    "target", ["../semantic/x.md", "/etc/passwd", "a/../../x", ".x", "", "a\0"]
)
def test_a_target_outside_the_level_is_refused(levels, target):
    with pytest.raises(InvalidInput, match="nothing was read or written"):
        propose(levels, target=target)
    assert levels.proposals.all() == []


def test_an_empty_text_is_not_proposed(levels):
    with pytest.raises(InvalidInput, match="it takes 1 to 1000000"):
        propose(levels, "  ")


def test_a_proposal_that_somebody_altered_is_set_aside(levels, caplog):
    proposal = propose(levels)
    path = levels.tree.proposals / f"{proposal.id}.json"
    data = json.loads(path.read_text())
    data["content"] = "# Evil\n"
    path.write_text(json.dumps(data))

    with pytest.raises(UnknownProposal):
        levels.approve(proposal.id, "Ada")
    assert "somebody changed it after it was proposed" in caplog.text
    assert len(list(levels.tree.proposals.glob("*.damaged-*.json"))) == 1


def test_decisions_are_in_the_record_of_what_the_memory_did(levels):
    levels.approve(propose(levels).id, "Ada")
    levels.reject(propose(levels, "# Other\n").id, "Bob")

    said = [line.data for line in levels.events.read()]
    assert [(one["type"], one["by"]) for one in said] == [
        ("proposal_made", "night shift"), ("proposal_approved", "Ada"),
        ("proposal_made", "night shift"), ("proposal_rejected", "Bob"),
    ]  # fmt: skip


def test_a_skill_that_was_learned_can_be_promoted(levels):
    levels.skills.learn("dock", {"Capability": "Dock the robot"})
    proposal = levels.promote("dock", by="night shift")

    assert proposal.content == levels.skills.text("dock")
    assert proposal.sources == ("semantic/skills/dock/SKILL.md",)
    levels.approve(proposal.id, "Ada")
    assert levels.read("procedural", "skills/dock/SKILL.md") == levels.skills.text("dock")


def test_a_skill_that_was_not_learned_cannot_be_promoted(levels):
    with pytest.raises(InvalidInput, match=r"there is no semantic/skills/dock/SKILL\.md"):
        levels.promote("dock", by="night shift")
