"""A digest as chunks, so that it is found: each piece once, brought up to date with the page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta, tzinfo

from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.time import stamps
from robot_memory.long_term.chunks import (
    Chunk,
    ChunkFilter,
    ChunkLinks,
    ChunkMetadata,
    ChunkStore,
    ChunkType,
)
from robot_memory.long_term.chunks.chunk import ChunkOrigin, ChunkSource, digest_of, mint_id
from robot_memory.long_term.chunks.derived_chunk import drop, put_away, take_in
from robot_memory.long_term.chunks.new_chunk import pieces_of

TAG = "digest"


def store_digest(store: ChunkStore, day: date, text: str, zone: tzinfo | None) -> int:
    """Let the chunks of a digest say what the page says; return how many were written.

    Ids follow from the day and the place in the page, so that it may be interrupted and repeated.
    What a person edited or deleted stays as it is.
    """
    return _store(store, day, text, zone, put_away)


def shorten_digest(store: ChunkStore, day: date, said: str, zone: tzinfo | None) -> None:
    """Let the chunks of a digest that leaves for the archive say what people said, no more.

    The archive has the page; what a person edited or deleted stays as it is. Repeatable.

    Args:
        said: what people said, decided or wrote; may be empty.
    """
    _store(store, day, said, zone, drop)


def _store(
    store: ChunkStore,
    day: date,
    text: str,
    zone: tzinfo | None,
    remove: Callable[[ChunkStore, Chunk], bool],
) -> int:
    encodable = text.encode("utf-8", "replace").decode()
    chunks = _chunks(day, pieces_of(encodable) if encodable.strip() else [], zone)
    written = sum(take_in(store, chunk) in ("created", "changed") for chunk in chunks)
    kept = {chunk.id for chunk in chunks}
    for known in store.find(ChunkFilter(_conversation(day), frozenset({TAG}))):
        gone = store.read_chunk(known) if known not in kept else None
        if gone is not None:
            remove(store, gone)
    return written


def _chunks(day: date, pieces: list[str], zone: tzinfo | None) -> list[Chunk]:
    begin = datetime.combine(day, time(), zone)
    created = begin if zone else begin.astimezone()
    chunks: list[Chunk] = []
    for number, piece in enumerate(pieces):
        chunks.append(
            Chunk(
                id=mint_id(created, f"{_conversation(day)}\n{number}", lambda _: False),
                content=piece,
                tokens=max(1, estimate_tokens(piece)),
                type=ChunkType.NOTE,
                metadata=ChunkMetadata(
                    # A microsecond apart, so that sorted by time they keep their order.
                    stamps.to_text(created + timedelta(microseconds=number)),
                    _conversation(day),
                    ChunkSource.DERIVED.value,
                ),
                links=ChunkLinks(follows=[chunk.id for chunk in chunks[-1:]]),
                tags=[TAG],
                origin=ChunkOrigin(digest_of(piece), ()),
            )
        )
    return chunks


def _conversation(day: date) -> str:
    return f"digest-{day.isoformat()}"
