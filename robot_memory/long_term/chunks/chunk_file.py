"""The file of a chunk, reader and writer (001 §Chunk Structure, §Field Descriptions).

See docs/reference/chunks.md, "Files".
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from typing import Annotated, Any, TypedDict, cast

from robot_memory.foundation.errors import Defect, InvalidChunk
from robot_memory.long_term.chunks import chunk as chunks
from robot_memory.long_term.chunks.chunk import (
    LINK_KINDS,
    Chunk,
    ChunkLinks,
    ChunkMetadata,
    ChunkOrigin,
    ChunkType,
)

MAX_FILE = 1 << 20  # bytes; far more than a chunk of 800 tokens needs
_REQUIRED = ("id", "content", "tokens", "type", "metadata", "links")
_KNOWN = (*_REQUIRED, "tags", "short", "origin")
_METADATA = tuple(field.name for field in fields(ChunkMetadata) if field.name != "extra")
_TYPES = tuple(kind.value for kind in ChunkType)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


_JSON = json.JSONDecoder(parse_constant=_refuse)


def write_chunk(chunk: Chunk) -> bytes:
    """Return the file of a chunk: UTF-8, JSON, indented by two (001 §Storage Constraints)."""
    return f"{json.dumps(as_record(chunk), indent=2, ensure_ascii=False)}\n".encode()


class _Author(TypedDict, total=False):
    by: Annotated[str, "'person', where one wrote it."]


class _OurFields(TypedDict, total=False):
    short: Annotated[bool, "True of a whole note of less than 100 tokens."]
    origin: Annotated[dict[str, Any], ChunkOrigin, "Of an imported one: what it was made from."]


class ChunkRecord(_OurFields):
    """A chunk; fields of other tools stand beside it."""

    id: str
    content: str
    tokens: int
    type: Annotated[str, ChunkType]
    metadata: Annotated[dict[str, Any], ChunkMetadata, _Author]
    links: Annotated[dict[str, Any], ChunkLinks]
    tags: list[str]


def as_record(chunk: Chunk) -> ChunkRecord:
    """Return a chunk as JSON data: the document's fields, then ours and other tools'."""
    metadata = {name: getattr(chunk.metadata, name) for name in _METADATA}
    record: dict[str, Any] = {
        "id": chunk.id,
        "content": chunk.content,
        "tokens": chunk.tokens,
        "type": chunk.type.value,
        "metadata": {**metadata, **chunk.metadata.extra},
        "links": {**chunk.links.by_kind(), **chunk.links.extra},
        "tags": chunk.tags,
        **chunk.extra,
    }
    if chunk.is_short:
        record["short"] = True
    if chunk.origin is not None:
        record["origin"] = {**asdict(chunk.origin), "turns": [*map(asdict, chunk.origin.turns)]}
    return cast(ChunkRecord, record)


def read_chunk(data: bytes, chunk_id: str) -> Chunk:
    """Read the file of a chunk, whose name is its id.

    InvalidChunk lists everything wrong with it, each with its path.
    """
    if len(data) > MAX_FILE:
        raise InvalidChunk(f"{chunk_id}: {len(data)} bytes is above {MAX_FILE}")
    try:
        record = _JSON.decode(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InvalidChunk(f"{chunk_id} is not JSON in UTF-8: {error}") from None
    return check_chunk(record, chunk_id)


def check_chunk(record: object, chunk_id: str) -> Chunk:
    """Make a chunk from JSON data; raises the errors of :func:`read_chunk`."""
    if not isinstance(record, Mapping):
        raise InvalidChunk(f"{chunk_id} is not a JSON object")
    defects: dict[str, Defect] = {}
    for defect in _defects_of(record, chunk_id):
        defects.setdefault(defect.path, defect)
    if defects:
        raise InvalidChunk(f"{chunk_id} is no chunk", list(defects.values()))
    metadata, links = record["metadata"], record["links"]
    known = {name: metadata[name] for name in _METADATA if name in metadata}
    if known.get("conversation_id") is None:
        known["conversation_id"] = ""
    return Chunk(
        id=record["id"],
        content=record["content"],
        tokens=record["tokens"],
        type=ChunkType(record["type"]),
        metadata=ChunkMetadata(**known, extra=_others(metadata, _METADATA)),
        links=chunks.ChunkLinks.of(links, _others(links, LINK_KINDS)),
        tags=record.get("tags", []),
        origin=_origin_of(record.get("origin")),
        extra=_others(record, _KNOWN),
    )


def _others(record: Mapping[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in known}


def _origin_of(value: object) -> chunks.ChunkOrigin | None:
    """Read our own record of a chunk's origin; if it is incomplete, the chunk counts as edited."""
    match value:
        case {"digest": str(digest), "turns": list(turns), "is_current": bool(current), **more}:
            known = tuple(turn for turn in map(_turn_of, turns) if turn is not None)
            file = more.get("file", "")
            if len(known) == len(turns) and isinstance(file, str):
                return chunks.ChunkOrigin(digest, known, current, file)
    return None


