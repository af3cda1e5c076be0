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


def test_what_was_rejected_leaves_the_file_alone_and_is_not_proposed_again(levels, clock):
    proposal = propose(levels)
    rejected = levels.reject(proposal.id, "Ada", "no")
    clock.set(at(1))

    assert skill(levels) is None
    assert (rejected.status, rejected.decided_by) == (ProposalStatus.REJECTED, "Ada")
    assert propose(levels).status is ProposalStatus.REJECTED
    assert len(levels.proposals.all()) == 1


@pytest.mark.parametrize("by", ["Bob", "person:bob over HTTP"])
def test_what_was_rejected_a_person_may_propose_again(levels, clock, by):
    proposal = propose(levels)
    levels.reject(proposal.id, "person:ada", "no")
    clock.set(at(1))
    again = propose(levels, by=by)

    assert (again.id, again.status, again.proposed_by) == (proposal.id, ProposalStatus.PENDING, by)
    assert (again.decided_by, again.note) == ("", "")
    assert levels.proposals.all() == [again]
    assert propose(levels, by="agent:planner").proposed_by == by


@pytest.mark.parametrize("first", ["agent:planner", "Bob"])
def test_what_was_superseded_waits_once_a_person_proposes_it(levels, clock, first):
    old = propose(levels, by=first)
    propose(levels, SKILL + "- More: yes\n", by=first)
    clock.set(at(1))
    again = propose(levels, by="Bob")

    assert (again.id, again.status, again.proposed_by) == (old.id, ProposalStatus.PENDING, "Bob")
    assert again in levels.proposals.all(ProposalStatus.PENDING)


def test_an_agent_rejects_what_agents_proposed_alone(levels):
    for by in ("night shift", "Bob", "person:bob over HTTP"):
        one = propose(levels, f"# {by}\n", by=by)
        with pytest.raises(NotYours, match="what agents proposed alone; nothing was done"):
            levels.reject(one.id, "agent:boss")
    own = propose(levels, "# Own\n", by="agent:planner over HTTP")
    assert levels.reject(own.id, "agent:boss").decided_by == "agent:boss"


def test_what_an_agent_proposed_first_is_a_persons_once_a_person_proposes_it(levels):
    one = propose(levels, by="agent:planner")
    propose(levels, by="Bob")
    with pytest.raises(NotYours):
        levels.reject(one.id, "agent:planner")


@pytest.mark.parametrize("end", ["waits", "superseded", "rejected by an agent"])
def test_what_an_agent_proposed_first_the_memory_proposes_all_the_same(levels, end):
    first = propose(levels, by=AGENT)
    if end == "superseded":
        propose(levels, "# Other\n", by=AGENT)
    elif end == "rejected by an agent":
        levels.reject(first.id, AGENT)

    again = propose(levels)
    assert (again.id, again.status, again.proposed_by) == (
        first.id, ProposalStatus.PENDING, "night shift",
    )  # fmt: skip


def test_what_an_agent_proposed_and_a_person_rejected_stays_rejected(levels):
    first = propose(levels, by=AGENT)
    levels.reject(first.id, "person:ada")

    assert propose(levels).status is ProposalStatus.REJECTED


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

    assert levels.proposals.all(ProposalStatus.PENDING) == [new]
    assert levels.proposals.get(old.id).status is ProposalStatus.SUPERSEDED
    with pytest.raises(DecisionRefused, match="was superseded by prop-"):
        levels.reject(old.id, "person:ada")


def test_a_persons_own_proposal_does_not_take_the_place_of_the_machines(levels):
    propose(levels)
    propose(levels, SKILL + "- More: yes\n", by="Bob")

    assert len(levels.proposals.all(ProposalStatus.PENDING)) == 2


def test_what_is_decided_is_decided(levels):
    proposal = propose(levels)
    levels.reject(proposal.id, "Ada")
    with pytest.raises(DecisionRefused, match=f"{proposal.id} was rejected by Ada"):
        levels.reject(proposal.id, "person:bob")


@pytest.mark.parametrize("before", ["rejected", "superseded", "refused"])
def test_an_operator_refuses_by_their_keys_what_others_decided_first(levels, clock, before):
    proposal = propose(levels, by=AGENT)
    if before == "superseded":
        propose(levels, "# Other\n", by=AGENT)
    else:
        levels.reject(proposal.id, AGENT if before == "rejected" else "ada")
    clock.set(at(1))

    refused = levels.reject(proposal.id, "ada")
    assert (refused.decided_by, refused.refused_at) == ("ada", at(1))


def test_a_name_alone_approves_nothing(levels):
    """The levels have no method that lets a proposal take effect."""
    deeds = [name for one in (levels, levels.proposals) for name in dir(one) if "approve" in name]
    assert deeds == []

    proposal = propose(levels)
    approved = replace(proposal, status=ProposalStatus.APPROVED, decided_by="Ada", applied_at=at(0))
    levels.proposals.keep(approved)
    levels.prepare()
    assert skill(levels) is None


@pytest.mark.parametrize("name", ["", "  ", "Ada\nBob"])
def test_a_decision_needs_a_name(levels, name):
    proposal = propose(levels)
    with pytest.raises(InvalidInput, match="is not a name"):
        levels.reject(proposal.id, name)
    assert levels.proposals.get(proposal.id) == proposal


def test_an_empty_text_is_not_proposed(levels):
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
def test_a_proposal_with_a_time_that_is_none_is_reported_and_not_taken_as_undecided(levels, name):
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
def test_a_difference_shows_what_is_hidden_and_a_missing_end(levels, before, after):
    path = levels.tree.resolve(MemoryLevel.PROCEDURAL, "skills/slow/SKILL.md")
    path.parent.mkdir(parents=True)
    path.write_bytes(before.encode())
    lines = proposal_difference(levels.propose("skills/slow/SKILL.md", after, by="agent:a"))

    changed = [line for line in lines[2:] if line[0] in "+-"]
    assert changed
    assert all(line.isprintable() for line in changed)


def test_agents_fill_no_disk_with_proposals(levels, monkeypatch):
    monkeypatch.setattr(proposal_store, "_MOST_OF_AGENTS", 2)
    for number in range(2):
        levels.propose("skills/slow/SKILL.md", f"# {number}\n", by="agent:planner")

    with pytest.raises(InvalidInput, match="there are 2 proposals of agents"):
        levels.propose("skills/slow/SKILL.md", "# 2\n", by="agent:planner")
    with pytest.raises(InvalidInput, match="an agent proposes up to 50000"):
        levels.propose("skills/slow/SKILL.md", "# 2\n" * 20_000, by="agent:planner")
    assert levels.propose("skills/slow/SKILL.md", "# 2\n", by="person:ada")


@pytest.mark.parametrize("char", ["\ufe01", "\U000e0165", "\u3164", "\u202e", "\U0001d159"])
def test_the_difference_that_is_signed_by_shows_what_people_do_not_see(levels, char):
    proposal = propose(levels, f"# Dock\n\nSay hello{char} to people.\n")

    assert f"+Say hello‹U+{ord(char):04X}› to people." in proposal_difference(proposal)


def test_another_change_with_the_same_short_id_is_another_proposal(levels):
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


def test_in_lists_proposals_of_agents_come_after_those_of_others(levels, clock):
    for number in range(3):
        propose(levels, target=f"skills/a{number}/SKILL.md", by=AGENT)
    others = propose(levels, target="skills/z/SKILL.md", by="person:ada over HTTP")

    assert levels.proposals.listed()[0] == others
