"""Scores how well the words of passages fit a question.

BM25 (Robertson and Zaragoza, *The Probabilistic Relevance Framework*, 2009) over stems, with
additions for conversations: the speaker is known, so a turn need not contain the name; an answer
follows its question; and a turn that only asks is rarely an answer. The numbers for turns were
chosen on conversations of people, those for records on questions about robots
(docs/reference/recall.md describes how).

See docs/reference/recall.md, "How it searches" and "When nothing answers".
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import pairwise, takewhile

from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.text.conversation import is_person
from robot_memory.foundation.words.index_terms import term_of, terms_of
from robot_memory.ledger import Kind
from robot_memory.long_term.recall.entry_feed import FAULT, RESOLVED
from robot_memory.long_term.recall.hit_merger import ScoredPassage
from robot_memory.long_term.recall.parsed_question import SIDES, ParsedQuestion
from robot_memory.long_term.recall.passage import IndexedPassage, kind_of
from robot_memory.long_term.recall.query import HitSource
from robot_memory.long_term.recall.recall_index import RecallIndex, time_of

_K1, _B = 1.0, 0.35
_MOST_OF_A_TERM = _K1 + 1.0  # limit for a term that occurs again and again, times its worth
_SYNONYM = 0.6  # factor for a synonym in a conversation, times its worth in the thesaurus
_COVERED = 0.5  # added for a passage with all words of the question
_BEFORE = 0.3  # share of the previous turn's fit that is added
_ANSWER = 1.0  # added to that share if the previous turn is a question
_ASKING = 0.5  # taken off a turn that only asks
_MORE = 0.5  # factor for further words for the same topic
_NOT_SAID_BY = 0.3  # factor for others' words, if the question asks what somebody said
_BY_SOMEBODY = 1.4  # factor for a person's note or turn, if the question asks for a person
_OF_FACT = 0.6  # factor for a fact: it has few words, so one common word says less
_RETOLD_WHEN = 0.2  # factor for facts and knowledge, if the question asks for a time
_NOTED = 0.45  # factor for a note, if the question asks when or how often something was
_PAIR = 1.0  # added for a word with just its number, "joint 3", times their worth
_TOPICS = 2.0  # added for a passage about all topics of the question
_NO_FAULT = 0.3  # factor for a passage about no fault, if the question asks what broke
_EXACT = 1.3  # factor for a passage about exactly the component that the question names
_ENOUGH = 0.84  # share of the topics' worth from which the best passage answers the question
_IN_TIME = 2.5  # factor for a passage from the time that the question names
_INDEX = term_of("index")

_FACT, _ENTRY = HitSource.FACT.value, HitSource.ENTRY.value
#: Their times are those of learning or writing, not those of the event.
_RETOLD = (HitSource.FACT.value, HitSource.KNOWLEDGE.value)
Place = tuple[str, int]


def score(
    question: ParsedQuestion, found: Sequence[IndexedPassage]
) -> list[tuple[float, IndexedPassage]]:
    """Return the fit of each passage, without its prior weight."""
    of_turns = _Words(question, question.subject)
    of_records = _Topics(question)
    own = [
        _of_kind(question, one)
        if question.is_of_time
        else (of_turns if one.turn >= 0 else of_records).fit(one)
        for one in found
    ]
    turns: dict[Place, tuple[float, float]] = {}
    for fit, one in zip(own, found, strict=True):
        if one.turn >= 0:
            place = (one.conversation, one.turn)
            if place not in turns or turns[place] < (fit, one.asks):
                turns[place] = (fit, one.asks)
    authors = _authors(found)
    scored = []
    for own_fit, one in zip(own, found, strict=True):
        if one.turn >= 0:
            fit = _of_turn(question, one, turns)
        else:
            fit = own_fit * _named(question, one) * _author_factor(question, one, authors)
        scored.append((fit * _timely(question, one) if question.spans else fit, one))
    return scored


def is_answered(question: ParsedQuestion, fits: Iterable[float]) -> bool:
    """Tell whether the best passage says enough about the topics of a question.

    A question about a time is answered by anything of that time.
    """
    asked = sum(topic.most for topic in question.topics)
    return question.is_of_time or max(fits, default=0.0) >= _ENOUGH * asked


def is_of_another(question: ParsedQuestion, one: IndexedPassage) -> bool:
    """Tell whether a passage is about another number or side than the question: "tank 9", not 3.

    A list, "tanks 3 and 9", and a range, "tanks 7-12", are about each of their numbers. A 3 without
    the word or its synonym, as in "1 to 3 V", is about no tank. A statement about the left part
    does not answer a question about the right part either.
    """
    there = one.terms.split()
    return any(
        other in there and side not in there and not SIDES[side].isdisjoint(there)
        for side, other in question.sides
    ) or any(
        _numbers_others(there, word, int(number)) or _counts_else(question, there, word, number)
        for word, number in question.pairs
    )


def _counts_else(question: ParsedQuestion, terms: Sequence[str], word: str, number: str) -> bool:
    """Tell whether a number occurs only after other words than the question's.

    A number before the same word as in the question counts as the same: "a lip of 3 cm", "a 3 cm
    lip".
    """
    after = dict(pairwise(question.terms)).get(number, "")
    others = (topic.synonyms for topic in question.topics if word in topic.own)
    meant = {word, *(synonym for synonyms in others for synonym in synonyms)}
    return (
        number in terms
        and (number, after) not in pairwise(terms)
        and not any(number in numbers for one in meant for numbers in _numbers_behind(terms, one))
    )


def _numbers_others(terms: Sequence[str], word: str, number: int) -> bool:
    """Tell whether numbers follow a word, and the given number is not among or between them."""
    behind = [list(map(int, numbers)) for numbers in _numbers_behind(terms, word)]
    return bool(behind) and not any(min(one) <= number <= max(one) for one in behind)


def _numbers_behind(terms: Sequence[str], word: str) -> Iterator[list[str]]:
    """Yield the numbers after each occurrence of a word: "motors 3 and 4", "motors index 3"."""
    for place in (at for at, term in enumerate(terms, 1) if term == word):
        place += terms[place : place + 1] == [_INDEX]
        if numbers := list(takewhile(str.isdecimal, terms[place:])):
            yield numbers


def _of_kind(question: ParsedQuestion, one: IndexedPassage) -> float:
    """Return the fit for a question about a time: lower if the passage is not of the asked kind."""
    if question.asks_for_resolved:
        return 1.0 if one.note == RESOLVED else _NO_FAULT
    return 1.0 if _is_of_fault(one) or not question.asks_for_faults else _NO_FAULT


def _is_of_fault(one: IndexedPassage) -> bool:
    """Tell whether a detector reported the passage."""
    return FAULT in one.note.split() or one.note == Kind.ONSET.value


class _Words:
    """Scores turns by the words of a question; ``wanted`` has the rarity of each term."""

    def __init__(self, question: ParsedQuestion, wanted: Mapping[str, float]) -> None:
        self._average = question.average
        self._wanted = wanted
        self._all = sum(wanted.values()) or 1.0
        others: dict[str, float] = {}
        for topic in question.topics:
            others |= topic.synonyms
        others |= question.synonyms
        self._worth = {term: _SYNONYM * worth for term, worth in others.items()} | dict(wanted)

    def fit(self, one: IndexedPassage) -> float:
        """Return how well the words of a passage fit."""
        there = one.terms.split()
        common = self._worth.keys() & there
        if not common:
            return 0.0
        norm = _norm_of(one, len(there), self._average)
        fit = covered = 0.0
        for term in sorted(common):
            count = there.count(term)
            covered += self._wanted.get(term, 0.0)
            fit += self._worth[term] * _MOST_OF_A_TERM * count / (count + norm)
        return fit * (1.0 + _COVERED * covered / self._all)


class _Topics:
    """Scores records by the topics of a question."""

    def __init__(self, question: ParsedQuestion) -> None:
        self._average = question.average
        self._asks_when, self._asks_count = question.asks_when, question.asks_count
        self._most = [topic.most for topic in question.topics]
        self._all = sum(self._most) or 1.0
        self._pairs = [
            (f" {word} {number} ", question.terms.get(word, 0.0) + question.terms.get(number, 0.0))
            for word, number in question.pairs
        ]
        #: By term: the topic's number, whether the term is the question's own, and its worth.
        self._worth: dict[str, list[tuple[int, bool, float]]] = {}
        for number, topic in enumerate(question.topics):
            for is_own, words in ((True, topic.own), (False, topic.synonyms)):
                for term, worth in words.items():
                    self._worth.setdefault(term, []).append((number, is_own, worth))

    def fit(self, one: IndexedPassage) -> float:
        """Return how well the words of a passage fit."""
        there = one.terms.split()
        common = self._worth.keys() & there
        if not common:
            return 0.0
        norm = _norm_of(one, len(there), self._average)
        nothing = [0.0] * len(self._most)
        own, best, others = nothing, nothing.copy(), nothing.copy()  # by topic
        for term in sorted(common):
            count = there.count(term)
            saturated = _MOST_OF_A_TERM * count / (count + norm)
            for number, is_own, worth in self._worth[term]:
                gain = worth * saturated
                if is_own:
                    own[number] += gain
                else:
                    others[number] += gain
                    if gain > best[number]:
                        best[number] = gain
        fit, covered = self._together(own, others, best)
        for pair, worth in self._pairs:
            if pair in f" {one.terms} ":
                fit += _PAIR * worth
        return fit * self._of_source(one) * (1.0 + _TOPICS * covered / self._all)

    def _of_source(self, one: IndexedPassage) -> float:
        """Return the factor for the source: facts and notes hardly tell when something was."""
        if one.source in _RETOLD and self._asks_when:
            return _RETOLD_WHEN
        if one.source == _FACT:
            return _OF_FACT
        is_note = one.source == _ENTRY and not _is_of_fault(one) and one.note != RESOLVED
        return _NOTED if is_note and (self._asks_when or self._asks_count) else 1.0

    def _together(
        self, own: Sequence[float], others: Sequence[float], best: Sequence[float]
    ) -> tuple[float, float]:
        """Return the joint worth of a passage's topics, and how much of them it covers."""
        fit = covered = 0.0
        for of_own, of_others, synonyms, most in zip(own, others, best, self._most, strict=True):
            gain = of_own if of_own > synonyms else synonyms
            if gain:
                fit += gain + _MORE * (of_own + of_others - gain)
                covered += gain if gain < most else most
        return fit, covered


