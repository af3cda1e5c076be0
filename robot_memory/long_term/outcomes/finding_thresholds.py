"""What attempts at a task must show before an entry blames a value, or says that the task fails.

Specification: rules.md §13.2, and §13.4 for what contradicts an entry.

See docs/explanation/outcomes.md, "When an entry is made" and "Confidence of such an entry".
"""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.foundation.repeated_looks import FEWEST

OFTEN = 0.2
"""A task fails often where, beyond chance, more than this share of attempts fails."""

LARGEST_P = 0.01
"""The largest p, after all corrections, at which a finding is beyond chance."""
LARGEST_P_CONFIRMED = 0.05
"""The largest p at which a difference that was reported is confirmed."""
LEAST_RATIO = 2.0
"""The least ratio of the shares that fail in two groups."""
FEWEST_CLUSTERS = 4
"""The least number of clusters of attempts in each group."""


@dataclass(frozen=True)
class CounterProof:
    """The thresholds for contradicting a finding.

    Attributes:
        level: of the interval of the share that fails, two-sided.
        each: so many attempts at least, on each side of a condition.
    """

    level: float
    each: int


#: The attempts after the finding was first reported.
SINCE_REPORTED = CounterProof(0.9, FEWEST)
#: The attempts after it was last confirmed. They may begin where failures are few by chance.
SINCE_CONFIRMED = CounterProof(0.98, 2 * FEWEST)
