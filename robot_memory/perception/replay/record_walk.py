"""From record to record through bytes that may be damaged.

A record ends where its own head says, so one damaged length leads anywhere. A record is believed
when the next one begins where it ends. Where none does, the walk goes on at the next place where
two records in a row fit, and says which bytes it stepped over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

Record = TypeVar("Record")
Record_co = TypeVar("Record_co", covariant=True)


class Gap(NamedTuple):
    """Bytes that are no record: from `begin` to before `end`."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Placed(Generic[Record_co]):
    """A record and its bytes, from `begin` to before `end`.

    `certain` where its content confirms its length, whatever follows it.
    """

    begin: int
    end: int
    record: Record_co
    certain: bool = False


class RecordReader(Protocol[Record_co]):
    """What a format knows of its records."""

    @property
    def size(self) -> int:
        """How many bytes there are."""

    def at(self, begin: int) -> Placed[Record_co] | None:
        """The record that begins there; None where none can."""

    def candidates(self, begin: int, end: int) -> Iterator[int]:
        """Places from `begin` to before `end` where a record may begin, in order."""


def walk(reader: RecordReader[Record], begin: int = 0) -> Iterator[Placed[Record] | Gap]:
    """The records from `begin` on, and the bytes between them that are none."""
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
    """Where the next record begins that another one follows; `end` where there is none."""
    for place in reader.candidates(begin, end):
        found = reader.at(place)
        if found is not None and (found.end == reader.size or reader.at(found.end) is not None):
            return place
    return end
