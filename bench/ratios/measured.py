"""The results of a run: costs beside those of familiar things, and how costs grow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class CostRatio:
    """A cost of the memory and of something familiar, measured in turn.

    Attributes:
        group: its heading.
        name: the measured action.
        baseline: the familiar action.
        unit: of both values.
        ours, theirs: the values.
        ratio: ours as a multiple of theirs.
    """

    group: str
    name: str
    baseline: str
    unit: str
    ours: float
    theirs: float
    ratio: float


@dataclass(frozen=True)
class Growth:
    """How a cost grows with a size.

    Attributes:
        name: the measured action.
        size: the quantity that grows.
        unit: of the cost.
        points: sizes and costs, the smallest size first.
    """

    name: str
    size: str
    unit: str
    points: tuple[tuple[float, float], ...]

    @property
    def exponent(self) -> float:
        """The power of the size that the cost follows: 0 is constant, 1 is proportional.

        The slope of a straight line through the logarithms, by least squares.
        """
        return slope([(math.log(size), math.log(cost)) for size, cost in self.points])


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the straight line through points, by least squares."""
    middle_x, middle_y = (sum(values) / len(points) for values in zip(*points, strict=True))
    rise = sum((x - middle_x) * (y - middle_y) for x, y in points)
    return rise / sum((x - middle_x) ** 2 for x, _ in points)


def shown(value: float) -> str:
    """Return a value with a readable number of digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
