"""The chunking engine: splits texts and conversations into 100–800 tokens (rules.md §8.6).

(001 §Storage Constraints.) Pieces end after sentences and turns, preferably at the end of a
paragraph or before a pause. They are built from the front: text added at the end changes only the
last piece. A sentence that is too long is cut after a word.

See docs/reference/chunks.md, "How texts are split".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from robot_memory.entries.tokens import estimate_tokens, tokens_of
from robot_memory.long_term.chunks.chunk import MAX_TOKENS, MIN_TOKENS

# The end of a line or of a sentence: a stop, perhaps closing marks, then white space. After a full
# stop a small letter continues the sentence; scripts without spaces need no white space.
_BORDER = re.compile(r"\n\s*|(?<=[.!?…])[\"'»”’)\]]*\s+|(?<=[\u3002\uff01\uff1f])[\u300d\u300f”]*")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"'])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Fig|vs|etc|e\.g|i\.e|approx|ca)\.$"
)
_BEFORE = 12  # characters before a border to search for an abbreviation
_PARTS = re.compile(r"\s+|\S+")
_BYTES = 3  # least bytes of a token: the estimate has three and a half
_ACCENTS = 32  # bytes that are reserved for the accents of a letter
#: A piece is closed before it exceeds this: half of the maximum, so that an agent with 800 tokens
#: for all its context can be given more than one.
_TARGET_TOKENS = 400
#: Units are shorter than a piece, so that a piece that is too short fits on either side of one,
#: with white space between.
LONGEST_UNIT = MAX_TOKENS - 2 * MIN_TOKENS - 40
_LONGEST_GAP = 64  # bytes of white space that are kept unchanged


def split_sentences(text: str, longest: int) -> list[str]:
    """Split a text after its sentences; joined again, the pieces are the text.

    A sentence of more than ``longest`` tokens is cut between its words, and a word of more tokens
    between its characters.
    """
    pieces = []
    for sentence in _sentences(text):
        if estimate_tokens(sentence) <= longest:
            pieces.append(sentence)
        else:
            pieces.extend(_cut(sentence, longest))
    return pieces


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for border in _BORDER.finditer(text):
        end = border.end()
        if end > start and not _goes_on(text, border):
            yield text[start:end]
            start = end
    if start < len(text):
        yield text[start:]


def _goes_on(text: str, border: re.Match[str]) -> bool:
    """Tell whether a sentence continues after what looks like its end."""
    before = text[max(0, border.start() - _BEFORE) : border.start()]
    if "\n" in border.group() or not before.endswith("."):
        return False
    after = text[border.end() : border.end() + 1]
    return after.islower() or _ABBREVIATION.search(before) is not None


def _cut(sentence: str, longest: int) -> Iterator[str]:
    """Cut between words, as late as possible."""
    piece, size, words = "", 0, 0
    for part in _parts(sentence, longest):
        width, count = len(part.encode()), not part.isspace()
        if piece and tokens_of(size + width, words + count) > longest:
            yield piece
            piece, size, words = "", 0, 0
        piece, size, words = piece + part, size + width, words + count
    yield piece


def _parts(sentence: str, longest: int) -> Iterator[str]:
    """Yield words and the white space between them; parts that are too long are cut anywhere."""
    for part in _PARTS.findall(sentence):
        if estimate_tokens(part) <= longest:
            yield part
        else:
            yield from _characters(part, longest * _BYTES)


def _characters(word: str, longest: int) -> Iterator[str]:
    """Cut a word, such as an encoded picture, at a number of bytes; accents stay on letters."""
    piece, size = "", 0
    for char in word:
        width = len(char.encode())
        is_full = size + width > longest - (0 if unicodedata.combining(char) else _ACCENTS)
        if is_full:
            yield piece
            piece, size = "", 0
        piece, size = piece + char, size + width
    yield piece


@dataclass(frozen=True)
class TextUnit:
    """A text that stays together, without white space around it.

    Attributes:
        gap: the text between it and the previous unit.
        lead: the text before it if it begins a piece; empty if none is needed.
        is_apart: whether a piece should preferably end before it.
    """

    text: str
    gap: str = " "
    lead: str = ""
    is_apart: bool = False


Unit = TypeVar("Unit", bound=TextUnit)


@dataclass
class _Piece:
    """A growing piece: its number of units, and its size."""

    units: int = 0
    size: int = 0
    words: int = 0

    def with_unit(self, unit: TextUnit) -> _Piece:
        """Return the piece with one unit added."""
        gap = unit.gap if self.units else unit.lead
        words = len(unit.text.split()) + len(gap.split())
        if self.units and not gap:
            words -= 1  # a cut word is one word again
        size = len(gap.encode()) + len(unit.text.encode())
        return _Piece(self.units + 1, self.size + size, self.words + words)

    @property
    def tokens(self) -> int:
        return tokens_of(self.size, self.words)

    def is_closed_before(self, unit: TextUnit) -> bool:
        if self.tokens < MIN_TOKENS:
            return False
        return unit.is_apart or self.with_unit(unit).tokens > _TARGET_TOKENS


def pack(units: Iterable[Unit]) -> list[list[Unit]]:
    """Join units to pieces of 100–800 tokens; only a single piece may be shorter."""
    pieces: list[list[Unit]] = []
    cost = _Piece()
    for unit in units:
        if not pieces or cost.is_closed_before(unit):
            pieces.append([])
            cost = _Piece()
        pieces[-1].append(unit)
        cost = cost.with_unit(unit)
    if len(pieces) > 1 and cost.tokens < MIN_TOKENS:
        rest = pieces.pop()
        pieces[-1].extend(rest)
    return pieces


def render(units: Sequence[TextUnit]) -> str:
    """Return the text of a piece."""
    first, *others = units
    return "".join(chain((first.lead, first.text), *((unit.gap, unit.text) for unit in others)))


def split_text(text: str) -> list[str]:
    """Split a text; a text of less than 100 tokens stays whole, an empty one has no pieces."""
    return [render(piece) for piece in pack(cut(text, LONGEST_UNIT))]


def cut(text: str, longest: int) -> list[TextUnit]:
    """Cut a text after its sentences; sentences above ``longest`` tokens between their words."""
    units: list[TextUnit] = []
    gap = ""
    for piece in split_sentences(text, longest):
        words = piece.strip()
        if not words:
            gap += piece
            continue
        gap += piece[: len(piece) - len(piece.lstrip())]
        units.append(TextUnit(words, _shortened(gap), is_apart=gap.count("\n") > 1))
        gap = piece[len(piece.rstrip()) :]
    return units


def _shortened(gap: str) -> str:
    if len(gap.encode()) <= _LONGEST_GAP:
        return gap
    return "\n" * min(gap.count("\n"), 2) or " "