def _norm_of(one: IndexedPassage, length: int, averages: Mapping[str, float]) -> float:
    """Return the norm that BM25 adds to a term's count: higher for passages long for their kind.

    Lengths are in terms; ``averages`` has the average length by kind.
    """
    average = averages.get(kind_of(one.source, one.turn), length)
    return _K1 * (1.0 - _B + _B * length / average)


def _of_turn(
    question: ParsedQuestion, one: IndexedPassage, turns: Mapping[Place, tuple[float, float]]
) -> float:
    """Return the fit of a turn, with the previous turn and its speaker considered."""
    fit, asks = turns[one.conversation, one.turn]
    before, before_asks = turns.get((one.conversation, one.turn - 1), (0.0, 0.0))
    fit += _BEFORE * (1.0 + _ANSWER * before_asks) * before
    fit *= 1.0 - _ASKING * asks
    if question.speakers:
        is_named = not question.speakers.isdisjoint(one.speaker_words)
        return fit if is_named else fit * _NOT_SAID_BY
    is_by_somebody = one.speaker != "" and is_person(one.speaker)
    return fit * _BY_SOMEBODY if question.asks_who and is_by_somebody else fit


def _authors(found: Iterable[IndexedPassage]) -> dict[str, set[str]]:
    """Return the speakers of each entry's statement, by entry id; only its rows have them."""
    authors: dict[str, set[str]] = {}
    for one in found:
        if one.entry_id and one.speaker:
            authors.setdefault(one.entry_id, set()).update(one.speaker_words)
    return authors


