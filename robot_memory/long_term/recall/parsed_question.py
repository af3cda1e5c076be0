"""A question, parsed, with statistics about its words.

Its times, its terms, the speakers it names and its remaining subject; what the words are worth,
and their synonyms.

See docs/reference/recall.md, "How it reads a question" and "Times".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import lru_cache
from itertools import pairwise

from robot_memory.foundation.words.index_terms import (
    plain_form,
    term_of,
    terms_of,
    word_lists,
    words_of,
)
from robot_memory.long_term.recall.passage import mark, marks_of
from robot_memory.long_term.recall.question_topics import Topic, topics_of
from robot_memory.long_term.recall.question_words import (
    asks_count,
    asks_for_faults,
    asks_for_resolved,
    asks_when,
    asks_who,
    is_frame,
    language_of,
    opens_with_who,
    with_english_times,
    without_faults,
    without_function_words,
    without_present,
    without_resolved,
)
from robot_memory.long_term.recall.recall_index import RecallIndex
from robot_memory.long_term.recall.robot_words import root_of, sayings
from robot_memory.long_term.recall.time_span import TimeSpan, spans_in

_TALK = frozenset(map(term_of, ("say", "tell", "ask", "answer", "mention", "report", "talk")))
# Beside a time, these words do not say what is wanted, like the words that frame a question.
_GENERAL = _TALK.union(map(term_of, ("new", "memory", "remember", "recall")))
# Speakers in a log may have a role as name. "What is wrong with the robot?" asks for no speaker.
_ROLES = frozenset({"robot", "user", "assistant", "agent", "operator", "system", "human"})
_MOST_TERMS = 40  # of a question
#: By the term for a side, the terms for the opposite sides.
SIDES = {
    side: frozenset(map(term_of, group)) - {side}
    for group in (("left", "right"), ("front", "rear"), ("upper", "lower"), ("top", "bottom"),
                  ("port", "starboard"))
    for side in map(term_of, group)
}  # fmt: skip
_MOST_TIMES = 8  # of a question
_ASSOCIATED = 0.6  # the worth of an associated word, relative to the word itself
# The worth of a compound word, if its last part never occurs alone: "Pumpe" for "Wasserpumpe".
_COMPOUND, _SHORTEST_HEAD = 0.8, 4
_MOST_LOOKED_UP = 2_000  # terms of one question to look up


@dataclass(frozen=True)
class ParsedQuestion:
    """A question, parsed for the search.

    Attributes:
        terms: of the question, each with its inverse document frequency.
        names: the terms that name a speaker; a turn need not contain its speaker's name.
        speakers: the words of those names, as marks.
        components: all words of the question, as marks of what a passage is about.
        synonyms: synonyms of the terms, each with its worth.
        found: the number of passages with each term.
        average: the average number of terms of a passage, by its kind.
        spans: the times that the question names.
        is_of_time: whether it asks for everything of a time: "what happened in May?", "what did Ada
            say yesterday?".
        topics: what the question is about, in the words of records: each with its synonyms.
        pairs: words with the number that follows, such as ("joint", "3") and ("E", "17").
        sides: words for a side with the word that follows, such as ("right", "sonar").
        is_about_talk: whether it asks what somebody said.
        asks_count: whether it asks how often something was.
        opens_with_who: whether its first word asks for a person.
        asks_for_faults: whether it asks for what broke, and not for everything that was.
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
    sides: tuple[tuple[str, str], ...] = ()
    is_about_talk: bool = False
    asks_when: bool = False
    asks_who: bool = False
    opens_with_who: bool = False
    asks_count: bool = False
    asks_for_faults: bool = False
    asks_for_resolved: bool = False
    seen: Mapping[str, datetime] = field(default_factory=dict)

    @property
    def subject(self) -> dict[str, float]:
        """The terms that do not only name a speaker; all terms if there are no others."""
        return {t: w for t, w in self.terms.items() if t not in self.names} or dict(self.terms)


