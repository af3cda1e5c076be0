"""Document 001, sentence by sentence, on files as it describes them."""

from __future__ import annotations

import ast
import inspect
import json
import logging
import re
from pathlib import Path

import pytest
from chunk_builders import (
    EXAMPLE,
    EXAMPLE_ID,
    LONG,
    NOON,
    create,
    data_of,
    file_of,
    index_of,
    put_file,
    wait,
)

from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.errors import InvalidChunk
from robot_memory.long_term.chunks import Chunk, ChunkLinks, ChunkStore
from robot_memory.long_term.chunks.chunk_file import read_chunk, write_chunk
from robot_memory.long_term.chunks.chunking_engine import split_text


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
    """Return the example with another value of one of its fields."""
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


def test_the_documents_own_example_is_read():
    """001 §Chunk Structure"""
    chunk = read_chunk(EXAMPLE.encode(), EXAMPLE_ID)

    assert chunk.content == "User decided to use RLM architecture instead of RAG..."
    assert (chunk.id, chunk.tokens, chunk.type) == (EXAMPLE_ID, 145, "decision")
    assert chunk.metadata.created == "2026-02-10T21:37:00Z"
    assert chunk.metadata.conversation_id == "conv-abc123"
    assert chunk.metadata.source == "interaction"
    assert chunk.metadata.confidence == 0.95
    assert chunk.metadata.access_count == 3
    assert chunk.metadata.last_accessed == "2026-02-10T22:15:00Z"
    assert chunk.links == ChunkLinks(
        ["conv-abc123"], ["chunk-2026-02-10-x9y8z7w6"], ["chunk-2026-02-09-p4q5r6s7"], [], []
    )
    assert chunk.tags == ["architecture", "rlm", "decision"]


def test_the_example_writes_back_as_the_same_data():
    """001 §Chunk Structure"""
    written = write_chunk(read_chunk(EXAMPLE.encode(), EXAMPLE_ID))

    assert json.loads(written) == json.loads(EXAMPLE)
    assert list(json.loads(written)) == list(json.loads(EXAMPLE))


def test_a_chunk_that_is_created_has_the_fields_of_the_document_and_no_others(store, home):
    """001 §Chunk Structure"""
    data = data_of(home, create(store, conversation_id="conv-1", tags=["yard"]).id)

    for part, ours in (("metadata", data["metadata"]), ("links", data["links"]), (None, data)):
        example = json.loads(EXAMPLE)
        assert list(ours) == list(example[part] if part else example)


def test_fields_of_other_tools_are_kept_wherever_they_are(store, home):
    """001 §Chunk Structure"""
    data = json.loads(EXAMPLE)
    data["embedding"] = [0.5, 1]
    data["metadata"]["author"] = "ada"
    data["links"]["refines"] = ["chunk-2026-02-09-p4q5r6s7"]
    put_file(home, json.dumps(data))
    store.update_chunk(EXAMPLE_ID, confidence=0.5)

    data["metadata"]["confidence"] = 0.5
    assert data_of(home, EXAMPLE_ID) == data


# -- §Field Descriptions -------------------------------------------------------------------------


def test_an_id_is_the_day_and_eight_hex_digits(store):
    """001 §Field Descriptions, id: chunk-YYYY-MM-DD-{8-char-hex}"""
    assert re.fullmatch(r"chunk-2026-12-01-[0-9a-f]{8}", create(store).id)


@pytest.mark.parametrize("end", ["abc123", "x9y8z7w6", "a1b2c3d"])
def test_ids_as_the_document_has_them_in_its_examples_are_read(store, home, end):
    """001 §Field Descriptions, id (rules.md §8)"""
    chunk_id = f"chunk-2026-02-10-{end}"
    put_file(home, with_value("id", chunk_id), chunk_id)

    assert store.get_chunk(chunk_id).id == chunk_id
    assert [chunk.id for chunk in store.list_chunks()] == [chunk_id]


@pytest.mark.parametrize("field", ["id", "content", "tokens", "type", "metadata", "links"])
def test_a_required_field_that_is_missing_is_named(field):
    """001 §Field Descriptions, Required: Yes"""
    assert f"{field}: is missing" in defects_of(without(field))


