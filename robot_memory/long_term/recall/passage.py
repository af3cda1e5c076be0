"""A passage is the smallest unit of a search: as it is made, and as the index stores it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import NamedTuple

from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.text.conversation import CLAIM, is_person
from robot_memory.foundation.words.index_terms import plain_form, terms_of, words_of
from robot_memory.long_term.recall.query import LEVEL_OF_SOURCE, level_of


@dataclass(frozen=True)
class Passage:
    """A unit of search: an entry, a fact, a turn of a conversation, a line of knowledge.

    Attributes:
        source: one of :class:`~robot_memory.long_term.recall.query.HitSource`, as a text.
        ref: the id of the hit.
        where: its place, such as a file.
        text: the text that a hit shows.
        words: the text to search, if it differs from the shown text; else empty.
        also: further words to search: tags, a heading, a topic.
        time: when it was said or last seen.
        conversation: the conversation of the turn (:func:`talk_of`); empty: it is no turn.
        turn: the number of the turn, from 0; -1: it is no turn.
        speaker: who said it.
        component: the part of the robot that it is about.
        weight: of its level (002: procedural 1.0, semantic 0.8, episodic 0.5).
        entry_id: the entry that it is, is derived from or was evidence of; empty: none.
        note: what a reader must know beside the text: an observation's kind; or the page and
            section of a page's line, by which a higher level overrides a lower one.
        count: how many times it was seen.
        is_own: whether a person, an operator or a detector of this robot says so (rules.md §6.15).
    """

    source: str
    ref: str
    where: str
    text: str
    also: str = ""
    time: datetime | None = None
    conversation: str = ""
    turn: int = -1
    speaker: str = ""
    component: str = ""
    weight: float = 0.5
    entry_id: str = ""
    note: str = ""
    count: int = 1
    is_own: bool = False
    words: str = ""

    def terms(self) -> list[str]:
        """Return the terms to search it by."""
        said = self.words or self.text
        return terms_of(f"{said} {self.also}" if self.also else said)

    def marks(self) -> list[str]:
        """Return the marks to filter it by, as index words: source, level, speaker, component.

        A level is only marked if it does not follow from the source.
        """
        has_own_level = self.source in LEVEL_OF_SOURCE
        # A claimed speaker must not be found by name.
        speaker = "" if CLAIM in self.speaker else self.speaker
        return [
            mark("source", self.source),
            *([] if has_own_level else [mark("level", level_of(self.source, self.ref).value)]),
            *marks_of("speaker", speaker),
            *(mark("component", word) for word in _names(self.component)),
            *([TURN] if self.turn >= 0 else []),
        ]

    def asks(self) -> float:
        """Return the share of its sentences that are questions."""
        sentences: list[str] = [part for part in _SENTENCE_END.split(self.text) if part.strip()]
        return sum(part.endswith("?") for part in sentences) / max(1, len(sentences))

    def digest(self) -> str:
        """Return a digest that changes when the searched words or the shown text change."""
        parts = (self.source, self.where, self.text, self.also, self.conversation,
                 str(self.turn), self.speaker, self.component, str(self.weight), self.entry_id,
                 self.note, str(self.is_own), self.words)  # fmt: skip
        return hashlib.sha256("\x1f".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


# Separates a conversation's id from its file.
_IN = "\x1f"


def talk_of(conversation: str, file: str) -> str:
    """Return a unique name of a conversation: some tools give many transcripts the same id."""
    stem = PurePath(file).stem
    return conversation if stem in ("", conversation) else f"{conversation}{_IN}{stem}"


def id_of(talk: str) -> str:
    """Return the id of a talk's conversation."""
    return talk.partition(_IN)[0]


#: Marks a turn of a conversation.
TURN = "turn"
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def kind_of(source: str, turn: int) -> str:
    """Return the kind of a passage; its length is compared within its kind."""
    return TURN if turn >= 0 else source


def mark(kind: str, word: str) -> str:
    """Return the index word that marks a passage's speaker, component, source or level."""
    return f"{kind}0{word}"


def marks_of(kind: str, name: str) -> list[str]:
    """Return the index words for a name to filter by; none for an empty name.

    A machine is not found by a person's name: "agent ada" is not "ada".
    """
    words = _names(name)
    if kind == "speaker" and words and not is_person(name):
        words = [words[0], "".join(words)]
    return [mark(kind, word) for word in words]


def _names(name: str) -> list[str]:
    return [word.replace("'", "") for word in words_of(plain_form(name))]


_SPEAKER, _COMPONENT = mark("speaker", ""), mark("component", "")


class IndexedPassage(NamedTuple):
    """A row of the index; the attributes are those of a Passage, except for these.

    Attributes:
        id: its number in the index.
        time: seconds since 1970, UTC.
        times: how many times it was seen.
        asks: the share of its sentences that are questions.
        terms, marks: as in the index of words.
    """

    id: int
    source: str
    ref: str
    place: str
    text: str
    time: float | None
    conversation: str
    turn: int
    speaker: str
    component: str
    weight: float
    entry_id: str
    note: str
    times: int
    asks: float
    terms: str
    marks: str
    is_own: int = 0

    @property
    def speaker_words(self) -> list[str]:
        """The words of the speaker's name, as marks."""
        return [word for word in self.marks.split() if word.startswith(_SPEAKER)]

    @property
    def component_words(self) -> Collection[str]:
        """The words of the component, as marks."""
        return _component_words(self.marks) if _COMPONENT in self.marks else ()


@cached_if_short(1024, longest=400)  # the passages that a question finds differ little in these
def _component_words(marks: str) -> frozenset[str]:
    return frozenset(word for word in marks.split() if word.startswith(_COMPONENT))
