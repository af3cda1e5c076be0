"""How surely something is unusual, as a score in [0, 1].

0 is "as ever", or not known yet. 0.5 is what a healthy robot does about once a day, 0.9 what it
does about once in 10,000 days.
"""

from __future__ import annotations

import math

LONGEST_STEP = 5.0  # s; a longer pause counts as this: nothing was measured in it
_RARENESS = math.log10(5.0) / 4.0  # power of a rate, so that 10^-4 a day scores 0.9


def score_of(excess: float) -> float:
    """Return the score of an excess: 0.5 at 0.3 widths outside, 0.9 at one, 0.99 at two."""
    return -math.expm1(-math.log(10.0) * excess) if excess > 0.0 else 0.0


def score_of_rate(per_day: float) -> float:
    """Return the score of what a healthy robot does so often: 0.5 once a day, 0.9 in 10,000 days.

    Args:
        per_day: times a day.
    """
    if per_day > 1.0:
        return 0.5 * math.pow(per_day, -_RARENESS)
    return 1.0 - 0.5 * math.pow(per_day, _RARENESS)
