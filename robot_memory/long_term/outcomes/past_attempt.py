"""An attempt with the features by which attempts are compared: parameters and place.

:mod:`robot_memory.ledger.attempt` decides which attempts have a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from robot_memory.ledger import Attempt, Ledger, Observation, Source
from robot_memory.ledger.position import WGS84, Position

PLACE = "place"
"""The name under which the place is compared, beside the parameters."""

MOST = 1000
"""So many attempts at each task are counted, the newest of detectors, persons and all others."""


@dataclass(frozen=True)
class PastAttempt:
    """One attempt.

    Attributes:
        time: when it ended, UTC.
        author: the same with the name, as rows show it: 'agent:planner'.
        features: what can be compared, by name: the parameters, and the place.
    """

    row: int
    time: datetime
    source: Source
    author: str
    attempt: Attempt
    features: Mapping[str, str]

    @property
    def told_by(self) -> Source:
        """Whose word it is: a detector's, a person's, or an agent's, as all others count."""
        return self.source.counted_as

    @property
    def failed(self) -> bool:
        """Whether it was not reached."""
        return not self.attempt.succeeded


def all_attempts(ledger: Ledger) -> list[PastAttempt]:
    """Return the newest attempts at each task, in the order of the rows."""
    rows = (row for task in ledger.tasks() for row in ledger.attempts(task, most=MOST))
    return past_attempts(sorted(rows, key=lambda row: row.id))


def newest_of(attempts: Sequence[PastAttempt], most: int) -> list[PastAttempt]:
    """Return so many attempts at most, the newest ones, in the order in which they are.

    What agents report gets the room that the attempts of detectors and persons leave (rules.md
    §2.14).
    """
    proven = [one for one in attempts if one.source.is_proven][-most:]
    others = [one for one in attempts if not one.source.is_proven]
    kept = {one.row for one in (*proven, *others[max(0, len(others) + len(proven) - most) :])}
    return [one for one in attempts if one.row in kept]


def past_attempts(rows: Iterable[Observation]) -> list[PastAttempt]:
    """Return attempts with what can be compared of them, in the order of the rows.

    A place that nobody named is called by the spot that the ledger gave it.
    """
    return [_past(row, Attempt.of(row)) for row in rows]


def _past(row: Observation, attempt: Attempt) -> PastAttempt:
    place = attempt.place or (position_words(attempt.spot) if attempt.spot else "")
    features = {**attempt.parameters, **({PLACE: place} if place else {})}
    return PastAttempt(row.id, row.time, row.source, row.author, attempt, features)


def position_words(position: Position) -> str:
    """Return a position as a place is called that has no name: '(3.1, 2.0) in map'."""
    digits = 5 if position.frame == WGS84 else 1
    return f"({position.x:.{digits}f}, {position.y:.{digits}f}) in {position.frame}"
