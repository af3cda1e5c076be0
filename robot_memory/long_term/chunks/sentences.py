"""Where a text may be cut: preferably after a sentence or a line, else after a word.

See docs/reference/chunks.md, "How texts are split".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from robot_memory.entries.tokens import estimate_tokens, tokens_of

# A line ends, or a sentence does: a stop, perhaps closing marks, then white space. After a full
# stop a small letter goes on with the sentence; scripts without spaces need none after theirs.
_BORDER = re.compile(r"\n\s*|(?<=[.!?…])[\"'»”’)\]]*\s+|(?<=[\u3002\uff01\uff1f])[\u300d\u300f”]*")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"'])(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Fig|vs|etc|e\.g|i\.e|approx|ca)\.$"
)
_BEFORE = 12  # characters before a border that are looked at for an abbreviation
_PARTS = re.compile(r"\s+|\S+")
_BYTES = 3  # of a token, at least: the estimate has three and a half
_ACCENTS = 32  # bytes that are kept free for the accents of a letter


def split_sentences(text: str, longest: int) -> list[str]:
    """Split a text after its sentences; joined again, the pieces are the text.

    Args:
        longest: tokens of the longest piece; a sentence that has more is cut between its words,
            and a word that has more is cut between its characters.
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
    """Tell whether a sentence goes on behind what looks like its end."""
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
    """Yield words and the white space between them; what is too long is cut anywhere."""
    for part in _PARTS.findall(sentence):
        if estimate_tokens(part) <= longest:
            yield part
        else:
            yield from _characters(part, longest * _BYTES)


def _characters(word: str, longest: int) -> Iterator[str]:
    """Cut a word, such as a coded picture, into pieces of some bytes; accents stay on letters."""
    piece, size = "", 0
    for char in word:
        width = len(char.encode())
        is_full = size + width > longest - (0 if unicodedata.combining(char) else _ACCENTS)
        if is_full:
            yield piece
            piece, size = "", 0
        piece, size = piece + char, size + width
    yield piece
