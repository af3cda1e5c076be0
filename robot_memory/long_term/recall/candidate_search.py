"""Candidate passages for a question, found by their words (SQLite FTS5, BM25).

See docs/reference/recall.md, "How it searches".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import accumulate

from robot_memory.long_term.recall.parsed_question import ParsedQuestion
from robot_memory.long_term.recall.passage import TURN, IndexedPassage, mark, marks_of
from robot_memory.long_term.recall.query import LEVEL_OF_SOURCE, Query
from robot_memory.long_term.recall.recall_index import RecallIndex
from robot_memory.long_term.recall.time_span import TimeSpan

#: FTS5 ranks at most so many matches; more common words are only used to rank the result.
_MOST_WEIGHED = 1_500
#: The same limit in the search by topics.
_MOST_OF_SYNONYMS_WEIGHED = 800
#: The most passages to score: with words of the question, with synonyms, and turns after the
#: best of these.
_MOST_LOOKED_AT, _MOST_OF_SYNONYMS, _MOST_AFTER = 80, 60, 24
_MOST_OF_RECORDS = 50  # scored entries, rows and pages that match topics of the question
_MOST_TOGETHER = 4  # common words that must occur in the same passage


def find_candidates(
    index: RecallIndex, query: Query, question: ParsedQuestion
) -> list[IndexedPassage]:
    """Return the passages that share rare words with a question, and the turns after them."""
    if question.is_of_time:
        return _of_time(index, query, question)
    found: dict[int, IndexedPassage] = {}
    subject = _known(question.subject, question)
    # One search for each requested level: many hits of one level must not hide the others.
    levels = [replace(query, levels=(level,)) for level in query.levels] or [query]
    looks = [_Look(one, subject, max(_MOST_LOOKED_AT, query.limit)) for one in levels]
    together = 0  # words of the question that occur in one passage
    for look in looks:
        some, count = _with_words(index, question.found, look)
        together = max(together, count)
        if not all(one.is_own for one in some) and _is_cut(look, question.found, some):
            some += _own_with_words(index, look)  # agents' words must not displace what others said
        found |= {one.id: one for one in some if one.id not in found}
    synonyms = _known(question.synonyms, question)
    others = [
        _Look(query, synonyms, _MOST_OF_SYNONYMS, only_turns=True),
        *(
            _Look(_within(query, span), subject, _MOST_OF_SYNONYMS, together=together)
            for span in question.spans
        ),
    ]
    for look in others:
        some, _ = _with_words(index, question.found, look)
        found |= {one.id: one for one in some if one.id not in found}
    about = [number for number in _about_topics(index, query, question) if number not in found]
    holes = ", ".join("?" * len(about))
    found |= {one.id: one for one in index.passages(f"passages p WHERE p.id IN ({holes})", about)}
    places = [(one.conversation, one.turn) for one in found.values() if one.turn >= 0]
    after = _after(index, query, places[:_MOST_AFTER], set(places))
    return [*found.values(), *after]


def with_named_day(
    index: RecallIndex, query: Query, question: ParsedQuestion
) -> list[IndexedPassage]:
    """Return the passages that name the day of a question that consists only of a day."""
    if not question.is_of_time or not all(term.isdigit() for term in question.terms):
        return []
    day = f" {' '.join(question.terms)} "
    found = find_candidates(index, query, replace(question, is_of_time=False, spans=()))
    return [one for one in found if day in f" {one.terms} "]


@dataclass(frozen=True)
class _Look:
    """One search of the index: terms, filters and the most passages to return."""

    query: Query
    terms: Sequence[str]
    most: int
    only_turns: bool = False  # turns of conversations only; skipped if all terms are common
    together: int = _MOST_TOGETHER  # the most common terms to require in one passage
    is_own: bool = False  # only words of people, operators and detectors of this robot

    def read(self, index: RecallIndex, words: str, *, is_ranked: bool) -> list[IndexedPassage]:
        """Return matching passages: the best, or the newest."""
        match = " AND ".join((f"terms : ({words})", *_filters(self.query)))
        if self.only_turns:
            match = f"({match}) AND {_of_marks([TURN], 'AND')}"
        times, values = _times(self.query, "t")
        if self.is_own:
            times += " AND t.is_own"
        joined = "JOIN passages t ON t.id = words.rowid" if times else ""
        place = "bm25(words, 1.0, 0.0)" if is_ranked else "0"
        order = "place" if is_ranked else "words.rowid DESC"
        return index.passages(
            f"(SELECT words.rowid AS id, {place} AS place FROM words "
            f"{joined} WHERE words MATCH ? {times} ORDER BY {order} LIMIT ?) w "
            "CROSS JOIN passages p ON p.id = w.id ORDER BY w.place, w.id DESC",
            (match, *values, self.most),
        )


def _within(query: Query, span: TimeSpan) -> Query:
    """Return a query for a time span, within the time that the query already has."""
    start = max(query.since or span.start, span.start)
    return replace(query, since=start, until=min(query.until or span.end, span.end))


def _of_time(index: RecallIndex, query: Query, question: ParsedQuestion) -> list[IndexedPassage]:
    """Return the newest passages from the time spans of a question."""
    found: dict[int, IndexedPassage] = {}
    for span in question.spans:
        inside, values = _times(_within(query, span), "p")
        most = max(_MOST_LOOKED_AT, query.limit)
        for times in (inside, f"{inside} AND p.is_own"):
            newest = index.passages(
                f"passages p WHERE TRUE {times} ORDER BY p.time DESC LIMIT ?", (*values, most)
            )
            spoken = _spoken(index, question, times, values)
            for one in (*newest, *spoken):
                found.setdefault(one.id, one)
            if len(newest) < most and len(spoken) < _MOST_LOOKED_AT:
                break  # all were found; otherwise agents' words must not displace what others said
    for at in range(0, len(question.seen), _MOST_LOOKED_AT):
        names = sorted(question.seen)[at : at + _MOST_LOOKED_AT]
        holes = ", ".join("?" * len(names))
        for one in index.passages(f"passages p WHERE p.ref IN ({holes})", names):
            found.setdefault(one.id, one)
    return [one for one in found.values() if matches(one, query)]


def _spoken(
    index: RecallIndex, question: ParsedQuestion, times: str, values: Sequence[float]
) -> list[IndexedPassage]:
    """Return what the speakers named in a question said at a time: few of all passages then.

    Args:
        times, values: the condition on the time of ``p``; see :func:`_times`.
    """
    if not question.speakers:
        return []
    return index.passages(
        "words w CROSS JOIN passages p ON p.id = w.rowid "
        f"WHERE words MATCH ? {times} ORDER BY p.time DESC LIMIT ?",
        (_of_marks(sorted(question.speakers), "OR"), *values, _MOST_LOOKED_AT),
    )


def _known(terms: Iterable[str], question: ParsedQuestion) -> list[str]:
    """Return the terms that occur in the index, the rarest first."""
    known = [term for term in terms if question.found.get(term, 0) > 0]
    return sorted(known, key=lambda term: (question.found[term], term))


def _about_topics(index: RecallIndex, query: Query, question: ParsedQuestion) -> list[int]:
    """Return the passages about most topics of a question, whatever their words.

    For each topic the most telling word counts. Words that tell little are left out once too many
    passages have them.
    """
    words = sorted(
        (-worth, term, number)
        for number, topic in enumerate(question.topics)
        for terms in (topic.own, topic.synonyms)
        for term, worth in terms.items()
        if question.found.get(term, 0) > 0
    )
    filters = "".join(f" AND {group}" for group in _filters(query))
    times, values = _times(query, "t")
    joined = f"JOIN passages t ON t.id = words.rowid WHERE words MATCH ? {times}"
    sql = f"SELECT words.rowid FROM words {joined if values else 'WHERE words MATCH ?'}"
    fit: dict[int, float] = {}
    about: set[tuple[int, int]] = set()
    weighed = 0
    for negative, term, number in words:
        weighed += question.found[term]
        if weighed > _MOST_OF_SYNONYMS_WEIGHED:
            break
        for (passage,) in index.query(sql, (f'terms : ("{term}"){filters}', *values)):
            if (passage, number) not in about:
                about.add((passage, number))
                fit[passage] = fit.get(passage, 0.0) - negative
    return nlargest(_MOST_OF_RECORDS, fit, key=lambda passage: (fit[passage], passage))


def _with_words(
    index: RecallIndex, counts: Mapping[str, int], look: _Look
) -> tuple[list[IndexedPassage], int]:
    """Return passages with rare terms, best first; or passages with several common terms.

    Also return how many common terms occur together; 0 if that was not searched.

    Args:
        counts: the number of passages with each term.
    """
    chosen = _rare(look, counts)
    if not chosen:
        return ([], 0) if look.only_turns else _common(index, look)
    return look.read(index, " OR ".join(_quoted(chosen)), is_ranked=True), 0


def _rare(look: _Look, counts: Mapping[str, int]) -> list[str]:
    """Return the terms, rarest first, that are rare enough together to be ranked."""
    weighed = accumulate(counts[term] for term in look.terms)
    return [term for term, sum_ in zip(look.terms, weighed, strict=True) if sum_ <= _MOST_WEIGHED]


def _is_cut(look: _Look, counts: Mapping[str, int], found: Sequence[IndexedPassage]) -> bool:
    """Tell whether there may be more passages with one of the terms than were found."""
    return len(found) >= look.most or len(_rare(look, counts)) < len(look.terms)


def _own_with_words(index: RecallIndex, look: _Look) -> list[IndexedPassage]:
    """Search again, only in the words of people, operators and detectors of this robot.

    A word that is common only because of agents may be rare among these: it is counted again.
    """
    sql = (
        "SELECT count(*) FROM (SELECT 1 FROM words JOIN passages t ON t.id = words.rowid "
        "WHERE words MATCH ? AND t.is_own LIMIT ?)"
    )
    counts = {
        term: index.query(sql, (f'terms : ("{term}")', _MOST_WEIGHED + 1))[0][0]
        for term in look.terms
    }
    terms = sorted((term for term in counts if counts[term]), key=lambda term: counts[term])
    return _with_words(index, counts, replace(look, terms=terms, is_own=True))[0]


def _common(index: RecallIndex, look: _Look) -> tuple[list[IndexedPassage], int]:
    """Return the newest passages with as many of the rarest words as occur in one passage."""
    found: list[IndexedPassage] = []
    together = 0
    for count in range(min(look.together, len(look.terms)), 0, -1):
        found = look.read(index, " AND ".join(_quoted(look.terms[:count])), is_ranked=False)
        together = together or (count if found else 0)
        if len(found) >= look.query.limit:
            break
    return found, together


def matches(one: IndexedPassage, query: Query) -> bool:
    """Tell whether a passage matches a query's source, level, speaker, component and time."""
    there = set(one.marks.split())
    marks = {*marks_of("speaker", query.speaker), *marks_of("component", query.component)}
    if not marks <= there or any(there.isdisjoint(group) for group in _any_of(query)):
        return False
    since = query.since is None or (one.time or -math.inf) >= query.since.timestamp()
    return since and (query.until is None or (one.time or math.inf) <= query.until.timestamp())


