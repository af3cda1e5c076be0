"""Undo takes back the last change of an entry with a row of its own (rules.md §1.18)."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from entry_builders import at, edit, observe, the_entry
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory import RobotMemory
from robot_memory.applications.operations.entry_operations import Forget
from robot_memory.entries.entry_archive import EntryArchive
from robot_memory.entries.undo_rules import fields_of
from robot_memory.foundation.errors import InvalidInput, NotYours
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome

LIP = "Kitchen doorway has a 3 cm lip"
ADA, AGENT = "person:ada", "agent:planner"
#: Everything that a person may do to an entry repeatedly.
DEEDS = {
    "resolve": lambda memory, one: memory.resolve(one, "a ramp", source=ADA),
    "mute": lambda memory, one: memory.mute(one, why="I know", source=ADA),
    "mute until": lambda memory, one: memory.mute(one, until=at(9), source=ADA),
    "unmute": lambda memory, one: memory.unmute(one, source=ADA),
    "known": lambda memory, one: memory.declare_known(one, "it is ordered", source=ADA),
    "withdraw": lambda memory, one: memory.withdraw_known(one, source=ADA),
    "correct": lambda memory, one: memory.correct(one, "The lip has 4 cm", source=ADA),
    "confirm": lambda memory, one: memory.confirm(one, source=ADA),
    "keep": lambda memory, one: memory.confirm(one, keep=True, source=ADA),
    "forget": lambda memory, one: memory.forget(one, source=ADA),
    "note of an agent": lambda memory, one: memory.resolve(one, source=AGENT),
}


def noted(memory, source=ADA):
    return memory.remember("environment_note", LIP, source=source).id


def the_note(memory):
    ((_, entry),) = memory.entries(include_resolved=True)
    return entry


def state(memory, entry_id):
    found = [one for _, one in memory.entries(include_resolved=True) if one.id == entry_id]
    return {**fields_of(found[0]), "decided_by": ""} if found else None  # an undo keeps it


@settings(max_examples=25, deadline=None)
@given(deeds=st.lists(st.sampled_from(sorted(DEEDS)), max_size=6))
def test_undoing_every_change_restores_the_first_state(tmp_path_factory, deeds):
    with RobotMemory.open(tmp_path_factory.mktemp("home")) as memory:
        one = noted(memory)
        states = [state(memory, one)]
        for deed in deeds:
            try:
                DEEDS[deed](memory, one)
            except (InvalidInput, NotYours, LookupError):
                continue
            if state(memory, one) != states[-1]:
                states.append(state(memory, one))
        while len(states) > 1:
            states.pop()
            while memory.undo(one, source=ADA).was_over:  # the last change had no effect left
                pass
            assert state(memory, one) == states[-1]


def test_an_undo_persists_in_the_file_and_in_a_new_fold(memory, home, clock):
    one = noted(memory)
    memory.forget(one)
    memory.undo(one)
    memory.mute(one, why="I know")
    memory.undo(one)
    before = state(memory, one)
    memory.close()
    with RobotMemory.open(home, clock=clock) as again:
        assert state(again, one) == before
    (home / "robot-memory.md").unlink()
    (home / "robot-memory.archive.md").unlink()
    with RobotMemory.open(home, clock=clock) as again:
        assert state(again, one) == before


def test_an_undone_note_is_archived(memory):
    one = noted(memory)
    done = memory.undo(one)

    assert done.has_left
    assert memory.entries() == []
    with pytest.raises(InvalidInput, match="nobody has changed"):
        memory.undo(one)


def test_undoing_a_confirmation_keeps_later_evidence(memory, clock):
    observe(memory)
    one = the_entry(memory).id
    clock.set(at(hours=1))
    memory.confirm(one)
    clock.set(at(hours=2))
    observe(memory)
    memory.undo(one)

    assert the_entry(memory).observation_count == 3
    assert the_entry(memory).last_reinforced == at(hours=2)
    assert "noted_by" not in the_entry(memory).extra


def test_forgetting_names_the_undo_command_which_accepts_short_ids(memory):
    one, other = noted(memory), memory.remember("environment_note", "The lift is slow").id
    answer = Forget(one).run(memory, ADA).message
    assert f"`robot-memory undo {one}` takes this back" in answer

    for said in (one, one.removeprefix("mem-"), one[4:8]):
        memory.undo(said, source=ADA)
        assert {entry.id for _, entry in memory.entries()} == {one, other}
        memory.forget(one, source=ADA)
        memory.save(force=True)  # writes the forgotten entry to the archive


def test_an_ambiguous_short_id_of_forgotten_entries_is_refused(memory, monkeypatch):
    noted(memory)
    ids = [f"mem-12345{n}00" for n in range(2)]
    gone = [replace(the_note(memory), id=one) for one in ids]
    monkeypatch.setattr(EntryArchive, "deleted", lambda self: gone)

    with pytest.raises(InvalidInput, match="'1234' begins 2 ids"):
        memory.undo("1234", source=ADA)


def test_a_change_is_not_undone_after_a_later_edit_of_its_entry_in_the_file(memory):
    one = noted(memory)
    memory.correct(one, "The lip has 4 cm")
    memory.save(force=True)
    file = memory.home.memory_file
    file.write_text(file.read_text().replace("4 cm", "5 cm"))

    with pytest.raises(InvalidInput, match="what person changed was changed since"):
        memory.undo(one)
    assert the_note(memory).text == "The lip has 5 cm"


@pytest.mark.parametrize("source", ["person:ada", "agent:planner"])
@pytest.mark.parametrize(("old", "new"), [
    ("Ramp A is steep", "Ramp A is closed"),
    ("environment_note", "behavior_pattern"),
    ("tags: [ramp]", "tags: [ramp, wet]"),
    ("tags: [ramp]", "tags: [ramp]\n    muted_until: 2030-01-01"),
])  # fmt: skip
def test_a_note_edited_in_the_file_is_not_removed_by_undo(memory, source, old, new):
    noted = memory.remember("environment_note", "Ramp A is steep", tags=["ramp"], source=source).id
    memory.save(force=True)
    edit(memory.home.memory_file, (old, new))

    with pytest.raises(InvalidInput, match="noted was changed since"):
        memory.undo(noted)
    assert [entry.id for _, entry in memory.entries()] == [noted]


def test_repeated_undo_does_not_remove_a_persons_note(memory):
    one = noted(memory, source=ADA)
    memory.mute(one)
    memory.undo(one)

    with pytest.raises(InvalidInput, match=r"is taken back; .* forget it"):
        memory.undo(one)
    assert the_note(memory).id == one


@pytest.mark.parametrize("source", [AGENT, "claimed:ada"])
@pytest.mark.parametrize("whose", [ADA, AGENT])
def test_only_a_person_can_undo_a_change(memory, source, whose):
    one = noted(memory, source=whose)
    memory.mute(one, source=whose)
    before = state(memory, one)

    with pytest.raises(NotYours, match="takes nothing back"):
        memory.undo(one, source=source)
    assert state(memory, one) == before


@pytest.mark.parametrize("source", [Source.AGENT, Source.CLAIMED])
def test_an_undo_row_not_written_by_a_person_changes_nothing(memory, source):
    one = noted(memory)
    memory.forget(one)
    row = Observation(Kind.UNDO, memory.clock.now(), "", source, entry_id=one)
    memory.ledger.append([row])

    assert memory.entries(include_resolved=True) == []


def test_an_entry_deleted_in_the_file_is_not_restored_by_an_undo(memory):
    one = noted(memory)
    memory.mute(one, source=AGENT)
    memory.save(force=True)
    file = memory.home.memory_file
    head, _, _ = file.read_text().partition("  - id:")
    file.write_text(head.replace("entries:", "entries: []") + "---\n")
    memory.save(force=True)

    with pytest.raises(InvalidInput, match=f"nobody forgot {one} last"):
        memory.undo(one)
    assert memory.entries(include_resolved=True) == []


def test_a_forget_cannot_be_undone_after_the_fault_returned(memory, clock):
    observe(memory)
    one = the_entry(memory).id
    memory.forget(one)
    clock.set(at(hours=1))
    observe(memory)

    with pytest.raises(InvalidInput, match="nobody has changed"):
        memory.undo(one)


def test_an_agents_change_without_effect_does_not_block_an_undo(memory):
    observe(memory)
    one = the_entry(memory).id
    memory.resolve(one, "a new cable", source=ADA)
    memory.repaired("left encoder", source=AGENT)
    memory.undo(one)

    assert the_entry(memory).type.value == "hardware_observation"


def test_a_request_ended_by_evidence_is_one_undo_step(memory, clock):
    observe(memory)
    one = the_entry(memory).id
    memory.correct(one, "Left encoder: mind the cable")
    memory.mute(one, source=AGENT)
    clock.set(at(hours=2))
    observe(memory)
    over = memory.undo(one)

    assert over.change.kind is Kind.MUTE_ASKED
    assert "of which nothing was left: Left encoder: mind the cable" in over.words
    memory.undo(one)
    assert the_entry(memory).text == "left encoder fails"


@pytest.fixture(scope="module")
def changed_home(tmp_path_factory):
    """A home with undone changes, of which only the ledger is left."""
    home = tmp_path_factory.mktemp("changed") / "home"
    with RobotMemory.open(home) as memory:
        one = memory.remember("environment_note", LIP, keep=True).id
        memory.mute(one, until=memory.clock.now().time + timedelta(days=1))
        memory.undo(one)
        memory.forget(one)
        memory.undo(one)
    (home / "robot-memory.md").unlink()
    (home / "robot-memory.archive.md").unlink(missing_ok=True)
    return home


@pytest.mark.parametrize(
    "name",
    ["keep", "until", "undoes", "fields_before", "fields_back", "fields_back.type",
     "fields_back.tags", "fields_back.last_reinforced", "fields_back.confidence"],
)  # fmt: skip
@pytest.mark.parametrize("value", ['"zzz"', "null", "1e300", '{"a": [1]}'])
def test_the_memory_opens_with_any_content_of_a_change_row(changed_home, tmp_path, name, value):
    home = tmp_path / "home"
    shutil.copytree(changed_home, home)
    with closing(sqlite3.connect(home / "observations.db")) as connection, connection:
        sql = "UPDATE observations SET detail_json = json_set(detail_json, ?, json(?))"
        connection.execute(sql, (f"$.{name}", value))

    with RobotMemory.open(home) as memory:
        memory.context()
        for _, entry in memory.entries(include_resolved=True):
            with suppress(InvalidInput):
                memory.undo(entry.id)
        memory.save(force=True)


def test_conclusions_from_reports_do_not_block_an_undo(memory):
    outcome = memory.report_outcome
    for _ in range(5):
        outcome(TaskOutcome("open door", False, AGENT, parameters={"speed": "fast"}))
        outcome(TaskOutcome("open door", True, AGENT, parameters={"speed": "slow"}))
    one = the_entry(memory, "open door").id
    memory.correct(one, "The door sticks", source=ADA)
    for _ in range(8):
        outcome(TaskOutcome("open door", False, AGENT, parameters={"speed": "slow"}))
        outcome(TaskOutcome("open door", True, AGENT, parameters={"speed": "fast"}))
    assert the_entry(memory, "open door").extra.get("recovered_note"), (
        "the memory asks whether it is over"
    )

    assert memory.undo(one, source=ADA).change.kind is Kind.CORRECT
    assert "open door" in the_entry(memory, "open door").text.lower()


def test_an_agents_withdrawn_requests_are_one_undo_step(memory):
    one = noted(memory)
    memory.correct(one, "The lip has 4 cm", source=ADA)
    for _ in range(5):
        memory.mute(one, source=AGENT)
        memory.unmute(one, source=AGENT)
        memory.declare_known(one, "it is fine", source=AGENT)
        memory.withdraw_known(one, source=AGENT)

    over = memory.undo(one)
    assert over.was_over and over.entry.text == "The lip has 4 cm", "a person's word holds"
    assert memory.undo(one).change.kind is Kind.CORRECT
    assert the_note(memory).text == LIP
