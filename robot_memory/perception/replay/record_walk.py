"""Walks from record to record through bytes that may be damaged.

A record ends where its own header says, so one damaged length leads anywhere. A record is accepted
if the next record begins at its end. Otherwise the walk continues at the next place with two
consecutive plausible records, and reports the skipped bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

Record = TypeVar("Record")
Record_co = TypeVar("Record_co", covariant=True)


class Gap(NamedTuple):
    """Bytes without a record, from `begin` up to `end`, exclusive."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Placed(Generic[Record_co]):
    """A record and its bytes, from `begin` up to `end`, exclusive.

    `certain` if its content confirms its length, whatever follows.
    """

    begin: int
    end: int
    record: Record_co
    certain: bool = False


class RecordReader(Protocol[Record_co]):
    """The knowledge of a format about its records."""

    @property
    def size(self) -> int:
        """The number of bytes."""

    def at(self, begin: int) -> Placed[Record_co] | None:
        """Return the record that begins there; None if none can."""

    def candidates(self, begin: int, end: int) -> Iterator[int]:
        """Yield the positions from `begin` to before `end` where a record may begin, in order."""


def walk(reader: RecordReader[Record], begin: int = 0) -> Iterator[Placed[Record] | Gap]:
    """Yield the records from `begin` on, and the gaps between them."""
    size = reader.size
    place = begin
    found = reader.at(place) if place < size else None
    while place < size:
        if found is None:
            following = _next(reader, place + 1, size)
        else:
            after = reader.at(found.end) if found.end < size else None
            following = place
            if after is None and found.end < size and not found.certain:
                inner = _next(reader, place + 1, found.end)
                following = inner if inner < found.end else place
            if following == place:
                yield found
                place, found = found.end, after
                continue
        yield Gap(place, following)
        place, found = following, reader.at(following) if following < size else None


def _next(reader: RecordReader[Record], begin: int, end: int) -> int:
    """Return the start of the next record that another record follows; `end` if there is none."""
    for place in reader.candidates(begin, end):
        found = reader.at(place)
        if found is not None and (found.end == reader.size or reader.at(found.end) is not None):
            return place
    return end