def _after(
    index: RecallIndex, query: Query, places: Sequence[tuple[str, int]], known: set[tuple[str, int]]
) -> list[IndexedPassage]:
    """Return the turns that follow others, unless the query excludes them."""
    wanted = dict.fromkeys(
        (conversation, turn + 1)
        for conversation, turn in places
        if (conversation, turn + 1) not in known
    )
    if not wanted or query.since or query.until or query.component:
        return []
    rows = ", ".join(["(?, ?)"] * len(wanted))
    found = index.passages(
        f"(SELECT column1 AS conversation, column2 AS turn FROM (VALUES {rows})) w "
        "CROSS JOIN passages p ON p.conversation = w.conversation AND p.turn = w.turn "
        "AND p.conversation <> ''",
        [value for place in wanted for value in place],
    )
    speakers = set(marks_of("speaker", query.speaker))
    return [one for one in found if speakers.issubset(one.speaker_words)]


def _quoted(terms: Iterable[str]) -> list[str]:
    return [f'"{term}"' for term in terms]


def _any_of(query: Query) -> list[list[str]]:
    """Return groups of marks; a passage must have one mark of each group."""
    of_levels = [source for source, level in LEVEL_OF_SOURCE.items() if level in query.levels]
    sources = [mark("source", name) for name in query.sources]
    levels = [mark("level", name) for name in query.levels]
    levels += [mark("source", name) for name in of_levels]
    return [group for group in (sources, levels) if group]


def _filters(query: Query) -> list[str]:
    groups = [_of_marks(marks, "OR") for marks in _any_of(query)]
    for kind, name in (("speaker", query.speaker), ("component", query.component)):
        if name:
            groups.append(_of_marks(marks_of(kind, name) or [mark(kind, "")], "AND"))
    return groups


def _times(query: Query, table: str) -> tuple[str, list[float]]:
    """Return the SQL condition on the time, with its values."""
    sql, values = "", []
    for sign, time in ((">=", query.since), ("<=", query.until)):
        if time is not None:
            sql += f" AND {table}.time {sign} ?"
            values.append(time.timestamp())
    return sql, values


def _of_marks(marks: Sequence[str], joint: str) -> str:
    return f"marks : ({f' {joint} '.join(_quoted(marks))})"
