"""Sessions: what is said is on disk at once, and outlives a crash."""

from __future__ import annotations

import json
import threading
from datetime import timedelta, timezone

import pytest
from document_examples import CONVERSATION
from levels_builders import NOON, at, crash, transcripts_of

from robot_memory.foundation.errors import InvalidConversation, InvalidInput
from robot_memory.foundation.text.conversation import read_conversation
from robot_memory.long_term.levels import Levels


def talk(levels, *words):
    session = levels.sessions.start(NOON, mode="patrol")
    for number, word in enumerate(words):
        session.add_turn("user", word, at(seconds=number))
    return session


# -- a session -----------------------------------------------------------------------------------


def test_a_session_becomes_a_transcript(levels):
    session = talk(levels)
    session.add_turn("user", "teach patrol", at(seconds=15), intent="START_TEACHING")
    session.taught("patrol", at(seconds=16))
    session.denied("enter lava", at(seconds=17))
    path = session.end(at(seconds=60))

    assert path == levels.tree.conversations / "2026-12-01_session1.json"
    assert json.loads(path.read_text()) == {
        "session_id": "2026-12-01_session1",
        "start_time": "2026-12-01T12:00:00Z",
        "end_time": "2026-12-01T12:01:00Z",
        "turns": [
            {
                "timestamp": "2026-12-01T12:00:15Z",
                "role": "user",
                "content": "teach patrol",
                "intent": "START_TEACHING",
            }
        ],
        "behaviors_taught": ["patrol"],
        "sandbox_denials": 1,
        "success": True,
    }


def test_sessions_of_one_day_are_numbered(levels):
    ids = []
    for _ in range(3):
        session = talk(levels, "hello")
        ids.append(session.session_id)
        session.end(NOON)

    assert ids == [f"2026-12-01_session{number}" for number in (1, 2, 3)]
    assert len(transcripts_of(levels)) == 3


def test_the_number_of_an_archived_session_is_not_used_again(levels, clock):
    talk(levels, "hello").end(NOON)
    clock.set(at(60))
    levels.apply_retention(levels.plan_retention())
    [path.unlink() for path in levels.sessions.logs()]

    assert talk(levels).session_id == "2026-12-01_session2"


def test_two_sessions_can_go_on_at_once(levels):
    one, two = talk(levels, "one"), talk(levels, "two")
    one.end(NOON)
    two.add_turn("user", "more", NOON)
    two.end(NOON)

    assert [[turn.content for turn in each.turns] for each in transcripts_of(levels)] == [
        ["one"], ["two", "more"],
    ]  # fmt: skip


def test_a_session_in_which_nothing_was_said_leaves_no_transcript(levels):
    assert talk(levels).end(NOON) is None
    assert transcripts_of(levels) == []
    assert len(levels.sessions.logs()) == 1


def test_raw_logs_are_named_by_local_time(home, clock):
    levels = Levels(home, clock, zone=timezone(timedelta(hours=13)))
    levels.prepare()
    session = levels.sessions.start(NOON)

    assert session.log.name == "2026-12-02-010000.jsonl"
    assert session.session_id == "2026-12-01_session1"


def test_secrets_are_taken_out_of_what_is_said(levels):
    talk(levels, "my password is hunter2").end(NOON)

    assert "hunter2" not in transcripts_of(levels)[0].turns[0].content


def test_a_field_may_not_take_the_name_of_one_of_the_logs(levels):
    with pytest.raises(InvalidInput, match="kind: is a name that the log itself uses"):
        talk(levels).add_turn("user", "hello", NOON, kind="x")


def test_threads_keep_state_at_the_same_time(levels):
    problems = []

    def work(session):
        try:
            for number in range(20):
                session.keep(at(seconds=number), number=number)
        except OSError as error:
            problems.append(error)

    sessions = [talk(levels, "one") for _ in range(4)]
    threads = [threading.Thread(target=work, args=(session,)) for session in sessions]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]

    assert problems == []
    assert levels.sessions.state.state == {"mode": "patrol", "number": 19}


# -- crashes -------------------------------------------------------------------------------------


def test_what_was_said_before_a_crash_becomes_a_transcript(levels, clock):
    crash(levels, clock, lambda other: talk(other, "one", "two"))
    assert transcripts_of(levels) == []

    levels.prepare()
    (conversation,) = transcripts_of(levels)
    assert [turn.content for turn in conversation.turns] == ["one", "two"]
    assert (conversation.end, conversation.success) == (at(seconds=1), False)


def test_a_session_that_goes_on_is_left_alone(levels, home, clock):
    session = talk(levels, "one")
    assert Levels(home, clock).sessions.recover() == []
    session.end(NOON)

    assert transcripts_of(levels)[0].success


def test_session_state_survives_a_crash(levels, clock):
    def work(other):
        talk(other, "one").keep(at(seconds=5), goal="dock")

    crash(levels, clock, work)
    assert levels.sessions.state.status == "open"
    levels.prepare()

    state = levels.sessions.state
    assert (state.session_id, state.status) == ("2026-12-01_session1", "interrupted")
    assert state.state == {"mode": "patrol", "goal": "dock"}


def test_session_state_says_when_a_session_has_ended(levels):
    talk(levels, "one").end(at(seconds=9))

    assert json.loads(levels.tree.session_state.read_text()) == {
        "session_id": "2026-12-01_session1",
        "status": "ended",
        "start_time": "2026-12-01T12:00:00Z",
        "last_updated": "2026-12-01T12:00:09Z",
        "log": "sessions/2026-12-01-120000.jsonl",
        "state": {"mode": "patrol"},
    }


