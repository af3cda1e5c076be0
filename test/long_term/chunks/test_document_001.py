"""Document 001, sentence by sentence, on files like those it describes."""

from __future__ import annotations

import json
import logging
import re

import pytest
from chunk_builders import EXAMPLE, EXAMPLE_ID, LONG, create, data_of, file_of, put_file, wait

from robot_memory.foundation.errors import InvalidChunk
from robot_memory.long_term.chunks import Chunk, ChunkStore
from robot_memory.long_term.chunks.chunk_file import read_chunk, write_chunk


def without(path):
    """Return the example without one of its fields."""
    data = json.loads(EXAMPLE)
    inner = data
    *outer, last = path.split(".")
    for name in outer:
        inner = inner[name]
    del inner[last]
    return json.dumps(data)


def with_value(path, value):
    """Return the example with one field changed."""
    data = json.loads(EXAMPLE)
    inner = data
    *outer, last = path.split(".")
    for name in outer:
        inner = inner[name]
    inner[last] = value
    return json.dumps(data)


def defects_of(text):
    with pytest.raises(InvalidChunk) as error:
        read_chunk(text.encode(), EXAMPLE_ID)
    return [str(defect) for defect in error.value.defects]


# -- §Chunk Structure ----------------------------------------------------------------------------


def test_the_example_chunk_is_written_back_as_the_same_data():
    written = write_chunk(read_chunk(EXAMPLE.encode(), EXAMPLE_ID))

    assert json.loads(written) == json.loads(EXAMPLE)
    assert list(json.loads(written)) == list(json.loads(EXAMPLE))


def test_fields_of_other_tools_are_kept_wherever_they_are(store, home):
    data = json.loads(EXAMPLE)
    data["embedding"] = [0.5, 1]
    data["metadata"]["author"] = "ada"
    data["links"]["refines"] = ["chunk-2026-02-09-p4q5r6s7"]
    put_file(home, json.dumps(data))
    store.update_chunk(EXAMPLE_ID, confidence=0.5)

    data["metadata"]["confidence"] = 0.5
    assert data_of(home, EXAMPLE_ID) == data


# -- §Field Descriptions -------------------------------------------------------------------------


def test_a_chunk_id_is_the_day_plus_eight_hex_digits(store):
    assert re.fullmatch(r"chunk-2026-12-01-[0-9a-f]{8}", create(store).id)


@pytest.mark.parametrize("end", ["abc123", "x9y8z7w6", "a1b2c3d"])
def test_the_example_ids_of_document_001_are_read(store, home, end):
    chunk_id = f"chunk-2026-02-10-{end}"
    put_file(home, with_value("id", chunk_id), chunk_id)

    assert store.get_chunk(chunk_id).id == chunk_id
    assert [chunk.id for chunk in store.list_chunks()] == [chunk_id]


@pytest.mark.parametrize("field", ["id", "content", "tokens", "type", "metadata", "links"])
def test_a_required_field_that_is_missing_is_named(field):
    assert f"{field}: is missing" in defects_of(without(field))


@pytest.mark.parametrize("kind", ["fact", "preference", "pattern", "note", "decision"])
def test_each_type_of_the_document_can_be_stored(store, kind):
    assert store.get_chunk(create(store, chunk_type=kind).id).type == kind


def test_an_unknown_chunk_type_is_refused_with_the_valid_ones(store):
    with pytest.raises(InvalidChunk, match="type: 'guess' is not one of fact, preference, pattern"):
        create(store, chunk_type="guess")


@pytest.mark.parametrize("wrong", ["145", 1.5, True, None, -1, 0])
def test_tokens_are_a_positive_whole_number(wrong):
    assert defects_of(with_value("tokens", wrong)) == [
        f"tokens: {wrong!r} is not a whole number of at least 1"
    ]


# -- §Metadata Fields ----------------------------------------------------------------------------


def test_created_is_the_time_of_creation_in_utc(store):
    assert create(store).metadata.created == "2026-12-01T12:00:00Z"


def test_an_unknown_source_is_refused(store):
    with pytest.raises(InvalidChunk, match="source: 'dream' is not one of interaction, import"):
        create(store, source="dream")


@pytest.mark.parametrize("wrong", [-0.01, 1.01, float("nan"), "high", True, None])
def test_a_confidence_outside_0_to_1_is_refused(store, home, wrong):
    with pytest.raises(InvalidChunk, match=r"metadata\.confidence: .* between 0 and 1"):
        create(store, confidence=wrong)
    assert store.list_chunks() == []