def _author_factor(
    question: ParsedQuestion, one: IndexedPassage, authors: Mapping[str, Collection[str]]
) -> float:
    """Return the factor for the author, if a question names or asks for a speaker."""
    if not (question.speakers or question.asks_who):
        return 1.0
    authors_of_one = {*one.speaker_words, *authors.get(one.entry_id, ())}
    if not question.speakers:
        return _BY_SOMEBODY if authors_of_one else 1.0
    is_said = not question.is_about_talk or not question.speakers.isdisjoint(authors_of_one)
    return 1.0 if is_said else _NOT_SAID_BY


def _named(question: ParsedQuestion, one: IndexedPassage) -> float:
    """Return the factor for a passage about exactly what the question names (003, §5.1)."""
    if not one.component:
        return 1.0
    about = one.component_words
    return _EXACT if about and question.components.issuperset(about) else 1.0


def _timely(question: ParsedQuestion, one: IndexedPassage) -> float:
    """Return the factor for a passage from a time that the question names.

    Passages from other times are found as well: people misremember, and report events later.
    """
    moment = time_of(one.time)
    is_then = moment is not None and any(span.has(moment) for span in question.spans)
    return _IN_TIME if is_then or one.entry_id in question.seen else 1.0


# -- how unusual a passage is: "what broke on Tuesday?" does not ask for errors of every day -----

