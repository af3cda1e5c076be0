"""Who may resolve an entry, and who can only ask for it (rules.md §2.12)."""

from __future__ import annotations

import pytest
from entry_builders import at, make_entry, make_row, observe

from robot_memory import RobotMemory
from robot_memory.applications.operations.entry_operations import Repaired, Resolve
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.entries import EntryType
from robot_memory.entries.changes_allowed import conclusion
from robot_memory.entries.resolve_rules import repair_words, resolve_words
from robot_memory.foundation.errors import NotYours
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind, Source

UNPROVEN = ["agent", "agent:planner", "claimed:ada"]


def told(memory):
    return [entry.id for _, entry in memory.entries()]


@pytest.mark.parametrize("source", UNPROVEN)
def test_a_detectors_entry_stays_active_until_a_person_resolves_it(memory, source):
    fault = observe(memory)

    entry = memory.resolve(fault, "cable replaced", source=source)

    assert told(memory) == [fault]
    words = resolve_words(entry, entry)
    assert words.startswith("stays told: it rests on a detector or on a person's")
    (item,) = items_to_review(memory)
    assert item.question == f"is it over ({source} asks to resolve it: cable replaced)?"
    assert item.command == f"robot-memory resolve {fault}"
    resolved = memory.resolve(fault, source="person:bob")
    assert resolve_words(resolved, entry).startswith("resolved: ")
    assert resolve_words(resolved, resolved).startswith("was resolved already: ")
    assert (told(memory), items_to_review(memory)) == ([], [])


def test_resolving_a_present_fault_says_when_it_is_reported_again(home):
    clock = ManualClock(at(), kind="recording", boot="run")
    with RobotMemory.open(home, clock=clock) as memory:
        there, over = observe(memory), observe(memory, "pump")
        observe(memory, "pump", kind=Kind.END)
        said = [Resolve(one).run(memory, "person:ada").message for one in (there, over)]

    assert said[0].endswith("; it is there now, and is told again if it is still there in 24 h")
    assert "there now" not in said[1]


@pytest.mark.parametrize("source", UNPROVEN)
def test_an_agent_can_resolve_an_agents_note(memory, source):
    note = memory.remember("environment_note", "The ramp is wet", source="agent:planner").id

    assert memory.resolve(note, source=source).type is EntryType.RESOLVED
    assert (told(memory), items_to_review(memory)) == ([], [])


def test_an_agent_cannot_resolve_its_note_after_a_person_confirmed_it(memory):
    note = memory.remember("environment_note", "The ramp is wet", source="agent:planner").id
    memory.remember("environment_note", "The ramp is wet", source="person:ada")

    memory.resolve(note, source="agent:planner")

    assert told(memory) == [note]


@pytest.mark.parametrize("source", UNPROVEN)
def test_a_repair_reported_by_an_agent_resolves_only_agents_notes(memory, source):
    fault = observe(memory)
    note = memory.remember(
        "hardware_observation", "The encoder is loose", tags=["left encoder"], source="agent"
    ).id

    entries = memory.repaired("left encoder", "replaced", source=source)

    assert told(memory) == [fault]
    assert repair_words(entries).startswith(f"resolved {note}; {fault} stays told: it rests")
    assert [item.id for item in items_to_review(memory)] == [fault]


def test_a_repair_of_an_unknown_part_suggests_similar_names(memory):
    observe(memory)

    for said in ("encoder", "left encoders", "Left_Encoder"):
        done = Repaired(said).run(memory, "person:ada")
        assert done.message.startswith("no open entry is about it (there is 'left encoder')")
    assert "there is" not in Repaired("pump").run(memory, "person:ada").message


@pytest.mark.parametrize(
    ("waiting", "source", "is_stored"),
    [
        ("agent:planner asks to resolve it: x", Source.DETECTOR, True),
        ("agent:planner asks to resolve it: x", Source.AGENT, False),
        ("0 occurrences in 4.1 h", Source.DETECTOR, False),
        ("0 occurrences in 4.1 h", Source.AGENT, False),
    ],
)
def test_a_detectors_conclusion_is_stored_once_even_if_an_agents_request_waits(
    waiting, source, is_stored
):
    proposal = {"recovered_at": at(1), "recovered_note": waiting}
    noted = make_entry(extra={"source": "person", **proposal})

    told = conclusion(make_row(2, at(2), Kind.RESOLVE, source=source), noted)

    assert (told is not None and told.kind is Kind.RECOVERED) == is_stored


ASKS = {
    "resolve": lambda memory, one, why, who: memory.resolve(one, why, source=who),
    "forget": lambda memory, one, why, who: memory.forget(one, why, source=who),
    "mute": lambda memory, one, why, who: memory.mute(one, why=why, source=who),
    "withdraw": lambda memory, one, why, who: memory.withdraw_known(one, why, source=who),
}


@pytest.mark.parametrize("asks", ASKS)
def test_an_agents_request_stays_first_when_another_agent_requests_too(memory, asks):
    one = memory.remember("environment_note", "Hall 3 is wet", source="person:ada").id
    memory.declare_known(one, "it is ordered", source="person:ada")
    ASKS[asks](memory, one, "it burns", "agent:good")
    before = [item.question for item in items_to_review(memory)]
    for _ in range(2):
        ASKS[asks](memory, one, "all is well", "agent:evil")
    after = [item.question for item in items_to_review(memory)]

    assert any("agent:good" in question and "it burns" in question for question in before)
    assert after[:-1] == before
    assert "agent:evil" in after[-1]
    assert "all is well" in after[-1]


TAKES_BACK = {
    "mute": (ASKS["mute"], lambda memory, one, who: memory.unmute(one, source=who)),
    "known": (
        lambda memory, one, why, who: memory.declare_known(one, why, source=who),
        lambda memory, one, who: memory.withdraw_known(one, source=who),
    ),
}


@pytest.mark.parametrize(("asks", "takes_back"), TAKES_BACK.values(), ids=TAKES_BACK)
def test_withdrawing_a_request_leaves_requests_of_others(memory, asks, takes_back):
    one = observe(memory)
    for who in ("agent:a", "claimed:ada", "agent:c"):
        asks(memory, one, f"words of {who}", who)
    takes_back(memory, one, "agent:a")
    memory.save(force=True)

    def waiting():
        return [(item.proposed_by, item.question) for item in items_to_review(memory)]

    assert [who for who, _ in waiting()] == ["claimed:ada", "agent:c"]
    assert all(f"words of {who}" in question for who, question in waiting())
    takes_back(memory, one, "agent:c")
    with pytest.raises(NotYours):
        takes_back(memory, one, "agent:evil")
    assert [who for who, _ in waiting()] == ["claimed:ada"]
    takes_back(memory, one, "claimed:ada")
    assert waiting() == []


def test_requests_from_before_a_persons_decision_are_not_listed_again(memory):
    one = memory.remember("environment_note", "Hall 3 is wet", source="person:ada").id
    memory.resolve(one, "fine", source="agent:z")
    memory.forget(one, "dup", source="agent:y")
    memory.confirm(one, source="person:ada")
    assert items_to_review(memory) == []

    memory.resolve(one, "really", source="agent:x")
    assert [item.proposed_by for item in items_to_review(memory)] == ["agent:x"]
