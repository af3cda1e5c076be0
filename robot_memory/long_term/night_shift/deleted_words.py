"""Words that another robot deleted on request leave the chunks for good (rules.md §6.17)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from robot_memory.entries.peer_lineage import PeerLineage
from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.text.conversation import is_person
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.chunks.chunk import Chunk
from robot_memory.long_term.chunks.chunk_store import ChunkStore
from robot_memory.long_term.chunks.chunking_engine import split_sentences

#: What stands where the words were.
NOTE = "(words that another robot deleted on request)"
_LONGEST = 200  # tokens of a sentence

#: Whether words that were said at a time repeat what was deleted.
_Repeats = Callable[[str, datetime], bool]


def erase_words(store: ChunkStore, lineage: PeerLineage) -> int:
    """Take such words out of the chunks, archived ones too; return how many chunks changed.

    The sentences that repeat the words go, and a chunk that says nothing else. What this robot's
    own evidence or a person says stays, and what was said before the words were heard.
    """
    repeats = lineage.repeats_deleted
    changed = sum(_erase(store, chunk, repeats) for chunk in store.list_chunks())
    for chunk in filter(None, map(store.read_archived, store.list_archived())):
        if _remaining(chunk, repeats) != chunk.content and store.restore_chunk(chunk.id):
            changed += _erase(store, chunk, repeats)
            store.delete_chunk(chunk.id)
    return changed


def _erase(store: ChunkStore, chunk: Chunk, repeats: _Repeats) -> bool:
    """Take the words out of a chunk; tell whether it had any."""
    content = _remaining(chunk, repeats)
    if content == chunk.content:
        return False
    if not content:
        return store.delete_chunk(chunk.id, permanent=True)
    # The origin stays as it was: the chunk counts as edited, so that no import brings them back.
    store.save_chunk(replace(chunk, content=content, tokens=estimate_tokens(content)))
    return True


def _remaining(chunk: Chunk, repeats: _Repeats) -> str:
    """Return what a chunk says without the words; empty where it says nothing else."""
    if chunk.is_persons:
        return chunk.content
    if chunk.origin is None:
        content = _without(chunk.content, chunk.metadata.time, repeats)
        return "" if content.replace(NOTE, "").strip() == "" else content
    # A digest follows its page, from which the words are taken.
    pieces, end, is_said = [], 0, not chunk.turns
    for turn in chunk.turns:
        said = chunk.content[turn.start : turn.end]
        if not is_person(turn.speaker):
            said = _without(said, time_of(turn.time) or chunk.metadata.time, repeats)
        pieces += [chunk.content[end : turn.start], said]
        end, is_said = turn.end, is_said or said.strip() != NOTE
    return "".join((*pieces, chunk.content[end:])) if is_said else ""


def _without(text: str, said: datetime, repeats: _Repeats) -> str:
    """Return a text with a note in place of each sentence that repeats the words."""
    if not repeats(text, said):
        return text
    parts = split_sentences(text, _LONGEST)
    kept = "".join(_noted(part) if repeats(part, said) else part for part in parts)
    return _noted(text) if repeats(kept, said) else kept


def _noted(text: str) -> str:
    return NOTE + text[len(text.rstrip()) :]
