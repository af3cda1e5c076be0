"""Utterances that are in no chunk yet: transcripts, and raw logs of open sessions.

Specification: rules.md §8.13.
"""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

from robot_memory.foundation.errors import InvalidConversation
from robot_memory.foundation.text.conversation import is_person
from robot_memory.long_term.chunks.conversation_import import withdrawn_turns
from robot_memory.long_term.chunks.spoken_conversation import (
    SpokenConversation,
    Utterance,
    read_transcript,
    utterance_of,
)
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.session_log import SessionLog
from robot_memory.long_term.recall.chunk_feed import EPISODIC, ChunkFeed
from robot_memory.long_term.recall.file_fingerprints import (
    Sign,
    files_below,
    is_settled,
    sign_of,
    version_of,
)
from robot_memory.long_term.recall.hit import HitSource
from robot_memory.long_term.recall.passage import Passage, talk_of
from robot_memory.long_term.recall.recall_index import RecallIndex

FEED = "talks"
_COVERED = "SELECT max(turn) FROM passages WHERE conversation = ? AND ref GLOB 'chunk-*'"


class TalkFeed:
    """Follows utterances. A turn that is part of a chunk is found in the chunk.

    Args:
        levels: where transcripts and raw logs are.
        chunks: follows what was made of them, and is asked before; a turn whose chunk somebody
            deleted or corrected is not told.
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
        known = index.signatures(FEED) if unread else {}
        wanted |= {name: known[name] for name in unread if name in known}  # they stay as they were
        index.follow(FEED, wanted, lambda name: self._read(name, from_turn[name]))
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
                turns, conversation = (
                    self._turns_to_index(transcript, first),
                    talk_of(transcript.id, name),
                )
            else:
                conversation, logged = _logged(path)
                turns = [turn for turn in logged if turn.index >= first]
        except (FileNotFoundError, InvalidConversation):
            return None  # it has just left, or whoever imports conversations reports it
        return [_passage(name, conversation, turn) for turn in turns]


def _passage(name: str, conversation: str, turn: Utterance) -> Passage:
    return Passage(
        HitSource.CHUNK.value, name, f"{name}, turn {turn.index}", turn.text, "", turn.time,
        conversation, turn.index, turn.speaker, weight=EPISODIC,
        is_own=is_person(turn.speaker),
    )  # fmt: skip


def _id_of(path: Path) -> str:
    """Return which talk a file has; empty where it has none that can be read."""
    if path.suffix == ".jsonl":
        return SessionLog(path).session_id()
    try:
        return talk_of(read_transcript(path).id, path.name)
    except (FileNotFoundError, InvalidConversation):
        return ""


def _logged(path: Path) -> tuple[str, tuple[Utterance, ...]]:
    transcript = SessionLog(path).conversation()
    if transcript is None:
        return "", ()
    return transcript.session_id, tuple(
        turn for turn in map(utterance_of, transcript.turns) if turn.text
    )
