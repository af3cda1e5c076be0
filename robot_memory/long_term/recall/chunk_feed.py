"""Conversations as passages (document 001): turns of chunks, and turns that are in no chunk yet.

A chunk without turns is one passage. Turns that are in no chunk yet come from transcripts and from
the raw logs of open sessions. Specification: rules.md §8.13.
"""

from __future__ import annotations

import os
from collections.abc import Hashable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from robot_memory.foundation.errors import InvalidConversation
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.conversation import is_person
from robot_memory.foundation.time import stamps
from robot_memory.long_term.chunks import Chunk, ChunkStore, ChunkTurn
from robot_memory.long_term.chunks.conversation_import import (
    SpokenConversation,
    Utterance,
    read_transcript,
    utterance_of,
    withdrawn_turns,
)
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.level_tree import LEVEL_WEIGHTS, MemoryLevel
from robot_memory.long_term.levels.session_store import SessionLog
from robot_memory.long_term.recall.file_fingerprints import (
    Sign,
    files_below,
    is_settled,
    sign_from,
    sign_of,
    version_of,
)
from robot_memory.long_term.recall.passage import Passage, talk_of
from robot_memory.long_term.recall.query import HitSource
from robot_memory.long_term.recall.recall_index import RecallIndex

_CHUNKS = "chunks"
_DAY = slice(6, 16)  # in a chunk's id: chunk-2026-12-01-…
DIGEST = "digest"  # tag of the chunks that the night shift makes from its digests
_EPISODIC = LEVEL_WEIGHTS[MemoryLevel.EPISODIC]
# Added to the level's weight per unit of confidence above the usual 0.7.
_SURE = 0.3
_TALKS = "talks"
_COVERED = "SELECT max(turn) FROM passages WHERE conversation = ? AND ref GLOB 'chunk-*'"


class ChunkFeed:
    """Follows a chunk store.

    Attributes:
        version: the version of the chunks at the last :meth:`token`.
    """

    def __init__(self, store: ChunkStore) -> None:
        self.store = store
        self._folder = store.path / "chunks"
        self._pages = store.path / "daily"
        self.version: Hashable | None = None

    def token(self) -> Hashable | None:
        """Return the version of the chunks."""
        self.version = _version_of(self._folder, self._pages)
        return self.version

    def update(self, index: RecallIndex) -> None:
        """Read the chunks whose files have changed."""
        versions = self.store.versions()
        # A digest is of the day on which its chunk was created, or of the next day: east of
        # Greenwich a local day begins on the evening before, in UTC.
        days = {path.stem for path in self._pages.glob("*.md")}
        eves = set(map(_day_before, days))
        wanted = {
            name: f"{size} {changed} {name[_DAY] in days} {name[_DAY] in eves}"
            for name, (size, changed) in versions.items()
        }
        index.follow(_CHUNKS, wanted, self._read)

    def _read(self, chunk_id: str) -> list[Passage] | None:
        chunk = self.store.read_chunk(chunk_id)
        if chunk is None:
            return None
        if DIGEST not in chunk.tags:
            return _passages_of(chunk)
        # Each line of a digest is found at its source and on the day's page. Once that page was
        # archived, the chunk holds what people said, decided or wrote.
        day = chunk.metadata.conversation_id.removeprefix(f"{DIGEST}-")
        if not day or (self._pages / f"{day}.md").exists():
            return []
        return [replace(passage, is_own=True) for passage in _passages_of(chunk)]


def _day_before(day: str) -> str:
    """Return the day before a page's day; empty if the page is no digest."""
    try:
        return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        return ""


