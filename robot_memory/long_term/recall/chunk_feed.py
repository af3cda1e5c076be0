"""What was said as passages: of chunks each turn, or the whole text, and what is in no chunk yet.

(Document 001.) Utterances that are in no chunk yet are in transcripts and in raw logs of open
sessions. Specification: rules.md §8.13.
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
_DAY = slice(6, 16)  # of a chunk's id: chunk-2026-12-01-…
DIGEST = "digest"  # tag of the chunks that the night shift makes of its digests
_EPISODIC = LEVEL_WEIGHTS[MemoryLevel.EPISODIC]
# Added to the weight of the level for each unit of confidence above the usual 0.7.
_SURE = 0.3
_TALKS = "talks"
_COVERED = "SELECT max(turn) FROM passages WHERE conversation = ? AND ref GLOB 'chunk-*'"


class ChunkFeed:
    """Follows a store of chunks.

    Attributes:
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
        index.follow(_CHUNKS, wanted, self._read)

    def _read(self, chunk_id: str) -> list[Passage] | None:
        chunk = self.store.read_chunk(chunk_id)
        if chunk is None:
            return None
        if DIGEST not in chunk.tags:
            return _passages_of(chunk)
        # Each line of a digest is found where it is from, and in the page of the day. Once that has
        # left for the archive, the chunk says what people said, decided or wrote.
        day = chunk.metadata.conversation_id.removeprefix(f"{DIGEST}-")
        if not day or (self._pages / f"{day}.md").exists():
            return []
        return [replace(passage, is_own=True) for passage in _passages_of(chunk)]


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
    """Follows utterances. A turn that is part of a chunk is found in the chunk.

    The feed of chunks is asked before. A turn whose chunk was deleted or corrected is not told.
    """

    def __init__(self, levels: Levels, chunks: ChunkFeed | None) -> None:
        self._levels = levels
        self._chunks = chunks
        self._root = levels.tree.root
        self._signs: dict[Path, Sign] = {}
        self._ids: dict[tuple[Path, Sign], str] = {}
        self._deleted: Sign = None

    def token(self) -> Hashable | None:
        """Which files there are, and their versions; and that of the chunks, as these cover turns.

        Without the chunks a transcript that was read before it was imported would be told twice.
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
            OSError: a file cannot be read now. What was known of it stays; the others are read.
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
        wanted |= {name: known[name] for name in unread if name in known}  # they stay as they were
        index.follow(_TALKS, wanted, lambda name: self._read(name, from_turn[name]))
        if unread:
            raise next(iter(unread.values()))

    def _find_ids(self) -> dict[str, OSError]:
        """Find which talk each file has; return the errors of those that cannot be read now."""
        known, self._ids = self._ids, {}
        unread: dict[str, OSError] = {}
        for path, sign in self._signs.items():
            try:
                self._ids[path, sign] = known.get((path, sign)) or _id_of(path)
            except OSError as error:
                unread[path.relative_to(self._root).as_posix()] = error
        return unread

    def _turns_to_index(self, transcript: SpokenConversation, first: int) -> list[Utterance]:
        """Return the turns from ``first`` on that nobody deleted or corrected in their chunks."""
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
            return None  # it has just left, or whoever imports conversations reports it
        return [
            Passage(
                HitSource.CHUNK.value, name, f"{name}, turn {turn.index}", turn.text, "", turn.time,
                conversation, turn.index, turn.speaker, weight=_EPISODIC,
                is_own=is_person(turn.speaker),
            )
            for turn in turns
        ]  # fmt: skip


def _id_of(path: Path) -> str:
    """Return which talk a file has; empty where it has none that can be read."""
    if path.suffix == ".jsonl":
        return SessionLog(path).session_id()
    try:
        return talk_of(read_transcript(path).id, path.name)
    except (FileNotFoundError, InvalidConversation):
        return ""


def _logged(path: Path, first: int) -> tuple[str, list[Utterance]]:
    """Return which talk a raw log has, and its turns from ``first`` on."""
    logged = SessionLog(path).conversation()
    if logged is None:
        return "", []
    turns = [utterance_of(turn) for turn in logged.turns if turn.index >= first]
    return logged.session_id, [turn for turn in turns if turn.text]