def test_tags_are_not_required():
    """001 §Field Descriptions, Required: No"""
    assert read_chunk(without("tags").encode(), EXAMPLE_ID).tags == []


@pytest.mark.parametrize("kind", ["fact", "preference", "pattern", "note", "decision"])
def test_each_type_of_the_document_can_be_stored(store, kind):
    """001 §Field Descriptions, type: One of"""
    assert store.get_chunk(create(store, chunk_type=kind).id).type == kind


def test_another_type_is_refused_with_those_that_there_are(store):
    """001 §Field Descriptions, type: One of"""
    with pytest.raises(InvalidChunk, match="type: 'guess' is not one of fact, preference, pattern"):
        create(store, chunk_type="guess")


@pytest.mark.parametrize("wrong", ["145", 1.5, True, None, -1, 0])
def test_tokens_are_a_positive_whole_number(wrong):
    """001 §Field Descriptions, tokens: integer"""
    assert defects_of(with_value("tokens", wrong)) == [
        f"tokens: {wrong!r} is not a whole number of at least 1"
    ]


# -- §Metadata Fields ----------------------------------------------------------------------------


def test_created_is_the_time_of_creation_in_utc(store):
    """001 §Metadata Fields, created: ISO 8601 UTC timestamp of creation"""
    assert create(store).metadata.created == "2026-12-01T12:00:00Z"


@pytest.mark.parametrize("source", ["interaction", "import", "derived"])
def test_each_source_of_the_document_can_be_stored(store, source):
    """001 §Metadata Fields, source"""
    assert create(store, source=source).metadata.source == source


def test_another_source_is_refused(store):
    """001 §Metadata Fields, source"""
    with pytest.raises(InvalidChunk, match="source: 'dream' is not one of interaction, import"):
        create(store, source="dream")


@pytest.mark.parametrize("wrong", [-0.01, 1.01, float("nan"), "high", True, None])
def test_confidence_is_between_0_and_1(store, home, wrong):
    """001 §Metadata Fields, confidence: 0.0-1.0"""
    with pytest.raises(InvalidChunk, match=r"metadata\.confidence: .* between 0 and 1"):
        create(store, confidence=wrong)
    assert store.list_chunks() == []


@pytest.mark.parametrize("edge", [0.0, 1.0, 0, 1])
def test_both_ends_of_confidence_are_in(store, edge):
    """001 §Metadata Fields, confidence: 0.0-1.0"""
    assert store.get_chunk(create(store, confidence=edge).id).metadata.confidence == edge


def test_a_retrieval_is_counted_and_dated(store, home, clock):
    """001 §Metadata Fields, access_count: Times retrieved; last_accessed: Last retrieval time"""
    chunk = create(store)
    wait(clock, minutes=3)
    store.get_chunk(chunk.id)
    wait(clock, minutes=4)
    got = store.get_chunk(chunk.id)

    assert (got.metadata.access_count, got.metadata.last_accessed) == (2, "2026-12-01T12:07:00Z")
    assert data_of(home, chunk.id)["metadata"]["access_count"] == 2


def test_listing_and_reading_are_no_retrieval(store):
    """001 §Metadata Fields, access_count: Times retrieved"""
    chunk = create(store)
    store.list_chunks()
    store.read_chunk(chunk.id)
    store.update_chunk(chunk.id, confidence=0.9)

    assert store.read_chunk(chunk.id).metadata.access_count == 0


def test_retrievals_can_be_counted_later_all_at_once(store, clock):
    """001 §Metadata Fields, access_count: Times retrieved"""
    first, second = create(store), create(store)
    wait(clock, minutes=1)
    store.count_accesses([first.id, second.id, first.id, "chunk-2020-01-01-00000000"])

    assert store.read_chunk(first.id).metadata.access_count == 2
    assert store.read_chunk(second.id).metadata.last_accessed == "2026-12-01T12:01:00Z"


# -- §Directory Structure ------------------------------------------------------------------------


