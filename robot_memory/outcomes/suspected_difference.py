"""Suspected differences: conditions that probably matter, before a test can be sure.

The specification is docs/rules.md §13.5.

See docs/explanation/outcomes.md, "A suspicion".
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from robot_memory.outcomes.past_attempt import PastAttempt
from robot_memory.outcomes.split import Split, splits_of
from robot_memory.outcomes.task_finding import TaskFinding, finding_of, is_large
from robot_memory.repeated_looks import FEWEST

TOLD = 0.9
"""The least probability at which a difference is told as suspected."""
KEPT = 0.5
"""What was told is withdrawn below this probability."""


@dataclass(frozen=True)
class _Beta:
    """A prior distribution of a share that fails."""

    a: float
    b: float

    def evidence(self, failed: float, succeeded: float) -> float:
        """Return the logarithm of the probability of such counts, in one given order."""
        return _log_beta(self.a + failed, self.b + succeeded) - _log_beta(self.a, self.b)


_SAME, _WORSE, _BETTER = _Beta(0.5, 0.5), _Beta(1.0, 1.0), _Beta(0.5, 4.5)


def suspected(attempts: Sequence[PastAttempt], least: float) -> TaskFinding | None:
    """Return the most probable difference; None: that there is one is not probable enough.

    Args:
        attempts: in the order of time.
        least: the least probability that any of the conditions makes a difference.
    """
    splits = [split for split in splits_of(attempts) if split.is_testable]
    if len(attempts) < FEWEST or not splits:
        return None
    odds = [share * _bayes_factor(split) for split, share in zip(splits, _shares(splits),
                                                                strict=True)]  # fmt: skip
    total = math.fsum(odds)
    probability = total / (1.0 + total)
    best = max(range(len(splits)), key=odds.__getitem__)
    finding = finding_of(splits[best], 1.0)
    is_told = probability >= least and is_large(finding)
    return replace(finding, suspicion=probability) if is_told else None


def _shares(splits: Sequence[Split]) -> list[float]:
    """Return the prior odds of each split: even for all, shared by names, then by their values."""
    values = Counter(split.inside.name for split in splits)
    return [1.0 / len(values) / values[split.inside.name] for split in splits]


def _bayes_factor(split: Split) -> float:
    """Return how much better two shares explain the counts than one does."""
    worth = split.overdispersion
    one, other = (
        (tally.failed / worth, (tally.tried - tally.failed) / worth) for tally in split.tallies
    )
    same = _SAME.evidence(one[0] + other[0], one[1] + other[1])
    return 0.5 * math.fsum(
        math.exp(_WORSE.evidence(*worse) + _BETTER.evidence(*better) - same)
        for worse, better in ((one, other), (other, one))
    )


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
