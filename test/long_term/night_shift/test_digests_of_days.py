"""One digest a day, kept up by the machine and open to a person's edits (003 §3; rules.md §8)."""

from __future__ import annotations

import json
from contextlib import contextmanager
from datetime import timedelta

import pytest
from approving import approve, assist_of, keys_for
from hypothesis import given
from hypothesis import strategies as st
from night_homes import NIGHT, Night, at, talk

from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.foundation.time import stamps
from robot_memory.ledger.observation import claimed_name
from robot_memory.long_term.graph import Statement
from robot_memory.long_term.night_shift import digest_files
from robot_memory.long_term.night_shift.digest_files import HEADINGS, digest_text
from robot_memory.long_term.night_shift.digest_survey import _LINE_MAKERS

DAY = "daily/2026-12-01.md"
NOON = NIGHT - timedelta(hours=11)


@pytest.fixture
def night(home):
    return Night(home)


def digest_chunks(night):
    return night.chunks().list_chunks(tags=["digest"])


@contextmanager
def noting(night, time=NOON):
    """Yield a function that notes events at a time; afterwards run the next night."""
    night.clock.set(time)
    night.levels.prepare()
    yield night.levels.note
    night.clock.set(NIGHT)
    night.run("summarize")


def lines_with(night, text):
    return [line for line in night.read(DAY).splitlines() if text in line]


def log(night, *turns):
    """Write the raw log of another tool, one turn a line."""
    path = night.home / "sessions" / "2026-12-01-120000.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(turn) + "\n" for turn in turns))


@pytest.fixture
def short_digests(monkeypatch):
    """Allow only a few lines below each heading of a digest."""
    monkeypatch.setattr(digest_files, "_MOST_LINES", 5)


def test_a_digest_has_the_four_sections_of_the_document(night):
    talk(night.home, "I live in Graz.", "Let's use the north dock.", "I prefer tea.",
         "Remember to mop the floor.", start=NOON)  # fmt: skip
    night.run("summarize")

    assert night.read(DAY) == (
        "# 2026-12-01\n\n"
        "## Facts Learned\n- user: I live in Graz\n\n"
        "## Decisions Made\n- user: Let's use the north dock\n\n"
        "## Preferences Noted\n- user: I prefer tea\n\n"
        "## Action Items\n- user: Remember to mop the floor\n\n"
        "## Sessions\n- 2026-12-01_session1, 13:30–13:33: user, 4 turns\n"
    )


def test_digest_lines_are_in_the_order_of_the_statements(night):
    talk(night.home, "I prefer tea.", start=NOON, session="a")
    talk(night.home, "I prefer milk.", start=NOON - timedelta(hours=2), session="z")
    night.run("summarize")
    assert night.read(DAY).index("milk") < night.read(DAY).index("tea")


def test_a_session_past_midnight_is_in_the_digests_of_both_days(night):
    talk(night.home, "I live in Graz.", start=NIGHT - timedelta(minutes=31), session="late")
    path = night.home / "episodic/conversations/late.json"
    data = json.loads(path.read_text())
    data["turns"].append({**data["turns"][0], "timestamp": NIGHT.isoformat(),
                          "content": "I prefer tea."})  # fmt: skip
    path.write_text(json.dumps(data))
    night.run("summarize")

    assert "Graz" in night.read(DAY)
    assert "tea" not in night.read(DAY)
    assert "tea" in night.read("daily/2026-12-02.md")


def test_an_unfinished_session_is_digested_and_completed_the_next_night(night):
    session = night.levels.sessions.start(NOON)
    session.add_turn("user", "I live in Graz.", NOON)
    night.run("summarize")
    assert "Graz" in night.read(DAY)

    session.add_turn("user", "I prefer tea.", NOON + timedelta(hours=1))
    session.end(NOON + timedelta(hours=2))
    night.run("summarize")

    assert night.read(DAY).count("Graz") == 1
    assert "tea" in night.read(DAY)
    assert "13:30–14:30: user, 2 turns" in night.read(DAY)
    assert "1 turn\n" not in night.read(DAY)