def _version_of(folder: Path, pages: Path) -> Hashable | None:
    """Return a value that changes with any chunk or digest; None if a change may not show yet.

    Each change is a rename: of a chunk in its month's folder, of a digest in the folder of pages.
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


def _passages_of(chunk: Chunk) -> list[Passage]:
    weight = _EPISODIC + _SURE * (chunk.metadata.confidence - 0.7)
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


class TalkFeed:
    """Follows turns that are in no chunk; a turn that is part of a chunk is found in the chunk.

    The chunk feed must run first. A turn whose chunk was deleted or corrected is not shown.
    """

    def __init__(self, levels: Levels, chunks: ChunkFeed | None) -> None:
        self._levels = levels
        self._chunks = chunks
        self._root = levels.tree.root
        self._signs: dict[Path, Sign] = {}
        self._ids: dict[tuple[Path, Sign], str] = {}
        self._deleted: Sign = None

    def token(self) -> Hashable | None:
        """Return the versions of the files and of the chunks, which cover turns.

        Without the chunks, a transcript read before its import would be shown twice.
        """
        tree = self._levels.tree
        places = ((tree.conversations, ".json"), (tree.sessions, ".jsonl"))
        self._signs = {
            folder / name: sign
            for folder, kind in places
            for name, sign in files_below(folder, (kind,))
        }
        self._deleted = sign_of(tree.root / "archive")
        chunks = self._chunks.version if self._chunks is not None else ()
        if chunks is None or not is_settled([*self._signs.values(), self._deleted]):
            return None
        return (*self._signs.items(), ("deleted", self._deleted), ("chunks", chunks))

    def update(self, index: RecallIndex) -> None:
        """Read the files that have changed, or whose chunks have.

        Raises:
            OSError: a file cannot be read now. Its known turns stay; the other files are read.
        """
        wanted: dict[str, str] = {}
        from_turn: dict[str, int] = {}
        unread = self._find_ids()
        listed = {name for (path, _), name in self._ids.items() if path.suffix == ".json"}
        for (path, sign), conversation in self._ids.items():
            if not conversation or (path.suffix == ".jsonl" and conversation in listed):
                continue
            name = path.relative_to(self._root).as_posix()
            last = index.query(_COVERED, (conversation,))[0][0]
            from_turn[name] = 0 if last is None else int(last) + 1
            wanted[name] = f"{version_of(sign)} from {from_turn[name]}, {self._deleted}"
        known = index.signatures(_TALKS) if unread else {}
        wanted |= {name: known[name] for name in unread if name in known}  # they stay unchanged
        index.follow(_TALKS, wanted, lambda name: self._read(name, from_turn[name]))
        if unread:
            raise next(iter(unread.values()))

    def _find_ids(self) -> dict[str, OSError]:
        """Find the conversation of each file; return the errors of unreadable files."""
        known, self._ids = self._ids, {}
        unread: dict[str, OSError] = {}
        for path, sign in self._signs.items():
            try:
                self._ids[path, sign] = known.get((path, sign)) or _id_of(path)
            except OSError as error:
                unread[path.relative_to(self._root).as_posix()] = error
        return unread

    def _turns_to_index(self, transcript: SpokenConversation, first: int) -> list[Utterance]:
        """Return the turns from ``first`` on that were not deleted or corrected in their chunks."""
        turns = [turn for turn in transcript.turns if turn.index >= first]
        if not turns or self._chunks is None:
            return turns
        gone = withdrawn_turns(self._chunks.store, transcript)
        return [turn for turn in turns if turn.index not in gone]

    def _read(self, name: str, first: int) -> list[Passage] | None:
        path = self._root / name
        try:
            if path.suffix == ".json":
                transcript = read_transcript(path)
                conversation = talk_of(transcript.id, name)
                turns = self._turns_to_index(transcript, first)
            else:
                conversation, turns = _logged(path, first)
        except (FileNotFoundError, InvalidConversation):
            return None  # the file has just gone, or the conversation import reports it
        return [
            Passage(
                HitSource.CHUNK.value, name, f"{name}, turn {turn.index}", turn.text, "", turn.time,
                conversation, turn.index, turn.speaker, weight=_EPISODIC,
                is_own=is_person(turn.speaker),
            )
            for turn in turns
        ]  # fmt: skip


def _id_of(path: Path) -> str:
    """Return the conversation of a file; empty if it has no readable one."""
    if path.suffix == ".jsonl":
        return SessionLog(path).session_id()
    try:
        return talk_of(read_transcript(path).id, path.name)
    except (FileNotFoundError, InvalidConversation):
        return ""


def _logged(path: Path, first: int) -> tuple[str, list[Utterance]]:
    """Return the conversation of a raw log, and its turns from ``first`` on."""
    logged = SessionLog(path).conversation()
    if logged is None:
        return "", []
    turns = [utterance_of(turn) for turn in logged.turns if turn.index >= first]
    return logged.session_id, [turn for turn in turns if turn.text]
