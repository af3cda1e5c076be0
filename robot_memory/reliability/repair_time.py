"""How long repairs take, with an interval of the median (log-normal; rules.md §11.3). Pure.

See docs/explanation/reliability.md, "The figures".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from robot_memory.exact_bounds import beta_share, solve
from robot_memory.reliability.failure import FailureRecord
from robot_memory.reliability.poisson_bounds import LEVEL

_FEWEST = 2  # repairs
_SHORTEST = 0.001  # s; what took no measurable time has no logarithm


@dataclass(frozen=True)
class RepairTime:
    """From the onset of failures to their observed end.

    Attributes:
        mean: the mean time to repair (MTTR), seconds; of all that ended.
        timed: of how many the length of each is known; roll-ups keep only the sum.
        median: their geometric mean, which is the median if lengths are log-normal; seconds.
        low, high: its interval (95 %, Student's t of the logarithms); None of fewer than two.
    """

    count: int
    mean: float
    timed: int
    median: float | None
    low: float | None
    high: float | None


def repair_time(ended: Sequence[FailureRecord]) -> RepairTime | None:
    """Return how long failures lasted that have ended; None where none has."""
    count = sum(one.count for one in ended)
    if not count:
        return None
    mean = sum(one.seconds for one in ended) / count
    logs = np.log([max(_SHORTEST, one.seconds) for one in ended if one.count == 1])
    if not len(logs):
        return RepairTime(count, mean, 0, None, None, None)
    middle = float(logs.mean())
    if len(logs) < _FEWEST:
        return RepairTime(count, mean, len(logs), math.exp(middle), None, None)
    half = student_quantile(len(logs) - 1) * float(logs.std(ddof=1)) / math.sqrt(len(logs))
    # More than e^700 is no number any more: two repairs of very different length tell nothing.
    low, high = math.exp(max(-700.0, middle - half)), math.exp(min(700.0, middle + half))
    return RepairTime(count, mean, len(logs), math.exp(middle), low, high)


def student_quantile(freedom: int, level: float = LEVEL) -> float:
    """Return t such that Student's distribution lies within ±t with a probability ``level``."""
    share = solve(lambda x: beta_share(x, freedom / 2.0, 0.5) - (1.0 - level))
    return math.sqrt(freedom * (1.0 - share) / share)
