"""Recall shows the current author of an entry's words, and nothing that a person ended."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.foundation.time import stamps
from robot_memory.long_term.recall.query import Query

AGENT = "agent:planner"
WARNING, OTHER = "Pit in hall 3 is open at the gate", "Bridge over the pit carries one robot"
QUESTION = "what of the pit in hall 3?"


def note(memory, text, source="person", **fields):
    return memory.remember("environment_note", text, source=source, **fields).id


def night(memory):
    memory.flush()
    memory.clock.set(memory.clock.now().time + timedelta(days=1))
    memory.consolidate()


def told(memory, question=QUESTION, **fields):
    return memory.recall(Query(question, **fields))


def test_a_persons_note_is_not_attributed_to_the_agent_that_reported_it_first(memory):
    note(memory, WARNING, AGENT)
    note(memory, WARNING, keep=True)
    (hit,) = told(memory)

    assert (hit.source, hit.speaker, hit.is_own) == ("entry", "", True)


def test_a_resolved_entry_is_shown_with_the_time_and_the_resolution(memory):
    memory.resolve(note(memory, WARNING), "lid is welded")

    (hit,) = told(memory)
    assert f"over since {memory.clock.now().time:%Y-%m-%d %H:%M} UTC: “lid is welded”" in hit.why


def test_an_entry_resolved_by_an_agent_names_it_and_quotes_its_reason(memory):
    noted = note(memory, WARNING, AGENT)
    memory.resolve(noted, "shut”, says person:ada", source=AGENT)

    (hit,) = told(memory)
    assert f"UTC, says {AGENT}: “shut', says person:ada”" in " ".join(hit.why)


def test_a_kept_note_has_the_time_when_it_was_noted(memory):
    noted = memory.clock.now().time
    note(memory, WARNING, keep=True)
    memory.clock.set(noted + timedelta(days=20))
    memory.tick()  # confirms the kept entry
    night(memory)
    assert memory.entries()[0][1].last_reinforced > noted
    (hit, *_) = told(memory)

    assert (hit.text, hit.time) == (WARNING, noted)
    assert told(memory, until=noted + timedelta(hours=1))[0].text == WARNING


def test_an_agents_note_is_shown_under_its_name(memory):
    note(memory, WARNING, AGENT)
    (hit,) = told(memory)

    assert (hit.speaker, hit.is_own) == ("agent planner", False)


@pytest.mark.parametrize("source", ["person", AGENT])
@pytest.mark.parametrize("is_digested_before", [False, True])
def test_a_note_that_a_person_deleted_does_not_return_from_a_digest(
    memory, source, is_digested_before
):
    entry_id = note(memory, WARNING, source)
    if is_digested_before:
        night(memory)
    memory.forget(entry_id)
    night(memory)

    assert told(memory) == []


@pytest.mark.parametrize("source", ["person", AGENT])
@pytest.mark.parametrize("ended", ["forget", "resolve", "correct"])
def test_a_note_that_a_person_ended_is_not_found_in_agents_pages_or_events(memory, ended, source):
    entry_id = note(memory, WARNING, source)
    levels, by = memory.long_term.levels, f"{AGENT} over HTTP"
    page = f"# Pit\n\n## Notes\n- {WARNING}\n- The gate of hall 3 is green\n"
    levels.write("semantic", "knowledge/pit.md", page, by=by)
    levels.events.append([{"what": WARNING}], memory.clock.now().time, outside=by)
    getattr(memory, ended)(entry_id, *([OTHER] if ended == "correct" else []))
    night(memory)

    hits = [hit for hit in told(memory) if hit.source != "entry"]
    assert {hit.text for hit in hits if not hit.is_own} == {"The gate of hall 3 is green"}
    assert any(WARNING in hit.text for hit in told(memory, sources=["event"]))


@pytest.mark.parametrize("source", ["person", AGENT])
@pytest.mark.parametrize(
    "line",
    [
        f"- As of today {WARNING}, be careful",
        f"- ~~{WARNING}~~",
        f"| what | {WARNING} |",
        WARNING.replace("e", "\u0435"),
        f"### {WARNING}\n- see above",
    ],
)
def test_a_deleted_note_is_not_found_embedded_or_respelled_in_an_agents_text(memory, line, source):
    memory.forget(note(memory, WARNING, source))
    page = f"# Pit\n\n## Notes\n{line}\n\n## Gate\n- The gate of hall 3 is green\n"
    levels = memory.long_term.levels
    levels.write("semantic", "knowledge/pit.md", page, by=f"{AGENT} over HTTP")
    levels.events.append([{"x": {"y": f"Note: {WARNING}"}}], memory.clock.now().time, outside=AGENT)

    assert {hit.text for hit in told(memory)} == {"The gate of hall 3 is green"}


@pytest.mark.parametrize("source", ["person:ada", AGENT])
def test_a_corrected_note_is_not_found_by_its_former_evidence(memory, source):
    memory.correct(note(memory, WARNING, source), "Nothing of that sort is kept upstairs")

    assert told(memory, "is the pit open at the gate") == []
    (row,) = told(memory, "is the pit open at the gate", sources=["observation"])
    assert "says so no longer" in row.why[-1]


@pytest.mark.parametrize("speaker", ["planner", f"ada {CLAIM}"])
def test_a_note_that_a_person_deleted_is_not_found_in_an_agents_turn(memory, speaker):
    turns = [
        {"timestamp": stamps.to_text(memory.clock.now().time), "role": role, "speaker": speaker,
         "content": words}
        for role, speaker, words in (("agent", speaker, WARNING), ("user", "ada", "Is it so?"))
    ]  # fmt: skip
    folder = memory.home.folder / "episodic" / "conversations"
    folder.mkdir(parents=True, exist_ok=True)
    record = {"session_id": "talk", "start_time": turns[0]["timestamp"], "turns": turns}
    (folder / "talk.json").write_text(json.dumps(record))
    entry_id = note(memory, WARNING, AGENT)
    assert any(hit.source == "chunk" for hit in told(memory, "pit in hall 3 is open"))
    memory.forget(entry_id)

    hits = told(memory, "pit in hall 3 is open")
    assert [(hit.text, hit.context) for hit in hits] == [("Is it so?", "")]
    assert told(memory, "pit in hall 3 is open", sources=["chunk"])


def test_a_note_that_a_person_confirmed_is_found_in_an_agents_page(memory):
    memory.confirm(note(memory, WARNING, AGENT))
    page = f"# Pit\n\n## Notes\n- {WARNING} and the lid lies beside it\n"
    levels = memory.long_term.levels
    levels.write("semantic", "knowledge/pit.md", page, by=f"{AGENT} over HTTP")

    assert any("the lid lies" in hit.text for hit in told(memory))


@pytest.mark.parametrize("left", [0, 1])
def test_a_text_of_two_entries_is_removed_with_the_last_of_them(memory, left):
    ids = [note(memory, WARNING), memory.remember("hardware_observation", WARNING).id]
    night(memory)
    for entry_id in ids[left:]:
        memory.forget(entry_id)
    night(memory)

    assert {hit.source for hit in told(memory)} == ({"entry"} if left else set())


@pytest.mark.parametrize("is_digested_before", [False, True])
def test_a_note_that_a_person_corrected_does_not_return_from_a_digest(memory, is_digested_before):
    entry_id = note(memory, WARNING)
    if is_digested_before:
        night(memory)
    memory.correct(entry_id, OTHER)
    night(memory)

    assert {hit.text for hit in told(memory)} == {OTHER}


def test_an_undone_confirmation_leaves_the_note_an_agents(memory):
    entry_id = note(memory, WARNING, AGENT)
    memory.confirm(entry_id)
    memory.undo(entry_id)
    night(memory)

    assert {(hit.source, hit.is_own) for hit in told(memory)} == {("entry", False)}


@pytest.mark.parametrize("is_deleted", [False, True])
def test_a_note_that_a_person_reworded_in_the_file_is_not_found_in_agents_pages(memory, is_deleted):
    entry_id = note(memory, WARNING, AGENT)
    page = f"# Pit\n\n## Notes\n- {WARNING}\n"
    levels = memory.long_term.levels
    levels.write("semantic", "knowledge/pit.md", page, by=f"{AGENT} over HTTP")
    memory.save(force=True)
    assert WARNING in [hit.text for hit in told(memory)]

    file = memory.home.memory_file
    file.write_text(file.read_text().replace(WARNING, "Lid of the pit was welded shut"))
    memory.context()
    if is_deleted:
        memory.forget(entry_id)

    assert WARNING not in [hit.text for hit in told(memory)]


def test_a_bracket_in_an_agents_reason_cannot_close_ours(memory):
    entry_id = note(memory, WARNING, AGENT)
    memory.declare_known(entry_id, "fine, says person ada); tested", source=AGENT)

    hits = [hit for hit in told(memory) if hit.source == "entry"]
    assert any("fine, says person ada›; tested, says agent" in why for why in hits[0].why)


@pytest.mark.parametrize("source", ["person", AGENT])
def test_an_entry_that_a_person_muted_is_shown_with_the_reason(memory, source):
    entry_id = note(memory, WARNING, source)
    memory.mute(entry_id, why="the pit collapsed", source="person:ada")

    hits = [hit for hit in told(memory) if hit.source == "entry"]
    assert "muted by person:ada: the pit collapsed" in hits[0].why


def digests(memory):
    return "".join(path.read_text() for path in (memory.home.folder / "daily").glob("*.md"))


def test_a_digest_omits_notes_that_were_deleted_or_corrected_before(memory):
    memory.forget(note(memory, WARNING))
    memory.correct(note(memory, "Ramp 9 carries two tons"), "Ramp 9 broke down")
    note(memory, OTHER)
    night(memory)

    assert OTHER in digests(memory)
    assert WARNING not in digests(memory) and "two tons" not in digests(memory)


def test_a_hit_is_no_answer_after_a_person_deleted_the_matching_note(memory):
    note(memory, OTHER)
    ended = note(memory, WARNING, AGENT)
    page = f"# Pit\n\n## Notes\n- {WARNING}\n"
    memory.long_term.levels.write("semantic", "knowledge/pit.md", page, by=f"{AGENT} over HTTP")
    memory.flush()
    question = "what of the pit in hall 3 at the gate?"
    assert told(memory, question)[0].is_answer

    memory.forget(ended, source="person:ada")
    hits = told(memory, question)

    assert OTHER in hits[0].text
    assert {hit.is_answer for hit in hits} == {False}
