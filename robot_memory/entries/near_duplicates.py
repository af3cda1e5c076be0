"""Whether notes have the same words; mere similarity never merges them (rules.md §1.2, §2.7)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.normal_words import (
    LEAST_QUOTED,
    folded_words,
    normal_words,
    reads_alike,
    text_within,
)
from robot_memory.entries.text_as_read import advice_of
from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.wording.spoken_names import spoken
from robot_memory.foundation.wording.varying_text import parts_of

_MARK = re.compile(r"(?:[🔴🟡🟢]|(?<!\s))\s*\[\s*\d{1,3}\s*%\s*\]")
#: The parenthesis at the end of a context line (:mod:`.text_as_read`).
_AS_OF_NOW = re.compile(
    r"(?<!\s)\s*\((?:last [^()]{1,80}, )?(?:once|\d+ times)(?: with (?:up to )?\d+ repeats)?, "
    r"(?:about [\w ]{3,60}, )?(?:just now|\d+ (?:min|h|days) ago)\)\s*$"
)
#: The remark after agents' words (:func:`.with_teller`).
_AS_SAID = re.compile(r"(?<!\s)\s*\((?:an agent|somebody [^()]{1,60},) says so\)\s*$")
#: The remark after the text of a known entry (:mod:`.known_rules`).
_AS_KNOWN = re.compile(r"(?<!\s)\s*\(known until .{1,400}\)\s*$")
#: The remark after the text of an entry that is kept until a date.
_AS_KEPT = re.compile(r"(?<!\s)\s*\(until \d{4}-\d\d-\d\d \d\d:\d\d UTC\)\s*$")
#: The id at the end of a line (rules.md §1.16).
_SHORT_ID = re.compile(r"(?<!\s)\s*#[0-9a-f]{4,32}\s*$")
#: The additions of a context line, or of an imitation, at the ends of a text.
_AT_AN_END = re.compile(
    r"^(?:[^\w\s(\[#]|[(\[\u2039][^()\[\]\u2039\u203a]{0,200}[)\]\u203a]|#[0-9a-f]{4,32}\b)\s*"
    r"|(?<!\s)\s*(?:[(\[\u2039][^()\[\]\u2039\u203a]{0,200}[)\]\u203a]|#[0-9a-f]{4,32}|[^\w\s)\]])$"
    r"|(?<!\s)\s*\u2014[^\u2014]{0,200}$"
)
_MOST_ENDS = 12
_VALUE_WORDS = 8  # words that a value may have
_MOSTLY = 2 / 3  # of a note's words; if the entry has these, the note only repeats it


def find_echo(note: str, entries: Iterable[MemoryEntry]) -> MemoryEntry | None:
    """Return the entry that a note repeats; None if the note says something new.

    Args:
        note: the agent's words; marks such as ``🔴 [92%]`` are ignored.
        entries: all entries that the memory may have shown to the agent.
    """
    plain = without_marks(note)
    note_words, normal_form = folded_words(plain), normal_words(plain)
    for entry in entries:
        texts = dict.fromkeys((entry.text, spoken(entry.text), _with_advice(entry)))
        is_agents = entry.is_agents_word
        if any(
            _repeats(note_words, folded_words(text), is_agents=is_agents)
            or normal_form == normal_words(text)
            for text in texts
        ):
            return entry
        added = _added_words(note_words, entry)
        if added is not None and added <= (1.0 - _MOSTLY) * (note_words.count(" ") + 1):
            return entry
    return None


def without_marks(text: str) -> str:
    """Return the words of an entry without the additions of a context line."""
    without_id = _SHORT_ID.sub("", _MARK.sub(" ", text))
    without_said = _AS_SAID.sub("", _AS_KNOWN.sub("", without_id))
    return _AS_OF_NOW.sub("", _AS_KEPT.sub("", without_said)).strip()


def says_again(note: str, text: str) -> bool:
    """Whether a note repeats a text, alone or with more words around it (rules.md §1.6).

    Brackets, text after a dash, and ids at the note's ends are removed one after the other.
    """
    return text_within(text, note) or any(reads_alike(one, text) for one in _without_ends(note))


@cached_if_short(1024, longest=1000)
def _without_ends(note: str) -> tuple[str, ...]:
    """Return a note, and the ever shorter rests after each removal at its ends."""
    found = [note]
    for _ in range(_MOST_ENDS - 1):
        shorter = _AT_AN_END.sub("", found[-1].strip())
        if shorter == found[-1]:
            break
        found.append(shorter)
    return tuple(found)


def _with_advice(entry: MemoryEntry) -> str:
    """Return the text of a context line before its parenthesis."""
    advice = advice_of(entry)
    return f"{spoken(entry.text)} — {advice}" if advice else entry.text


def _repeats(note: str, told: str, *, is_agents: bool) -> bool:
    """Whether a note has the words of an entry, or an entry those of the note.

    A note that says clearly more than the entry is new, as is one that says more than a phrase of
    an agent.
    """
    if note == told:
        return True
    if is_agents:
        return False
    count, of_told = note.count(" ") + 1, told.count(" ") + 1
    if count <= of_told:
        return count >= LEAST_QUOTED and _holds(told, note)
    is_mostly_told = of_told >= LEAST_QUOTED and of_told >= _MOSTLY * count
    return is_mostly_told and _holds(note, told)


def has_words_of(text: str, entry: MemoryEntry) -> bool:
    """Whether a text has the words of an entry with varying values, whatever the values."""
    return _added_words(folded_words(text), entry) is not None


def _added_words(note_words: str, entry: MemoryEntry) -> int | None:
    """Return the number of folded words around those of an entry, whatever its values.

    None if the entry's words are missing.

    This is no regular expression: a value's place could be split in so many ways that a long word
    in a note would take hours.
    """
    readings = entry.readings
    if readings is None:
        return None
    parts = [folded_words(part) for part in parts_of(readings.lasting)]
    if sum(part.count(" ") + 1 for part in parts if part) < LEAST_QUOTED:
        return None
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
    ends = [end for end in ends if room or not note_words[end : end + 1].strip()]
    if not ends:
        return None
    before, after = note_words[: starts[0]].split(), note_words[ends[-1] :].split()
    return len(before) + max(0, len(after) - room)


def _starts(note_words: str, part: str) -> list[int]:
    """Return the positions of a pattern's part in a note."""
    return [found.start() for found in re.finditer(f"(?={re.escape(part)})", note_words)]


def _follows(note_words: str, ends: list[int], start: int, room: int) -> bool:
    """Whether at most ``room`` words are between a position and the nearest end before it."""
    known = bisect_right(ends, start)
    return known > 0 and len(note_words[ends[known - 1] : start].split()) <= room


def _holds(whole: str, part: str) -> bool:
    return f" {part} " in f" {whole} "
