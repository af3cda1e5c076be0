"""Formats hits with the reasons why they were found, and a turn with its neighbouring turns.

The neighbours are read from the index after the ranking.

See docs/reference/topics.md, "RecallHit".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, tzinfo

from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.words.index_terms import term_of, words_of
from robot_memory.long_term.recall.hit_merger import ScoredPassage, is_own_hit, same_form
from robot_memory.long_term.recall.parsed_question import ParsedQuestion
from robot_memory.long_term.recall.passage import IndexedPassage, id_of
from robot_memory.long_term.recall.prior_weight import WordSource
from robot_memory.long_term.recall.query import Hit, HitSource, Query, level_of
from robot_memory.long_term.recall.recall_index import RecallIndex, time_of

_MOST_WORDS = 6  # to name as a reason
_NEIGHBOURS = (
    "SELECT turn, speaker, text, time, is_own FROM passages "
    "WHERE conversation = ? AND turn BETWEEN ? AND ? "
    "AND conversation <> '' AND turn >= 0 ORDER BY turn, id"
)


class HitFormatter:
    """Makes hits; days are in the time zone ``zone``, None for this machine's.

    Args:
        occurrences: returns when the fault of an entry was present, as far as the question asks.
    """

    def __init__(
        self,
        index: RecallIndex,
        query: Query,
        question: ParsedQuestion,
        zone: tzinfo | None,
        words: WordSource,
        occurrences: Callable[[str], Iterable[str]] = lambda _: (),
    ) -> None:
        self._index = index
        self._query = query
        self._question = question
        self._zone = zone
        self._source_of_words = words
        self._occurrences = occurrences
        of_topics = {term for topic in question.topics for term in topic.synonyms}
        self._synonyms = of_topics.union(question.synonyms)
        self._wanted = {*question.terms, *self._synonyms}
        self._words = {term: word for word in words_of(query.text) if (term := term_of(word))}

    def to_hit(self, one: ScoredPassage, is_answer: bool) -> Hit:
        """Return the hit for a scored passage."""
        found = one.found
        return Hit(
            source=found.source,
            level=level_of(found.source, found.ref).value,
            id=found.ref,
            where=found.place,
            time=self._moment(found),
            text=without_secrets(one.worth.text) or found.text,
            context=self._around(found),
            score=round(one.score, 6),
            why=tuple(self._why(one)),
            conversation_id=id_of(found.conversation),
            turn=found.turn if found.turn >= 0 else None,
            speaker=found.speaker if found.turn >= 0 else _author(one) or found.speaker,
            is_own=is_own_hit(one),
            is_answer=is_answer,
        )

    def _around(self, found: IndexedPassage) -> str:
        """Return the turns before and after a turn, each on a line with its speaker."""
        if found.turn < 0 or not found.conversation:
            return ""
        rows = self._index.query(_NEIGHBOURS, (found.conversation, found.turn - 1, found.turn + 1))
        return "\n".join(
            f"{speaker}: {text}" if speaker else str(text)
            for turn, speaker, text, time, is_own in rows
            if turn != found.turn
            and (is_own or not self._source_of_words.is_distrusted(text, time))
        )

    def _why(self, one: ScoredPassage) -> Iterator[str]:
        found = one.found
        there = set(found.terms.split())
        shared = [f"'{word}'" for term, word in self._words.items() if term in there]
        if shared:
            yield f"says {', '.join(shared[:_MOST_WORDS])}"
        elif synonyms := [w for w in words_of(found.text) if term_of(w) in self._synonyms]:
            named = ", ".join(f"'{word}'" for word in dict.fromkeys(synonyms[:_MOST_WORDS]))
            yield f"says something like it: {named}"
        elif any(term_of(word) in self._wanted for word in words_of(self._around(found))):
            yield "is next to a turn that matches"
        elif not self._question.is_of_time:
            yield "is like it"
        is_named = self._question.speakers.intersection(found.marks.split())
        if found.speaker and (self._query.speaker or is_named):
            yield f"spoken by {found.speaker}"
        is_entry = found.source == HitSource.ENTRY.value
        occurrences = list(filter(None, self._occurrences(found.ref))) if is_entry else []
        yield from occurrences or self._when(found)
        if self._query.component:
            yield f"about {found.component}"
        yield from one.worth.why
        is_counted = bool(occurrences and self._question.spans)
        if self._question.asks_count and is_entry and not is_counted:
            yield f"seen {found.times} times" if found.times > 1 else "seen once"
        elsewhere = {_name(other) for other in one.others if other.source != found.source}
        if elsewhere:
            yield f"also {', '.join(sorted(elsewhere))}"

    def _moment(self, found: IndexedPassage) -> datetime | None:
        """Return when it was last said or seen, preferring the time that was asked for."""
        return self._question.seen.get(found.entry_id) or time_of(found.time)

    def _when(self, found: IndexedPassage) -> Iterator[str]:
        """Yield the day of a passage within the time that was asked for."""
        moment = self._moment(found)
        for span in self._question.spans:
            if moment is not None and span.has(moment):
                yield f"on {moment.astimezone(self._zone).date().isoformat()} ({span.words})"


def _author(one: ScoredPassage) -> str:
    """Return who said what an entry says now, according to its ledger rows.

    Rows count only if their text is the entry's present text. An agent that said first what a
    person or a detector says now is not the speaker.
    """
    rows = [other for other in one.others if other.source == HitSource.OBSERVATION.value]
    said = (other for other in rows if other.speaker and other.is_own == is_own_hit(one))
    now = same_form(one.found.text)
    return next((other.speaker for other in said if same_form(other.text) == now), "")


def _name(other: IndexedPassage) -> str:
    """Return the name of another place with the same statement."""
    if other.source == HitSource.KNOWLEDGE.value:
        return f"in {other.ref}"
    return f"an {other.source}" if other.source[0] in "eo" else f"a {other.source}"
