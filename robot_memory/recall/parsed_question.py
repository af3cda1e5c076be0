"""A question taken apart: what its words are worth, and whom it names."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from itertools import pairwise

from robot_memory.recall.foreign_times import with_english_times
from robot_memory.recall.index_terms import plain_form, term_of, terms_of, words_of
from robot_memory.recall.passage import mark, marks_of
from robot_memory.recall.question_words import (
    asks_count,
    asks_for_faults,
    asks_for_resolved,
    asks_when,
    asks_who,
    is_frame,
    language_of,
    without_faults,
    without_function_words,
    without_resolved,
)
from robot_memory.recall.recall_index import RecallIndex
from robot_memory.recall.robot_words import sayings
from robot_memory.recall.thesaurus import associated
from robot_memory.recall.time_span import TimeSpan, spans_in
from robot_memory.recall.topics import Topic, topics_of

# Say nothing about what is wanted beside a time.
_GENERAL = frozenset(map(term_of, (
    "happen", "occur", "do", "go", "thing", "new", "event", "say", "tell", "see", "talk", "report",
    "show", "list", "everything", "anything", "something", "memory", "remember", "recall",
)))  # fmt: skip
# Who speaks in a log may go by a role. "What is wrong with the robot?" does not ask for its words.
_ROLES = frozenset({"robot", "user", "assistant", "agent", "operator", "system", "human"})
_TALK = frozenset(map(term_of, ("say", "tell", "ask", "answer", "mention", "report", "talk")))
_MOST_TERMS = 40  # of a question
_MOST_LOOKED_UP = 2_000
_MOST_TIMES = 8


@dataclass(frozen=True)
class ParsedQuestion:
    """What is searched for.

    Attributes:
        terms: of the question, each with its inverse document frequency.
        names: those of them that name somebody who spoke; a turn need not say who speaks.
        speakers: the words of those names, as marks.
        components: all of its words, as marks of what a passage is about.
        synonyms: what the terms may stand for, with what that is worth.
        found: in how many passages each term is.
        average: terms of a passage on average, by its kind.
        spans: the times that it speaks of.
        is_of_time: whether it asks for all of a time: "what happened in May?", "what did Ada say
            yesterday?".
        topics: what it is about, as records say it: each with other words for it.
        pairs: words with the number that follows, such as ("joint", "3").
        is_about_talk: whether it asks what somebody said.
        asks_when, asks_who, asks_count: whether it asks for a time, for a person, or how often
            something was.
        asks_for_faults: whether it asks for what broke, and not for whatever was.
        asks_for_resolved: whether it asks for what was repaired.
        seen: the entries that were seen in its times, each with the last time in them.
    """

    terms: Mapping[str, float]
    names: frozenset[str] = frozenset()
    speakers: frozenset[str] = frozenset()
    components: frozenset[str] = frozenset()
    synonyms: Mapping[str, float] = field(default_factory=dict)
    found: Mapping[str, int] = field(default_factory=dict)
    average: Mapping[str, float] = field(default_factory=dict)
    spans: tuple[TimeSpan, ...] = ()
    is_of_time: bool = False
    topics: tuple[Topic, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    is_about_talk: bool = False
    asks_when: bool = False
    asks_who: bool = False
    asks_count: bool = False
    asks_for_faults: bool = False
    asks_for_resolved: bool = False
    seen: Mapping[str, datetime] = field(default_factory=dict)

    @property
    def subject(self) -> dict[str, float]:
        """The terms that do not only name a speaker; all, where there are no others."""
        return {t: w for t, w in self.terms.items() if t not in self.names} or dict(self.terms)


def understand(
    index: RecallIndex,
    query: str,
    now: datetime,
    zone: tzinfo | None,
    counted: Sequence[TimeSpan] = (),
) -> ParsedQuestion:
    """Look up what is known of the words of a question.

    Args:
        index: what there is.
        query: the question.
        now: what "yesterday" is counted from.
        zone: of its days; None for this machine's.
        counted: times that it counts from something that happened.
    """
    query = with_english_times(query)
    spans = [*spans_in(query, now, zone), *counted][:_MOST_TIMES]
    relative = [span for span in spans if not span.is_date]
    terms = list(dict.fromkeys(_content(_without(query, relative))))[:_MOST_TERMS]
    names, by_speaker = _names_in(index, query)
    is_about_talk = not _TALK.isdisjoint(terms_of(query))
    synonyms = _synonyms_of(term for term in terms if term not in names.values())
    timeless = _content(_without(query, spans)) if spans else terms
    subject = timeless
    if names and is_about_talk:  # who speaks is known, and need not be named
        subject = [term for term in timeless if term not in _TALK and term not in names.values()]
    is_resolved = asks_for_resolved(query)
    plain = _without(query, spans)
    rest = without_resolved(plain) if is_resolved else plain
    if is_resolved:  # an entry that is over does not say so in words
        kept = set(_content(rest))
        subject = [term for term in subject if term in kept] or subject
    is_foreign = bool(language_of(query))
    phrases = [] if is_foreign else sayings(plain)
    topics = topics_of((subject or terms)[:_MOST_TERMS], phrases, is_foreign=is_foreign)
    wanted = dict.fromkeys(
        (*terms, *synonyms, *(term for topic in topics for term in topic.synonyms))
    )
    found = dict(index.found(list(wanted)[:_MOST_LOOKED_UP]))
    if not is_foreign:
        topics = _with_general(topics, names.values(), found)
        general = set[str]().union(*(topic.general for topic in topics)) - wanted.keys()
        found |= index.found(sorted(general)[:_MOST_LOOKED_UP])
    passages = index.size("passages")

    def worth_of(term: str) -> float:
        return rarity(passages, found.get(term, 0) + by_speaker.get(term, 0))

    return ParsedQuestion(
        terms={term: worth_of(term) for term in terms},
        names=frozenset(names.values()),
        speakers=frozenset(names),
        components=frozenset(marks_of("component", query)),
        synonyms={
            other: worth * rarity(passages, found[other])
            for other, worth in synonyms.items()
            if other in found and other not in terms
        },
        found=found,
        average=index.averages(),
        spans=tuple(spans),
        is_of_time=bool(spans)
        and all(
            term in _GENERAL or term in names.values() or is_frame(term)
            for term in _content(without_faults(rest))
        ),
        topics=tuple(topic.weighed(worth_of, found.keys()) for topic in topics),
        pairs=tuple(_pairs(subject)),
        is_about_talk=is_about_talk,
        asks_when=asks_when(query),
        asks_who=asks_who(query),
        asks_count=asks_count(query),
        asks_for_faults=asks_for_faults(query),
        asks_for_resolved=is_resolved,
    )  # fmt: skip


def _synonyms_of(terms: Iterable[str]) -> dict[str, float]:
    """Return the words that mean about the same as one of some terms, each with its worth."""
    synonyms: dict[str, float] = {}
    for term in terms:
        for other, worth in associated(term).items():
            synonyms[other] = max(worth, synonyms.get(other, 0.0))
    return synonyms


def _with_general(
    topics: Iterable[Topic], names: Collection[str], found: Mapping[str, int]
) -> list[Topic]:
    """Return topics with general words beside their own; names of speakers get none."""
    return [
        topic.with_general(lambda term: found.get(term, 0))
        if topic.own.keys().isdisjoint(names)
        else topic
        for topic in topics
    ]


def _content(query: str) -> list[str]:
    """Return the terms of a question, without words of its language that only hold it together."""
    return terms_of(without_function_words(query))


def _pairs(terms: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield words with the number that follows: joint 3, E-17."""
    for word, number in pairwise(terms):
        if number.isdigit() and not word.isdigit():
            yield word, number


