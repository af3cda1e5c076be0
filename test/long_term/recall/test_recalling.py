"""Everything remembered is found, with its source and the reason of the match."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from remembered import NOON

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.time import stamps
from robot_memory.ledger import Kind
from robot_memory.ledger.observation import claimed_name
from robot_memory.long_term.recall import event_feed
from robot_memory.long_term.recall.query import Query


def test_an_entry_is_found_by_a_word_of_its_text(robot):
    entry_id = robot.lesson("Left wheel encoder reports no pulses")

    (hit,) = robot.find("encoder trouble", sources=["entry"])

    assert (hit.id, hit.source, hit.where) == (entry_id, "entry", "robot-memory.md")
    assert hit.time == NOON
    assert hit.why == ("says 'encoder'", "entry at 0.80")


def test_a_fact_is_found_by_another_form_of_its_words(robot):
    fact_id = robot.fact("deployment project", "started_on", "2026-05-15")

    (hit,) = robot.find("When did the deployment projects start?")

    assert (hit.source, hit.id) == ("fact", fact_id)
    assert hit.text == "deployment project started on 2026-05-15"
    assert hit.where == "knowledge-graph/facts.jsonl"


def test_one_turn_of_a_conversation_is_found_with_its_speaker_and_context(robot):
    robot.talk(
        ("Ada", "Hello, how was the test run?"),
        ("Bob", "The gripper dropped the crate twice."),
        ("Ada", "Then let us look at the fingers."),
    )

    hit = robot.find("gripper crate")[0]

    assert (hit.source, hit.conversation_id, hit.turn, hit.speaker) == ("chunk", "s1", 1, "Bob")
    assert hit.text == "The gripper dropped the crate twice."
    assert hit.context == (
        "Ada: Hello, how was the test run?\nAda: Then let us look at the fingers."
    )
    assert hit.where == "s1, turn 1"
    assert hit.time.isoformat() == "2026-12-01T12:00:30+00:00"


def test_a_line_of_knowledge_is_found_with_its_file_and_heading(robot):
    robot.page("semantic/knowledge/doors.md", "# Doors\n\n## Kitchen\n- It sticks in winter\n")

    (hit,) = robot.find("kitchen in winter")

    assert (hit.source, hit.id) == ("knowledge", "semantic/knowledge/doors.md")
    assert hit.where == "semantic/knowledge/doors.md, Doors › Kitchen"
    assert hit.text == "It sticks in winter"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"type": "entry_created", "detail": "Gate 3 sticks", "source": "person"},
         "First noted by a person: Gate 3 sticks"),
        ({"type": "entry_muted", "detail": "until May", "source": "person", "by": "ada"},
         "Muted by person ada: Gate 3 sticks (until May)"),
        ({"type": "entry_pruned", "detail": "decayed", "word_of": "agent"},
         "Pruned, the word of an agent: Gate 3 sticks (decayed)"),
    ],
)  # fmt: skip
def test_an_event_of_the_memory_is_shown_as_a_sentence(robot, change, said):
    entry_id = robot.lesson("Gate 3 sticks")
    robot.levels.note(change.pop("type"), id=entry_id, text="Gate 3 sticks", row=1, **change)

    (hit,) = robot.find("gate 3", sources=["event"])
    assert hit.text == said


def test_a_date_in_a_question_finds_the_note_that_names_it(robot):
    robot.lesson("The filter of hall 3 is due on 2026-10-02")
    robot.lesson("Rack 2026 has 10 shelves and 2 doors")

    (hit,) = robot.find("2026-10-02")
    assert hit.text == "The filter of hall 3 is due on 2026-10-02"
    assert robot.find("2026-10-03") == robot.find("what happened on 2026-10-02?") == []


def test_internal_events_of_the_memory_are_not_found(robot):
    robot.levels.note("quality_probe", passed=0, asked=0, ratio=1.0, failed=[])
    robot.levels.note("session_interrupted", id="2026-11-28_session1")
    robot.levels.note("entry_created", id="mem-72720dcf", text="Gate 3 sticks", source="detector")

    for word in ("quality probe", "ratio", "session interrupted", "entry type"):
        assert robot.find(word) == []


def test_repeated_observations_are_one_hit_with_count_and_last_time(robot):
    for _ in range(5):
        robot.wait(hours=1)
        row = robot.seen("Motor stalls", component="arm", topic="/diagnostics")

    (hit,) = robot.find("when did the motor stall")

    assert (hit.source, hit.id, hit.time) == ("observation", str(row), robot.now)
    assert hit.where == "observations.db, topic /diagnostics"
    assert "seen 5 times" in hit.why


def test_turns_of_a_running_session_are_found(robot):
    session = robot.levels.sessions.start(robot.now)
    session.add_turn("user", "The gripper squeaks", robot.now)

    (hit,) = robot.find("gripper")

    assert (hit.text, hit.turn, hit.speaker) == ("The gripper squeaks", 0, "user")
    assert hit.id.startswith("sessions/")


def test_a_transcript_is_found_once_whether_or_not_it_is_in_chunks_yet(robot):
    path = robot.transcript(("Ada", "The gripper squeaks"))
    (before,) = robot.find("gripper")

    robot.talk(("Ada", "The gripper squeaks"))
    (after,) = robot.find("gripper")

    assert before.id == path.relative_to(robot.home).as_posix()
    assert after.id.startswith("chunk-")
    assert (before.text, before.turn, before.conversation_id) == (
        after.text, after.turn, after.conversation_id,
    )  # fmt: skip


def test_new_turns_of_an_imported_transcript_are_found(robot):
    robot.talk(("Ada", "The gripper squeaks"))
    robot.transcript(("Ada", "The gripper squeaks"), ("Bob", "The gripper was oiled"))

    assert {hit.turn for hit in robot.find("gripper")} == {0, 1}


def test_internal_rows_of_the_ledger_are_not_found(robot):
    robot.seen("the clock became trusted", kind=Kind.RETIME)
    robot.seen("the clock was said before", kind=Kind.ECHO)

    assert robot.find("clock") == []


def test_all_defects_of_a_question_are_reported_at_once(robot):
    with pytest.raises(InvalidInput) as error:
        robot.find(" ", limit=0, sources=["x"], since=NOON.replace(tzinfo=None))

    paths = [defect.path for defect in error.value.defects]
    assert paths == ["query", "limit", "sources", "since"]


def test_a_time_that_ends_before_it_begins_is_refused(robot):
    with pytest.raises(InvalidInput, match=r"until: .* is before since"):
        robot.find("gripper", since=NOON, until=NOON.replace(year=2025))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(min_size=1).filter(str.strip))
@example(query='gripper" OR NEAR(a b, 3) AND NOT * ^ : {terms} -')
@example(query="terms : gripper")
@example(query="'; DROP TABLE passages; --")
@example(query="\ud800 \x00 gripper")
@example(query="gripper " * 1300)
@example(query="抓手 掉了 箱子 夹爪")
def test_no_question_is_an_error_of_the_database(robot, query):
    robot.recall.find(Query(query))


def test_a_search_returns_as_many_hits_as_requested(robot):
    for number in range(300):
        robot.seen(f"Wheel slipped at post {number}", kind=Kind.EVENT)

    assert [len(robot.find("wheel slipped", limit=limit)) for limit in (1, 10, 250)] == [1, 10, 250]


@pytest.mark.parametrize(("source", "who"), [("agent", "agent"), ("claimed", claimed_name(""))])
def test_an_unverified_entry_is_shown_with_its_source(robot, source, who):
    robot.lesson("The lift is safe at any speed", 0.5, extra={"source": source})

    (hit,) = robot.find("lift speed", sources=["entry"])
    assert hit.speaker == who


def test_a_knowledge_page_of_an_agent_is_shown_with_its_author(robot):
    text = "# Lifts\n\n## Speed\n- The lift is safe at any speed\n"
    robot.levels.write("semantic", "knowledge/lifts.md", text, by="agent:planner over HTTP")

    (hit,) = robot.find("lift speed", sources=["knowledge"])
    assert hit.speaker == "agent:planner over HTTP"


def test_many_events_of_agents_do_not_displace_a_persons_event(robot, monkeypatch):
    monkeypatch.setattr(event_feed, "_NEWEST", 2_000)
    events = robot.levels.events
    crate = {"what": "The crate fell from the lift"}
    events.append([crate], robot.now, outside="person:ada over HTTP")
    for number in range(30):
        noted = {"what": f"Shelf {number} was dusted"}
        events.append([noted], robot.now, outside="agent:planner over HTTP")

    assert any("The crate fell" in text for text in robot.texts("crate lift"))
    assert len(robot.texts("shelf dusted", limit=50)) < 30


@pytest.mark.parametrize(("hours", "when"), [(0.5, ""), (96.0, " on 2026-12-01 at 12:00 UTC")])
def test_a_back_dated_event_is_shown_with_the_time_of_writing(robot, hours, when):
    dated = stamps.to_text(robot.now - timedelta(hours=hours))
    cleaned = {"timestamp": dated, "what": "Lens cleaned"}
    robot.levels.events.append([cleaned], robot.now, outside="agent:planner over HTTP")

    (hit,) = robot.find("When was the lens cleaned?", sources=["event"])
    assert hit.where.endswith(f", written by agent:planner over HTTP{when}")


def test_events_about_agents_entries_do_not_displace_other_events(robot):
    for number in range(12):
        text = f"The gas valve, gas valve, is in room {number}"
        robot.levels.note("entry_pruned", id=f"mem-{number}", text=text, word_of="agent")
    robot.levels.note("entry_pruned", id="mem-x", text="The gas valve leaks, says the detector")

    assert any("leaks" in text for text in robot.texts("where is the gas valve", limit=10))


def test_an_agents_event_does_not_replace_a_persons_action_on_an_entry(robot):
    said = "The valve in hall 3 is open"
    entry_id = robot.lesson(said)
    done = {"id": entry_id, "text": said, "detail": "muted: it is shut at night"}
    robot.levels.note("entry_muted", **done, source="person", word_of="agent")
    written = {"what": f"{said}, {said}: valve in hall 3, {entry_id}"}
    robot.levels.events.append([written], robot.now, outside="agent:planner over HTTP")

    found = robot.find("valve in hall 3", sources=["event"])
    assert sorted("shut at night" in hit.text for hit in found) == [False, True]


def test_a_persons_note_is_shown_as_theirs_if_an_agents_page_repeats_it(robot):
    said = "The valve in hall 3 is safe"
    entry_id = robot.lesson(said)
    robot.seen(said, Kind.NOTE, entry_id=entry_id, detail={"by": "Anna"})
    page = f"# Valves\n\n## Hall 3\n- {said} <!-- {entry_id} -->\n"
    robot.levels.write("semantic", "knowledge/valves.md", page, by="agent:planner over HTTP")

    first, *_ = robot.find("valve in hall 3")
    assert (first.text, first.speaker) == (said, "Anna")


def test_a_persons_page_is_shown_as_theirs_if_an_agents_page_repeats_it(robot):
    said = "The valve in hall 3 is safe"
    robot.page("semantic/knowledge/z.md", f"# Notes\n\n## Notes\n- {said}\n")
    page = f"# Valves\n\n## The valve in hall 3\n- {said}\n"
    robot.levels.write("semantic", "knowledge/a.md", page, by="agent:planner over HTTP")

    first, *_ = robot.find("is the valve in hall 3 safe")
    assert (first.where, first.speaker) == ("semantic/knowledge/z.md, Notes › Notes", "")


def test_a_line_of_the_night_shift_stays_its_own_when_an_agent_edits_the_page(robot):
    lines = {"title": "Patterns", "Events": ["Ramp is slippery when wet"]}
    robot.levels.knowledge.update("patterns", lines, robot.now)
    page = "# Patterns\n\n## Events\n- Ramp is slippery when wet\n- Dock at full speed\n"
    robot.levels.write("semantic", "knowledge/patterns.md", page, by="agent:planner over HTTP")

    said_by = {hit.text: hit.speaker for hit in robot.find("ramp slippery or dock at full speed")}
    assert said_by["Ramp is slippery when wet"] == ""
    assert said_by["Dock at full speed"] == "agent:planner over HTTP"


def test_many_lines_of_agents_pages_do_not_displace_persons_notes(robot):
    persons = [f"The press number {number} crushes hands" for number in range(9)]
    robot.lessons(persons)
    for page in range(4):
        lines = "".join(f"- the press is safe {page} {line}\n" for line in range(450))
        robot.levels.write(
            "semantic", f"knowledge/p{page}.md", f"# Press\n\n{lines}", by="agent:planner over HTTP"
        )

    for question in ("is the press safe", "who said the press is safe"):
        found = [hit.text for hit in robot.find(question, limit=10)]
        assert sum(text in persons for text in found) == 5


def test_many_events_of_agents_today_hide_nothing_that_was_said_today(robot):
    robot.talk(("Ada", "The freight lift must not be used until Friday."))
    for number in range(160):
        event = {"what": f"Shelf {number} was dusted today"}
        robot.levels.events.append([event], robot.now, outside="agent:planner over HTTP")

    assert any("freight lift" in text for text in robot.texts("what was said today?"))


def test_an_agents_line_stays_its_own_where_a_person_adds_to_the_page(robot):
    page = "# Lifts\n\n- Lift 2 is fine\n"
    robot.levels.write("semantic", "knowledge/lifts.md", page, by="agent:planner over HTTP")
    robot.page("semantic/knowledge/lifts.md", f"{page}- Lift 2 was inspected by Bob\n")

    said_by = {hit.text: (hit.speaker, hit.is_own) for hit in robot.find("lift 2")}

    assert said_by["Lift 2 is fine"] == ("agent:planner over HTTP", False)
    assert said_by["Lift 2 was inspected by Bob"] == ("", True)


def test_a_who_repaired_question_is_answered_with_the_person_and_the_part(robot):
    robot.seen("The seal of pump 1 sticks", Kind.NOTE, component="pump 1", detail={"by": "bo"})
    robot.seen("new seal", Kind.REPAIRED, component="pump 1", detail={"by": "ada"})

    hit = robot.find("Who repaired pump 1?")[0]

    assert (hit.text, hit.speaker) == ("pump 1 repaired: new seal", "ada")
