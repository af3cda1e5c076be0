"""What was found, as it stands in the index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from robot_memory.recall.recall_index import RecallIndex

_MOST_AT_ONCE = 500  # values of one statement


class IndexedPassage(NamedTuple):
    """A passage; the attributes are those of a Passage, but for two.

    Attributes:
        time: seconds since 1970, UTC.
        times: how many times it was seen.
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
    times: int
    terms: str
    marks: str


_SELECT = ", ".join("count" if name == "times" else name for name in IndexedPassage._fields)


def read_found(index: RecallIndex, ids: Sequence[int]) -> dict[int, IndexedPassage]:
    """Read passages by their numbers in the index."""
    found: dict[int, IndexedPassage] = {}
    for at in range(0, len(ids), _MOST_AT_ONCE):
        some = ids[at : at + _MOST_AT_ONCE]
        holes = ", ".join("?" * len(some))
        rows = index.query(f"SELECT {_SELECT} FROM passages WHERE id IN ({holes})", some)
        found.update((row[0], IndexedPassage._make(row)) for row in rows)
    return found
