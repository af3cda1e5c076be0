"""How unusual the shape of the last values is, for many signals at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from anomaly.surprises import Surprises

_SEGMENTS = ((6, 1), (4, 3), (4, 10))  # from the newest on: how many means of how many values
_SIZE = sum(count for count, _ in _SEGMENTS)
_SPAN = sum(count * width for count, width in _SEGMENTS)
_MEMORY = 20000.0  # values
_HEAD_START = 50.0
_FIRST = 30  # values before there is a distance
_LEARN = 100  # values whose distances are not compared: the axes are still settling
_GROWTH = 0.05  # share of all values after which the axes are found anew
_BATCH = 32
_RIDGE = 1e-4  # of the mean variance
_LEAST = 1e-12


def _means() -> NDArray[np.float64]:
    """Return the matrix that takes the last values, oldest first, to the means."""
    matrix = np.zeros((_SPAN, _SIZE))
    place, newest = 0, _SPAN
    for count, width in _SEGMENTS:
        for _ in range(count):
            matrix[newest - width : newest, place] = 1.0 / width
            place, newest = place + 1, newest - width
    return matrix


_MEANS = _means()


class ShapeNovelties:
    """As ``Pattern``, for many signals: one distance each, over the last 58 values."""

    __slots__ = (
        "_axes",
        "_batch",
        "_covariances",
        "_end",
        "_filled",
        "_means",
        "_next",
        "_seen",
        "_surprises",
        "_values",
        "_weights",
    )

    def __init__(self) -> None:
        self._surprises = Surprises(0)
        self._values = np.zeros((0, 8 * _SPAN))
        self._batch = np.zeros((_BATCH, 0, _SIZE))
        self._means = np.zeros((0, _SIZE))
        self._covariances = np.zeros((0, _SIZE, _SIZE))
        self._axes = np.zeros((0, _SIZE, _SIZE))
        self._weights = np.zeros((0, _SIZE))
        self._end = _SPAN
        self._filled = self._seen = 0
        self._next = _FIRST

    def grow(self, size: int) -> None:
        """Make room for signals that appear late."""
        new = size - len(self._values)
        self._learn()
        self._surprises.grow(size)
        self._values = np.pad(self._values, ((0, new), (0, 0)))
        self._batch = np.zeros((_BATCH, size, _SIZE))
        self._means = np.pad(self._means, ((0, new), (0, 0)))
        self._covariances = np.pad(self._covariances, ((0, new), (0, 0), (0, 0)))
        self._axes = np.pad(self._axes, ((0, new), (0, 0), (0, 0)))
        self._weights = np.pad(self._weights, ((0, new), (0, 0)))
        self._next = self._seen + _FIRST

    def observe(self, standard: NDArray[np.float64]) -> NDArray[np.float64]:
        """Take in standardised values and return the surprise of each signal's shape."""
        shapes = self._shapes(np.nan_to_num(standard))
        surprises = np.zeros(len(standard))
        if self._seen >= _LEARN:
            along = np.matmul(self._axes, (shapes - self._means)[:, :, None])[:, :, 0]
            distances = np.sqrt((self._weights * along * along).sum(axis=1))
            unknown = np.isnan(standard) | (self._weights[:, 0] == 0.0)
            surprises = self._surprises.observe(np.where(unknown, np.nan, distances))
        self._batch[self._filled] = shapes
        self._filled += 1
        self._seen += 1
        if self._filled == _BATCH or self._seen == self._next:
            self._learn()
        if self._seen >= self._next:
            self._find_axes()
        return surprises

    def _shapes(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        if self._end == self._values.shape[1]:
            self._values[:, :_SPAN] = self._values[:, -_SPAN:]
            self._end = _SPAN
        self._values[:, self._end] = values
        self._end += 1
        shapes: NDArray[np.float64] = self._values[:, self._end - _SPAN : self._end] @ _MEANS
        return shapes

    def _learn(self) -> None:
        count, self._filled = self._filled, 0
        if not count:
            return
        batch = self._batch[:count]
        share = min(1.0, max(count / _MEMORY, count / (self._seen + _HEAD_START)))
        middle = batch.mean(axis=0)
        move = middle - self._means
        around = (batch - middle).transpose(1, 2, 0)
        self._covariances += share * move[:, :, None] * move[:, None, :]
        self._covariances *= 1.0 - share
        self._covariances += share / count * (around @ around.transpose(0, 2, 1))
        self._means = self._means + share * move

    def _find_axes(self) -> None:
        self._next = self._seen + max(_FIRST, int(_GROWTH * self._seen))
        variances, axes = np.linalg.eigh(self._covariances)
        variances = np.maximum(variances, 0.0)
        least = variances.mean(axis=1, keepdims=True) + _LEAST
        self._weights = 1.0 / (variances + _RIDGE * least) / _SIZE
        self._axes = np.ascontiguousarray(axes.transpose(0, 2, 1))
