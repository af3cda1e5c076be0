"""The author of each change is on record; persons have more rights than agents (rules.md §2.7)."""

from __future__ import annotations

import pytest
from entry_builders import at, observe, the_entry

from robot_memory.entries.entry_event import EntryEvent
from robot_memory.foundation.errors import InvalidInput, NotYours, UnknownEntry
from robot_memory.ledger import Kind
from robot_memory.memory import RobotMemory

WET = "Dock is slippery"


def listen(home, clock) -> tuple[RobotMemory, list[EntryEvent]]:
    events: list[EntryEvent] = []
    return RobotMemory.open(home, clock=clock, on_event=events.append), events


def noted(memory, text=WET, **fields):
    return memory.remember("environment_note", text, **fields)


# -- claims --------------------------------------------------------------------------------------


def test_repeated_claims_never_raise_the_confidence_above_59_percent(memory, clock):
    noted(memory, source="agent", confidence=0.9)
    for hour in range(1, 30):
        clock.set(at(hours=hour))
        noted(memory, source="claimed:ada", confidence=1.0)
    ((value, entry),) = memory.entries()

    assert value <= 0.59
    assert entry.is_agents_word


# -- forget --------------------------------------------------------------------------------------


def test_a_forgotten_entry_returns_only_by_later_evidence_and_as_new(home, clock):
    memory, events = listen(home, clock)
    observe(memory)
    observe(memory, "right encoder")
    gone = the_entry(memory)
    memory.forget(gone.id, "replaced", source="person:ada")
    memory.save()
    assert gone.text in memory.home.archive.read_text()
    assert gone.id not in memory.home.memory_file.read_text()
    memory.close()

    again = RobotMemory.open(home, clock=clock)
    assert [entry.text for _, entry in again.entries()] == ["right encoder fails"]
    clock.set(at(hours=1))
    observe(again)
    assert the_entry(again).first_seen == at(hours=1)
    again.close()
    told = [(e.kind, e.actor, e.detail) for e in events if e.kind == "archived"]
    assert told == [("archived", "person:ada", "replaced")]


# -- correct -------------------------------------------------------------------------------------


def test_a_corrected_text_stays_when_the_fault_returns(memory, clock):
    observe(memory)
    entry = the_entry(memory)
    memory.correct(entry.id, "Left encoder: mind the cable", source="person:ada")
    clock.set(at(hours=1))
    observe(memory)
    now = the_entry(memory)

    assert (now.id, now.text) == (entry.id, "Left encoder: mind the cable")
    assert (now.observation_count, now.key) == (2, entry.key)
    row = next(row for row in memory.why(entry.id)[1] if row.kind is Kind.CORRECT)
    assert (row.detail["was"], row.detail["by"]) == ("left encoder fails", "ada")


@pytest.mark.parametrize("source", ["agent", "claimed:ada"])
def test_an_agent_can_correct_only_agents_notes(memory, source):
    observe(memory)
    mine = noted(memory, source="agent").id
    memory.correct(mine, "Dock is icy", source=source)

    with pytest.raises(NotYours, match="nothing was stored"):
        memory.correct(the_entry(memory).id, "All is well", source=source)
    assert the_entry(memory).text == "left encoder fails"


def _of_a_detector(memory):
    observe(memory)
    return the_entry(memory)


def _of_a_person(memory):
    return memory.entries()[-1][1] if noted(memory, "Hall 3 is wet", source="person:ada") else None


def _muted_by_a_person(memory):
    return memory.mute(_of_a_person(memory).id, source="person:ada")


def _resolved_by_a_person(memory):
    first = noted(memory, "Hinge is bent", source="agent:x").id
    memory.resolve(first, "not bent", source="person:ada")
    return next(entry for _, entry in memory.entries(include_resolved=True) if entry.id == first)


@pytest.mark.parametrize("source", ["agent:planner", "claimed:ada"])
@pytest.mark.parametrize(
    "make",
    [_of_a_detector, _of_a_person, _muted_by_a_person, _resolved_by_a_person],
)  # fmt: skip
def test_an_agent_cannot_reword_its_note_to_the_text_of_another_authors_entry(memory, make, source):
    known = make(memory)
    mine = noted(memory, "Cart squeals", source=source).id

    with pytest.raises(InvalidInput, match=f"{known.id} says that.*nothing was stored"):
        memory.correct(mine, known.text, source=source)

    assert memory.why(mine)[0].text == "Cart squeals"


@pytest.mark.parametrize("text", ["", " ", "x" * 501, "half \ud83d", WET])
def test_an_empty_or_unchanged_correction_is_refused(memory, text):
    entry_id = noted(memory).id
    with pytest.raises(InvalidInput, match="nothing was stored"):
        memory.correct(entry_id, text)


@pytest.mark.parametrize("deed", ["resolve", "mute", "unmute", "forget"])
def test_a_change_of_an_unknown_entry_or_with_an_invalid_source_is_refused(memory, deed):
    entry_id = noted(memory).id
    with pytest.raises(UnknownEntry):
        getattr(memory, deed)("mem-00000000")
    for source in ("driver", "", "person:\udc80", "agent:" + "x" * 123):
        with pytest.raises(InvalidInput, match="source"):
            getattr(memory, deed)(entry_id, source=source)

    assert memory.ledger.last() == 1
