"""Suspected differences: what is worth avoiding for a while, to know whether it matters.

The specification is docs/rules.md §13.5.

See docs/explanation/outcomes.md, "A suspicion".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from robot_memory.long_term.outcomes.past_attempt import PastAttempt, Split, Tally, splits_of
from robot_memory.long_term.outcomes.task_finding import TaskFinding, finding_of, is_large

PRICE = 0.2
"""What an attempt costs in which a condition is avoided without need, in failures."""
LEAST_ODDS = 0.5
"""A condition is suspected while it is at least half as probable that it matters as that not."""
FEWEST_TRIES, MOST_TRIES = 3, 100
"""For how many attempts a condition is to be avoided, after the last failure with it."""
_FEWEST_FAILED = 2
_FEWEST_CLUSTERS = 3  # of both sides: with two, an hour that was bad looks like the condition


@dataclass(frozen=True)
class _Beta:
    """A prior distribution of a share that fails."""

    a: float
    b: float

    def mean(self, tally: Tally) -> float:
        """Return the mean share that fails, once attempts are known."""
        return (self.a + tally.failed) / (self.a + self.b + tally.tried)

    def evidence(self, failed: float, succeeded: float) -> float:
        """Return the logarithm of the probability of such counts, in one given order."""
        return _log_beta(self.a + failed, self.b + succeeded) - _log_beta(self.a, self.b)


_SAME, _WORSE, _BETTER = _Beta(0.5, 0.5), _Beta(1.0, 1.0), _Beta(0.5, 4.5)


def suspected(attempts: Sequence[PastAttempt]) -> TaskFinding | None:
    """Return the most probable difference; None: it is not worth avoiding what may be the cause.

    Args:
        attempts: in the order of time.
    """
    splits = [split for split in splits_of(attempts)
              if sum(map(len, split.clusters)) >= _FEWEST_CLUSTERS]  # fmt: skip
    odds = [(share * factor, split) for split, share in zip(splits, _shares(splits), strict=True)
            for factor in _bayes_factors(split)]  # fmt: skip
    if not odds:
        return None
    best, split = max(odds, key=lambda one: one[0])
    others = 1.0 + math.fsum(one for one, _ in odds) - best
    finding = finding_of(split, 1.0)
    tries = _tries(split, finding, best / others) if best > LEAST_ODDS * others else 0
    if tries <= 0 or not is_large(finding):
        return None
    return replace(finding, suspicion=best / (best + others), tries=tries)


def _tries(split: Split, finding: TaskFinding, odds: float) -> int:
    """Return for how many attempts more avoiding the condition is worth its price.

    If the condition is innocent, each of them costs the price. If it is not, they save as many
    failures as would have been saved so far.

    Args:
        odds: that it makes the difference, against that it does not.
    """
    worse, better = finding.worse, finding.better or Tally()
    if worse.failed < _FEWEST_FAILED:
        return 0
    saved = (worse.failed - worse.tried * _BETTER.mean(better)) / split.overdispersion
    tries = min(MOST_TRIES, math.floor(odds * saved / PRICE))
    return tries - _since_failure(split) if tries >= FEWEST_TRIES else 0


def _since_failure(split: Split) -> int:
    """Return how many attempts there were after the last failure on the worse side."""
    inside, outside = split.tallies
    is_inside = inside.share > outside.share
    failures = (one.failed and split.has(one) == is_inside for one in reversed(split.attempts))
    return next(number for number, is_failure in enumerate(failures) if is_failure)


def _shares(splits: Sequence[Split]) -> list[float]:
    """Return the prior odds of each split: even for all, shared by names, then by their values."""
    values = Counter(split.inside.name for split in splits)
    return [1.0 / len(values) / values[split.inside.name] for split in splits]


def _bayes_factors(split: Split) -> Iterator[float]:
    """Yield how much better than one share two explain the counts: either side is the worse one."""
    worth = split.overdispersion
    one, other = (
        (tally.failed / worth, (tally.tried - tally.failed) / worth) for tally in split.tallies
    )
    same = _SAME.evidence(one[0] + other[0], one[1] + other[1])
    for worse, better in ((one, other), (other, one)):
        yield 0.5 * math.exp(_WORSE.evidence(*worse) + _BETTER.evidence(*better) - same)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
