"""When a growing number of onsets is looked at: seldom, since each look can err."""

from __future__ import annotations

from robot_memory.limit_search.scan_statistic import FEWEST_ONSETS

_GROWTH = 1.5


def looks(onsets: int) -> int:
    """Return how often so many onsets have been looked at: at 6, 9, 14, 21 …, half as many more."""
    count, due = 0, FEWEST_ONSETS
    while due <= onsets:
        count += 1
        due = int(_GROWTH * due + 0.5)
    return count


def correction(look: int) -> float:
    """Return by what to multiply a probability that is found at the nth look.

    The shares 1/4, 1/6, 1/8 … of what may go wrong add up to one over the nine looks that two
    hundred onsets get.
    """
    return 2.0 * (look + 1)