def test_a_chunk_lies_in_the_folder_of_its_month(store, home):
    """001 §Directory Structure: chunks/YYYY-MM/chunk-*.json"""
    chunk = create(store)

    assert (home / "chunks" / "2026-12" / f"{chunk.id}.json").is_file()


@pytest.mark.parametrize("name", ["metadata_index.json", "tag_index.json", "link_graph.json"])
def test_there_are_three_indexes(store, home, name):
    """001 §Directory Structure: index/"""
    chunk = create(store, conversation_id="c", tags=["yard"])

    assert chunk.id in (home / "index" / name).read_text()


def test_a_deleted_chunk_lies_in_the_archive(store, home):
    """001 §Directory Structure: archive/chunk-*.json"""
    chunk = create(store)
    before = file_of(home, chunk.id).read_bytes()
    store.delete_chunk(chunk.id)

    assert (home / "archive" / f"{chunk.id}.json").read_bytes() == before


def test_the_three_folders_are_there_from_the_start(home):
    """001 §Directory Structure"""
    ChunkStore(home)

    assert sorted(path.name for path in home.iterdir()) == ["archive", "chunks", "index"]


def test_folders_and_files_are_the_owners_alone(store, home):
    """Architecture, "Memory home": folders 0700, files 0600."""
    chunk = create(store, tags=["yard"])
    store.delete_chunk(create(store).id)
    store.delete_chunk(create(store).id, permanent=True)
    store.get_chunk(chunk.id)

    for path in home.rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path


# -- §Storage Constraints ------------------------------------------------------------------------


def test_the_engine_makes_chunks_of_100_to_800_tokens(store):
    """001 §Storage Constraints: Chunk size: 100-800 tokens (enforced by ChunkingEngine)"""
    chunks = store.create_chunks(LONG * 41)  # of which a short rest would remain

    assert len(chunks) > 5
    assert all(100 <= chunk.tokens <= 800 for chunk in chunks)
    assert [chunk.tokens for chunk in chunks] == [estimate_tokens(c.content) for c in chunks]


def test_no_chunk_of_more_than_800_tokens_is_stored(store):
    """001 §Field Descriptions, tokens: 100-800 range enforced"""
    create(store, "word", tokens=800)
    with pytest.raises(InvalidChunk, match="tokens: 801 is above 800; create_chunks splits"):
        create(store, "word", tokens=801)
    with pytest.raises(InvalidChunk, match=r"tokens: .* is above 800"):
        create(store, LONG * 10)


def test_a_single_short_note_is_kept_and_marked(store, home):
    """001 §Field Descriptions, tokens (rules.md §8)"""
    (chunk,) = store.create_chunks("Dock is slippery")

    assert chunk.content == "Dock is slippery"
    assert chunk.is_short
    assert data_of(home, chunk.id)["short"] is True
    assert not create(store).is_short


def test_a_file_is_utf_8_json_indented_by_two(store, home):
    """001 §Storage Constraints: File format: UTF-8 encoded JSON, pretty-printed (indent=2)"""
    chunk = create(store, "Rampe über 3° – nass 🌧", tags=["Straße"])
    text = file_of(home, chunk.id).read_text(encoding="utf-8")

    assert "über 3° – nass 🌧" in text
    assert text.rstrip("\n") == json.dumps(json.loads(text), indent=2, ensure_ascii=False)


def test_the_index_files_are_json_in_utf_8(store, home):
    """001 §Storage Constraints: File format"""
    create(store, tags=['Straße "7"'], conversation_id="c\n1")

    assert list(index_of(home, "tag_index")["lists"]) == ['Straße "7"']


def test_deletion_is_soft_unless_it_is_permanent(store, home):
    """001 §Storage Constraints: Soft delete moves to archive/; permanent delete removes file"""
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
def test_a_damaged_chunk_is_none_logged_and_set_aside(store, home, caplog, damaged):
    """001 §Storage Constraints: Schema validation on read; corrupted files return None"""
    path = put_file(home, damaged)

    assert store.get_chunk(EXAMPLE_ID) is None
    (moved,) = path.parent.glob("chunk-*")
    assert moved.name.startswith(f"{EXAMPLE_ID}.damaged-")
    assert moved.read_text() == damaged
    assert any(str(path) in record.message for record in caplog.records)


