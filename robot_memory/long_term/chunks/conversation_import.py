"""Conversations made into chunks; the import can be repeated.

See docs/reference/chunks.md, "Conversations".

The utterances of a conversation are read by speaker and without secrets (rules.md §8.13).
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidConversation
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text import conversation
from robot_memory.foundation.text.unicode_text import is_hidden
from robot_memory.foundation.time import stamps
from robot_memory.long_term.chunks.chunk import (
    Chunk,
    ChunkLinks,
    ChunkMetadata,
    ChunkOrigin,
    ChunkSource,
    ChunkTurn,
    ChunkType,
    digest_of,
    mint_id,
)
from robot_memory.long_term.chunks.chunk_index import CLOSE
from robot_memory.long_term.chunks.chunk_store import ChunkStore
from robot_memory.long_term.chunks.chunking_engine import LONGEST_UNIT, TextUnit, cut, pack, render
from robot_memory.long_term.chunks.derived_chunk import put_away, take_in

#: The largest transcript in bytes: reading it takes several times as much memory.
LARGEST = 16_000_000
_LONGEST_SPEAKER, _LONGEST_ID = 64, 128  # characters
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Utterance:
    """The words of one speaker in one turn, without secrets.

    Attributes:
        speaker: the turn's ``speaker``, else its ``role``; empty if it has neither.
        is_told: whether the memory itself quotes an entry here, which says the same.
    """

    index: int
    speaker: str
    time: datetime
    text: str
    is_told: bool = False


@dataclass(frozen=True)
class SpokenConversation:
    """The utterances of a conversation, in order, and the defects of its other turns."""

    id: str
    turns: tuple[Utterance, ...]
    defects: tuple[Defect, ...] = ()


def read_transcript(path: Path) -> SpokenConversation:
    """Read the conversation in a file, if it is not too large; see :func:`read_conversation`.

    Raises:
        InvalidConversation: also if it is too large to be held in memory.
        OSError: the file cannot be read.
    """
    size = path.stat().st_size
    if size > LARGEST:
        raise InvalidConversation(f"{path} has {size} bytes, above {LARGEST}: split it")
    return read_conversation(read_regular(path), str(path))


def read_conversation(data: bytes, name: str) -> SpokenConversation:
    """Read a conversation; see :func:`robot_memory.foundation.text.conversation.read_conversation`.

    Raises:
        InvalidConversation: it is no conversation at all; the defects of single turns are in
            ``defects``.
    """
    try:
        record = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InvalidConversation(f"{name} is not JSON in UTF-8: {error}") from None
    read = conversation.read_conversation(record, name)
    utterances = map(utterance_of, read.turns)
    turns = tuple(turn for turn in utterances if turn.text)
    return SpokenConversation(_on_one_line(read.session_id, _LONGEST_ID), turns, read.defects)


def utterance_of(turn: conversation.Turn) -> Utterance:
    """Return the utterance of a turn."""
    name, claim = conversation.split_claim(without_secrets(turn.speaker))
    speaker = _on_one_line(name, _LONGEST_SPEAKER) + claim
    text = without_secrets(turn.content).strip()
    is_told = bool(turn.extra.get(conversation.ABOUT))
    return Utterance(turn.index, speaker, turn.time, text, is_told)


def _on_one_line(name: str, longest: int) -> str:
    """Return a name on one line, as it is put before an utterance."""
    printable = "".join(" " if is_hidden(char) else char for char in name)
    return " ".join(printable.split())[:longest]


@dataclass
class ImportResult:
    """The outcome of an import; lists of chunk ids.

    Attributes:
        edited, deleted: chunks that somebody edited or deleted since; they are left alone.
        replaced: chunks that the conversation no longer has; they are in the archive.
        defects: the defects of turns that were left out.
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
        """Return the number of chunks for each outcome: ``3 created, 12 unchanged``."""
        fates = ("created", "changed", "unchanged", "edited", "deleted", "replaced")
        counts = ((len(getattr(self, fate)), fate) for fate in fates)
        return ", ".join(f"{count} {fate}" for count, fate in counts if count) or "nothing"


