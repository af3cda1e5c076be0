"""Mean and covariance of vectors, learned from a stream, and how far a vector is from them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_MEMORY = 20000.0  # vectors
_HEAD_START = 50.0  # vectors that count as seen before the first
_FIRST = 30  # vectors before there is a distance
_GROWTH = 0.05  # share of all vectors after which the axes are found anew
_BATCH = 32
_LEAST = 1e-12  # variance, of vectors that never varied; usual ones have about 1


class Mahalanobis:
    """Streaming Mahalanobis distances, each with a ridge of its own.

    A large ridge hears the directions in which the vectors vary much, a small one those in which
    they hardly ever do. Vectors are learned in batches and axes found ever less often, so that
    the cost of a vector does not grow.

    Args:
        size: of a vector.
        parts: for each distance, how many of the first places it looks at, and its ridge, as a
            share of their mean variance.
    """

    __slots__ = (
        "_axes",
        "_batch",
        "_covariance",
        "_filled",
        "_mean",
        "_next",
        "_parts",
        "_seen",
        "_size",
    )

    def __init__(self, size: int, parts: Sequence[tuple[int, tuple[float, ...]]]) -> None:
        self._size, self._parts = size, tuple(parts)
        self._mean = np.zeros(size)
        self._covariance = np.zeros((size, size))
        self._batch = np.zeros((_BATCH, size))
        self._filled = self._seen = 0
        self._next = _FIRST
        # For each part: its size, its axes, and for each ridge what a squared coordinate counts.
        self._axes: list[tuple[int, NDArray[np.float64], NDArray[np.float64]]] = []

    def observe(self, vector: NDArray[np.float64]) -> list[float]:
        """Return the squared distances of a vector, per place, and learn it; none at first."""
        distances: list[float] = []
        if self._axes:
            offset = vector - self._mean
            for size, axes, weights in self._axes:
                along = axes @ offset[:size]
                distances += (weights @ (along * along)).tolist()
        self._batch[self._filled] = vector
        self._filled += 1
        self._seen += 1
        if self._filled == _BATCH or self._seen == self._next:
            self._learn()
            if self._seen >= self._next:
                self._find_axes()
        return distances

    def _learn(self) -> None:
        batch = self._batch[: self._filled]
        share = min(1.0, max(self._filled / _MEMORY, self._filled / (self._seen + _HEAD_START)))
        middle = batch.mean(axis=0)
        move = middle - self._mean
        around = batch - middle
        self._covariance += share * np.outer(move, move)
        self._covariance *= 1.0 - share
        self._covariance += (share / self._filled) * (around.T @ around)
        self._mean = self._mean + share * move
        self._filled = 0

    def _find_axes(self) -> None:
        self._next = self._seen + _FIRST
        if self._covariance.trace() > 0.0:
            self._next = self._seen + max(_FIRST, int(_GROWTH * self._seen))
        elif self._axes:
            return  # they never varied yet
        self._axes = []
        for size, ridges in self._parts:
            variances, axes = np.linalg.eigh(self._covariance[:size, :size])
            variances = np.maximum(variances, 0.0)
            least = variances.mean() + _LEAST
            weights = [1.0 / (variances + ridge * least) / size for ridge in ridges]
            self._axes.append((size, np.ascontiguousarray(axes.T), np.array(weights)))
