"""The normalized words of a text: two spellings of one sentence have the same words.

Ignored are case, white space (also between a number and its unit), separating punctuation, English
articles, the verb "is", invisible characters, and look-alike letters of other scripts. All other
words and signs count: a negation, a number, its sign, its power and its unit with the unit's case
(mW, MW), a comparison. A word that may be a name ("bay A") counts. Specification: rules.md §2.7.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from robot_memory.foundation.text.unicode_text import (
    as_drawn,
    in_latin,
    is_drawn_as_sign,
    without_hidden,
)

#: A sign before a number, a number with its parts, a word with its apostrophes, or any other sign.
_TOKEN = re.compile(
    r"(?P<minus>(?<!\w)-(?=\d))|(?<![\w.,])\d+(?:[.,:]\d+)+(?!\w)|!=|\w+(?:'\w+)*|[^\w\s]"
)
_WORD = re.compile(r"[^\W_]+")
_SIGN = "\0"  # replaces a sign while a text's letters are read
_LEAST_LETTERS = 6
#: Words that a reader overlooks.
_LITTLE = ("a", "an", "the", "is", "are")
#: Those that are also looked for at the beginning of other words ("isslow").
_LONGEST_LITTLE = 6  # characters, with accents of their own
_JOINED = ("the", "is", "are")
_LEAST_WORDS = 3
#: In the letters of a text in Latin script: a letter of another script, which may look like any.
_FOREIGN = "?"
#: A number followed by a letter: "3cm", "0.3m/s".
_NUMBER_OF_A_UNIT = re.compile(r"(?<![\w.,])(\d+(?:[.,]\d+)*)(?=[^\W\d_])")
#: Signs that only separate words.
_SEPARATORS = frozenset(".,;:!\"'()[]{}-\u2013\u2014\u2026\u201c\u201d\u201e\u00ab\u00bb")
#: Forms of characters with their own meaning: 10⁶, x₂, ½, ①.
_SAYS_MORE = ("<super>", "<sub>", "<fraction>", "<circle>")
_LONGEST_UNIT = 3  # letters: kWh; a longer word after a number is no unit
_SPELLINGS = str.maketrans({"\u2019": "'", "\u2018": "'", "\u2212": "-", "\u2010": "-"})
_NEGATED = {"isn't": "not", "aren't": "not"}
_IS = frozenset({"is", "are"})
#: "a" is an article at the beginning and after these words; after others it may be a name.
_BEFORE_ARTICLE = frozenset(
    "is are has have had with in on at by of to from near for under over behind into onto and or "
    "not needs wants lacks there".split()
)

#: The fewest words of a quotation; fewer words are recognized only as a whole text.
LEAST_QUOTED = 3
_LONG = 6  # this many words are no coincidence; fewer are quoted if they are half of a sentence


def words_of(text: str) -> list[str]:
    """Return the words, numbers and signs of a text in order, without separators."""
    spelled = in_plain_characters(text).translate(_SPELLINGS)
    return [
        match[0] for match in _TOKEN.finditer(spelled)
        if match["minus"] or match[0] not in _SEPARATORS
    ]  # fmt: skip


@lru_cache(maxsize=8192)
def normal_words(text: str) -> tuple[str, ...]:
    """Return the normal form of a text: equal for the same statement in nearly the same words."""
    if text.isupper():
        text = text.lower()
    words = [_plain_if_little(word) for word in words_of(_with_units_apart(text))]
    return tuple(map(as_drawn, _folded(_kept(words)))) or (text.strip(),)


def _plain_if_little(word: str) -> str:
    """Return an article or "is" in Latin letters, even from look-alikes."""
    if word.isascii() or len(word) > _LONGEST_LITTLE:
        return word
    plain = in_latin(word)
    return plain if plain.casefold() in _LITTLE else word


def _kept(words: list[str]) -> Iterator[str]:
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        if not (_is_article(word, before, after) or _is_verb(word, before, after)):
            yield _NEGATED.get(word.casefold(), word)


def _is_article(word: str, before: str, after: str) -> bool:
    if not after[:1].isalnum() or after.casefold() in _IS:
        return False
    if word.casefold() == "the":
        return True
    if not before:
        return word.casefold() in ("a", "an") and after[:1].isalpha()
    return word in ("a", "an") and before.casefold() in _BEFORE_ARTICLE


def _is_verb(word: str, before: str, after: str) -> bool:
    """Whether a word is an "is" that a short sentence omits; not the "is" of a question."""
    between_numbers = before[-1:].isdigit() and after[:1].isdigit()
    return bool(word.islower() and word in _IS and before and after and not between_numbers)


def reads_alike(one: str, other: str) -> bool:
    """Whether two texts have the same letters and digits to a reader.

    Ignored are articles, "is", signs, blanks, accents and case, and a letter of another script
    among Latin ones. Such texts may have different meanings ("≤ 3", "≥ 3").
    """
    return any(
        len(a.letters) == len(b.letters) and _fits(a.letters, b.letters)
        for a, b in zip(_as_read(one), _as_read(other), strict=True)
    )


def text_within(text: str, whole: str) -> bool:
    """Whether a text of three or more words is within another text, word by word."""
    parts = _as_read(text)
    if parts[0].words < 2 or len(parts[0].letters) < _LEAST_LETTERS:
        return False
    is_within = any(_stands_in(a, b) for a, b in zip(parts, _as_read(whole), strict=True))
    return is_within and len(_WORD.findall(text)) >= _LEAST_WORDS


class _AsRead(NamedTuple):
    """The letters and digits of a text, the positions of its word borders, and its word count."""

    letters: str
    borders: frozenset[int]
    words: int


def _stands_in(part: _AsRead, whole: _AsRead) -> bool:
    size = len(part.letters)
    if _FOREIGN not in part.letters + whole.letters and part.letters not in whole.letters:
        return False
    return any(
        start + size in whole.borders and _fits(part.letters, whole.letters[start : start + size])
        for start in whole.borders
    )


def _fits(letters: str, beginning: str) -> bool:
    """Whether letters match a beginning; a foreign letter matches any."""
    pairs = zip(letters, beginning, strict=False)
    return all(a == b or _FOREIGN in (a, b) for a, b in pairs)


@lru_cache(maxsize=8192)
def _as_read(text: str) -> tuple[_AsRead, ...]:
    """Return a text as people read it: without articles and "is", with them, and as Latin text.

    Among Latin letters, a letter of another script may look like any of them, or like a sign.
    """
    drawn = in_latin(without_hidden(text)).casefold()
    words = ["".join(c if c.isalnum() else _SIGN for c in word) for word in drawn.split()]
    letters = "".join(words).replace(_SIGN, "")
    if 2 * sum(map(str.isascii, letters)) >= len(letters):
        words = ["".join(_with_foreign(word)) for word in words]
    told = [_without_little(word) for word in words]
    told = told if any(told) else words
    latin = [_without_little(word.replace(_FOREIGN, _SIGN)) for word in words]
    return _joined(told), _joined(words), _joined(latin)


def _joined(words: Iterable[str]) -> _AsRead:
    letters, borders, count = "", {0}, 0
    for word in words:
        count += bool(word.replace(_SIGN, ""))
        for piece in word.split(_SIGN):
            letters += piece
            borders.add(len(letters))
    return _AsRead(letters, frozenset(borders), count)


def _with_foreign(word: str) -> Iterator[str]:
    """Yield the letters of a word, with a wildcard for letters of other scripts.

    An ideograph looks like no Latin letter, unless it is alone among Latin letters.
    """
    for place, char in enumerate(word):
        beside = word[max(place - 1, 0) : place] + word[place + 1 : place + 2]
        is_alone = beside.isascii() and beside.isalpha()
        is_wide = unicodedata.east_asian_width(char) in ("W", "F")
        if not char.isascii() and is_drawn_as_sign(char):
            yield _SIGN
        else:
            yield _FOREIGN if not char.isascii() and (is_alone or not is_wide) else char


def _without_little(word: str) -> str:
    """Return a word without an article or "is": the word itself, or a joined beginning.

    A letter of another script matches any letter.
    """
    plain = word.replace(_SIGN, "")
    for little in _LITTLE:
        if len(plain) == len(little) and _fits(plain, little):
            return ""
    for little in _JOINED:
        if len(plain) > len(little) and _fits(plain, little):
            return plain[len(little) :]
    return word


def folded_words(text: str) -> str:
    """Return the words of a text in lower case, except for the units of numbers."""
    return " ".join(_folded(words_of(_with_units_apart(text))))


def _folded(words: Iterable[str]) -> Iterator[str]:
    """Yield words in lower case, except for the unit of a number."""
    before = ""
    for word in words:
        is_unit = before[-1:].isdigit() and len(word) <= _LONGEST_UNIT
        yield word if is_unit else word.casefold()
        before = word


def _with_units_apart(text: str) -> str:
    """Return a text with a blank between each number and its unit."""
    return _NUMBER_OF_A_UNIT.sub(r"\1 ", in_plain_characters(text))


def in_plain_characters(text: str) -> str:
    """Return a text with wide and decorated characters as plain ones; powers stay."""
    text = without_hidden(text)
    if text.isascii():
        return text
    plain = (
        char if unicodedata.decomposition(char).startswith(_SAYS_MORE)
        else unicodedata.normalize("NFKC", char)
        for char in unicodedata.normalize("NFC", text)
    )  # fmt: skip
    return unicodedata.normalize("NFC", "".join(plain))


def is_quotation(count: int, within: int) -> bool:
    """Whether ``count`` successive words in a text of ``within`` words are a quotation."""
    if count < LEAST_QUOTED:
        return count == within
    return count >= _LONG or 2 * count >= within
