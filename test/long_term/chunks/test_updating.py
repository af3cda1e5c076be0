"""Chunks change only as asked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from chunk_builders import EXAMPLE, EXAMPLE_ID, LONG, create, data_of, file_of

from robot_memory.foundation.errors import InvalidChunk
from robot_memory.long_term.chunks.chunk_file import read_chunk


def test_an_update_changes_one_field_and_nothing_else(store, home):
    chunk = create(store, tags=["yard"], conversation_id="c")
    before = data_of(home, chunk.id)
    store.update_chunk(chunk.id, confidence=0.98)

    before["metadata"]["confidence"] = 0.98
    assert data_of(home, chunk.id) == before


def test_new_content_gets_a_new_token_estimate_unless_tokens_are_given(store):
    chunk = create(store, tokens=150)

    assert store.update_chunk(chunk.id, content="Short now").tokens == 3
    assert store.update_chunk(chunk.id, content=LONG, tokens=131).tokens == 131


@pytest.mark.parametrize(
    ("updates", "problem"),
    [
        ({"confidence": 3}, "metadata.confidence: 3 is not a number between 0 and 1"),
        ({"content": LONG * 20}, "tokens: .* is above 800"),
        ({"tokens": 4000}, "tokens: 4000 is above 800"),
        ({"tokens": 10, "content": "x" * 70_000}, "content: 70000 bytes is above 65536"),
        ({"tags": ["t"] * 2 + [str(n) for n in range(32)]}, "tags: 33 tags is above 32"),
        ({"tags": ["x" * 129]}, "above 128 characters"),
        ({"tags": "yard"}, "tags: 'yard' is not a list"),
        ({"conversation_id": "c" * 129}, "conversation_id: is longer than 128"),
        ({"id": "chunk-2020-01-01-00000000"}, "id: cannot be changed; content, tokens"),
        ({"colour": "red"}, "colour: cannot be changed"),
        ({"links": {"follows": 7}}, "links.follows: 7 is not a list"),
    ],
)
def test_a_wrong_update_is_refused_and_changes_nothing(store, home, updates, problem):
    chunk = create(store)
    before = file_of(home, chunk.id).read_bytes()

    with pytest.raises(InvalidChunk, match=problem):
        store.update_chunk(chunk.id, **updates)
    assert file_of(home, chunk.id).read_bytes() == before


def test_tags_are_normalised_and_stored_once(store):
    chunk = create(store, tags=[" Stra\u00dfe ", "cafe\u0301", "caf\u00e9"])

    assert chunk.tags == ["Straße", "café"]


def test_a_string_in_place_of_a_tag_list_is_refused(store):
    with pytest.raises(InvalidChunk, match="tags: 'yard' is no"):
        create(store, tags="yard")
    with pytest.raises(InvalidChunk, match="tags: 'yard' is not a list"):
        store.list_chunks(tags="yard")


@pytest.mark.parametrize(
    ("text", "problem"), [("", "is empty"), (" \n", "is empty"), ("\ud800", "is not valid Unicode")]
)
def test_empty_or_invalid_content_is_refused(store, text, problem):
    with pytest.raises(InvalidChunk, match=f"content: {problem}"):
        store.create_chunks(text)
    with pytest.raises(InvalidChunk, match=f"content: {problem}"):
        store.create_chunk(text)


@pytest.mark.parametrize(
    ("field", "value"), [("id", "../evil"), ("content", "\ud800"), ("tokens", 0), ("tags", [7])]
)
def test_saving_a_chunk_that_could_not_be_read_back_is_refused(store, home, field, value):
    chunk = replace(read_chunk(EXAMPLE.encode(), EXAMPLE_ID), **{field: value})

    with pytest.raises(InvalidChunk, match=field):
        store.save_chunk(chunk)
    assert list(home.rglob("*.json")) == []
