"""The passages that a question may mean, found by their words (SQLite FTS5, BM25)."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from robot_memory.recall.asked import Asked
from robot_memory.recall.index import Index
from robot_memory.recall.passage import mark, marks_of

#: So many passages are weighed by FTS5; common words beyond that only tell among what is found.
_MOST_WEIGHED = 3_000
#: So many of them are looked at closely.
_MOST_LOOKED_AT = 300
_MOST_TERMS = 40

COLUMNS = (
    "id", "source", "ref", "place", "text", "time", "conversation", "turn", "speaker",
    "component", "weight", "lesson", "note", "count", "terms",
)  # fmt: skip
_SELECT = ", ".join(f"p.{name}" for name in COLUMNS)


@dataclass(frozen=True)
class Candidate:
    """A passage as it stands in the index; the attributes are those of a Passage.

    Attributes:
        id: its number in the index.
        terms: as the index of words has them.
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
    lesson: str
    note: str
    count: int
    terms: str


@dataclass(frozen=True)
class Rarity:
    """How telling words are.

    Attributes:
        passages: how many there are.
        average: terms of a passage on average.
        found: in how many passages each term of the question is.
    """

    passages: int
    average: float
    found: dict[str, int]

    def of(self, term: str) -> float:
        """Return the inverse document frequency of a term, as BM25 has it."""
        found = self.found.get(term, 0)
        return math.log(1.0 + (self.passages - found + 0.5) / (found + 0.5))


def rarity_of(index: Index, terms: Collection[str]) -> Rarity:
    """Look up how common terms are."""
    wanted = list(terms)[:_MOST_TERMS]
    holes = ", ".join("?" * len(wanted))
    found = dict(index.query(f"SELECT term, found FROM vocabulary WHERE term IN ({holes})", wanted))
    passages = int(index.meta("passages") or 0)
    average = int(index.meta("terms") or 0) / passages if passages else 1.0
    return Rarity(passages, max(1.0, average), found)


def find_candidates(index: Index, asked: Asked, rarity: Rarity) -> list[Candidate]:
    """Return the passages that share telling words with a question."""
    terms = sorted((t for t in rarity.found if rarity.found[t] > 0), key=rarity.found.__getitem__)
    if not terms:
        return []
    chosen, weighed = [terms[0]], rarity.found[terms[0]]
    for term in terms[1:]:
        weighed += rarity.found[term]
        if weighed > _MOST_WEIGHED:
            break
        chosen.append(term)
    if rarity.found[chosen[0]] <= _MOST_WEIGHED:
        return _ranked(index, asked, " OR ".join(_quoted(chosen)))
    return _common(index, asked, terms)


def _ranked(index: Index, asked: Asked, words: str) -> list[Candidate]:
    match, times, values = _filters(asked, words)
    return _read(index, f"{match} {times} ORDER BY bm25(words, 1.0, 0.0) LIMIT ?",
                 (*values, _MOST_LOOKED_AT))  # fmt: skip


def _common(index: Index, asked: Asked, terms: Sequence[str]) -> list[Candidate]:
    """Return the newest passages with all of the rarest words that are together somewhere."""
    found: list[Candidate] = []
    for count in range(min(4, len(terms)), 0, -1):
        match, times, values = _filters(asked, " AND ".join(_quoted(terms[:count])))
        found = _read(index, f"{match} {times} ORDER BY words.rowid DESC LIMIT ?",
                      (*values, _MOST_LOOKED_AT))  # fmt: skip
        if len(found) >= asked.limit:
            break
    return found


def _quoted(terms: Sequence[str]) -> list[str]:
    return [f'"{term}"' for term in terms]


def _filters(asked: Asked, words: str) -> tuple[str, str, list[Any]]:
    """Return what follows FROM, with its values: what is asked for, and nothing else."""
    groups = [f"terms : ({words})"]
    if asked.sources:
        groups.append(_of_marks([mark("source", name) for name in asked.sources], "OR"))
    for kind, name in (("speaker", asked.speaker), ("component", asked.component)):
        if name:
            groups.append(_of_marks(marks_of(kind, name) or [mark(kind, "")], "AND"))
    times = ""
    values: list[Any] = [" AND ".join(groups)]
    for sign, time in ((">=", asked.since), ("<=", asked.until)):
        if time is not None:
            times += f" AND p.time {sign} ?"
            values.append(time.timestamp())
    return "words JOIN passages p ON p.id = words.rowid WHERE words MATCH ?", times, values


def _of_marks(marks: Sequence[str], joint: str) -> str:
    return f"marks : ({f' {joint} '.join(_quoted(marks))})"


def _read(index: Index, rest: str, values: Sequence[Any]) -> list[Candidate]:
    return [Candidate(*row) for row in index.query(f"SELECT {_SELECT} FROM {rest}", values)]
