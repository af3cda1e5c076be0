"""How far values go back and forth, which noise and vibration do and movement does not.

See docs/reference/detectors.md, "envelope" and "variance".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def back_and_forth(earlier: float, middle: float, later: float) -> float:
    """Return the size of the middle one of three changes, as far as they turn back.

    Args:
        earlier: change before it, in the signal's unit.
        middle: the change in question.
        later: change after it.
    """
    size = abs(middle)
    turned_back = abs(earlier) + size + abs(later) - abs(earlier + middle + later)
    return min(size, turned_back)


def mean_back_and_forth(values: Sequence[float]) -> float:
    """Return how far values go back and forth in the mean; 0 for fewer than four values."""
    changes = [later - value for value, later in pairwise(values)]
    triples = zip(changes, changes[1:], changes[2:], strict=False)
    sizes = [back_and_forth(*triple) for triple in triples]
    return sum(sizes) / len(sizes) if sizes else 0.0