def understand(
    index: RecallIndex,
    query: str,
    now: datetime,
    zone: tzinfo | None,
    counted: Sequence[TimeSpan] = (),
) -> ParsedQuestion:
    """Parse a question and look up its words in the index.

    Args:
        now: the time that "yesterday" is relative to.
        zone: the time zone of the question's days; None for this machine's.
        counted: times that the question counts from an event.
    """
    parts = _take_apart(index, query, now, zone, counted)
    names = frozenset(parts.speakers.values())
    synonyms = {
        other: _ASSOCIATED
        for term in parts.terms
        if term not in names
        for other in associated(term)
    }
    compounds = _compounds_of(index, parts)
    for of_term in compounds.values():
        synonyms |= of_term
    topics, found = _topics_in(index, parts, synonyms, compounds)
    passages = index.count_passages()

    def worth_of(term: str) -> float:
        return rarity(passages, found.get(term, 0))

    return ParsedQuestion(
        terms={term: worth_of(term) for term in parts.terms},
        names=names,
        speakers=frozenset(parts.speakers),
        components=frozenset(marks_of("component", parts.query)),
        synonyms={
            other: worth * rarity(passages, found[other])
            for other, worth in synonyms.items()
            if other in found and other not in parts.terms
        },
        found=found,
        average=index.averages(),
        spans=parts.spans,
        is_of_time=parts.is_of_time,
        topics=tuple(topic.weighed(worth_of, found.keys()) for topic in topics),
        pairs=tuple(
            (word, number)
            for word, number in pairwise(parts.subject)
            if number.isdigit() and not word.isdigit()
        ),
        sides=tuple(
            (side, other)
            for side, other in pairwise(map(term_of, words_of(parts.plain)))
            if side in SIDES and other in parts.subject
        ),
        is_about_talk=parts.is_about_talk,
        asks_when=asks_when(parts.query),
        asks_who=asks_who(parts.query),
        opens_with_who=opens_with_who(parts.query),
        asks_count=asks_count(parts.query),
        asks_for_faults=asks_for_faults(parts.query),
        asks_for_resolved=parts.asks_for_resolved,
    )


@dataclass(frozen=True)
class _QuestionParts:
    """The parts of a question.

    Attributes:
        query: the question, with its times in English.
        plain: the same without its times.
        terms: what is searched for: without times that are relative to today.
        speakers: the words that name a speaker, as marks, each with its term.
        subject: the terms for what it is about: without times, without a speaker who need not be
            named, and without words that ask for what was repaired.
    """

    query: str
    plain: str
    terms: tuple[str, ...]
    spans: tuple[TimeSpan, ...]
    speakers: Mapping[str, str]
    subject: tuple[str, ...]
    is_about_talk: bool
    asks_for_resolved: bool

    @property
    def about(self) -> tuple[str, ...]:
        """The subject, or all terms if there is no subject."""
        return (self.subject or self.terms)[:_MOST_TERMS]

    @property
    def is_of_time(self) -> bool:
        """Whether only a time, a speaker and general words say what is wanted."""
        rest = without_resolved(self.plain) if self.asks_for_resolved else self.plain
        names = self.speakers.values()
        return bool(self.spans) and all(
            term in _GENERAL or term in names or is_frame(term)
            for term in _content(without_present(without_faults(rest)))
        )


def _take_apart(
    index: RecallIndex,
    query: str,
    now: datetime,
    zone: tzinfo | None,
    counted: Sequence[TimeSpan],
) -> _QuestionParts:
    """Take a question apart; the arguments are those of :func:`understand`."""
    query = with_english_times(query)
    spans = (*spans_in(query, now, zone), *counted)[:_MOST_TIMES]
    relative = [span for span in spans if not span.is_date]
    terms = tuple(dict.fromkeys(_content(_without(query, relative))))[:_MOST_TERMS]
    plain = _without(query, spans)
    is_about_talk = not _TALK.isdisjoint(terms_of(query))
    speakers = _speakers_in(index, query, is_about_talk=is_about_talk)
    subject = tuple(_content(plain)) if spans else terms
    if speakers and is_about_talk:  # the speaker is known, and need not be named in a turn
        left_out = _TALK.union(speakers.values())
        subject = tuple(term for term in subject if term not in left_out)
    is_resolved = asks_for_resolved(query)
    if is_resolved:  # an entry that is over does not say so in words
        kept = set(_content(without_resolved(plain)))
        subject = tuple(term for term in subject if term in kept) or subject
    return _QuestionParts(query, plain, terms, spans, speakers, subject, is_about_talk, is_resolved)


