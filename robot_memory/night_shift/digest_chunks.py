"""A digest as chunks, so that it is found: each piece once, brought up to date with the page."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta, tzinfo

from robot_memory import stamps
from robot_memory.chunks import Chunk, ChunkFilter, ChunkLinks, ChunkMetadata, ChunkStore, ChunkType
from robot_memory.chunks.chunk import ChunkOrigin, ChunkSource, digest_of
from robot_memory.chunks.chunk_id import mint_id
from robot_memory.chunks.new_chunk import pieces_of
from robot_memory.entries.tokens import estimate_tokens

TAG = "digest"


def store_digest(store: ChunkStore, day: date, text: str, zone: tzinfo | None) -> int:
    """Let the chunks of a digest say what the page says; return how many were written.

    Ids follow from the day and the place in the page, so that it may be interrupted and repeated.
    What a person edited or deleted stays as it is.
    """
    said = text.encode("utf-8", "replace").decode()
    chunks = _chunks(day, pieces_of(said), zone)
    written = sum(_take_in(store, chunk) for chunk in chunks)
    kept = {chunk.id for chunk in chunks}
    for known in store.find(ChunkFilter(_conversation(day), frozenset({TAG}))):
        if known not in kept:
            _put_away(store, known)
    return written


def _put_away(store: ChunkStore, chunk_id: str) -> None:
    """Archive a piece that the page does not have any more, unless somebody edited it."""
    chunk = store.read_chunk(chunk_id)
    if chunk is not None and chunk.origin is not None and not chunk.is_edited:
        store.save_chunk(replace(chunk, origin=replace(chunk.origin, is_current=False)))
        store.delete_chunk(chunk_id)


def _take_in(store: ChunkStore, chunk: Chunk) -> bool:
    known = store.read_chunk(chunk.id) or _brought_back(store, chunk.id)
    if known is None:
        if store.is_deleted(chunk.id):
            return False
        store.save_chunk(chunk)
        return True
    if known.is_edited or (known.content, known.origin) == (chunk.content, chunk.origin):
        return False
    renewed = replace(known, content=chunk.content, tokens=chunk.tokens, origin=chunk.origin)
    store.save_chunk(renewed)
    return True


def _brought_back(store: ChunkStore, chunk_id: str) -> Chunk | None:
    """Restore a piece that the page did not have for a while; not what a person deleted."""
    archived = store.read_archived(chunk_id)
    if archived is None or archived.origin is None or archived.origin.is_current:
        return None
    return store.restore_chunk(chunk_id)


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
