"""A question taken apart: its times, its terms, whom it names, and what remains as its subject.

Times in other languages are translated to English first (config/question_words.yaml).

See docs/reference/recall.md, "How it reads a question" and "Times".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import lru_cache

from robot_memory.foundation.words.index_terms import plain_form, term_of, terms_of, words_of
from robot_memory.long_term.recall.calendar_days import MONTHS
from robot_memory.long_term.recall.passage import mark
from robot_memory.long_term.recall.question_words import (
    JAPANESE,
    asks_for_resolved,
    is_frame,
    language_of,
    question_data,
    without_faults,
    without_function_words,
    without_present,
    without_resolved,
)
from robot_memory.long_term.recall.recall_index import RecallIndex
from robot_memory.long_term.recall.time_span import TimeSpan, spans_in

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBERS = tuple(map(str, range(1, 11)))
_WORD = re.compile(r"[^\W\d_]+")
# Say nothing about what is wanted beside a time.
_GENERAL = frozenset(map(term_of, (
    "happen", "occur", "do", "go", "thing", "new", "event", "say", "tell", "see", "talk", "report",
    "show", "list", "everything", "anything", "something", "memory", "remember", "recall",
)))  # fmt: skip
# Who speaks in a log may go by a role. "What is wrong with the robot?" does not ask for its words.
_ROLES = frozenset({"robot", "user", "assistant", "agent", "operator", "system", "human"})
_TALK = frozenset(map(term_of, ("say", "tell", "ask", "answer", "mention", "report", "talk")))
_MOST_TERMS = 40  # of a question
_MOST_TIMES = 8  # of a question

#: The pattern of a time in another language, and the English for it.
_TimePattern = tuple[re.Pattern[str], str]


@dataclass(frozen=True)
class NamedSpeakers:
    """Whom the words of a question name, of those who spoke.

    Attributes:
        marks: the words by which a speaker is called, as marks, each with its term.
        passages: for each of these terms, how many passages are spoken by somebody of that name:
            all of them are about that person as much as those that say the name.
    """

    marks: Mapping[str, str]
    passages: Mapping[str, int]

    @property
    def terms(self) -> frozenset[str]:
        """The terms that name a speaker."""
        return frozenset(self.marks.values())


@dataclass(frozen=True)
class QuestionParts:
    """What the words of a question are.

    Attributes:
        query: the question, its times in English.
        plain: the same without them.
        terms: what is searched for: without what is counted from today.
        spans: the times that it speaks of.
        speakers: whom it names.
        subject: the terms that say what it is about: without times, without a speaker who need
            not be named, and without words that ask for what was repaired.
        is_about_talk: whether it asks what somebody said.
        asks_for_resolved: whether it asks for what was repaired.
    """

    query: str
    plain: str
    terms: tuple[str, ...]
    spans: tuple[TimeSpan, ...]
    speakers: NamedSpeakers
    subject: tuple[str, ...]
    is_about_talk: bool
    asks_for_resolved: bool

    @property
    def about(self) -> tuple[str, ...]:
        """The subject; all terms, where there is none."""
        return (self.subject or self.terms)[:_MOST_TERMS]

    @property
    def is_of_time(self) -> bool:
        """Whether nothing but a time, a speaker and general words says what is wanted."""
        rest = without_resolved(self.plain) if self.asks_for_resolved else self.plain
        names = self.speakers.terms
        return bool(self.spans) and all(
            term in _GENERAL or term in names or is_frame(term)
            for term in _content(without_present(without_faults(rest)))
        )


def take_apart(
    index: RecallIndex,
    query: str,
    now: datetime,
    zone: tzinfo | None,
    counted: Sequence[TimeSpan],
) -> QuestionParts:
    """Take a question apart.

    Args:
        index: tells who spoke.
        query: the question.
        now: what "yesterday" is counted from.
        zone: of its days; None for this machine's.
        counted: times that it counts from something that happened.
    """
    query = with_english_times(query)
    spans = (*spans_in(query, now, zone), *counted)[:_MOST_TIMES]
    relative = [span for span in spans if not span.is_date]
    terms = tuple(dict.fromkeys(_content(_without(query, relative))))[:_MOST_TERMS]
    plain = _without(query, spans)
    is_about_talk = not _TALK.isdisjoint(terms_of(query))
    speakers = _speakers_in(index, query, is_about_talk=is_about_talk)
    subject = tuple(_content(plain)) if spans else terms
    if speakers.marks and is_about_talk:  # who speaks is known, and need not be named
        left_out = _TALK | speakers.terms
        subject = tuple(term for term in subject if term not in left_out)
    is_resolved = asks_for_resolved(query)
    if is_resolved:  # an entry that is over does not say so in words
        kept = set(_content(without_resolved(plain)))
        subject = tuple(term for term in subject if term in kept) or subject
    return QuestionParts(query, plain, terms, spans, speakers, subject, is_about_talk, is_resolved)


def _content(query: str) -> list[str]:
    """Return the terms of a question, without words of its language that only hold it together."""
    return terms_of(without_function_words(query))


def _without(query: str, spans: Sequence[TimeSpan]) -> str:
    """Return a question without words of times.

    What is counted from today is never searched for: elsewhere it meant other days.
    """
    for span in reversed(spans):
        query = f"{query[: span.at[0]]} {query[span.at[1] :]}"
    return query


def _speakers_in(index: RecallIndex, query: str, *, is_about_talk: bool) -> NamedSpeakers:
    words = {}
    for word in words_of(query)[: 2 * _MOST_TERMS]:
        plain = plain_form(word).removesuffix("'s").replace("'", "")
        if is_about_talk or plain not in _ROLES:
            words[mark("speaker", plain)] = term_of(word)
    found = index.found(list(words))
    passages: dict[str, int] = {}
    for name, count in found.items():
        passages[words[name]] = passages.get(words[name], 0) + count
    return NamedSpeakers({name: words[name] for name in found}, passages)


def with_english_times(question: str) -> str:
    """Return a question with its times in English: "gestern" is "yesterday".

    A question in English, or in a language that the file does not know, is returned as it is.
    """
    language = language_of(question)
    if not language:
        return question
    patterns = _patterns().get(language, ())
    for pattern, english in patterns:
        question = pattern.sub(english, question)
    names = _names().get(language)
    if not names:
        return question
    return _WORD.sub(lambda word: names.get(plain_form(word[0]), word[0]), question)


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, Sequence[_TimePattern]]:
    return {
        language: [
            (
                re.compile(form if language == JAPANESE else rf"\b(?:{form})(?!\w)", re.IGNORECASE),
                english,
            )
            for form, english in forms
        ]
        for language, forms in question_data()["times"].items()
    }


@lru_cache(maxsize=1)
def _names() -> Mapping[str, Mapping[str, str]]:
    """Return by language the names of days, months and numbers, each with the English one."""
    names: dict[str, dict[str, str]] = {}
    for kind, english in (("days", _DAYS), ("months", MONTHS), ("numbers", _NUMBERS)):
        for language, words in question_data()[kind].items():
            names.setdefault(language, {}).update(zip(words.split(), english, strict=True))
    return names