def _content(query: str) -> list[str]:
    """Return the terms of a question, without function words of its language."""
    return terms_of(without_function_words(query))


def _without(query: str, spans: Sequence[TimeSpan]) -> str:
    """Return a question without the words of some times.

    Words for times relative to today are never searched for: elsewhere they meant other days.
    """
    for span in reversed(spans):
        query = f"{query[: span.at[0]]} {query[span.at[1] :]}"
    return query


def _speakers_in(index: RecallIndex, query: str, *, is_about_talk: bool) -> Mapping[str, str]:
    """Return the words of a question that name a speaker, as marks, each with its term."""
    plain = {
        plain_form(word).removesuffix("'s").replace("'", ""): term_of(word)
        for word in words_of(query)[: 2 * _MOST_TERMS]
    }
    words = {
        mark("speaker", word): term
        for word, term in plain.items()
        if is_about_talk or word not in _ROLES
    }
    return {name: words[name] for name in index.found(list(words))}


def _topics_in(
    index: RecallIndex,
    parts: _QuestionParts,
    synonyms: Iterable[str],
    compounds: Mapping[str, Mapping[str, float]],
) -> tuple[list[Topic], Mapping[str, int]]:
    """Return the topics of a question, and the number of passages with each word for them.

    Args:
        synonyms: synonyms of the terms, which are looked up too.
        compounds: compound words by the term of the question that they end in.
    """
    is_foreign = bool(language_of(parts.query))
    phrases = [] if is_foreign else sayings(parts.plain)
    topics = [
        topic.with_synonyms({t: w for own in topic.own for t, w in compounds.get(own, {}).items()})
        for topic in topics_of(parts.about, phrases, is_foreign=is_foreign)
    ]
    others = (term for topic in topics for term in topic.synonyms)
    wanted = dict.fromkeys((*parts.terms, *synonyms, *others))
    found = dict(index.found(list(wanted)[:_MOST_LOOKED_UP]))
    if not is_foreign:
        topics = [  # names of speakers get no general words
            topic.with_general(lambda term: found.get(term, 0))
            if topic.own.keys().isdisjoint(parts.speakers.values())
            else topic
            for topic in topics
        ]
        general = set[str]().union(*(topic.general for topic in topics)) - wanted.keys()
        found |= index.found(sorted(general)[:_MOST_LOOKED_UP])
    return topics, found


def _compounds_of(index: RecallIndex, parts: _QuestionParts) -> dict[str, dict[str, float]]:
    """Return the compound words that end in a term of a question, for terms found nowhere."""
    terms = [t for t in parts.terms if len(t) >= _SHORTEST_HEAD and t.isascii() and t.isalpha()]
    found = index.found(terms)
    unknown = (term for term in terms if not found.get(term))
    return {term: dict.fromkeys(index.ending_in(root_of(term)), _COMPOUND) for term in unknown}


def associated(term: str) -> Sequence[str]:
    """Return the terms that a term of a question may stand for; often none.

    A question often names a kind of thing where the answer names the thing, or uses a synonym: a
    question about sensors means lidars and cameras as well. The words are a small list
    (``config/english.yaml``) that contains nothing specific to one memory.
    """
    return _table().get(term, ())


@lru_cache(maxsize=1)
def _table() -> dict[str, list[str]]:
    """Return the associated terms of each term."""
    lists = word_lists()
    table: dict[str, list[str]] = {}
    groups = [(names, (*members, *names)) for names, members in lists.kinds]
    for names, others in (*groups, *((group, group) for group in lists.synonyms)):
        terms = [term for term in map(term_of, others) if term]
        for name in map(term_of, names):
            table.setdefault(name, []).extend(term for term in terms if term != name)
    return table


def rarity(passages: int, found: int) -> float:
    """Return the inverse document frequency of a term, as in BM25."""
    return math.log(1.0 + max(0.0, passages - found + 0.5) / (found + 0.5))