def _without(query: str, spans: Sequence[TimeSpan]) -> str:
    """Return a question without words of times.

    What is counted from today is never searched for: elsewhere it meant other days.
    """
    for span in reversed(spans):
        query = f"{query[: span.at[0]]} {query[span.at[1] :]}"
    return query


def _names_in(index: RecallIndex, query: str) -> tuple[dict[str, str], dict[str, int]]:
    """Return the words of a question by which a speaker is called, each with its term.

    Also, for each term, how many passages are spoken by somebody of that name: all of them are
    about that person as much as those that say the name.
    """
    words = {}
    is_about_talk = not _TALK.isdisjoint(terms_of(query))
    for word in words_of(query)[: 2 * _MOST_TERMS]:
        plain = plain_form(word).removesuffix("'s").replace("'", "")
        if is_about_talk or plain not in _ROLES:
            words[mark("speaker", plain)] = term_of(word)
    found = index.found(list(words))
    by_speaker: dict[str, int] = {}
    for name, count in found.items():
        by_speaker[words[name]] = by_speaker.get(words[name], 0) + count
    return {name: words[name] for name in found}, by_speaker


def rarity(passages: int, found: int) -> float:
    """Return the inverse document frequency of a term, as BM25 has it."""
    return math.log(1.0 + max(0.0, passages - found + 0.5) / (found + 0.5))