_LEAST = 0.2  # factor for a passage whose words are in all passages
_LEAST_OF_BEST = 0.1  # the same, if the question also says what it is about
_BEST = 10  # hits to compare in that case: looking up words takes time
_LOOKED_UP = 500  # terms to look up at once
_SMALL = 1_000  # passages; in a smaller memory no word is common yet

Scored = tuple[float, IndexedPassage]


def unusual_first(index: RecallIndex, scored: Sequence[Scored]) -> list[Scored]:
    """Return passages of a time, weighted higher the rarer their words are.

    Their time says nothing about their subject.
    """
    rarity = _rarity_of(index, {one.id: dict.fromkeys(one.terms.split()) for _, one in scored})
    return [(fit * (_LEAST + (1.0 - _LEAST) * rarity[one.id]), one) for fit, one in scored]


def unusual_of_best_first(
    index: RecallIndex, mixed: Sequence[ScoredPassage]
) -> list[ScoredPassage]:
    """Return the hits; among the best entries, rows and pages, unusual ones are weighted higher.

    A statement that is repeated every day matches many questions. Hits that are not compared count
    as the most usual of the best. Turns of conversations keep their score: people chose their
    words.
    """
    records = [one for one in mixed if one.found.turn < 0]
    best = nlargest(_BEST, records, key=lambda one: one.score)
    # The text counts, not the place: one sentence on two pages is as unusual on both.
    rarity = _rarity_of(index, {one.found.id: _said(one.found.text) for one in best})
    factors = {key: _LEAST_OF_BEST + (1.0 - _LEAST_OF_BEST) * one for key, one in rarity.items()}
    least = min(factors.values(), default=1.0)
    return [
        one if one.found.turn >= 0
        else replace(one, score=one.score * factors.get(one.found.id, least))
        for one in mixed
    ]  # fmt: skip


def _rarity_of(index: RecallIndex, passages: Mapping[int, Collection[str]]) -> dict[int, float]:
    """Return the mean rarity of each passage's terms, from 0 to 1."""
    count = max(_SMALL, index.count_passages())
    terms = list({term for some in passages.values() for term in some})
    found: dict[str, int] = {}
    for at in range(0, len(terms), _LOOKED_UP):
        found |= index.found(terms[at : at + _LOOKED_UP])
    most = math.log(1.0 + count)
    rarity = {term: most - math.log(1.0 + found.get(term, 0)) for term in terms}
    return {
        key: sum(map(rarity.__getitem__, some)) / (most * len(some)) if some else 0.0
        for key, some in passages.items()
    }


@cached_if_short(4096, longest=300)
def _said(text: str) -> tuple[str, ...]:
    """Return the distinct terms of a text, in a fixed order, which keeps sums reproducible."""
    return tuple(dict.fromkeys(terms_of(text)))
