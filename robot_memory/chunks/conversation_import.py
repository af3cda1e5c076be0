"""Conversations made into chunks, as often as one likes.

See docs/reference/chunks.md, "Conversations".
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from pathlib import Path

from robot_memory import stamps
from robot_memory.chunks.chunk import (
    Chunk,
    ChunkLinks,
    ChunkMetadata,
    ChunkOrigin,
    ChunkSource,
    ChunkType,
    digest_of,
)
from robot_memory.chunks.chunk_id import mint_id
from robot_memory.chunks.chunk_store import ChunkStore
from robot_memory.chunks.derived_chunk import put_away, take_in
from robot_memory.chunks.spoken_conversation import SpokenConversation, read_transcript
from robot_memory.chunks.transcript_parts import TranscriptPart, split_turns
from robot_memory.entries.tokens import estimate_tokens
from robot_memory.errors import Defect

_LOG = logging.getLogger(__name__)


@dataclass
class ImportResult:
    """What became of a conversation; ids of chunks.

    Attributes:
        conversation_id: its ``session_id``.
        created: new ones.
        changed: those that have more or other turns now.
        unchanged: those that were there.
        edited: those that somebody has edited since; they are left alone.
        deleted: those that somebody deleted; they do not come back.
        replaced: those that the conversation does not have any more; they are in the archive.
        defects: what is wrong with turns that were left out.
    """

    conversation_id: str
    created: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    edited: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    defects: tuple[Defect, ...] = ()

    def summary(self) -> str:
        """Return how many chunks became what: ``3 created, 12 unchanged``."""
        fates = ("created", "changed", "unchanged", "edited", "deleted", "replaced")
        counts = ((len(getattr(self, fate)), fate) for fate in fates)
        return ", ".join(f"{count} {fate}" for count, fate in counts if count) or "nothing"


def import_conversation(store: ChunkStore, file: Path, *, flush: bool = True) -> ImportResult:
    """Store a conversation (document 002, "Conversation JSON") as chunks, with speaker and time.

    A second import changes only what the conversation has more, and nothing that a person edited
    or deleted. It may be interrupted at any point: the next one completes it.

    Args:
        file: the conversation; it is only read.
        flush: write the index files now; who imports many does that once, at the end.

    Raises:
        InvalidConversation: it is no conversation at all; turns that cannot be used are left out
            and listed in the answer.
    """
    conversation = read_transcript(file)
    report = ImportResult(conversation.id, defects=conversation.defects)
    last = ""
    for passage in split_turns(conversation.turns):
        if passage.is_told:  # recall finds the entries, and a robot may learn a hundred a day
            continue
        chunk = _chunk_of(conversation.id, passage, last, file.name)
        getattr(report, take_in(store, chunk)).append(chunk.id)
        last = chunk.id
    _archive_withdrawn(store, report, file.name)
    if flush:
        store.flush()
    _LOG.info("%s: imported, %s", file, report.summary())
    for defect in report.defects:
        _LOG.warning("%s: a turn is left out: %s", file, defect)
    return report


def withdrawn_turns(store: ChunkStore, conversation: SpokenConversation) -> frozenset[int]:
    """Return which turns of a conversation somebody deleted or corrected, in their chunks."""
    withdrawn = [
        passage
        for passage in split_turns(conversation.turns)
        if _is_withdrawn(store, _chunk_of(conversation.id, passage).id)
    ]
    return frozenset(turn.index for passage in withdrawn for turn in passage.turns)


def _is_withdrawn(store: ChunkStore, chunk_id: str) -> bool:
    chunk = store.read_chunk(chunk_id)
    return store.is_deleted(chunk_id) if chunk is None else chunk.is_edited


def _chunk_of(
    conversation_id: str, passage: TranscriptPart, before: str = "", file: str = ""
) -> Chunk:
    """Make a chunk whose id says where in which conversation it begins, and when."""
    first, time = passage.turns[0], stamps.to_text(passage.time)
    seed = f"{conversation_id}\n{time}\n{first.index}\n{first.offset}"
    follows = [before] if before and passage.follows else []
    return Chunk(
        id=mint_id(passage.time, seed, lambda _: False),
        content=passage.content,
        tokens=estimate_tokens(passage.content),
        type=ChunkType.NOTE,
        metadata=ChunkMetadata(time, conversation_id, ChunkSource.IMPORT.value),
        links=ChunkLinks(context_of=[conversation_id], follows=follows),
        origin=ChunkOrigin(digest_of(passage.content), passage.turns, file=file),
    )


def _archive_withdrawn(store: ChunkStore, report: ImportResult, file: str) -> None:
    """Archive what was imported from an earlier version of a conversation that was edited."""
    kept = {*report.created, *report.changed, *report.unchanged, *report.edited}
    for chunk in store.list_chunks(conversation_id=report.conversation_id):
        is_from_here = chunk.origin is not None and chunk.origin.file == file
        if chunk.id not in kept and is_from_here and put_away(store, chunk):
            report.replaced.append(chunk.id)