def test_a_retrieval_is_counted_and_dated(store, home, clock):
    chunk = create(store)
    wait(clock, minutes=3)
    store.get_chunk(chunk.id)
    wait(clock, minutes=4)
    got = store.get_chunk(chunk.id)

    assert (got.metadata.access_count, got.metadata.last_accessed) == (2, "2026-12-01T12:07:00Z")
    assert data_of(home, chunk.id)["metadata"]["access_count"] == 2


def test_listing_reading_and_updating_do_not_count_as_retrieval(store):
    chunk = create(store)
    store.list_chunks()
    store.read_chunk(chunk.id)
    store.update_chunk(chunk.id, confidence=0.9)

    assert store.read_chunk(chunk.id).metadata.access_count == 0


def test_several_retrievals_can_be_counted_in_one_call(store, clock):
    first, second = create(store), create(store)
    wait(clock, minutes=1)
    store.count_accesses([first.id, second.id, first.id, "chunk-2020-01-01-00000000"])

    assert store.read_chunk(first.id).metadata.access_count == 2
    assert store.read_chunk(second.id).metadata.last_accessed == "2026-12-01T12:01:00Z"


# -- §Directory Structure ------------------------------------------------------------------------


def test_a_chunk_lies_in_the_folder_of_its_month(store, home):
    chunk = create(store)

    assert (home / "chunks" / "2026-12" / f"{chunk.id}.json").is_file()


# -- §Storage Constraints ------------------------------------------------------------------------


def test_no_chunk_of_more_than_800_tokens_is_stored(store):
    create(store, "word", tokens=800)
    with pytest.raises(InvalidChunk, match="tokens: 801 is above 800; create_chunks splits"):
        create(store, "word", tokens=801)
    with pytest.raises(InvalidChunk, match=r"tokens: .* is above 800"):
        create(store, LONG * 10)


def test_a_single_short_note_is_kept_and_marked(store, home):
    (chunk,) = store.create_chunks("Dock is slippery")

    assert chunk.content == "Dock is slippery"
    assert chunk.is_short
    assert data_of(home, chunk.id)["short"] is True
    assert not create(store).is_short


def test_a_file_is_utf_8_json_indented_by_two(store, home):
    chunk = create(store, "Rampe über 3° – nass 🌧", tags=["Straße"])
    text = file_of(home, chunk.id).read_text(encoding="utf-8")

    assert "über 3° – nass 🌧" in text
    assert text.rstrip("\n") == json.dumps(json.loads(text), indent=2, ensure_ascii=False)


def test_deletion_is_soft_unless_it_is_permanent(store, home):
    soft, gone = create(store), create(store)
    assert store.delete_chunk(soft.id)
    assert store.delete_chunk(gone.id, permanent=True)

    assert [path.stem for path in home.rglob("chunk-*.json")] == [soft.id]
    assert store.list_chunks() == []


@pytest.mark.parametrize(
    "damaged",
    ["", "{", "[]", "null", "\x00" * 100, without("links"), with_value("type", "guess"),
     with_value("content", ""), with_value("id", "chunk-2026-02-10-ffffffff"),
     with_value("metadata.confidence", 7), with_value("metadata.created", "soon"),
     with_value("tags", "rlm"), with_value("links.follows", [7]), with_value("content", "\ud800"),
     EXAMPLE.replace("0.95", "NaN"), EXAMPLE.replace("145", "145, \"extra\": NaN"),
     "[" * 100_000, EXAMPLE + " " * 2**20],
    ids=lambda text: text[:24],
)  # fmt: skip
def test_a_damaged_chunk_reads_as_none_and_is_logged_and_set_aside(store, home, caplog, damaged):
    path = put_file(home, damaged)

    assert store.get_chunk(EXAMPLE_ID) is None
    (moved,) = path.parent.glob("chunk-*")
    assert moved.name.startswith(f"{EXAMPLE_ID}.damaged-")
    assert moved.read_text() == damaged
    assert any(str(path) in record.message for record in caplog.records)


# -- §Python API ---------------------------------------------------------------------------------


