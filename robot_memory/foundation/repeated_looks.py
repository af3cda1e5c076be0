"""When growing evidence is tested, and the correction of p for it (rules.md §13.2).

See docs/explanation/conditions.md.
"""

from __future__ import annotations

FEWEST = 6
"""The number of pieces of evidence at the first test."""

GROWTH = 1.5
"""The growth factor of the evidence between two tests that are corrected for each other."""
SOON = 1.125
"""The growth factor between two checks of a posterior probability (no correction needed)."""


def looks(count: int, growth: float = GROWTH) -> int:
    """Return the number of tests so far for a count: tests at 6, 9, 14, 21 …, half as many more.

    ``growth`` (at least 1.1) is the factor between two tests.
    """
    done, due = 0, FEWEST
    while due <= count:
        done += 1
        due = int(growth * due + 0.5)
    return done


def correction(look: int) -> float:
    """Return the factor for a p-value that is found at the nth test.

    The shares 1/4, 1/6, 1/8 … of the error probability add up to one over the nine tests that two
    hundred pieces of evidence get.
    """
    return 2.0 * (look + 1)