# -- §Python API ---------------------------------------------------------------------------------


def test_the_calls_of_the_document_work_as_written_there(home, clock):
    """001 §Python API"""
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


def test_a_call_may_give_the_documents_arguments_by_place():
    """001 §Python API"""
    names = list(inspect.signature(ChunkStore.create_chunk).parameters)

    assert names[1:7] == [
        "content", "chunk_type", "conversation_id", "tokens", "tags", "confidence",
    ]  # fmt: skip
    assert list(inspect.signature(ChunkStore.list_chunks).parameters)[1:3] == [
        "conversation_id", "tags",
    ]  # fmt: skip


def test_what_is_not_there_is_none_or_false(store):
    """001 §Python API"""
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
def test_what_is_no_id_is_refused_and_logged(store, home, caplog, evil):
    """001 §Safety Features 1: Chunk IDs validated against whitelist"""
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


def test_a_link_out_of_the_folder_is_not_followed(store, home):
    """001 §Safety Features 1: Path traversal prevention"""
    secret = home.parent / "secret.json"
    secret.write_text(EXAMPLE)
    path = put_file(home, "")
    path.unlink()
    path.symlink_to(secret)

    assert store.get_chunk(EXAMPLE_ID) is None
    assert store.list_chunks() == []
    assert store.update_chunk(EXAMPLE_ID, content="mine now") is None
    assert secret.read_text() == EXAMPLE


def test_all_operations_are_logged_without_what_a_chunk_says(store, caplog):
    """001 §Safety Features 4: All operations logged via Python logging"""
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
    """001 §Safety Features 5: Recovery possible for accidental deletions"""
    chunk = create(store, tags=["yard"])
    store.delete_chunk(chunk.id)

    assert store.list_archived() == [chunk.id]
    assert store.restore_chunk(chunk.id) == chunk
    assert store.list_chunks(tags=["yard"]) == [chunk]
    assert store.list_archived() == []


# -- what the document leaves open ---------------------------------------------------------------


def test_the_room_uses_no_network_no_credentials_and_no_other_room():
    """Architecture, "Rooms": what the document's memory needs is a folder."""
    import robot_memory.long_term.chunks as room

    allowed = {"robot_memory", "robot_memory.long_term.chunks", "robot_memory.entries.tokens",
               "robot_memory.foundation.errors", "robot_memory.foundation.disk",
               "robot_memory.foundation.disk.file_lock",
               "robot_memory.foundation.disk.file_replacement",
               "robot_memory.foundation.disk.files",
               "robot_memory.foundation.secrets.secrets_filter",
               "robot_memory.foundation.text", "robot_memory.foundation.text.text_enum",
               "robot_memory.foundation.text.unicode_text",
               "robot_memory.foundation.time", "robot_memory.foundation.time.clock",
               "robot_memory.foundation.time.stamps"}  # fmt: skip
    found = set()
    for path in sorted(Path(room.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
            elif isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
    ours = {name for name in found if name.startswith("robot_memory")}

    assert {
        name for name in ours if not name.startswith("robot_memory.long_term.chunks")
    } <= allowed
    assert not found & {"socket", "http", "urllib", "ssl", "subprocess", "getpass", "keyring"}


def test_all_that_is_wrong_is_said_at_once_with_its_place(store):
    with pytest.raises(InvalidChunk) as error:
        store.create_chunk("", "guess", "c", 0, ["ok", 7], 2)

    assert [defect.path for defect in error.value.defects] == [
        "content", "tokens", "type", "metadata.confidence", "tags[1]",
    ]  # fmt: skip


def test_text_that_is_split_keeps_its_order_when_listed(store):
    pieces = split_text(LONG * 40)
    store.create_chunks(LONG * 40, conversation_id="c")

    assert [chunk.content for chunk in store.list_chunks("c")] == pieces
    assert NOON.isoformat()[:19] in store.list_chunks("c")[1].metadata.created
