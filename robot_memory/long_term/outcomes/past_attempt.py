"""Attempts with their comparable features, parameters and place, and groups of them.

Two groups differ in one feature. Attempts under the same conditions, minutes apart, are not
independent: counted singly, they would prove too much, so they form a cluster.
:mod:`robot_memory.ledger.attempt` decides which attempts have a place.

See docs/explanation/outcomes.md, "When an entry is made".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise

from robot_memory.ledger import Attempt, Ledger, Observation, Source
from robot_memory.ledger.position import WGS84, Position

PLACE = "place"  # the feature name of the place

#: The newest attempts at each task to count: of detectors, of persons, and of all others.
MOST = 1000
_QUARTER_HOUR = 900.0  # s


@dataclass(frozen=True)
class PastAttempt:
    """One attempt."""

    row: int
    time: datetime  # when it ended, UTC
    source: Source
    author: str  # the source with its name, as rows show it: 'agent:planner'
    attempt: Attempt
    features: Mapping[str, str]  # the comparable features by name: the parameters, and the place

    @property
    def told_by(self) -> Source:
        """The kind of source: a detector, a person, or an agent, which includes all others."""
        return self.source.counted_as

    @property
    def failed(self) -> bool:
        """Whether the attempt failed."""
        return not self.attempt.succeeded


def all_attempts(ledger: Ledger) -> list[PastAttempt]:
    """Return the newest attempts at each task, in the order of rows."""
    rows = (row for task in ledger.tasks() for row in ledger.attempts(task, most=MOST))
    return past_attempts(sorted(rows, key=lambda row: row.id))


def newest_of(attempts: Sequence[PastAttempt], most: int) -> list[PastAttempt]:
    """Return at most ``most`` of the newest attempts, in their order.

    Agents' reports only get the room that the attempts of detectors and persons leave (rules.md
    §2.14).
    """
    proven = [one for one in attempts if one.source.is_proven][-most:]
    others = [one for one in attempts if not one.source.is_proven]
    kept = {one.row for one in (*proven, *others[max(0, len(others) + len(proven) - most) :])}
    return [one for one in attempts if one.row in kept]


def past_attempts(rows: Iterable[Observation]) -> list[PastAttempt]:
    """Return attempts with their comparable features, in the order of rows.

    A place without a name is named by the spot that the ledger gave it.
    """
    return [_past(row, Attempt.of(row)) for row in rows]


def _past(row: Observation, attempt: Attempt) -> PastAttempt:
    place = attempt.place or (position_words(attempt.spot) if attempt.spot else "")
    features = {**attempt.parameters, **({PLACE: place} if place else {})}
    return PastAttempt(row.id, row.time, row.source, row.author, attempt, features)


def position_words(position: Position) -> str:
    """Return a position as the name of a place without a name: '(3.1, 2.0) in map'."""
    digits = 5 if position.frame == WGS84 else 1
    return f"({position.x:.{digits}f}, {position.y:.{digits}f}) in {position.frame}"


@dataclass(frozen=True)
class Tally:
    """The number of attempts, and of failed ones."""

    tried: int = 0
    failed: int = 0

    @classmethod
    def of(cls, attempts: Sequence[PastAttempt]) -> Tally:
        """Count attempts."""
        return cls(len(attempts), sum(one.failed for one in attempts))

    @property
    def share(self) -> float:
        """The share that failed; 0 without attempts."""
        return self.failed / self.tried if self.tried else 0.0

    def effective(self, overdispersion: float) -> Tally:
        """Return the effective counts of dependent attempts, rounded down.

        Args:
            overdispersion: see :func:`overdispersion_of`; at least 1.
        """
        failed = math.floor(self.failed / overdispersion)
        return Tally(failed + math.floor((self.tried - self.failed) / overdispersion), failed)


def _clusters_of(
    attempts: Sequence[PastAttempt], same: Callable[[PastAttempt, PastAttempt], bool]
) -> list[list[PastAttempt]]:
    """Return runs of attempts under the same conditions, at most a quarter of an hour apart.

    Args:
        attempts: in order of time.
        same: tells whether two attempts were made under the same conditions.
    """
    runs: list[list[PastAttempt]] = [[one] for one in attempts[:1]]
    for last, one in pairwise(attempts):
        is_soon = 0.0 <= (one.time - last.time).total_seconds() <= _QUARTER_HOUR
        if is_soon and same(last, one):
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def by_quarter_hour(attempts: Sequence[PastAttempt]) -> list[list[PastAttempt]]:
    """Return attempts grouped by the quarter of an hour in which they were made."""
    found: dict[int, list[PastAttempt]] = {}
    for one in attempts:
        found.setdefault(int(one.time.timestamp() // _QUARTER_HOUR), []).append(one)
    return list(found.values())


def overdispersion_of(groups: Iterable[Iterable[Sequence[PastAttempt]]]) -> float:
    """Return the overdispersion of clusters: 1 if they vary as independent attempts would.

    It is Pearson's chi-squared over its degrees of freedom, for the clusters within each group; at
    least 1.
    """
    squares, free = 0.0, 0
    for group in groups:
        tallies = [Tally.of(cluster) for cluster in group]
        tried = sum(one.tried for one in tallies)
        share = sum(one.failed for one in tallies) / tried if tried else 0.0
        if not 0.0 < share < 1.0:
            continue
        for one in tallies:
            spread = share * (1.0 - share) * one.tried
            squares += (one.failed - share * one.tried) ** 2 / spread
        free += len(tallies) - 1
    return max(1.0, squares / free) if free else 1.0


FEWEST_CLUSTERS = 4  # the least number of clusters in each group


@dataclass(frozen=True)
class Condition:
    """The common condition of a group of attempts."""

    name: str  # of the parameter, or 'place'
    value: str

    @property
    def words(self) -> str:
        """The condition in words: 'with approach left', 'at bay 2'."""
        return f"at {self.value}" if self.name == PLACE else f"with {self.name} {self.value}"

    @property
    def other_words(self) -> str:
        """All other conditions of that name in words: 'with any other approach'."""
        return f"{'at' if self.name == PLACE else 'with'} any other {self.name}"


@dataclass(frozen=True)
class Split:
    """Attempts with one value of a feature, and those with another value.

    Attempts that were reported without the parameter are in neither group.
    """

    inside: Condition
    outside: Condition | None  # the condition of the second group; None if it has several values
    attempts: tuple[PastAttempt, ...]  # of both groups, in order of time

    def has(self, one: PastAttempt) -> bool:
        """Tell whether an attempt is in the first group."""
        return one.features[self.inside.name] == self.inside.value

    @cached_property
    def tallies(self) -> tuple[Tally, Tally]:
        """The counts of the first group and of the second."""
        within = [one for one in self.attempts if self.has(one)]
        rest = [one for one in self.attempts if not self.has(one)]
        return Tally.of(within), Tally.of(rest)

    @cached_property
    def clusters(self) -> tuple[list[list[PastAttempt]], list[list[PastAttempt]]]:
        """The clusters of attempts of the first group and of the second."""
        runs = _clusters_of(self.attempts, lambda last, one: self.has(last) == self.has(one))
        within = [run for run in runs if self.has(run[0])]
        return within, [run for run in runs if not self.has(run[0])]

    @property
    def is_testable(self) -> bool:
        """Whether each group has enough clusters of attempts."""
        enough = min(tally.tried for tally in self.tallies) >= FEWEST_CLUSTERS
        return enough and min(map(len, self.clusters)) >= FEWEST_CLUSTERS

    @property
    def overdispersion(self) -> float:
        """The overdispersion of the clusters; 1 if they vary as independent attempts would."""
        return overdispersion_of(self.clusters)


def splits_of(attempts: Sequence[PastAttempt]) -> Iterator[Split]:
    """Yield the different splits of attempts by a value of a parameter, or by a place."""
    names = dict.fromkeys(name for one in attempts for name in one.features)
    for name in names:
        known = tuple(one for one in attempts if name in one.features)
        values = list(dict.fromkeys(one.features[name] for one in known))
        if len(values) == 2:  # swapped values give the same split
            yield Split(Condition(name, values[0]), Condition(name, values[1]), known)
        elif len(values) > 2:
            for value in values:
                yield Split(Condition(name, value), None, known)