@pytest.mark.parametrize(
    "line",
    [
        {"timestamp": NOON.isoformat(), "role": "user", "content": "I live in Graz."},
        {"time": NOON.timestamp(), "speaker": "user", "text": "I live in Graz."},
        {"ts": NOON.isoformat(), "type": "message", "message": {
            "role": "user", "content": [{"type": "text", "text": "I live in Graz."}, {"x": 1}]}},
        {"timestamp": NOON.isoformat(), "role": "user", "message": "I live in Graz."},
    ],
)  # fmt: skip
def test_raw_logs_are_read_in_the_forms_that_tools_write(night, line):
    log(night, line)
    night.run("summarize")
    assert "- user: I live in Graz" in night.read(DAY)


def test_a_persons_line_stays_and_a_line_that_a_person_deleted_does_not_return(night):
    talk(night.home, "I live in Graz.", "I prefer tea.", start=NOON)
    night.run("summarize")
    page = night.home / DAY
    page.write_text(page.read_text().replace("- user: I live in Graz\n", "- Ada lives in Wien\n"))
    talk(night.home, "I hate noise.", start=NOON, session="second")
    night.run("summarize")

    text = night.read(DAY)
    assert "- Ada lives in Wien" in text
    assert "Graz" not in text
    assert "- user: I hate noise" in text


def test_a_digest_line_is_removed_when_its_conversation_no_longer_contains_it(night):
    talk(night.home, "I live in Graz.", "I prefer tea.", start=NOON)
    night.run("summarize")
    talk(night.home, "I live in Wien.", "I prefer tea.", start=NOON)
    night.run("summarize")
    assert "Graz" not in night.read(DAY)
    assert night.read(DAY).count("Wien") == night.read(DAY).count("tea") == 1


def known(night):
    """Return the graph's facts as sentences."""
    return {one.text for one in night.facts.facts.values()}


def test_a_fact_is_archived_when_its_conversation_no_longer_contains_it(night):
    talk(night.home, "The charger is in room 14.", start=NOON)
    night.run()
    talk(night.home, "The charger is in room 16.", start=NOON)
    night.run()

    assert known(night) == {"charger is in room 16"}
    assert "(superseded" not in night.read("MEMORY.md")
    assert "room 14" not in night.read("MEMORY.md")
    assert '"archived_because": "withdrawn"' in night.read(
        "knowledge-graph/archived-facts.jsonl")  # fmt: skip


def test_a_fact_is_removed_when_its_conversation_becomes_empty(night):
    talk(night.home, "The charger is in room 14.", start=NOON)
    night.run()
    talk(night.home, start=NOON)
    night.run()

    assert known(night) == set()
    assert "room 14" not in night.read(DAY)
    assert "room 14" not in night.read("MEMORY.md")


def test_a_fact_that_the_conversation_states_on_another_day_too_is_kept(night):
    path = talk(night.home, "I live in Graz.", "I live in Graz.", start=NOON)
    data = json.loads(path.read_text())
    data["turns"][0]["timestamp"] = at(-1).isoformat()
    path.write_text(json.dumps(data))
    night.run()
    path.write_text(json.dumps({**data, "turns": data["turns"][1:]}))
    night.run()

    assert known(night) == {"user lives in Graz"}


@pytest.mark.parametrize("first", ["the conversation", "somebody else"])
def test_a_fact_that_another_person_also_stated_is_kept_as_theirs(night, first):
    def state():
        night.facts.learn([Statement("user", "lives_in", "Graz", "ada")], now=at(-1))

    if first == "somebody else":
        state()
    talk(night.home, "I live in Graz.", start=NOON)
    night.run()
    if first == "the conversation":
        state()
    talk(night.home, "I like tea.", start=NOON)
    night.run()

    (fact,) = night.facts.lookup("user", "lives_in", now=NIGHT)
    assert fact.fact.tellers == ("ada",)