@pytest.mark.parametrize("text", ["{", "[]", '{"session_id": "x"}'])
def test_a_damaged_session_state_is_set_aside(levels, text, caplog):
    levels.tree.session_state.write_text(text)

    assert levels.sessions.state is None
    assert len(list(levels.tree.root.glob("session_state.damaged-*.json"))) == 1
    assert "session_state.json" in caplog.text


def test_half_a_line_at_the_end_of_a_log_costs_only_that_line(levels, clock):
    crash(levels, clock, lambda other: talk(other, "one", "two"))
    (log,) = levels.sessions.logs()
    log.write_bytes(log.read_bytes()[:-20])
    levels.prepare()

    assert [turn.content for turn in transcripts_of(levels)[0].turns] == ["one"]
    assert len(list(log.parent.glob("*.damaged-*"))) == 1
    assert levels.sessions.recover() == []


def test_a_transcript_that_was_written_before_the_crash_stays(levels):
    session = talk(levels, "one")
    path = session.end(at(seconds=60))
    before = path.read_bytes()
    lines = session.log.read_text().splitlines(keepends=True)
    session.log.write_text("".join(lines[:-1]))

    assert levels.sessions.recover() == [session.session_id]
    assert path.read_bytes() == before
    assert json.loads(session.log.read_text().splitlines()[-1]) == json.loads(lines[-1])


def test_a_raw_log_of_another_tool_is_left_alone(levels):
    path = levels.tree.sessions / "2026-05-15-143000.jsonl"
    path.write_text('{"role": "user", "content": "hello"}\n')
    levels.prepare()

    assert path.read_text() == '{"role": "user", "content": "hello"}\n'
    assert transcripts_of(levels) == []


@pytest.mark.parametrize("session_id", ["../../x", "a/b", ""])
def test_a_log_of_a_session_that_has_no_name_is_left_alone(levels, session_id):
    path = levels.tree.sessions / "2026-05-15-143000.jsonl"
    line = {"kind": "session_start", "session_id": session_id, "timestamp": "2026-05-15T14:30:00Z"}
    path.write_text(json.dumps(line) + "\n")
    levels.prepare()

    assert path.read_text() == json.dumps(line) + "\n"
    assert transcripts_of(levels) == []


def test_session_state_of_a_log_that_has_gone_is_closed(levels, clock):
    crash(levels, clock, lambda other: talk(other, "one"))
    [path.unlink() for path in levels.sessions.logs()]
    levels.prepare()

    assert levels.sessions.state.status == "ended"


# -- transcripts of other tools ------------------------------------------------------------------


def test_a_session_without_an_end_is_read():
    data = json.loads(CONVERSATION)
    data["end_time"] = None

    assert read_conversation(data, "x").end is None


def test_all_defects_are_reported_with_their_paths():
    data = json.loads(CONVERSATION)
    del data["start_time"]
    data["turns"][:0] = [{"timestamp": "soon", "role": 3, "content": None}, "hello"]
    data["sandbox_denials"] = -1
    data["success"] = "yes"
    read = read_conversation(data, "a.json")

    assert [str(defect) for defect in read.defects] == [
        "turns[0].timestamp: 'soon' is not a time",
        "turns[0].content: None is not a text",
        "turns[1]: is not a JSON object",
        "sandbox_denials: -1 is not a whole number from 0",
        "success: 'yes' is not true or false",
    ]
    assert [turn.index for turn in read.turns] == [2, 3]


def test_a_conversation_without_a_name_start_and_roles_is_read_as_far_as_it_goes():
    data = {"turns": [{"timestamp": 1736937015, "speaker": "Ada", "content": "hello"},
                      {"speaker": "Bob", "content": "hi"}]}  # fmt: skip
    read = read_conversation(data, "talks/monday.json")

    assert (read.session_id, read.start, read.defects) == ("monday", read.turns[0].time, ())
    assert [(turn.speaker, turn.content) for turn in read.turns] == [
        ("Ada", "hello"),
        ("Bob", "hi"),
    ]
    assert read.turns[1].time == read.turns[0].time


def test_a_transcript_with_one_turn_that_cannot_be_used_stays_where_it_is(levels):
    data = json.loads(CONVERSATION)
    data["turns"][0] = "hello"
    path = levels.tree.conversations / "01_10_2025.json"
    path.write_text(json.dumps(data))

    assert [turn.role for turn in transcripts_of(levels)[0].turns] == ["assistant"]
    assert path.exists()


def test_a_conversation_without_any_time_is_refused():
    with pytest.raises(InvalidConversation, match=r"turns\[0\].timestamp: is missing"):
        read_conversation({"turns": [{"content": "hello"}]}, "a.json")


@pytest.mark.parametrize("text", ["not json", "[1]", '{"session_id": 1}', "\ufffd" * 3])
def test_a_damaged_transcript_is_set_aside_once(levels, text, caplog):
    path = levels.tree.conversations / "a.json"
    path.write_text(text)

    assert transcripts_of(levels) == []
    assert transcripts_of(levels) == []
    (copy,) = levels.tree.conversations.glob("*.json")
    assert copy.name.count(".damaged-") == 1
    assert copy.read_text() == text
    assert str(path) in caplog.text