def _turn_of(value: object) -> chunks.ChunkTurn | None:
    match value:
        case {
            "index": int(index), "speaker": str(speaker), "time": str(time),
            "start": int(start), "end": int(end), "offset": int(offset),
        }:  # fmt: skip
            return chunks.ChunkTurn(index, speaker, time, start, end, offset)
    return None


def _defects_of(record: Mapping[str, Any], chunk_id: str) -> Iterator[Defect]:
    """Yield the defects of the fields; for each field the first counts."""
    yield from (Defect(name, "is missing") for name in _REQUIRED if name not in record)
    get = record.get
    yield from _wrong_text("id", get("id"))
    if get("id") != chunk_id:
        yield Defect("id", f"{get('id')!r:.80} is not {chunk_id!r}, as the file is called")
    yield from _wrong_text("content", get("content"))
    if not str(get("content")).strip():
        yield Defect("content", "is empty")
    yield from _wrong_count("tokens", get("tokens"), 1)
    if get("type") not in _TYPES:
        yield Defect("type", f"{get('type')!r:.80} is not one of {', '.join(_TYPES)}")
    for part, defects_in in (("metadata", _wrong_metadata), ("links", _wrong_links)):
        value = get(part)
        if not isinstance(value, Mapping):
            yield Defect(part, f"{value!r:.80} is not a JSON object")
        yield from defects_in(value if isinstance(value, Mapping) else {})
    yield from _wrong_texts("tags", get("tags", []))


def _wrong_metadata(data: Mapping[str, Any]) -> Iterator[Defect]:
    yield from _wrong_time("metadata.created", data.get("created"))
    if data.get("conversation_id") is not None:
        yield from _wrong_text("metadata.conversation_id", data["conversation_id"])
    yield from _wrong_text("metadata.source", data.get("source", ""))
    confidence = data.get("confidence", chunks.DEFAULT_CONFIDENCE)
    is_number = isinstance(confidence, (int, float)) and not isinstance(confidence, bool)
    if not is_number or not 0.0 <= confidence <= 1.0:
        problem = f"{confidence!r:.80} is not a number between 0 and 1"
        yield Defect("metadata.confidence", problem)
    yield from _wrong_count("metadata.access_count", data.get("access_count", 0), 0)
    if data.get("last_accessed") is not None:
        yield from _wrong_time("metadata.last_accessed", data["last_accessed"])


def _wrong_links(data: Mapping[str, Any]) -> Iterator[Defect]:
    for kind in LINK_KINDS:
        yield from _wrong_texts(f"links.{kind}", data.get(kind, []))


def _wrong_text(path: str, value: object) -> Iterator[Defect]:
    if not isinstance(value, str):
        yield Defect(path, f"{value!r:.80} is not a string")
    elif not _is_unicode(value):
        yield Defect(path, "is not valid Unicode")


def _is_unicode(text: str) -> bool:
    """Tell whether a text is valid: JSON can contain lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _wrong_texts(path: str, value: object) -> Iterator[Defect]:
    if not isinstance(value, list):
        yield Defect(path, f"{value!r:.80} is not a list")
    elif not set(map(type, value)) <= {str} or not _is_unicode("".join(value)):
        for number, text in enumerate(value):
            yield from _wrong_text(f"{path}[{number}]", text)


def _wrong_count(path: str, value: object, least: int) -> Iterator[Defect]:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        yield Defect(path, f"{value!r:.80} is not a whole number of at least {least}")


def _wrong_time(path: str, value: object) -> Iterator[Defect]:
    if not isinstance(value, str):
        yield Defect(path, f"{value!r:.80} is not a string")
        return
    try:
        chunks.read_time(value)
    except ValueError as error:
        yield Defect(path, f"{error!s:.200}")
