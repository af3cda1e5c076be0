"""Sessions: each turn is on disk at once and survives a crash."""

from __future__ import annotations

import json

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


def test_an_ended_session_becomes_a_transcript(levels):
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


def test_a_turn_field_with_a_reserved_name_is_refused(levels):
    with pytest.raises(InvalidInput, match="kind: is a name that the log itself uses"):
        talk(levels).add_turn("user", "hello", NOON, kind="x")


def test_recovery_does_not_end_a_running_session(levels, home, clock):
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


@pytest.mark.parametrize("text", ["{", "[]", '{"session_id": "x"}'])
def test_a_damaged_session_state_is_set_aside(levels, text, caplog):
    levels.tree.session_state.write_text(text)

    assert levels.sessions.state is None
    assert len(list(levels.tree.root.glob("session_state.damaged-*.json"))) == 1
    assert "session_state.json" in caplog.text


def test_a_partial_last_line_of_a_session_log_loses_only_that_line(levels, clock):
    crash(levels, clock, lambda other: talk(other, "one", "two"))
    (log,) = levels.sessions.logs()
    log.write_bytes(log.read_bytes()[:-20])
    levels.prepare()

    assert [turn.content for turn in transcripts_of(levels)[0].turns] == ["one"]
    assert len(list(log.parent.glob("*.damaged-*"))) == 1
    assert levels.sessions.recover() == []


def test_a_transcript_written_before_a_crash_is_not_changed_by_recovery(levels):
    session = talk(levels, "one")
    path = session.end(at(seconds=60))
    before = path.read_bytes()
    lines = session.log.read_text().splitlines(keepends=True)
    session.log.write_text("".join(lines[:-1]))

    assert levels.sessions.recover() == [session.session_id]
    assert path.read_bytes() == before
    assert json.loads(session.log.read_text().splitlines()[-1]) == json.loads(lines[-1])


@pytest.mark.parametrize("session_id", ["../../x", "a/b", ""])
def test_a_session_log_with_an_invalid_session_id_is_ignored(levels, session_id):
    path = levels.tree.sessions / "2026-05-15-143000.jsonl"
    line = {"kind": "session_start", "session_id": session_id, "timestamp": "2026-05-15T14:30:00Z"}
    path.write_text(json.dumps(line) + "\n")
    levels.prepare()

    assert path.read_text() == json.dumps(line) + "\n"
    assert transcripts_of(levels) == []


def test_all_defects_are_reported_with_their_paths():
    data = json.loads(CONVERSATION)
    del data["start_time"]
    data["turns"][:0] = [{"timestamp": "soon", "role": 3, "content": None}, "hello"]
    data["sandbox_denials"] = -1
    data["success"] = "yes"
    read = read_conversation(data, "a.json")

    assert [str(defect) for defect in read.defects] == [
        "turns[0].timestamp: 'soon' is not a time",
        "turns[0].content: None is not a string",
        "turns[1]: is not a JSON object",
        "sandbox_denials: -1 is not a whole number from 0",
        "success: 'yes' is not true or false",
    ]
    assert [turn.index for turn in read.turns] == [2, 3]


def test_a_conversation_without_id_start_or_roles_is_read_with_defaults():
    data = {"turns": [{"timestamp": 1736937015, "speaker": "Ada", "content": "hello"},
                      {"speaker": "Bob", "content": "hi"}]}  # fmt: skip
    read = read_conversation(data, "talks/monday.json")

    assert (read.session_id, read.start, read.defects) == ("monday", read.turns[0].time, ())
    assert [(turn.speaker, turn.content) for turn in read.turns] == [
        ("Ada", "hello"),
        ("Bob", "hi"),
    ]
    assert read.turns[1].time == read.turns[0].time


def test_a_conversation_without_any_time_is_refused():
    with pytest.raises(InvalidConversation, match=r"turns\[0\].timestamp: is missing"):
        read_conversation({"turns": [{"content": "hello"}]}, "a.json")


@pytest.mark.parametrize("text", ["not json", "[1]", '{"session_id": 1}', "\ufffd" * 3])
def test_a_transcript_that_cannot_be_read_is_reported_and_stays(levels, text, caplog):
    """Another program may be writing it."""
    path = levels.tree.conversations / "a.json"
    path.write_text(text)

    assert transcripts_of(levels) == []
    assert path.read_text() == text
    assert str(path) in caplog.text


def test_an_invalid_transcript_with_the_name_of_an_ending_session_is_set_aside(levels):
    session = talk(levels, "hello")
    path = levels.tree.conversations / f"{session.session_id}.json"
    path.write_text("not json")

    session.end(NOON)

    (copy,) = levels.tree.conversations.glob("*.damaged-*.json")
    assert copy.read_text() == "not json"
    assert [one.session_id for one in transcripts_of(levels)] == [session.session_id]
