"""Chunks as passages: of a conversation each turn, of a text the whole (document 001)."""

from __future__ import annotations

import os
from collections.abc import Hashable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.conversation import is_person
from robot_memory.foundation.time import stamps
from robot_memory.long_term.chunks import Chunk, ChunkStore, ChunkTurn
from robot_memory.long_term.levels.level_tree import LEVEL_WEIGHTS, MemoryLevel
from robot_memory.long_term.recall.file_fingerprints import Sign, is_settled, sign_from, sign_of
from robot_memory.long_term.recall.hit import HitSource
from robot_memory.long_term.recall.passage import Passage, talk_of
from robot_memory.long_term.recall.recall_index import RecallIndex

FEED = "chunks"
_DAY = slice(6, 16)  # of a chunk's id: chunk-2026-12-01-…
DIGEST = "digest"  # tag of the chunks that the night shift makes of its digests
EPISODIC = LEVEL_WEIGHTS[MemoryLevel.EPISODIC]
# A chunk of the confidence that chunks usually have (0.7) weighs what its level does.
_SURE = 0.3


class ChunkFeed:
    """Follows a store of chunks.

    Args:
        store: the chunks.

    Attributes:
        store: the chunks.
        version: which version of the chunks there was at the last :meth:`token`.
    """

    def __init__(self, store: ChunkStore) -> None:
        self.store = store
        self._folder = store.path / "chunks"
        self._pages = store.path / "daily"
        self.version: Hashable | None = None

    def token(self) -> Hashable | None:
        """Which version of the chunks there is."""
        self.version = _version_of(self._folder, self._pages)
        return self.version

    def update(self, index: RecallIndex) -> None:
        """Read the chunks whose files are others than before."""
        versions = self.store.versions()
        # A digest is of the day on which its chunk was created, or of the next one: by UTC a day
        # begins in the evening before, east of Greenwich.
        days = {path.stem for path in self._pages.glob("*.md")}
        eves = set(map(_day_before, days))
        wanted = {
            name: f"{size} {changed} {name[_DAY] in days} {name[_DAY] in eves}"
            for name, (size, changed) in versions.items()
        }
        index.follow(FEED, wanted, self._read)

    def _read(self, chunk_id: str) -> list[Passage] | None:
        chunk = self.store.read_chunk(chunk_id)
        if chunk is None:
            return None
        if DIGEST not in chunk.tags:
            return passages_of(chunk)
        # Each line of a digest is found where it is from, and in the page of the day. Once that has
        # left for the archive, the chunk says what people said, decided or wrote.
        day = chunk.metadata.conversation_id.removeprefix(f"{DIGEST}-")
        if not day or (self._pages / f"{day}.md").exists():
            return []
        return [replace(passage, is_own=True) for passage in passages_of(chunk)]


def _day_before(day: str) -> str:
    """Return the day before one; nothing for the name of a page that is no digest."""
    try:
        return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return ""


def _version_of(folder: Path, pages: Path) -> Hashable | None:
    """Return what changes when a chunk or a digest does; None where that may not show yet.

    Each change is a rename: of a chunk in the folder of its month, of a digest in that of pages.
    """
    try:
        with os.scandir(folder) as months:
            signs: dict[str, Sign] = {
                month.name: sign_from(month.stat())
                for month in months
                if not month.name.startswith(".")
            }
    except FileNotFoundError:
        return ()
    signs[pages.name] = sign_of(pages)
    return tuple(sorted(signs.items())) if is_settled(signs.values()) else None


def passages_of(chunk: Chunk) -> list[Passage]:
    """Return what is found of a chunk."""
    weight = EPISODIC + _SURE * (chunk.metadata.confidence - 0.7)
    tags = " ".join(chunk.tags)
    if chunk.turns:
        return [_of_turn(chunk, turn, tags, weight) for turn in chunk.turns]
    conversation = chunk.metadata.conversation_id
    return [
        Passage(
            HitSource.CHUNK.value, chunk.id, conversation or f"chunk {chunk.id}",
            without_secrets(chunk.content), tags, chunk.metadata.time, conversation, weight=weight,
            is_own=chunk.is_persons,
        )
    ]  # fmt: skip


def _of_turn(chunk: Chunk, turn: ChunkTurn, tags: str, weight: float) -> Passage:
    conversation = chunk.metadata.conversation_id
    file = chunk.origin.file if chunk.origin is not None else ""
    return Passage(
        HitSource.CHUNK.value, chunk.id, f"{conversation}, turn {turn.index}",
        without_secrets(chunk.content[turn.start : turn.end]), tags,
        stamps.from_text(turn.time), talk_of(conversation, file), turn.index, turn.speaker,
        weight=weight, is_own=is_person(turn.speaker),
    )  # fmt: skip
