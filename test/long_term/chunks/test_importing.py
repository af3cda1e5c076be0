"""Conversations (document 002, "Conversation JSON") become chunks, with speakers and times."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from chunk_builders import LONG, NOON, data_of, file_of, turn, write_conversation
from document_examples import CONVERSATION
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.errors import InvalidConversation
from robot_memory.foundation.time import stamps
from robot_memory.long_term.chunks import ChunkStore, import_conversation
from robot_memory.long_term.chunks.conversation_import import Utterance, split_turns


def words_of(chunk):
    """Return the index, speaker and text of each turn in a chunk, cut out by the turn's offsets."""
    return [(t.index, t.speaker, chunk.content[t.start : t.end]) for t in chunk.turns]


@pytest.fixture
def talk(tmp_path):
    """Write a conversation of long turns, each of which becomes a chunk."""

    def write(*numbers, **fields):
        turns = (turn(f"{LONG} {n}.", minute=n * 7) for n in numbers)
        return write_conversation(tmp_path, *turns, **fields)

    return write


def test_the_example_of_document_002_becomes_one_short_chunk(store, tmp_path):
    file = tmp_path / "c.json"
    file.write_text(CONVERSATION)
    report = import_conversation(store, file)
    (chunk,) = store.list_chunks("2025-01-15_session1")

    assert report.created == [chunk.id]
    assert chunk.content == (
        "user: teach patrol\nassistant: Ready to learn 'patrol'. Show me what to do."
    )
    assert (chunk.metadata.source, chunk.type, chunk.is_short) == ("import", "note", True)
    assert chunk.id.startswith("chunk-2025-01-15-")
    assert chunk.metadata.created == "2025-01-15T10:30:15Z"
    assert chunk.links.context_of == ["2025-01-15_session1"]


def test_a_second_import_changes_no_file(store, home, talk, clock):
    file = talk(0, 1)
    first = import_conversation(store, file)
    before = {path: path.read_bytes() for path in home.rglob("*.json")}
    clock.set(NOON + timedelta(days=1))
    second = import_conversation(store, file)

    assert second.unchanged == first.created
    assert {path: path.read_bytes() for path in home.rglob("*.json")} == before


def test_new_turns_of_a_conversation_are_added_by_the_next_import(store, tmp_path):
    turns = [turn(f"{LONG[:100]} {n}.", minute=n / 10) for n in range(30)]
    import_conversation(store, write_conversation(tmp_path, *turns[:10]))
    import_conversation(store, write_conversation(tmp_path, *turns))
    grown = [(chunk.id, chunk.content) for chunk in store.list_chunks()]
    whole = ChunkStore(tmp_path / "other")
    import_conversation(whole, write_conversation(tmp_path, *turns))

    assert grown == [(chunk.id, chunk.content) for chunk in whole.list_chunks()]


def test_an_import_does_not_change_a_chunk_that_somebody_edited(store, talk):
    file = talk(0, 1)
    first, _ = import_conversation(store, file).created
    store.update_chunk(first, content="What matters of it")
    report = import_conversation(store, file)

    assert report.edited == [first]
    assert store.read_chunk(first).content == "What matters of it"
    assert store.read_chunk(first).turns == ()


def test_tags_and_confidence_set_by_a_user_stay_when_a_chunk_grows(store, tmp_path):
    turns = [turn("hello", minute=0), turn("there", minute=1)]
    (chunk_id,) = import_conversation(store, write_conversation(tmp_path, turns[0])).created
    store.update_chunk(chunk_id, tags=["greeting"], confidence=0.9)
    store.get_chunk(chunk_id)
    report = import_conversation(store, write_conversation(tmp_path, *turns))
    chunk = store.read_chunk(chunk_id)

    assert report.changed == [chunk_id]
    assert chunk.content == "user: hello\nuser: there"
    assert (chunk.tags, chunk.metadata.confidence) == (["greeting"], 0.9)
    assert chunk.metadata.access_count == 1


@pytest.mark.parametrize("permanent", [False, True])
def test_a_deleted_chunk_is_not_imported_again(store, home, talk, permanent):
    file = talk(0, 1)
    first, second = import_conversation(store, file).created
    store.delete_chunk(first, permanent=permanent)

    assert import_conversation(ChunkStore(home), file).deleted == [first]
    assert [chunk.id for chunk in ChunkStore(home).list_chunks()] == [second]


def test_chunks_of_removed_turns_are_archived_by_the_next_import(store, talk):
    first, second, third = import_conversation(store, talk(0, 1, 2)).created
    report = import_conversation(store, talk(0, 1))

    assert report.replaced == [third]
    assert [chunk.id for chunk in store.list_chunks()] == [first, second]


