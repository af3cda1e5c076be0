"""When growing evidence is tested, and the correction of p (rules.md §13.2).

See docs/explanation/conditions.md.
"""

from __future__ import annotations

FEWEST = 6
"""So many pieces of evidence are tested for the first time."""

GROWTH = 1.5
"""By what evidence grows between two tests that are corrected for each other."""
SOON = 1.125
"""By what it grows between two looks at a posterior probability, which needs no correction."""


def looks(count: int, growth: float = GROWTH) -> int:
    """Return how often so much evidence was tested: at 6, 9, 14, 21 …, half as many more.

    Evidence is multiplied by ``growth``, at least 1.1, until the next test.
    """
    done, due = 0, FEWEST
    while due <= count:
        done += 1
        due = int(growth * due + 0.5)
    return done


def correction(look: int) -> float:
    """Return by what to multiply a probability that is found at the nth look.

    The shares 1/4, 1/6, 1/8 … of what may go wrong add up to one over the nine looks that two
    hundred pieces of evidence get.
    """
    return 2.0 * (look + 1)