@pytest.mark.parametrize("days", [0, -1, 1])
def test_a_fact_that_another_conversation_also_states_is_kept_as_its_fact(night, days):
    for name, start in (("a", at(-2)), ("b", at(-2 + days))):
        talk(night.home, "I live in Graz.", start=start, session=name)
        night.run()
    talk(night.home, start=at(-2), session="a")
    night.run()

    (fact,) = night.facts.lookup("user", "lives_in", now=NIGHT)
    assert fact.fact.tellers == ("session:b",)


def test_a_withdrawn_fact_that_is_stated_again_is_stored_again(night):
    for room in (14, 16, 14):
        talk(night.home, f"The charger is in room {room}.", start=NOON)
        night.run()

    assert known(night) == {"charger is in room 14"}


IN_GRAZ = Statement("user", "lives_in", "Graz", "ada")


def told(night):
    """Return the texts of the searchable facts."""
    return {one.text for one in night.facts.searchable(now=night.clock.now().time)}


def test_a_fact_that_a_person_corrects_in_one_talk_is_superseded(night):
    talk(night.home, "The mast is 180 cm high.", "No, sorry, the mast is 210 cm high.", start=NOON)
    night.run()

    source = "session:2026-12-01_session1"
    assert told(night) == {
        f"mast is 180 cm high (superseded; {source})", f"mast is 210 cm high (current; {source})",
    }  # fmt: skip


def test_a_denial_contests_the_denied_fact_and_adds_none(night):
    night.facts.learn([IN_GRAZ], now=at(-2))
    talk(night.home, "I do not live in Graz.", "The charger is not in bay 2.", start=NOON)
    night.run()

    assert told(night) == {"user lives in Graz (denied; ada)"}


def test_a_fact_restated_after_its_denial_is_not_contested(night):
    night.facts.learn([IN_GRAZ], now=at(-2))
    talk(night.home, "I do not live in Graz.", start=NOON)
    night.run()
    night.facts.learn([IN_GRAZ], now=NIGHT)

    assert told(night) == {"user lives in Graz"}


def test_a_continued_session_does_not_deny_again_a_fact_that_was_restated(night):
    night.facts.learn([IN_GRAZ], now=at(-2))
    talk(night.home, "I do not live in Graz.", start=NOON)
    night.run()
    night.facts.learn([IN_GRAZ], now=NOON + timedelta(minutes=30))
    talk(night.home, "I do not live in Graz.", *["I like tea."] * 60, start=NOON)
    night.run()

    assert "user lives in Graz" in told(night)


def test_a_fact_restated_after_its_denial_in_one_session_is_not_contested(night):
    said = "I live in Graz."
    talk(night.home, said, "I do not live in Graz.", f"Sorry, {said}", start=NOON)
    night.run()

    assert told(night) == {"user lives in Graz"}


def test_a_denial_removed_from_its_conversation_contests_nothing(night):
    night.facts.learn([IN_GRAZ], now=at(-2))
    talk(night.home, "I do not live in Graz.", start=NOON)
    night.run()
    talk(night.home, "I like tea.", start=NOON)
    night.run()

    assert "user lives in Graz" in told(night)


def test_facts_of_an_archived_session_stay(night):
    path = talk(night.home, "I live in Graz.", start=NOON)
    night.run()
    path.unlink()
    night.run()

    assert known(night) == {"user lives in Graz"}


def test_digest_lines_of_an_archived_session_stay(night):
    path = talk(night.home, "I live in Graz.", start=NOON)
    night.run("summarize")
    path.unlink()
    talk(night.home, "I prefer tea.", start=NOON, session="second")
    night.run("summarize")
    assert "Graz" in night.read(DAY)


def test_a_damaged_conversation_is_reported_and_stays_and_the_others_are_digested(night):
    talk(night.home, "I live in Graz.", start=NOON)
    bad = night.home / "episodic/conversations/bad.json"
    bad.write_text('{"session_id": 7')
    report = night.run("summarize")

    assert report.success
    problems = [problem for problem in report.problems if "bad.json" in problem]
    assert any("it stays, and is in no digest" in problem for problem in problems)
    assert bad.read_text() == '{"session_id": 7'
    assert "Graz" in night.read(DAY)