def test_a_chunk_whose_turns_return_is_restored_with_its_tags(store, talk):
    *_, third = import_conversation(store, talk(0, 1, 2)).created
    store.update_chunk(third, tags=["yard"])
    import_conversation(store, talk(0, 1))
    report = import_conversation(store, talk(0, 1, 2))

    assert report.changed == [third]
    assert store.read_chunk(third).tags == ["yard"]
    assert import_conversation(store, talk(0, 1, 2)).changed == []


@pytest.mark.parametrize(
    "origin", [7, {}, {"digest": "d", "turns": [7], "is_current": True},
               {"digest": "d", "turns": [{"index": "0"}], "is_current": True}]
)  # fmt: skip
def test_a_damaged_origin_field_reads_as_no_turns(store, home, talk, origin):
    (chunk_id,) = import_conversation(store, talk(0)).created
    data = data_of(home, chunk_id)
    data["origin"] = origin
    file_of(home, chunk_id).write_text(json.dumps(data))

    assert store.get_chunk(chunk_id).turns == ()


@pytest.mark.parametrize(
    ("data", "problem"),
    [(b"", "c.json is not JSON"), (b"\xff", "c.json is not JSON in UTF-8"),
     (b"[" * 100_000, "not JSON"), (b"[]", "turns: is missing, or is not a list"),
     (b'{"turns": {}}', "c.json is not a conversation")],
)  # fmt: skip
def test_a_file_that_is_not_a_conversation_is_refused_and_unchanged(store, tmp_path, data, problem):
    file = tmp_path / "c.json"
    file.write_bytes(data)

    with pytest.raises(InvalidConversation, match=problem):
        import_conversation(store, file)
    assert file.read_bytes() == data


def test_invalid_turns_are_reported_and_the_others_are_stored(store, tmp_path, caplog):
    turns = [turn("lost"), 7, turn(7, minute=0), turn(" ", minute=1), turn("\ud800 ok", minute=2)]
    turns.append({**turn("late"), "timestamp": "soon"})
    report = import_conversation(store, write_conversation(tmp_path, *turns))

    assert [str(defect) for defect in report.defects] == [
        "turns[0].timestamp: is missing, as before it",
        "turns[1]: is not a JSON object",
        "turns[2].content: 7 is not a string",
        "turns[5].timestamp: 'soon' is not a time",
    ]
    assert words_of(store.list_chunks()[0]) == [(4, "user", "? ok"), (5, "user", "late")]
    assert "session1.json: a turn is left out: turns[1]: is not a JSON object" in caplog.text


TURNS = st.lists(
    st.tuples(
        st.sampled_from(["user", "assistant", "", "Ж" * 64]),
        st.integers(0, 20),
        st.one_of(
            st.text(min_size=1, max_size=80).filter(lambda text: text.strip()),
            st.sampled_from([LONG, LONG * 6, "x" * 4000, "文。" * 500, "a b " * 300, "no\n\n1"]),
        ),
    ),
    max_size=12,
)


def spoken(turns):
    time = NOON
    result = []
    for index, (speaker, minutes, text) in enumerate(turns):
        time += timedelta(minutes=minutes)
        result.append(Utterance(index, speaker, time, text.strip()))
    return result


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(TURNS)
def test_passages_have_100_to_800_tokens_and_lose_no_word(turns):
    said = spoken(turns)
    passages = split_turns(said)

    tokens = [estimate_tokens(passage.content) for passage in passages]
    assert all(count <= 800 for count in tokens)
    assert len(tokens) <= 1 or all(count >= 100 for count in tokens)
    words = {turn.index: "" for turn in said}
    for passage in passages:
        for part in passage.turns:
            text = passage.content[part.start : part.end]
            assert "".join(said[part.index].text[part.offset :].split()).startswith(
                "".join(text.split())
            )
            assert part.time == stamps.to_text(said[part.index].time)
            words[part.index] += "".join(text.split())
    assert words == {turn.index: "".join(turn.text.split()) for turn in said}


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(TURNS, TURNS)
def test_more_turns_change_only_the_last_passage(turns, more):
    settled = split_turns(spoken(turns))[:-1]

    assert split_turns(spoken([*turns, *more]))[: len(settled)] == settled


def test_the_memorys_own_statements_about_entries_are_not_imported(store, tmp_path):
    told = [
        {**turn(f"I learned: {LONG} {n}.", minute=n * 7, role="robot"), "entry": f"mem-{n:08x}"}
        for n in range(4)
    ]
    foreign = turn(f"I am at the lift. {LONG}", minute=60, role="robot")
    asked = turn("Where is the lift?", minute=70)
    conversation = write_conversation(tmp_path, *told, foreign, asked)
    import_conversation(store, conversation)

    said = "\n".join(chunk.content for chunk in store.list_chunks())
    assert "I am at the lift." in said
    assert "Where is the lift?" in said
    assert "I learned" not in said
