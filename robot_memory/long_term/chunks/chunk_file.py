"""The file of a chunk, reader and writer (001 §Chunk Structure, §Field Descriptions).

See docs/reference/chunks.md, "Files".
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidChunk
from robot_memory.long_term.chunks.chunk import (
    DEFAULT_CONFIDENCE,
    LINK_KINDS,
    Chunk,
    ChunkLinks,
    ChunkMetadata,
    ChunkOrigin,
    ChunkSource,
    ChunkTurn,
    ChunkType,
    read_time,
)

MAX_FILE = 1 << 20  # bytes; no chunk of 800 tokens comes near
_REQUIRED = ("id", "content", "tokens", "type", "metadata", "links")
_OPTIONAL = ("tags", "short", "origin")
_METADATA = tuple(field.name for field in fields(ChunkMetadata) if field.name != "extra")
_TYPES = tuple(kind.value for kind in ChunkType)
_SHOWN = 80  # characters of a value that an error shows


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


_JSON = json.JSONDecoder(parse_constant=_refuse)


def write_chunk(chunk: Chunk) -> bytes:
    """Return the file of a chunk: UTF-8, JSON, indented by two (001 §Storage Constraints)."""
    return f"{json.dumps(as_record(chunk), indent=2, ensure_ascii=False)}\n".encode()


def as_record(chunk: Chunk) -> dict[str, Any]:
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
        turns = [asdict(turn) for turn in chunk.origin.turns]
        record["origin"] = {**asdict(chunk.origin), "turns": turns}
    return record


def read_chunk(data: bytes, chunk_id: str) -> Chunk:
    """Read the file of a chunk.

    Args:
        chunk_id: the id that its name says it has.

    Raises:
        InvalidChunk: lists all that is wrong with it, each with its path.
    """
    if len(data) > MAX_FILE:
        raise InvalidChunk(f"{chunk_id}: {len(data)} bytes is above {MAX_FILE}")
    try:
        record = _JSON.decode(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InvalidChunk(f"{chunk_id} is not JSON in UTF-8: {error}") from None
    return check_chunk(record, chunk_id)


def check_chunk(record: object, chunk_id: str) -> Chunk:
    """Make a chunk of JSON data.

    Raises:
        InvalidChunk: lists all that is wrong with it, each with its path.
    """
    if not isinstance(record, Mapping):
        raise InvalidChunk(f"{chunk_id} is not a JSON object")
    reader = _Reader(record)
    chunk = Chunk(
        id=reader.id(chunk_id),
        content=reader.content(),
        tokens=reader.count("tokens", record.get("tokens"), least=1),
        type=reader.type(),
        metadata=reader.metadata(),
        links=reader.links(),
        tags=reader.texts("tags", record.get("tags", [])),
        origin=_origin_of(record.get("origin")),
        extra=_others(record, (*_REQUIRED, *_OPTIONAL)),
    )
    if reader.defects:
        raise InvalidChunk(f"{chunk_id} is no chunk", reader.defects)
    return chunk


def _others(record: Mapping[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name not in known}


def _origin_of(value: object) -> ChunkOrigin | None:
    """Read our own note of where a chunk is from; without a whole one, it counts as edited."""
    match value:
        case {"digest": str(digest), "turns": list(turns), "is_current": bool(current), **more}:
            read = [_turn_of(turn) for turn in turns]
            known = tuple(turn for turn in read if turn is not None)
            file = more.get("file", "")
            if len(known) == len(read) and isinstance(file, str):
                return ChunkOrigin(digest, known, current, file)
    return None


def _turn_of(value: object) -> ChunkTurn | None:
    match value:
        case {
            "index": int(index), "speaker": str(speaker), "time": str(time),
            "start": int(start), "end": int(end), "offset": int(offset),
        }:  # fmt: skip
            return ChunkTurn(index, speaker, time, start, end, offset)
    return None


class _Reader:
    """Reads the fields of a chunk and gathers what is wrong with them."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self._record = record
        self.defects = [Defect(name, "is missing") for name in _REQUIRED if name not in record]

    def _defect(self, path: str, problem: str) -> None:
        if path not in {defect.path for defect in self.defects}:
            self.defects.append(Defect(path, problem))

    def _text(self, path: str, value: object) -> str:
        if not isinstance(value, str):
            self._defect(path, f"{value!r:.{_SHOWN}} is not a text")
            return ""
        if not _is_unicode(value):
            self._defect(path, "is not valid Unicode")
        return value

    def id(self, wanted: str) -> str:
        value = self._text("id", self._record.get("id"))
        if value != wanted:
            self._defect("id", f"{value!r:.{_SHOWN}} is not {wanted!r}, as the file is called")
        return value

    def content(self) -> str:
        value = self._text("content", self._record.get("content"))
        if not value.strip():
            self._defect("content", "is empty")
        return value

    def type(self) -> ChunkType:
        value = self._record.get("type")
        if value not in _TYPES:
            self._defect("type", f"{value!r:.{_SHOWN}} is not one of {', '.join(_TYPES)}")
            return ChunkType.NOTE
        return ChunkType(value)

    def count(self, path: str, value: object, *, least: int = 0) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            self._defect(path, f"{value!r:.{_SHOWN}} is not a whole number of at least {least}")
            return least
        return value

    def metadata(self) -> ChunkMetadata:
        value = self._object("metadata")
        conversation = value.get("conversation_id")
        last = value.get("last_accessed")
        return ChunkMetadata(
            created=self._time("metadata.created", value.get("created")),
            conversation_id=self._text(
                "metadata.conversation_id", "" if conversation is None else conversation
            ),
            source=self._text("metadata.source", value.get("source", ChunkSource.INTERACTION)),
            confidence=self._confidence(value.get("confidence", DEFAULT_CONFIDENCE)),
            access_count=self.count("metadata.access_count", value.get("access_count", 0)),
            last_accessed=None if last is None else self._time("metadata.last_accessed", last),
            extra=_others(value, _METADATA),
        )

    def _object(self, path: str) -> Mapping[str, Any]:
        value = self._record.get(path)
        if isinstance(value, Mapping):
            return value
        self._defect(path, f"{value!r:.{_SHOWN}} is not a JSON object")
        return {}

    def _time(self, path: str, value: object) -> str:
        text = self._text(path, value)
        try:
            read_time(text)
        except ValueError as error:
            self._defect(path, f"{error!s:.200}")
        return text

    def _confidence(self, value: object) -> float:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not 0.0 <= value <= 1.0:  # type: ignore[operator]
            path = "metadata.confidence"
            self._defect(path, f"{value!r:.{_SHOWN}} is not a number between 0 and 1")
            return 0.0
        return value  # type: ignore[return-value]

    def links(self) -> ChunkLinks:
        value = self._object("links")
        kinds = {kind: self.texts(f"links.{kind}", value.get(kind, [])) for kind in LINK_KINDS}
        return ChunkLinks.of(kinds, _others(value, LINK_KINDS))

    def texts(self, path: str, value: object) -> list[str]:
        if not isinstance(value, list):
            self._defect(path, f"{value!r:.{_SHOWN}} is not a list")
            return []
        if set(map(type, value)) <= {str} and _is_unicode("".join(value)):
            return value
        return [self._text(f"{path}[{number}]", text) for number, text in enumerate(value)]


def _is_unicode(text: str) -> bool:
    """Tell whether a text is whole: JSON can write half a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
