"""Cuts a conversation into parts of 100–800 tokens that end with a turn.

See docs/reference/chunks.md, "Conversations".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from robot_memory import stamps
from robot_memory.chunks.auto_links import CLOSE
from robot_memory.chunks.chunk import ChunkTurn
from robot_memory.chunks.chunking_engine import LONGEST_UNIT, TextUnit, cut, pack, render
from robot_memory.chunks.spoken_conversation import Utterance
from robot_memory.entries.tokens import estimate_tokens


@dataclass(frozen=True)
class TranscriptPart:
    """A part of a conversation that becomes a chunk.

    Attributes:
        content: turns, each on a line that begins with the speaker's name.
        turns: the same, with times.
        time: when it began; of passages that begin at one time, each is a microsecond later, so
            that sorted by time they keep their order.
        follows: whether what was said before it was said at most five minutes earlier.
        is_told: whether the memory tells of entries in all of it, and nobody spoke.
    """

    content: str
    turns: tuple[ChunkTurn, ...]
    time: datetime
    follows: bool
    is_told: bool


@dataclass(frozen=True)
class _Said(TextUnit):
    """A turn, or a part of one that is too long.

    Attributes:
        name: how many characters of the text, or else of the lead, name the speaker.
        offset: where the words begin in the turn's own text.
    """

    turn: Utterance | None = None
    name: int = 0
    offset: int = 0


def split_turns(turns: Iterable[Utterance]) -> list[TranscriptPart]:
    """Split a conversation into passages. More turns at its end change only the last of them."""
    passages: list[TranscriptPart] = []
    last: Utterance | None = None
    shift = timedelta(0)
    for piece in pack(_units(turns)):
        turns_of_piece = [unit.turn for unit in piece if isinstance(unit, _Said) and unit.turn]
        first = turns_of_piece[0]
        is_same_time = last is not None and passages[-1].time - shift == first.time
        shift = shift + timedelta(microseconds=1) if is_same_time else timedelta(0)
        follows = last is not None and abs(first.time - last.time) <= CLOSE
        is_told = all(turn.is_told for turn in turns_of_piece)
        time = first.time + shift
        passages.append(TranscriptPart(render(piece), _spans(piece), time, follows, is_told))
        last = turns_of_piece[-1]
    return passages


def _units(turns: Iterable[Utterance]) -> Iterator[TextUnit]:
    last: Utterance | None = None
    for turn in turns:
        parts = list(_parts(turn))
        is_pause = last is not None and abs(turn.time - last.time) > CLOSE
        yield replace(parts[0], gap="\n", is_apart=is_pause)
        yield from parts[1:]
        last = turn


def _parts(turn: Utterance) -> Iterator[_Said]:
    """Yield a turn: whole, unless it is too long."""
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


def _spans(piece: list[TextUnit]) -> tuple[ChunkTurn, ...]:
    """Say where in a rendered piece the words of each turn lie."""
    spans: list[ChunkTurn] = []
    position = 0
    for number, unit in enumerate(piece):
        assert isinstance(unit, _Said) and unit.turn is not None
        position += len(unit.gap if number else unit.lead)
        end = position + len(unit.text)
        if spans and spans[-1].index == unit.turn.index:
            spans[-1] = replace(spans[-1], end=end)
        else:
            spans.append(_span(unit, unit.turn, position, end))
        position = end
    return tuple(spans)


def _span(unit: _Said, turn: Utterance, position: int, end: int) -> ChunkTurn:
    return ChunkTurn(
        index=turn.index,
        speaker=turn.speaker,
        time=stamps.to_text(turn.time),
        start=position + unit.name,
        end=end,
        offset=unit.offset,
    )
