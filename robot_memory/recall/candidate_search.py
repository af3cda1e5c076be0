"""The passages that a question may mean, found by their words (SQLite FTS5, BM25)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from robot_memory.recall.hit import LEVEL_OF_SOURCE
from robot_memory.recall.indexed_passage import COLUMNS, IndexedPassage
from robot_memory.recall.parsed_question import ParsedQuestion
from robot_memory.recall.passage import TURN, mark, marks_of
from robot_memory.recall.query import Query
from robot_memory.recall.recall_index import RecallIndex
from robot_memory.recall.time_span import TimeSpan

#: So many passages are weighed by FTS5; common words beyond that only tell among what is found.
_MOST_WEIGHED = 1_500
#: So many of them are looked at closely: for what the question says, for other words of it, and
#: turns of which the one before or after is among the best.
_MOST_LOOKED_AT, _MOST_OF_KIN, _MOST_AROUND = 150, 70, 40
#: Entries, rows and pages with other words for what is asked.
_MOST_OF_RECORDS = 100
_MOST_TOGETHER = 4  # common words that have to stand together


def find_candidates(
    index: RecallIndex, asked: Query, question: ParsedQuestion
) -> list[IndexedPassage]:
    """Return the passages that share telling words with a question, and the turns around them."""
    if question.is_of_time:
        return _of_time(index, asked, question)
    found: dict[int, IndexedPassage] = {}
    subject = _known(question.subject, question)
    looks = [
        *(_Look(one, subject, max(_MOST_LOOKED_AT, asked.limit)) for one in _each_level(asked)),
        _Look(asked, _known(question.names, question), _MOST_OF_KIN, is_said=False),
        _Look(asked, _known(question.kin, question), _MOST_OF_KIN, is_said=True, has_common=False),
        _Look(asked, _telling_kin(question), _MOST_OF_RECORDS, has_common=False),
        *(_Look(_within(asked, span), subject, _MOST_OF_KIN) for span in question.spans),
    ]
    for look in looks:
        for one in _with_words(index, question, look):
            found.setdefault(one.id, one)
    places = [(one.conversation, one.turn) for one in found.values() if one.turn >= 0]
    around = _around(index, asked, places[:_MOST_AROUND], set(places))
    return [*found.values(), *around]


@dataclass(frozen=True)
class _Look:
    """One look into the index: for some terms, so many passages, turns of conversations or not."""

    asked: Query
    terms: Sequence[str]
    most: int
    is_said: bool | None = None  # turns only; False: none
    has_common: bool = True  # whether to look for common terms that stand together, if all are

    def read(self, index: RecallIndex, words: str, *, is_ranked: bool) -> list[IndexedPassage]:
        """Return passages with the words and with what is asked for: the best, or the newest."""
        match = " AND ".join((f"terms : ({words})", *_filters(self.asked)))
        if self.is_said is not None:
            joint = "AND" if self.is_said else "NOT"
            match = f"({match}) {joint} {_of_marks([TURN], 'AND')}"
        times, values = _times(self.asked, "t")
        joined = "JOIN passages t ON t.id = words.rowid" if values else ""
        place = "bm25(words, 1.0, 0.0)" if is_ranked else "0"
        order = "place" if is_ranked else "words.rowid DESC"
        rows = index.query(
            f"SELECT {COLUMNS} FROM (SELECT words.rowid AS id, {place} AS place FROM words "
            f"{joined} WHERE words MATCH ? {times} ORDER BY {order} LIMIT ?) w "
            "CROSS JOIN passages p ON p.id = w.id ORDER BY w.place, w.id DESC",
            (match, *values, self.most),
        )
        return list(map(IndexedPassage._make, rows))


def _each_level(asked: Query) -> list[Query]:
    """Return a query for each level that is asked for: many hits of one must not hide others."""
    return [replace(asked, levels=(level,)) for level in asked.levels] or [asked]


def _within(asked: Query, span: TimeSpan) -> Query:
    """Return a question about a time, within what was asked for already."""
    start = max(asked.since or span.start, span.start)
    return replace(asked, since=start, until=min(asked.until or span.end, span.end))


def _of_time(index: RecallIndex, asked: Query, question: ParsedQuestion) -> list[IndexedPassage]:
    """Return the newest of all that is from the times of a question."""
    found: dict[int, IndexedPassage] = {}
    for span in question.spans:
        times, values = _times(_within(asked, span), "p")
        rows = index.query(
            f"SELECT {COLUMNS} FROM passages p WHERE TRUE {times} ORDER BY p.time DESC LIMIT ?",
            (*values, max(_MOST_LOOKED_AT, asked.limit)),
        )
        for one in map(IndexedPassage._make, rows):
            found.setdefault(one.id, one)
    for at in range(0, len(question.seen), _MOST_LOOKED_AT):
        names = sorted(question.seen)[at : at + _MOST_LOOKED_AT]
        holes = ", ".join("?" * len(names))
        sql = f"SELECT {COLUMNS} FROM passages p WHERE p.ref IN ({holes})"
        for one in map(IndexedPassage._make, index.query(sql, names)):
            found.setdefault(one.id, one)
    return [one for one in found.values() if is_asked_for(one, asked)]


def _known(terms: Iterable[str], question: ParsedQuestion) -> list[str]:
    """Return the terms that stand somewhere, the rarest first."""
    known = [term for term in terms if question.found.get(term, 0) > 0]
    return sorted(known, key=lambda term: (question.found[term], term))


def _telling_kin(question: ParsedQuestion) -> list[str]:
    """Return other words for what a question is about, those that tell most first."""
    worth: dict[str, float] = {}
    for topic in question.topics:
        for term, value in topic.kin.items():
            worth[term] = max(value, worth.get(term, 0.0))
    known = [term for term in worth if question.found.get(term, 0) > 0]
    return sorted(known, key=lambda term: (-worth[term], term))


def _with_words(index: RecallIndex, question: ParsedQuestion, look: _Look) -> list[IndexedPassage]:
    """Return passages with rare terms, best first; of common ones those with several at once."""
    chosen: list[str] = []
    weighed = 0
    for term in look.terms:
        weighed += question.found[term]
        if weighed > _MOST_WEIGHED:
            break
        chosen.append(term)
    if not chosen:
        return _common(index, look) if look.has_common else []
    return look.read(index, " OR ".join(_quoted(chosen)), is_ranked=True)


def _common(index: RecallIndex, look: _Look) -> list[IndexedPassage]:
    """Return the newest passages with as many of the rarest words as stand together somewhere."""
    found: list[IndexedPassage] = []
    for count in range(min(_MOST_TOGETHER, len(look.terms)), 0, -1):
        found = look.read(index, " AND ".join(_quoted(look.terms[:count])), is_ranked=False)
        if len(found) >= look.asked.limit:
            break
    return found


def read_candidates(index: RecallIndex, ids: Sequence[int]) -> list[IndexedPassage]:
    """Read passages by their numbers."""
    holes = ", ".join("?" * len(ids))
    rows = index.query(f"SELECT {COLUMNS} FROM passages p WHERE p.id IN ({holes})", ids)
    return list(map(IndexedPassage._make, rows))


def is_asked_for(one: IndexedPassage, asked: Query) -> bool:
    """Tell whether a passage is from where, by whom, about what and of when a question wants it."""
    there = set(one.marks.split())
    marks = {*marks_of("speaker", asked.speaker), *marks_of("component", asked.component)}
    if not marks <= there or any(there.isdisjoint(group) for group in _any_of(asked)):
        return False
    since = asked.since is None or (one.time or -math.inf) >= asked.since.timestamp()
    return since and (asked.until is None or (one.time or math.inf) <= asked.until.timestamp())


def _around(
    index: RecallIndex, asked: Query, places: Sequence[tuple[str, int]], known: set[tuple[str, int]]
) -> list[IndexedPassage]:
    """Return the turns before and after others, where the question allows them."""
    wanted = dict.fromkeys(
        (conversation, turn + step)
        for conversation, turn in places
        for step in (-1, 1)
        if (conversation, turn + step) not in known
    )
    if not wanted or asked.since or asked.until or asked.component:
        return []
    rows = ", ".join(["(?, ?)"] * len(wanted))
    values = [value for place in wanted for value in place]
    found = [
        IndexedPassage._make(row)
        for row in index.query(
            f"WITH wanted (conversation, turn) AS (VALUES {rows}) SELECT {COLUMNS} FROM wanted w "
            "CROSS JOIN passages p ON p.conversation = w.conversation AND p.turn = w.turn "
            "AND p.conversation <> ''",
            values,
        )
    ]
    speakers = set(marks_of("speaker", asked.speaker))
    return [one for one in found if speakers.issubset(one.speaker_words)]


def _quoted(terms: Iterable[str]) -> list[str]:
    return [f'"{term}"' for term in terms]


def _any_of(asked: Query) -> list[list[str]]:
    """Return groups of marks; a passage has to have one of each."""
    of_levels = [source for source, level in LEVEL_OF_SOURCE.items() if level in asked.levels]
    sources = [mark("source", name) for name in asked.sources]
    levels = [mark("level", name) for name in asked.levels]
    levels += [mark("source", name) for name in of_levels]
    return [group for group in (sources, levels) if group]


def _filters(asked: Query) -> list[str]:
    """Return what passages have to be marked with."""
    groups = [_of_marks(marks, "OR") for marks in _any_of(asked)]
    for kind, name in (("speaker", asked.speaker), ("component", asked.component)):
        if name:
            groups.append(_of_marks(marks_of(kind, name) or [mark(kind, "")], "AND"))
    return groups


def _times(asked: Query, table: str) -> tuple[str, list[float]]:
    """Return the condition on the time, with its values."""
    sql, values = "", []
    for sign, time in ((">=", asked.since), ("<=", asked.until)):
        if time is not None:
            sql += f" AND {table}.time {sign} ?"
            values.append(time.timestamp())
    return sql, values


def _of_marks(marks: Sequence[str], joint: str) -> str:
    return f"marks : ({f' {joint} '.join(_quoted(marks))})"
