"""Validates and makes chunks that a caller adds or changes.

See docs/reference/chunks.md, "Behaviour".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.errors import Defect, InvalidChunk
from robot_memory.foundation.secrets.secrets_filter import screened, without_secrets
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.long_term.chunks.chunk import MAX_TOKENS, Chunk, ChunkLinks, ChunkSource
from robot_memory.long_term.chunks.chunk_file import as_record, check_chunk
from robot_memory.long_term.chunks.chunking_engine import split_text

MAX_CONTENT = 64 * 1024  # bytes, however its author counts tokens
MAX_TAGS = 32
MAX_WORD = 128  # characters of a tag or a conversation id
_SOURCES = tuple(source.value for source in ChunkSource)
#: The fields of a chunk that can be changed.
CHANGEABLE = ("content", "tokens", "type", "tags", "confidence", "links", "conversation_id")
_LIMITED = ("content", "tokens", "tags", "source", "conversation_id")


def make_chunk(record: Mapping[str, Any]) -> Chunk:
    """Make a new chunk from the document's fields; missing tokens are estimated.

    InvalidChunk lists everything wrong with it, each with its path, value and limit.
    """
    return _checked(record, _LIMITED)


def change_chunk(chunk: Chunk, updates: Mapping[str, Any]) -> Chunk:
    """Return a chunk with new values for some of its :data:`CHANGEABLE` fields.

    Limits only apply to new values: a file may exceed them. Raises the errors of
    :func:`make_chunk`.
    """
    unknown = [name for name in updates if name not in CHANGEABLE]
    if unknown:
        problem = f"cannot be changed; {', '.join(CHANGEABLE)} can"
        raise InvalidChunk("nothing was stored", [Defect(name, problem) for name in unknown])
    record: dict[str, Any] = {**as_record(chunk)}
    if "content" in updates:
        record["tokens"] = None
        updates = {**updates, "content": clean_content(updates["content"])}
    for name, value in updates.items():
        if name in ("confidence", "conversation_id"):
            record["metadata"][name] = clean_content(value)
        elif name == "links" and isinstance(value, ChunkLinks):
            record["links"] = {**value.by_kind(), **value.extra}
        else:
            record[name] = value
    asked = {*updates, "tokens"} if "content" in updates else updates
    return _checked(record, asked)


def _checked(record: Mapping[str, Any], asked: Collection[str]) -> Chunk:
    tokens = record["tokens"]
    if tokens is None:
        tokens = _estimated(record["content"])
    tags, content = clean_tags(record["tags"]), record["content"]
    if isinstance(tags, list):
        content = screened([*tags, content])[-1]  # "hunter2" with the tag "password"
    record = {**record, "tokens": tokens, "content": content, "tags": tags}
    try:
        chunk = check_chunk(record, record["id"])
    except InvalidChunk as error:
        raise InvalidChunk("nothing was stored", error.defects) from None
    defects = [defect for defect in _beyond_limits(chunk) if defect.path.partition("[")[0] in asked]
    if defects:
        raise InvalidChunk("nothing was stored", defects)
    return chunk


def clean_content(content: Any) -> Any:
    """Return a content without secrets; a value that is no text is returned unchanged."""
    return without_secrets(content) if isinstance(content, str) else content


def _estimated(content: object) -> int:
    """Estimate the tokens of a content; other checks refuse a content that is no text."""
    if not isinstance(content, str):
        return 1
    return max(1, estimate_tokens(storable(content)))


def clean_tags(tags: Iterable[str] | None) -> Any:
    """Return a list of tags in one form, each once; any other value is returned unchanged."""
    if tags is None:
        return []
    if isinstance(tags, str) or not isinstance(tags, Iterable):
        return tags
    words = screened([_clean(tag) for tag in tags])
    return [word for number, word in enumerate(words) if word not in words[:number]]


def _clean(tag: object) -> object:
    return unicodedata.normalize("NFC", tag).strip() if isinstance(tag, str) else tag


def pieces_of(content: str) -> list[str]:
    """Split a text of any length into pieces that fit a chunk; InvalidChunk if it is empty."""
    try:
        if pieces := split_text(content):
            return pieces
        problem = "is empty"
    except UnicodeEncodeError:
        problem = "is not valid Unicode"
    raise InvalidChunk("nothing was stored", [Defect("content", problem)])


def _beyond_limits(chunk: Chunk) -> Iterator[Defect]:
    if chunk.tokens > MAX_TOKENS:
        yield Defect("tokens", f"{chunk.tokens} is above {MAX_TOKENS}; create_chunks splits a text")
    if (size := len(chunk.content.encode())) > MAX_CONTENT:
        yield Defect("content", f"{size} bytes is above {MAX_CONTENT}; create_chunks splits a text")
    if chunk.metadata.source not in _SOURCES:
        problem = f"{chunk.metadata.source!r:.80} is not one of {', '.join(_SOURCES)}"
        yield Defect("source", problem)
    if len(chunk.metadata.conversation_id) > MAX_WORD:
        yield Defect("conversation_id", f"is longer than {MAX_WORD} characters")
    if len(chunk.tags) > MAX_TAGS:
        yield Defect("tags", f"{len(chunk.tags)} tags is above {MAX_TAGS}")
    for number, tag in enumerate(chunk.tags):
        if not 0 < len(tag) <= MAX_WORD:
            yield Defect(f"tags[{number}]", f"{tag!r:.80} is empty or above {MAX_WORD} characters")