def test_a_decision_written_by_another_tool_is_not_in_the_digest(night):
    night.levels.prepare()
    said = {"type": "proposal_approved", "id": "prop-1", "by": "eve", "target": "agents.md",
            "timestamp": NOON.isoformat()}  # fmt: skip
    with night.levels.tree.events.open("a") as file:
        file.write(json.dumps(said) + "\n")
    night.clock.set(NIGHT)
    night.run("summarize")

    assert not any("eve" in path.read_text() for path in (night.home / "daily").glob("*.md"))


def test_the_digest_lists_learned_entries_and_decisions_of_people(night):
    with noting(night) as note:
        for kind, text in (("created", "Left motor runs hot"), ("resolved", "Door sticks")):
            note(f"entry_{kind}", id=f"mem-{kind}", text=text, row=1)
            note(f"entry_{kind}", id=f"mem-{kind}", text=text, row=1)  # after a crash
        proposal = night.levels.propose("agents.md", "# Agents\n", by="Ada")
        run_id = approve(night.levels, proposal.id, "grace").run_id
        assist_of(night.levels).roll_back(run_id, night.clock.now(), keys_for("grace"))
        waiting = night.levels.propose("sandbox_rules.json", "{}\n", by="Ada")

    text = night.read(DAY)
    assert "## Sessions" not in text  # there was none
    assert text.count("- Left motor runs hot\n") == 1
    assert "- Resolved: Door sticks\n" in text
    assert "## Decisions Made\n- grace approved agents.md\n" in text
    assert "- grace took back the approved change of agents.md\n" in text
    assert f"- Approve or reject {waiting.id}: Ada proposes sandbox_rules.json\n" in text
    assert proposal.id not in text  # nothing is left to decide


def test_an_undone_resolve_or_correction_is_not_in_the_digest(night):
    gate, door = "Gate four opens towards the road", "Door six opens to the inside"
    with noting(night) as note:
        for row, (subject, kind, text) in enumerate([
            ("mem-1", "created", gate), ("mem-1", "resolved", gate), ("mem-1", "undone", gate),
            ("mem-2", "created", door), ("mem-2", "corrected", "It opens to the outside"),
            ("mem-2", "undone", door), ("mem-3", "created", "Lift is slow"),
            ("mem-3", "resolved", "Lift is slow"), ("mem-3", "muted", "Lift is slow"),
        ], start=1):  # fmt: skip
            entry_type = "resolved" if kind in ("resolved", "muted") else "environment_note"
            note(f"entry_{kind}", id=subject, text=text, row=row, entry_type=entry_type)

    text = night.read(DAY)
    assert f"- {gate}\n" in text and f"Resolved: {gate}" not in text
    assert f"- {door}\n" in text
    assert "- Resolved: Lift is slow\n" in text


def test_a_persons_note_is_listed_once_in_the_digest(night):
    kitchen = "Kitchen doorway is 80 cm wide"
    talk(night.home, kitchen, "Repaired: left wheel (new tyre)", "Resolved: Door sticks",
         start=NOON, role="person")  # fmt: skip
    with noting(night) as note:
        note("entry_created", id="mem-1", text=kitchen, source="person")
        note("entry_resolved", id="mem-2", text="Door sticks", source="person")

    facts = night.read(DAY).partition("## Decisions")[0].splitlines()[3:-1]
    assert facts == [
        "- person: Repaired: left wheel (new tyre)",
        "- Kitchen doorway is 80 cm wide",
        "- Resolved: Door sticks",
    ]


@pytest.mark.parametrize("source", ["agent", "claimed"])
def test_unverified_notes_displace_no_persons_line_from_the_digest(night, short_digests, source):
    said = ["Kitchen doorway is 80 cm wide", *(f"Shelf {n} is high" for n in range(7))]
    talk(night.home, said[0], start=NOON, role="Ada")
    with noting(night, NOON - timedelta(hours=1)) as note:
        for number, text in enumerate(said):
            note("entry_created", id=f"mem-{number}", text=text, source=source)
    assert f"- Ada: {said[0]}\n" in night.read(DAY)


