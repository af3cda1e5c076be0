"""Two groups of attempts that differ in one thing: a parameter, or the place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from robot_memory.long_term.outcomes.attempt_clusters import Tally, clusters_of, overdispersion_of
from robot_memory.long_term.outcomes.finding_thresholds import FEWEST_CLUSTERS
from robot_memory.long_term.outcomes.past_attempt import PLACE, PastAttempt


@dataclass(frozen=True)
class Condition:
    """What a group of attempts has in common.

    Attributes:
        name: of the parameter, or 'place'.
    """

    name: str
    value: str

    @property
    def words(self) -> str:
        """The condition in words: 'with approach left', 'at bay 2'."""
        return f"at {self.value}" if self.name == PLACE else f"with {self.name} {self.value}"


@dataclass(frozen=True)
class Split:
    """Attempts with one value, and those with another one.

    Attempts that were reported without the parameter are in neither group.

    Attributes:
        inside: the condition of the first group.
        outside: that of the second group; None where it has several values.
        attempts: of both groups, in the order of time.
    """

    inside: Condition
    outside: Condition | None
    attempts: tuple[PastAttempt, ...]

    def has(self, one: PastAttempt) -> bool:
        """Tell whether an attempt is of the first group."""
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
        runs = clusters_of(self.attempts, lambda last, one: self.has(last) == self.has(one))
        within = [run for run in runs if self.has(run[0])]
        return within, [run for run in runs if not self.has(run[0])]

    @property
    def is_testable(self) -> bool:
        """Whether each group has enough clusters of attempts."""
        enough = min(tally.tried for tally in self.tallies) >= FEWEST_CLUSTERS
        return enough and min(map(len, self.clusters)) >= FEWEST_CLUSTERS

    @property
    def overdispersion(self) -> float:
        """The overdispersion of the clusters; 1 where they differ as independent attempts would."""
        return overdispersion_of(self.clusters)


def splits_of(attempts: Sequence[PastAttempt]) -> Iterator[Split]:
    """Yield the different ways to split attempts by a value of a parameter, or by a place."""
    names = dict.fromkeys(name for one in attempts for name in one.features)
    for name in names:
        known = tuple(one for one in attempts if name in one.features)
        values = list(dict.fromkeys(one.features[name] for one in known))
        if len(values) == 2:  # swapped, it is the same split
            yield Split(Condition(name, values[0]), Condition(name, values[1]), known)
        elif len(values) > 2:
            for value in values:
                yield Split(Condition(name, value), None, known)
