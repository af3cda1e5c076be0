"""Whether two notes have the same words; likeness never merges them (rules.md §1.2 and §2.7).

Case, white space, also that between a number and its unit, punctuation that separates, English
articles and the verb "is" make no difference. All other words and signs do: a negation, a number,
its sign, its power and its unit with the case of that (mW, MW), a comparison. Where a word may be a
name ("bay A"), it counts.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.text_as_read import advice_of
from robot_memory.foundation.wording.spoken_names import spoken
from robot_memory.foundation.wording.varying_text import parts_of

#: A sign before a number, a number with its parts, a word with its apostrophes, or any other sign.
_TOKEN = re.compile(
    r"(?P<minus>(?<!\w)-(?=\d))|(?<![\w.,])\d+(?:[.,:]\d+)+(?!\w)|!=|\w+(?:'\w+)*|[^\w\s]"
)
#: A number that a letter follows: "3cm", "0.3m/s".
_NUMBER_OF_A_UNIT = re.compile(r"(?<![\w.,])(\d+(?:[.,]\d+)*)(?=[^\W\d_])")
#: Signs that separate words and say nothing themselves.
_SEPARATORS = frozenset(".,;:!\"'()[]{}-\u2013\u2014\u2026\u201c\u201d\u201e\u00ab\u00bb")
#: Forms of characters that are more than a way to write others: 10⁶, x₂, ½, ①.
_SAYS_MORE = ("<super>", "<sub>", "<fraction>", "<circle>")
_LONGEST_UNIT = 3  # letters: kWh; a longer word behind a number is none
_SPELLINGS = str.maketrans({"\u2019": "'", "\u2018": "'", "\u2212": "-", "\u2010": "-"})
_NEGATED = {"isn't": "not", "aren't": "not"}
_IS = frozenset({"is", "are"})
#: "a" is an article after these words and at the beginning; after others it may be a name.
_BEFORE_ARTICLE = frozenset(
    "is are has have had with in on at by of to from near for under over behind into onto and or "
    "not needs wants lacks there".split()
)


_MARK = re.compile(r"(?:[🔴🟡🟢]|(?<!\s))\s*\[\s*\d{1,3}\s*%\s*\]")
_LEAST_WORDS = 3
#: The parenthesis that a context line ends with (:mod:`.text_as_read`).
_AS_OF_NOW = re.compile(
    r"(?<!\s)\s*\((?:last [^()]{1,80}, )?(?:once|\d+ times)(?: with (?:up to )?\d+ repeats)?, "
    r"(?:about [\w ]{3,60}, )?(?:just now|\d+ (?:min|h|days) ago)\)\s*$"
)
#: What follows on it where the entry is declared known (:mod:`.known_rules`).
_AS_KNOWN = re.compile(r"(?<!\s)\s*\(known until .{1,400}\)\s*$")
_VALUE_WORDS = 8  # words that a value may have


def words_of(text: str) -> list[str]:
    """Return the words, numbers and signs of a text as they stand, without what separates them."""
    spelled = in_plain_characters(text).translate(_SPELLINGS)
    return [
        match[0] for match in _TOKEN.finditer(spelled)
        if match["minus"] or match[0] not in _SEPARATORS
    ]  # fmt: skip


@lru_cache(maxsize=8192)
def normal_words(text: str) -> tuple[str, ...]:
    """Return what two texts that say the same in nearly the same words have in common."""
    if text.isupper():
        text = text.lower()
    words = words_of(_with_units_apart(text))
    return tuple(_folded(_kept(words))) or (text.strip(),)


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
    """Tell whether a word is an "is" that a short sentence leaves out; not that of a question."""
    between_numbers = before[-1:].isdigit() and after[:1].isdigit()
    return bool(word.islower() and word in _IS and before and after and not between_numbers)


def find_echo(note: str, entries: Iterable[MemoryEntry]) -> MemoryEntry | None:
    """Return the entry that a note repeats, None where the note says something of its own.

    Args:
        note: what the agent said; marks such as ``🔴 [92%]`` do not count.
        entries: all that the memory may have told it.
    """
    plain = _AS_OF_NOW.sub("", _AS_KNOWN.sub("", _MARK.sub(" ", note)))
    note_words, normal_form = _words(plain), normal_words(plain)
    for entry in entries:
        texts = dict.fromkeys((entry.text, spoken(entry.text), _with_advice(entry)))
        if any(
            _repeats(note_words, _words(text)) or normal_form == normal_words(text)
            for text in texts
        ):
            return entry
        if _has_words(note_words, entry):
            return entry
    return None


def _with_advice(entry: MemoryEntry) -> str:
    """Return what a context line says before its parenthesis."""
    advice = advice_of(entry)
    return f"{spoken(entry.text)} — {advice}" if advice else entry.text


def _repeats(one: str, other: str) -> bool:
    return one == other or _holds(one, other) or _holds(other, one)


def has_words_of(text: str, entry: MemoryEntry) -> bool:
    """Tell whether a text has the words of an entry whose values vary, with whatever values."""
    return _has_words(_words(text), entry)


def _has_words(note_words: str, entry: MemoryEntry) -> bool:
    readings = entry.readings
    return readings is not None and _tells(note_words, readings.lasting)


def _tells(note_words: str, pattern: str) -> bool:
    """Tell whether a note has the words of an entry, with whatever values.

    Not by a regular expression: what stands for a value there can be split in so many ways that a
    long word in a note would take hours.
    """
    parts = [_words(part) for part in parts_of(pattern)]
    if sum(part.count(" ") + 1 for part in parts if part) < _LEAST_WORDS:
        return False
    starts = [
        start
        for start in _starts(note_words, parts[0])
        if not note_words[start - 1 : start].strip()
    ]
    ends = [start + len(parts[0]) for start in starts]
    room = 0
    for part in parts[1:]:
        room += _VALUE_WORDS
        if part:
            ends = [
                s + len(part)
                for s in _starts(note_words, part)
                if _follows(note_words, ends, s, room)
            ]
            room = 0
    return any(room or not note_words[end : end + 1].strip() for end in ends)


def _starts(note_words: str, part: str) -> list[int]:
    """Return where a part of a pattern stands in a note."""
    return [found.start() for found in re.finditer(f"(?={re.escape(part)})", note_words)]


def _follows(note_words: str, ends: list[int], start: int, room: int) -> bool:
    """Tell whether at most so many words stand between a place and the end nearest before it."""
    known = bisect_right(ends, start)
    return known > 0 and len(note_words[ends[known - 1] : start].split()) <= room


def _words(text: str) -> str:
    return " ".join(_folded(words_of(_with_units_apart(text))))


def _folded(words: Iterable[str]) -> Iterator[str]:
    """Yield words without their case, but for the unit of a number."""
    before = ""
    for word in words:
        is_unit = before[-1:].isdigit() and len(word) <= _LONGEST_UNIT
        yield word if is_unit else word.casefold()
        before = word


def _with_units_apart(text: str) -> str:
    """Return a text in which a blank stands between each number and its unit."""
    return _NUMBER_OF_A_UNIT.sub(r"\1 ", in_plain_characters(text))


def in_plain_characters(text: str) -> str:
    """Return a text with characters of other widths and fonts as plain ones; powers stay."""
    if text.isascii():
        return text
    plain = (
        char if unicodedata.decomposition(char).startswith(_SAYS_MORE)
        else unicodedata.normalize("NFKC", char)
        for char in unicodedata.normalize("NFC", text)
    )  # fmt: skip
    return unicodedata.normalize("NFC", "".join(plain))


def _holds(whole: str, part: str) -> bool:
    return part.count(" ") + 1 >= _LEAST_WORDS and f" {part} " in f" {whole} "