def test_a_claimed_person_states_no_fact_and_makes_no_decision(night):
    said = ["The charger is in bay 9.", "We decided to park in hall 4."]
    night.facts.learn([Statement("charger", "is_in", "bay 2", "ada")], now=at(-2))
    talk(night.home, *said, start=NOON, role=claimed_name("ada"))
    night.run("summarize")
    (known,) = night.facts.lookup("charger", now=NIGHT)
    assert (known.text, known.current) == ("charger is in bay 2", True)
    assert not any(text in night.read(DAY) for text in ("bay 9", "hall 4"))


def test_the_line_of_a_session_names_persons_before_all_others(night):
    guests = [claimed_name(f"guest {n}") for n in range(7)]
    log(night, *(said(who) for who in (*guests, "Dora", "Bob")))
    night.run("summarize")

    (line,) = lines_with(night, "sessions/2026")
    _, _, who = line.partition(": ")
    assert who == f"Dora, Bob, {', '.join(guests[:4])} and others, 9 turns"


def said(who):
    return {"timestamp": stamps.to_text(NOON), "role": who, "content": "The bay is free."}


def test_a_speakers_name_with_a_comma_or_quotes_is_quoted(night):
    talk(night.home, "The bay is free.", start=NOON, role=claimed_name("Grace, bob and ”Ada"))
    night.run("summarize")

    assert f": “Grace, bob and 'Ada” ({CLAIM}), 1 turn" in night.read(DAY)


@pytest.mark.parametrize(
    ("word_of", "told"),
    [("agent", "an agent says so"), ("claimed", f"somebody {CLAIM}, says so")],
)
def test_an_unverified_note_is_shown_with_its_source(night, word_of, told):
    text = "Bay 4 may be entered at full speed"
    with noting(night) as note:
        note("entry_created", id="mem-1", text=text, source=word_of, word_of=word_of)
        note("entry_resolved", id="mem-1", text=text, source="person", word_of=word_of)
    assert lines_with(night, text) == [f"- {text} ({told})", f"- Resolved: {text} ({told})"]


def test_proposals_of_agents_displace_no_persons_proposal_from_the_digest(night, short_digests):
    with noting(night):
        for number in range(6):
            night.levels.propose(f"skills/a{number}/SKILL.md", "# A\n", by="agent:planner")
        night.clock.set(NOON + timedelta(hours=1))
        waiting = night.levels.propose("skills/z/SKILL.md", "# Z\n", by="person:ada over HTTP")

    asked = f"- Approve or reject {waiting.id}: person:ada over HTTP proposes skills/z/SKILL.md"
    assert asked in night.read(DAY)


def test_only_recoveries_found_by_detectors_are_in_the_digest(night):
    with noting(night) as note:
        for who in ("agent", "claimed", "person", "detector"):
            note("entry_recovered", id=f"mem-{who}", text=f"Told by {who}", source=who)
    assert lines_with(night, "Told by") == ["- Stays away: Told by detector"]


@pytest.mark.parametrize("role", ["assistant", "agent:planner", "Assistant (GPT)", "robot"])
@pytest.mark.parametrize("speaker", ["", "ada"])
def test_statements_of_a_machine_under_any_name_make_no_digest_line(night, role, speaker):
    log(night, {"timestamp": "2026-12-01T09:00:00Z", "role": role, "speaker": speaker,
                "content": "We decided to park in hall 4. The charger is in bay 9."})  # fmt: skip
    night.run("summarize")
    assert night.triples() == set()
    assert not any(text in night.read(DAY) for text in ("hall 4", "bay 9"))


def test_each_fact_of_the_digest_is_stored_with_the_time_of_its_statement(night):
    talk(night.home, "I live in Graz.", "The depot opened on May 15, 2026.", start=at(-20))
    night.run("summarize")
    (graz,) = night.facts.lookup("user", "lives_in", now=NIGHT)
    assert graz.fact.object == "Graz"
    assert graz.fact.source == "session:2026-11-11_session1"
    assert graz.fact.created == at(-20) + timedelta(minutes=1)
    assert graz.activation == pytest.approx(0.5 ** (20 / 30), abs=0.02)


