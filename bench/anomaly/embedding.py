"""The shape of the last values: finely the newest, coarsely the older ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_SEGMENTS = ((24, 1), (12, 2), (12, 6))  # from the newest on: how many means of how many values
FINE = 24  # of the places, those of single values
SIZE = sum(count for count, _ in _SEGMENTS)
_SPAN = sum(count * width for count, width in _SEGMENTS)


def _means() -> NDArray[np.float64]:
    """Return the matrix that takes the last values, oldest first, to the means."""
    matrix = np.zeros((SIZE, _SPAN))
    place, newest = 0, _SPAN
    for count, width in _SEGMENTS:
        for _ in range(count):
            matrix[place, newest - width : newest] = 1.0 / width
            place, newest = place + 1, newest - width
    return matrix


_MEANS = _means()


class Embedding:
    """Turns a stream of values into one of vectors: what the last 120 values look like."""

    __slots__ = ("_end", "_values")

    def __init__(self) -> None:
        self._values = np.zeros(8 * _SPAN)
        self._end = _SPAN

    def observe(self, value: float) -> NDArray[np.float64]:
        """Take in a value and return the vector of means, newest first."""
        values = self._values
        if self._end == len(values):
            values[:_SPAN] = values[-_SPAN:]
            self._end = _SPAN
        values[self._end] = value
        self._end += 1
        shape: NDArray[np.float64] = _MEANS @ values[self._end - _SPAN : self._end]
        return shape
