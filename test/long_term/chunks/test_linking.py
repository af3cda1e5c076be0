"""Automatic links and links set by people (001 §Links; rules.md §8)."""

from __future__ import annotations

import pytest
from chunk_builders import create, data_of, wait

from robot_memory.foundation.errors import InvalidChunk
from robot_memory.long_term.chunks import ChunkLinks


def test_a_chunk_is_context_of_its_conversation(store):
    assert create(store, conversation_id="conv-1").links.context_of == ["conv-1"]
    assert create(store).links.context_of == []


def test_a_chunk_follows_the_one_before_it_within_five_minutes(store, clock):
    """001 §Links, follows: Temporal sequence (within 5 min)"""
    create(store, conversation_id="c")
    wait(clock, minutes=1)
    before = create(store, conversation_id="c")
    create(store, conversation_id="other")
    wait(clock, minutes=5)

    assert create(store, conversation_id="c").links.follows == [before.id]


def test_a_chunk_follows_no_chunk_older_than_five_minutes(store, clock):
    """001 §Links, follows: Temporal sequence (within 5 min)"""
    create(store, conversation_id="c")
    wait(clock, minutes=5, microseconds=1)

    assert create(store, conversation_id="c").links.follows == []


def test_parts_of_one_text_follow_one_another(store):
    chunks = store.create_chunks("The wheel slips. " * 300)

    assert [chunk.links.follows for chunk in chunks[1:]] == [[chunk.id] for chunk in chunks[:-1]]


def test_chunks_that_share_a_tag_are_related(store, clock):
    first = create(store, tags=["yard", "rain"])
    wait(clock, minutes=1)
    second = create(store, tags=["rain", "dock"])
    wait(clock, minutes=1)
    create(store, tags=["kitchen"])

    assert second.links.related_to == [first.id]
    assert create(store, tags=["dock", "rain"]).links.related_to == [second.id, first.id]


def test_related_chunks_are_limited_to_the_newest_twenty_of_each_tag(store, clock):
    """rules.md §8: `related_to` is bounded (newest 20 per tag)"""
    made = {"a": [], "b": []}
    for tag in made:
        for _ in range(22):
            wait(clock, minutes=1)
            made[tag].append(create(store, tags=[tag]).id)

    related = create(store, tags=["a", "b"]).links.related_to
    assert related == [*made["b"][:1:-1], *made["a"][:1:-1]]


@pytest.mark.parametrize("kind", ["supports", "contradicts"])
def test_supports_and_contradicts_links_can_be_set_by_hand(store, home, kind):
    first, second = create(store), create(store)
    for _ in range(2):
        assert store.link_chunks(second.id, kind, first.id) is not None

    assert data_of(home, second.id)["links"][kind] == [first.id]


@pytest.mark.parametrize("kind", ["context_of", "follows", "related_to", "likes"])
def test_automatic_kinds_are_not_set_by_hand(store, kind):
    first, second = create(store), create(store)

    with pytest.raises(InvalidChunk, match="is not one of supports, contradicts"):
        store.link_chunks(second.id, kind, first.id)


def test_linking_a_missing_chunk_returns_none(store):
    chunk = create(store)

    assert store.link_chunks(chunk.id, "supports", "chunk-2020-01-01-00000000") is None
    assert store.link_chunks("chunk-2020-01-01-00000000", "supports", chunk.id) is None


def test_changed_tags_update_the_related_chunks_and_keep_manual_links(store):
    yard, dock, both = (create(store, tags=tags) for tags in (["yard"], ["dock"], ["yard", "x"]))
    by_hand = "chunk-2020-01-01-00000000"
    chunk = create(store, tags=["yard", "x"], links=ChunkLinks(related_to=[by_hand]))
    changed = store.update_chunk(chunk.id, tags=["x", "dock"])

    assert set(changed.links.related_to) == {both.id, dock.id, by_hand}
    assert yard.id in chunk.links.related_to
