"""How unusual the shape of the last values is, among all shapes of this signal."""

from __future__ import annotations

import math

from anomaly.embedding import FINE, SIZE, Embedding
from anomaly.mahalanobis import Mahalanobis
from anomaly.surprise import Surprise

_MEMORY = 20000.0  # values
_COARSE_RIDGE, _FINE_RIDGE = 0.1, 1e-4
_LEARN = 100  # values whose distances are not compared: the axes are still settling
_FIRST = 6  # values
_ROUNDING = 1e-9


class ShapeNovelty:
    """Judges the last 120 values together: a beat that is missing, bent, too early or too rough.

    Three distances from all earlier shapes: of the whole shape along what varies much, along what
    hardly varies, and of the newest 24 values along what hardly varies. Each is told as surprise,
    so that the distribution does not matter.
    """

    __slots__ = ("_count", "_embedding", "_mean", "_scatter", "_surprises", "_variance")

    def __init__(self) -> None:
        self._embedding = Embedding()
        self._scatter = Mahalanobis(
            SIZE, [(SIZE, (_COARSE_RIDGE, _FINE_RIDGE)), (FINE, (_FINE_RIDGE,))]
        )
        self._surprises = (Surprise(), Surprise(), Surprise())
        self._count = 0
        self._mean = self._variance = 0.0

    def observe(self, value: float) -> float:
        """Take in a value and return the surprise of the whole, the sum of two."""
        self._count += 1
        distances = self._scatter.observe(self._embedding.observe(self._normalised(value)))
        if self._count <= _LEARN or not distances:
            return 0.0
        coarse, fine, newest = (
            surprise.observe(math.sqrt(distance))
            for surprise, distance in zip(self._surprises, distances, strict=True)
        )
        return coarse + max(fine, newest)

    def _normalised(self, value: float) -> float:
        """Return the value in standard deviations from the mean so far."""
        if self._count == 1:
            self._mean = value
        offset = value - self._mean
        deviation = math.sqrt(self._variance)
        is_known = self._count >= _FIRST and deviation > _ROUNDING * abs(self._mean)
        share = 1.0 / min(self._count, _MEMORY)
        self._mean += share * offset
        self._variance = (1.0 - share) * (self._variance + share * offset * offset)
        return offset / deviation if is_known else 0.0
