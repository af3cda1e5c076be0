"""When growing evidence is tested, and what that costs (docs/explanation/conditions.md)."""

from __future__ import annotations

FEWEST = 6
"""So many pieces of evidence are tested for the first time."""

_GROWTH = 1.5


def looks(count: int) -> int:
    """Return how often so much evidence was tested: at 6, 9, 14, 21 …, half as many more."""
    done, due = 0, FEWEST
    while due <= count:
        done += 1
        due = int(_GROWTH * due + 0.5)
    return done


def correction(look: int) -> float:
    """Return by what to multiply a probability that is found at the nth look.

    The shares 1/4, 1/6, 1/8 … of what may go wrong add up to one over the nine looks that two
    hundred pieces of evidence get.
    """
    return 2.0 * (look + 1)
