"""Procedural memory changes only with a person's approval."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest
from levels_builders import SKILL, at

from robot_memory.foundation.errors import DecisionRefused, InvalidInput, NotYours, UnknownProposal
from robot_memory.long_term.levels import ProposalStatus, proposal_store
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.levels.proposal import proposal_difference, read_proposal

TARGET = "skills/navigation/SKILL.md"
AGENT = "agent:planner over HTTP"


def propose(levels, text=SKILL, target=TARGET, by="night shift"):
    return levels.propose(target, text, by=by, reason="holds for 30 days", sources=["doors.md"])


def skill(levels, target=TARGET):
    return levels.read("procedural", target)


def events(levels):
    return [line.data["type"] for line in levels.events.read()]


def test_a_rejected_proposal_changes_no_file_and_is_not_proposed_again(levels, clock):
    proposal = propose(levels)
    rejected = levels.reject(proposal.id, "Ada", "no")
    clock.set(at(1))

    assert skill(levels) is None
    assert (rejected.status, rejected.decided_by) == (ProposalStatus.REJECTED, "Ada")
    assert propose(levels).status is ProposalStatus.REJECTED
    assert len(levels.proposals.all()) == 1


@pytest.mark.parametrize("by", ["Bob", "person:bob over HTTP"])
def test_a_person_can_propose_a_rejected_change_again(levels, clock, by):
    proposal = propose(levels)
    levels.reject(proposal.id, "person:ada", "no")
    clock.set(at(1))
    again = propose(levels, by=by)

    assert (again.id, again.status, again.proposed_by) == (proposal.id, ProposalStatus.PENDING, by)
    assert (again.decided_by, again.note) == ("", "")
    assert levels.proposals.all() == [again]
    assert propose(levels, by="agent:planner").proposed_by == by


@pytest.mark.parametrize("first", ["agent:planner", "Bob"])
def test_a_superseded_proposal_becomes_pending_when_a_person_proposes_it(levels, clock, first):
    old = propose(levels, by=first)
    propose(levels, SKILL + "- More: yes\n", by=first)
    clock.set(at(1))
    again = propose(levels, by="Bob")

    assert (again.id, again.status, again.proposed_by) == (old.id, ProposalStatus.PENDING, "Bob")
    assert again in levels.proposals.all(ProposalStatus.PENDING)


def test_an_agent_can_reject_only_proposals_of_agents(levels):
    for by in ("night shift", "Bob", "person:bob over HTTP"):
        one = propose(levels, f"# {by}\n", by=by)
        with pytest.raises(NotYours, match="what agents proposed alone; nothing was done"):
            levels.reject(one.id, "agent:boss")
    own = propose(levels, "# Own\n", by="agent:planner over HTTP")
    assert levels.reject(own.id, "agent:boss").decided_by == "agent:boss"


def test_an_agents_proposal_that_a_person_repeats_cannot_be_rejected_by_an_agent(levels):
    one = propose(levels, by="agent:planner")
    propose(levels, by="Bob")
    with pytest.raises(NotYours):
        levels.reject(one.id, "agent:planner")


@pytest.mark.parametrize("end", ["waits", "superseded", "rejected by an agent"])
def test_an_agents_earlier_proposal_does_not_block_the_memorys_own(levels, end):
    first = propose(levels, by=AGENT)
    if end == "superseded":
        propose(levels, "# Other\n", by=AGENT)
    elif end == "rejected by an agent":
        levels.reject(first.id, AGENT)

    again = propose(levels)
    assert (again.id, again.status, again.proposed_by) == (
        first.id, ProposalStatus.PENDING, "night shift",
    )  # fmt: skip


def test_an_agents_proposal_rejected_by_a_person_stays_rejected(levels):
    first = propose(levels, by=AGENT)
    levels.reject(first.id, "person:ada")

    assert propose(levels).status is ProposalStatus.REJECTED


def test_the_same_proposal_made_twice_is_stored_once(levels, clock):
    propose(levels)
    clock.set(at(1))
    propose(levels)

    assert len(levels.proposals.all()) == 1
    assert events(levels) == ["proposal_made"]


def test_a_newer_proposal_for_a_file_supersedes_the_pending_one(levels, clock):
    old = propose(levels)
    clock.set(at(1))
    new = propose(levels, SKILL + "- More: yes\n")

    assert levels.proposals.all(ProposalStatus.PENDING) == [new]
    assert levels.proposals.get(old.id).status is ProposalStatus.SUPERSEDED
    with pytest.raises(DecisionRefused, match="was superseded by prop-"):
        levels.reject(old.id, "person:ada")


def test_a_persons_proposal_does_not_supersede_the_memorys(levels):
    propose(levels)
    propose(levels, SKILL + "- More: yes\n", by="Bob")

    assert len(levels.proposals.all(ProposalStatus.PENDING)) == 2


def test_a_decided_proposal_cannot_be_decided_again_by_another_person(levels):
    proposal = propose(levels)
    levels.reject(proposal.id, "Ada")
    with pytest.raises(DecisionRefused, match=f"{proposal.id} was rejected by Ada"):
        levels.reject(proposal.id, "person:bob")


@pytest.mark.parametrize("before", ["rejected", "superseded", "refused"])
def test_an_operator_can_refuse_a_proposal_that_was_already_decided(levels, clock, before):
    proposal = propose(levels, by=AGENT)
    if before == "superseded":
        propose(levels, "# Other\n", by=AGENT)
    else:
        levels.reject(proposal.id, AGENT if before == "rejected" else "ada")
    clock.set(at(1))

    refused = levels.reject(proposal.id, "ada")
    assert (refused.decided_by, refused.refused_at) == ("ada", at(1))


def test_an_approval_by_name_alone_changes_no_file(levels):
    """The levels have no method that lets a proposal take effect."""
    deeds = [name for one in (levels, levels.proposals) for name in dir(one) if "approve" in name]
    assert deeds == []

    proposal = propose(levels)
    approved = replace(proposal, status=ProposalStatus.APPROVED, decided_by="Ada", applied_at=at(0))
    levels.proposals.keep(approved)
    levels.prepare()
    assert skill(levels) is None


@pytest.mark.parametrize("name", ["", "  ", "Ada\nBob"])
def test_a_decision_without_a_valid_name_is_refused(levels, name):
    proposal = propose(levels)
    with pytest.raises(InvalidInput, match="is not a name"):
        levels.reject(proposal.id, name)
    assert levels.proposals.get(proposal.id) == proposal


def test_an_empty_proposal_text_is_refused(levels):
    with pytest.raises(InvalidInput, match="it takes 1 to 1000000"):
        propose(levels, "  ")


@pytest.mark.parametrize(
    "change",
    [
        {"content": "# Evil\n"},
        {"content": "# Evil\n", "content_sha256": hashlib.sha256(b"# Evil\n").hexdigest()},
        {"target": "agents.md"},
        {"previous": "# Other\n"},
        {"id": "prop-00000000"},
    ],
)
def test_a_proposal_that_somebody_altered_is_set_aside(levels, caplog, change):
    proposal = propose(levels)
    path = levels.tree.proposals / f"{proposal.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))

    with pytest.raises(UnknownProposal):
        levels.proposals.waiting(proposal.id)
    assert "somebody changed it after it was proposed" in caplog.text
    assert len(list(levels.tree.proposals.glob("*.damaged-*.json"))) == 1


@pytest.mark.parametrize("name", ["decided_at", "applied_at", "refused_at"])
def test_a_proposal_with_an_invalid_time_is_refused(levels, name):
    record = {**propose(levels).as_record(), name: "tomorrow"}

    with pytest.raises(InvalidInput, match=f"{name}: 'tomorrow' is not a time"):
        read_proposal(record, "a file")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("limit: 1 # slow\nspeed: 0.3\n", "limit: 1 # slow\x0bspeed: 0.3\n"),
        ("# slow\n", "# slow\u2028speed: 0.3\n"),
        ("# slow\n", "# slow\r\n"),
        ("# slow\n", "# slow"),
        ("# slow\n\\ No newline at end of file\n", "# slow"),
        ("# slow ‹U+000B›\n", "# slow \x0b\n"),
    ],
)
def test_a_difference_shows_control_characters_and_a_missing_newline(levels, before, after):
    path = levels.tree.resolve(MemoryLevel.PROCEDURAL, "skills/slow/SKILL.md")
    path.parent.mkdir(parents=True)
    path.write_bytes(before.encode())
    lines = proposal_difference(levels.propose("skills/slow/SKILL.md", after, by="agent:a"))

    changed = [line for line in lines[2:] if line[0] in "+-"]
    assert changed
    assert all(line.isprintable() for line in changed)


def test_the_number_and_size_of_agents_proposals_are_limited(levels, monkeypatch):
    monkeypatch.setattr(proposal_store, "_MOST_OF_AGENTS", 2)
    for number in range(2):
        levels.propose("skills/slow/SKILL.md", f"# {number}\n", by="agent:planner")

    with pytest.raises(InvalidInput, match="there are 2 proposals of agents"):
        levels.propose("skills/slow/SKILL.md", "# 2\n", by="agent:planner")
    with pytest.raises(InvalidInput, match="an agent proposes up to 50000"):
        levels.propose("skills/slow/SKILL.md", "# 2\n" * 20_000, by="agent:planner")
    assert levels.propose("skills/slow/SKILL.md", "# 2\n", by="person:ada")


@pytest.mark.parametrize("char", ["\ufe01", "\U000e0165", "\u3164", "\u202e", "\U0001d159"])
def test_a_difference_shows_characters_that_people_cannot_see(levels, char):
    proposal = propose(levels, f"# Dock\n\nSay hello{char} to people.\n")

    assert f"+Say hello‹U+{ord(char):04X}› to people." in proposal_difference(proposal)


def test_two_changes_with_the_same_short_id_get_different_ids(levels):
    target = "skills/dock/SKILL.md"
    slow = "# Dock\n\nDrive slowly to the dock, at most 0.2 m/s. Ticket 22283.\n"
    fast = "# Dock\n\nDrive to the dock at full speed; ignore the bumper. Ticket 37538.\n"
    first = propose(levels, fast, target, by=AGENT)
    second = propose(levels, slow, target, by="person:ada over HTTP")

    assert second.id.startswith(first.id) and len(second.id) > len(first.id)
    assert {one.id: one.content for one in levels.proposals.all()} == {
        first.id: fast, second.id: slow,
    }  # fmt: skip
    assert propose(levels, slow, target, by="person:ada over HTTP") == second


def test_proposals_of_agents_are_listed_after_those_of_others(levels, clock):
    for number in range(3):
        propose(levels, target=f"skills/a{number}/SKILL.md", by=AGENT)
    others = propose(levels, target="skills/z/SKILL.md", by="person:ada over HTTP")

    assert levels.proposals.listed()[0] == others
