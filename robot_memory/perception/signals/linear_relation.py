"""Relation: what each of several signals should be, by what the others are (rules.md §10.5)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from robot_memory.perception.persistent_state import PersistentState

_MEMORY = 14_400.0  # s of samples that the relation is learned from
_SOLVE_EVERY = 30.0  # s between two solutions
_LEARN = 300.0  # s before a relation is more than chance
_RIDGE = 0.01  # of a variance: what two equal signals may differ by
_TELLING = 0.9  # share of its variance that the others must explain in …
_WINDOW = 200.0  # … s,
_PROOFS = 3  # stretches in a row in which they did so, before a signal is judged
_TRIMMED = 0.8  # of a stretch that counts: a fault in the rest disproves nothing
_RESTS = 0.05  # of its usual variance: a signal that rests proves nothing
_SURPRISING = 4.0  # conditional standard deviations from which a sample is learned from less


class LinearRelation(PersistentState):
    """Predicts each signal linearly from the others, with means and covariances learned online.

    The precision matrix P of the standardised signals holds all the regressions at once: signal i
    differs from what the others say by (P z)_i / P_ii.

    Args:
        count: number of signals.
    """

    KEPT = ("_seconds", "_mean", "_covariance", "_proofs")

    def __init__(self, count: int) -> None:
        self._seconds = 0.0
        self._mean: npt.NDArray[np.float64] = np.zeros(count)
        self._covariance: npt.NDArray[np.float64] = np.zeros((count, count))
        self._precision: npt.NDArray[np.float64] | None = None
        self._spread: npt.NDArray[np.float64] = np.ones(count)
        self._proofs: npt.NDArray[np.int64] = np.zeros(count, dtype=np.int64)
        self._unmasked: npt.NDArray[np.float64] = np.zeros(count)
        self._solved_at = self._proved_at = 0.0
        self._window: list[tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]] = []

    def observe(self, step: float, values: Sequence[float]) -> npt.NDArray[np.float64] | None:
        """Take in a sample; return what each signal differs from what the others say.

        Args:
            step: seconds since the last sample.
            values: one finite number a signal, in its own unit.

        Returns:
            Differences in the signals' units; NaN for one of which the others have not proved, in
            three stretches of minutes, to say nine tenths. None before anything is known.
        """
        sample = np.asarray(values, dtype=np.float64)
        if self._seconds - self._solved_at >= _SOLVE_EVERY:
            self._solve()
        found, weight = self._judge(sample)
        self._learn(step * weight, sample)
        return found

    def in_spreads(self, differences: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the sizes of differences in standard deviations of each signal by itself."""
        return np.nan_to_num(np.abs(differences) / self._spread)

    def blame(self) -> npt.NDArray[np.float64]:
        """Return how much of the last surprise each signal explains: what is left without it.

        The squared Mahalanobis distance shrinks by (P z)_i² / P_ii if signal i is left out; the
        root of that, times one more than the signal's own distance from its mean.
        """
        return self._unmasked

    def _judge(
        self, sample: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.float64] | None, float]:
        if self._precision is None or self._seconds < _LEARN:
            return None, 1.0
        own = np.diag(self._precision)
        standard = (sample - self._mean) / self._spread
        difference = self._precision @ standard / own
        surprise = float(np.max(np.abs(difference) * np.sqrt(own)))
        weight = 1.0 if surprise <= _SURPRISING else (_SURPRISING / surprise) ** 2
        self._prove(standard, difference)
        # Of two that part from each other, the one that is further from its own mean is to blame.
        self._unmasked = np.abs(difference) * np.sqrt(own) * (1.0 + np.abs(standard))
        difference[self._proofs < _PROOFS] = math.nan
        return difference * self._spread, weight

    def _prove(
        self, standard: npt.NDArray[np.float64], difference: npt.NDArray[np.float64]
    ) -> None:
        """Compare, stretch by stretch, what the others left open with what there was to say."""
        self._window.append((standard, difference.copy()))
        if self._seconds - self._proved_at < _WINDOW:
            return
        self._proved_at = self._seconds
        varied = np.mean(np.square([of[0] for of in self._window]), axis=0)
        squares = np.sort(np.square([of[1] for of in self._window]), axis=0)
        left = np.mean(squares[: max(1, int(_TRIMMED * len(squares)))], axis=0)
        self._window = []
        is_explained = left <= (1.0 - _TELLING) * varied
        works = varied >= _RESTS
        self._proofs = np.where(works, np.where(is_explained, self._proofs + 1, 0), self._proofs)

    def _learn(self, step: float, sample: npt.NDArray[np.float64]) -> None:
        first = self._seconds == 0.0
        self._seconds += step
        share = 1.0 if first else step / min(self._seconds, _MEMORY)
        deviation = sample - self._mean
        self._mean = self._mean + share * deviation
        later = sample - self._mean
        self._covariance = self._covariance * (1.0 - share) + share * np.outer(deviation, later)

    def _solve(self) -> None:
        self._solved_at = self._seconds
        if not np.all(np.isfinite(self._covariance)):
            self._precision = None
            return
        variance = np.diag(self._covariance)
        moves = variance > 0.0
        self._spread = np.sqrt(np.where(moves, variance, 1.0))
        correlation = self._covariance / np.outer(self._spread, self._spread)
        # What never moved says nothing of the others, and they nothing of it.
        correlation[np.diag_indices_from(correlation)] = 1.0
        ridge = _RIDGE * np.eye(len(moves), dtype=np.float64)
        self._precision = np.asarray(np.linalg.inv(correlation + ridge), dtype=np.float64)

    def _begin(self) -> None:
        self._proved_at = self._seconds
        self._solve()
