"""Reading returns exactly what was written, byte for byte and field for field."""

from __future__ import annotations

import json

from chunk_builders import EXAMPLE, EXAMPLE_ID
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory.foundation.errors import InvalidChunk
from robot_memory.long_term.chunks import Chunk, ChunkLinks, ChunkMetadata, ChunkTurn, ChunkType
from robot_memory.long_term.chunks.chunk import ChunkOrigin
from robot_memory.long_term.chunks.chunk_file import read_chunk, write_chunk

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
WORDS = st.lists(TEXTS, max_size=4)
OTHERS = st.dictionaries(
    TEXTS.map("x-{}".format), st.one_of(st.none(), st.booleans(), st.integers(), TEXTS, WORDS),
    max_size=3,
)  # fmt: skip
TIMES = st.datetimes().map(lambda time: f"{time.isoformat()}Z")
COUNTS = st.integers(0, 10**6)
CHUNKS = st.builds(
    Chunk,
    id=st.just(EXAMPLE_ID),
    content=TEXTS.filter(str.strip),
    tokens=st.integers(1, 2000),
    type=st.sampled_from(ChunkType),
    metadata=st.builds(
        ChunkMetadata, created=TIMES, conversation_id=TEXTS, source=TEXTS,
        confidence=st.floats(0, 1), access_count=COUNTS, last_accessed=st.none() | TIMES,
        extra=OTHERS,
    ),
    links=st.builds(ChunkLinks, WORDS, WORDS, WORDS, WORDS, WORDS, extra=OTHERS),
    tags=WORDS,
    origin=st.none() | st.builds(
        ChunkOrigin, TEXTS,
        st.lists(st.builds(ChunkTurn, COUNTS, TEXTS, TIMES, COUNTS, COUNTS, COUNTS), max_size=3)
        .map(tuple), st.booleans(),
    ),
    extra=OTHERS,
)  # fmt: skip


@settings(max_examples=60)
@given(CHUNKS)
def test_a_written_chunk_reads_back_unchanged(chunk):
    data = write_chunk(chunk)

    assert read_chunk(data, chunk.id) == chunk
    assert write_chunk(read_chunk(data, chunk.id)) == data


@settings(max_examples=60)
@given(st.data())
def test_a_damaged_chunk_file_is_either_read_or_refused(data):
    text = EXAMPLE.encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    damaged = text[:start] + data.draw(st.binary(max_size=4)) + text[end:]

    try:
        chunk = read_chunk(damaged, EXAMPLE_ID)
    except InvalidChunk as error:
        assert EXAMPLE_ID in str(error)
    else:
        assert json.loads(write_chunk(chunk))["id"] == EXAMPLE_ID


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
PATHS = st.sampled_from([
    "id", "content", "tokens", "type", "metadata", "links", "tags", "origin", "short",
    "metadata.created", "metadata.conversation_id", "metadata.source", "metadata.confidence",
    "metadata.access_count", "metadata.last_accessed", "links.follows", "links.contradicts",
])  # fmt: skip


@settings(max_examples=50)
@given(PATHS, JSON)
def test_an_invalid_field_of_a_chunk_is_reported_by_its_path(path, value):
    record = json.loads(EXAMPLE)
    inner = record
    *outer, last = path.split(".")
    for name in outer:
        inner = inner[name]
    inner[last] = value
    try:
        read_chunk(json.dumps(record).encode(), EXAMPLE_ID)
    except InvalidChunk as error:
        assert all(d.path.startswith(path.split(".")[0]) for d in error.defects)