def test_repeated_nights_do_not_restore_the_activation_of_a_fact(night):
    talk(night.home, "I live in Graz.", start=NOON)
    for days in range(0, 28, 7):
        night.clock.set(at(days))
        night.run()
    (graz,) = night.facts.lookup("user", "lives_in", now=at(21))
    assert graz.activation == pytest.approx(0.5 ** (22 / 30), abs=0.02)


def test_a_digest_is_stored_as_one_chunk_that_follows_its_page(night):
    talk(night.home, "I live in Graz.", start=NOON)
    night.run()
    night.run()
    (chunk,) = digest_chunks(night)
    assert (chunk.content, chunk.metadata.source) == (night.read(DAY).strip(), "derived")

    page = night.home / DAY
    page.write_text(page.read_text() + "- A line by Ada\n")
    night.run()
    (chunk,) = digest_chunks(night)
    assert "A line by Ada" in chunk.content


def test_a_digest_section_has_at_most_100_lines_and_the_rest_is_reported(night):
    said = [f"I really enjoy tea of the sort number {n}" for n in range(250)]
    talk(night.home, *said, start=NOON)
    report = night.run("summarize")
    assert night.read(DAY).count("I really enjoy") == 100
    assert any("have no room in the digest" in note for note in report.step("summarize").notes)
    assert any("the rest is in the session" in problem for problem in report.problems)


def test_a_session_dated_in_the_future_is_digested_when_its_day_has_come(night):
    talk(night.home, "I live in Graz.", start=at(3), session="early")
    night.run()
    assert not (night.home / "daily").exists()
    night.clock.set(at(3))
    night.run()
    assert "Graz" in night.read("daily/2026-12-05.md")


def test_a_stop_leaves_the_rest_for_the_next_night(night):
    for number in range(3):
        talk(night.home, "I live in Graz.", start=at(-number), session=f"s{number}")
    asked = iter([False] * 6)
    report = night.run(stop=lambda: next(asked, True))
    assert report.stopped
    assert not report.success
    whole = Night(night.home)
    assert whole.run().problems == []
    assert len(list((night.home / "daily").glob("*.md"))) == 3


LINES = st.lists(
    st.from_regex(r"[A-Za-z][a-z ]{0,8}[a-z]", fullmatch=True), max_size=4, unique=True
)


@given(LINES, LINES, LINES)
def test_a_page_update_keeps_a_persons_lines_and_a_repeat_changes_nothing(first, second, persons):
    """The machine's lines appear once, a person's lines stay, and a second run changes nothing."""
    from datetime import date

    day, heading = date(2026, 12, 1), HEADINGS[0]
    text = digest_text(day, None, {heading: tuple(first)}, {})
    text += "".join(f"- {line}\n" for line in persons)
    new = digest_text(day, text, {heading: tuple(second)}, {heading: tuple(first)})
    bullets = [line[2:] for line in new.splitlines() if line.startswith("- ")]
    for line in second:
        assert line in bullets
    for line in set(persons) - set(first):
        assert line in bullets
    assert digest_text(day, new, {heading: tuple(second)}, {heading: tuple(second)}) == new


@pytest.mark.parametrize(("by", "is_told"), [("person:ada", True), ("agent:boss", False)])
def test_an_agents_rejection_is_not_listed_as_a_decision(by, is_told):
    line = _LINE_MAKERS["proposal_rejected"]({"by": by, "target": "skills/dock/SKILL.md"})

    assert (line is not None) == is_told


def test_a_statement_in_a_session_is_current_despite_a_fact_dated_ahead(night):
    night.facts.learn([Statement("user", "lives_in", "Wien", "agent:x")], now=at(80))
    talk(night.home, "I live in Graz.", start=NOON)
    night.run()

    for now in (NIGHT, at(20)):
        known = night.facts.lookup("user", "lives_in", now=now)
        assert {one.fact.object: one.current for one in known} == {"Graz": True, "Wien": False}
