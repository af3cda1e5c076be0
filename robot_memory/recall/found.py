"""What was found, as it stands in the index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from robot_memory.recall.index import Index

_MOST_AT_ONCE = 500  # values of one statement


class Found(NamedTuple):
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


_SELECT = ", ".join("count" if name == "times" else name for name in Found._fields)


def read_found(index: Index, ids: Sequence[int]) -> dict[int, Found]:
    """Read passages by their numbers in the index."""
    found: dict[int, Found] = {}
    for at in range(0, len(ids), _MOST_AT_ONCE):
        some = ids[at : at + _MOST_AT_ONCE]
        holes = ", ".join("?" * len(some))
        rows = index.query(f"SELECT {_SELECT} FROM passages WHERE id IN ({holes})", some)
        found.update((row[0], Found._make(row)) for row in rows)
    return found