def test_the_api_calls_of_document_001_work_as_written(home, clock):
    store = ChunkStore(str(home), clock=clock)
    chunk = store.create_chunk(
        content="User prefers Python over JavaScript",
        chunk_type="preference",
        conversation_id="conv-123",
        tokens=12,
        tags=["coding", "preferences"],
        confidence=0.95,
    )
    assert isinstance(chunk, Chunk)
    assert chunk.tokens == 12

    put_file(home, EXAMPLE.replace("a1b2c3d4", "abc123"), "chunk-2026-02-10-abc123")
    assert store.get_chunk("chunk-2026-02-10-abc123").tokens == 145
    store.update_chunk("chunk-2026-02-10-abc123", confidence=0.98)
    assert store.get_chunk("chunk-2026-02-10-abc123").metadata.confidence == 0.98

    chunks = store.list_chunks(conversation_id="conv-123", tags=["coding"])
    assert chunks == [chunk]

    assert store.delete_chunk("chunk-2026-02-10-abc123")
    assert store.get_chunk("chunk-2026-02-10-abc123") is None
    assert store.delete_chunk("chunk-2026-02-10-abc123", permanent=True)
    assert not list(home.rglob("*abc123*"))


def test_an_unknown_id_returns_none_or_false(store):
    missing = "chunk-2026-02-10-abc123"

    assert store.get_chunk(missing) is None
    assert store.update_chunk(missing, confidence=0.5) is None
    assert store.delete_chunk(missing) is False
    assert store.delete_chunk(missing, permanent=True) is False


# -- §Safety Features ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "evil",
    ["../../secret", "chunk-2026-02-10-abc123/../../../secret", "/etc/passwd", "", "chunk-",
     "chunk-2026-02-10-abc123\n", "chunk-2026-02-10-abc12", "chunk-2026-02-10-abcdef123",
     "chunk-2026-02-10-ABC123", "chunk-2026-02-10-äbc123", "chunk-2026-02-10-abc12٣",
     "chunk-2026-02-10-abc123.json", "chunk-2026-02-10-\x00abc12", None, 7,
     "chunk-２０２６-02-10-abc123"],
)  # fmt: skip
def test_an_invalid_chunk_id_is_refused_and_logged(store, home, caplog, evil):
    secret = home.parent / "secret.json"
    secret.write_text(EXAMPLE)

    assert store.get_chunk(evil) is None
    assert store.update_chunk(evil, confidence=0.1) is None
    assert store.delete_chunk(evil) is False
    assert store.delete_chunk(evil, permanent=True) is False
    assert store.restore_chunk(evil) is None
    assert store.read_archived(evil) is None
    assert secret.read_text() == EXAMPLE
    assert sum("is not the id of a chunk" in record.message for record in caplog.records) == 6


def test_a_symbolic_link_out_of_the_chunk_folder_is_not_followed(store, home):
    secret = home.parent / "secret.json"
    secret.write_text(EXAMPLE)
    path = put_file(home, "")
    path.unlink()
    path.symlink_to(secret)

    assert store.get_chunk(EXAMPLE_ID) is None
    assert store.list_chunks() == []
    assert store.update_chunk(EXAMPLE_ID, content="mine now") is None
    assert secret.read_text() == EXAMPLE


def test_all_operations_are_logged_without_the_content_of_the_chunk(store, caplog):
    with caplog.at_level(logging.INFO, "robot_memory.long_term.chunks"):
        chunk = create(store, "my private words")
        store.get_chunk(chunk.id)
        store.update_chunk(chunk.id, confidence=0.5)
        store.list_chunks()
        store.delete_chunk(chunk.id)
        store.restore_chunk(chunk.id)
        store.delete_chunk(chunk.id, permanent=True)

    said = [record.message for record in caplog.records]
    assert [line for line in said if line.startswith(chunk.id)] == [
        f"{chunk.id}: {what}"
        for what in ("created", "retrieved", "updated (confidence)", "archived", "restored",
                     "deleted for good")
    ]  # fmt: skip
    assert any("listed 1 chunks" in line for line in said)
    assert "private" not in caplog.text


def test_a_deleted_chunk_can_be_restored_as_it_was(store):
    chunk = create(store, tags=["yard"])
    store.delete_chunk(chunk.id)

    assert store.list_archived() == [chunk.id]
    assert store.restore_chunk(chunk.id) == chunk
    assert store.list_chunks(tags=["yard"]) == [chunk]
    assert store.list_archived() == []


# -- what the document leaves open ---------------------------------------------------------------


def test_all_defects_of_a_chunk_are_reported_at_once_with_their_paths(store):
    with pytest.raises(InvalidChunk) as error:
        store.create_chunk("", "guess", "c", 0, ["ok", 7], 2)

    assert [defect.path for defect in error.value.defects] == [
        "content", "tokens", "type", "metadata.confidence", "tags[1]",
    ]  # fmt: skip