def import_conversation(store: ChunkStore, file: Path, *, flush: bool = True) -> ImportResult:
    """Store a conversation (document 002, "Conversation JSON") as chunks, with speaker and time.

    A second import only adds what is new in the conversation, and changes nothing that a person
    edited or deleted. It may be interrupted at any point: the next import completes it.

    Args:
        flush: write the index files now; when importing many files, do that once at the end.

    Raises:
        InvalidConversation: it is no conversation at all; turns that cannot be used are left out
            and listed in the result.
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
    """Return the turns of a conversation that somebody deleted or corrected in their chunks."""
    withdrawn: set[int] = set()
    for passage in split_turns(conversation.turns):
        chunk_id = _chunk_of(conversation.id, passage).id
        chunk = store.read_chunk(chunk_id)
        if store.is_deleted(chunk_id) if chunk is None else chunk.is_edited:
            withdrawn.update(turn.index for turn in passage.turns)
    return frozenset(withdrawn)


def _chunk_of(
    conversation_id: str, passage: _TranscriptPart, before: str = "", file: str = ""
) -> Chunk:
    """Make a chunk; its id follows from the conversation and where and when the part begins."""
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
    """Archive the chunks of an earlier version of a conversation that was edited."""
    kept = {*report.created, *report.changed, *report.unchanged, *report.edited}
    for chunk in store.list_chunks(conversation_id=report.conversation_id):
        is_from_here = chunk.origin is not None and chunk.origin.file == file
        if chunk.id not in kept and is_from_here and put_away(store, chunk):
            report.replaced.append(chunk.id)


@dataclass(frozen=True)
class _TranscriptPart:
    """A part of a conversation that becomes a chunk.

    Attributes:
        content: turns, each on a line that begins with the speaker's name.
        time: when it began; if several parts begin at one time, each is a microsecond later than
            the previous one, so that sorting by time keeps their order.
        follows: whether the turn before it was at most five minutes earlier.
        is_told: whether all of it is the memory quoting entries, and nobody else spoke.
    """

    content: str
    turns: tuple[ChunkTurn, ...]
    time: datetime
    follows: bool
    is_told: bool


def split_turns(turns: Iterable[Utterance]) -> list[_TranscriptPart]:
    """Split a conversation into passages of 100–800 tokens that end with a turn.

    Turns added at its end change only the last passage.
    """
    passages: list[_TranscriptPart] = []
    last: Utterance | None = None
    shift = timedelta(0)
    for piece in pack(_units(turns)):
        first = piece[0].turn
        is_same_time = last is not None and passages[-1].time - shift == first.time
        shift = shift + timedelta(microseconds=1) if is_same_time else timedelta(0)
        follows = last is not None and abs(first.time - last.time) <= CLOSE
        is_told = all(unit.turn.is_told for unit in piece)
        time = first.time + shift
        passages.append(_TranscriptPart(render(piece), _spans(piece), time, follows, is_told))
        last = piece[-1].turn
    return passages


@dataclass(frozen=True, kw_only=True)
class _Said(TextUnit):
    """A turn, or a part of a turn that is too long.

    Attributes:
        name: how many characters of the text, or else of the lead, name the speaker.
        offset: the position of the words in the turn's own text.
    """

    turn: Utterance
    name: int = 0
    offset: int = 0


def _units(turns: Iterable[Utterance]) -> Iterator[_Said]:
    last: Utterance | None = None
    for turn in turns:
        parts = list(_parts(turn))
        is_pause = last is not None and abs(turn.time - last.time) > CLOSE
        yield replace(parts[0], gap="\n", is_apart=is_pause)
        yield from parts[1:]
        last = turn


def _parts(turn: Utterance) -> Iterator[_Said]:
    """Yield a turn in one part, or in several if it is too long."""
    lead = f"{turn.speaker}: " if turn.speaker else ""
    longest = LONGEST_UNIT - estimate_tokens(lead) if lead else LONGEST_UNIT
    if estimate_tokens(turn.text) <= longest:
        yield _Said(lead + turn.text, turn=turn, name=len(lead))
        return
    end = 0
    for unit in cut(turn.text, longest):
        offset = turn.text.index(unit.text, end)
        end = offset + len(unit.text)
        if offset == 0:
            yield _Said(lead + unit.text, turn=turn, name=len(lead))
        else:
            yield _Said(unit.text, unit.gap, lead, turn=turn, offset=offset)


def _spans(piece: Sequence[_Said]) -> tuple[ChunkTurn, ...]:
    """Return the position of each turn's words in a rendered piece."""
    spans: list[ChunkTurn] = []
    position = 0
    for number, unit in enumerate(piece):
        position += len(unit.gap if number else unit.lead)
        end = position + len(unit.text)
        if spans and spans[-1].index == unit.turn.index:
            spans[-1] = replace(spans[-1], end=end)
        else:
            time = stamps.to_text(unit.turn.time)
            start = position + unit.name
            span = ChunkTurn(unit.turn.index, unit.turn.speaker, time, start, end, unit.offset)
            spans.append(span)
        position = end
    return tuple(spans)
