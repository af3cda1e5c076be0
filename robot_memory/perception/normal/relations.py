"""What a signal should be by what others are: a linear relation with lags, found in the data."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from robot_memory.perception.normal.columns import Flags, Floats

_LAGS = (0, 2, 5)  # samples
_LONGEST = max(_LAGS)
_MOST = 3  # signals that explain one
_BLOCK = 6  # windows of one half of the data
_TRIED = 12
_HOLDS = 0.8  # share of the variance explained in the other half
_GAIN = 0.25  # share of the rest that another signal must explain
_MOST_SIGNALS = 160
_FEWEST = 30  # residuals of a window


@dataclass(frozen=True)
class Relation:
    """How a signal follows others.

    Attributes:
        causes: signals, each with its lag in samples.
        weights: the offset, and of each cause.
        holds: share of the variance that it explains in data that it was not fitted to.
    """

    causes: tuple[tuple[int, int], ...]
    weights: npt.NDArray[np.float64]
    holds: float

    def residual(self, samples: Floats, signal: int) -> Floats:
        """Return how far a signal is from what others tell, in a window; known ones only."""
        end = len(samples)
        told = self.weights[0] + sum(
            weight * samples[_LONGEST - lag : end - lag, cause]
            for weight, (cause, lag) in zip(self.weights[1:], self.causes, strict=True)
        )
        rest = samples[_LONGEST:, signal] - told
        known: Floats = rest[np.isfinite(rest)]
        return known if len(known) >= _FEWEST else known[:0]


class Relations:
    """Finds relations in the changes within windows, so that what drifts alike is none.

    Attributes:
        found: the relation of each signal that has one.
    """

    def __init__(self) -> None:
        self.found: dict[int, Relation] = {}
        self._taking: list[int] = []
        self._moments: list[npt.NDArray[np.float64]] = []
        self._offset: npt.NDArray[np.float64] = np.zeros(0)
        self._windows = 0

    def observe(self, samples: Floats, known: Flags) -> None:
        """Take in a window; the signals of the first ones are those that take part."""
        if not self._taking:
            return
        values = np.where(known[self._taking], samples[:, self._taking], 0.0).astype(float)
        values = np.where(np.isfinite(values), values, 0.0) - self._offset
        end = len(values)
        lagged = np.concatenate([values[_LONGEST - lag : end - lag] for lag in _LAGS], axis=1)
        rows = np.concatenate([np.ones((len(lagged), 1)), lagged - lagged.mean(axis=0)], axis=1)
        self._moments[self._windows // _BLOCK % 2] += rows.T @ rows
        self._windows += 1

    def begin(self, samples: Floats, changing: Flags) -> None:
        """Choose the signals that take part, where none were chosen: those that change."""
        if self._taking or not changing.any():
            return
        self._taking = np.flatnonzero(changing)[:_MOST_SIGNALS].tolist()
        middle = np.nanmean(samples[:, self._taking], axis=0)
        self._offset = np.where(np.isfinite(middle), middle, 0.0)
        size = len(_LAGS) * len(self._taking) + 1
        self._moments = [np.zeros((size, size)), np.zeros((size, size))]

    def find(self, quantum: Floats, may_follow: Flags) -> list[int]:
        """Look for relations; return the signals whose relation is new.

        Args:
            quantum: smallest step of each signal.
            may_follow: which signals may follow others.
        """
        if not self._taking or min(moment[0, 0] for moment in self._moments) == 0:
            return []
        count = len(self._taking)
        whole = self._moments[0] + self._moments[1]
        deviation = np.sqrt(np.maximum(np.diag(whole)[1:], 1e-12) / whole[0, 0])
        steps = np.where(np.isfinite(quantum[self._taking]), quantum[self._taking], 0.0)
        moves = (deviation[:count] > 0.5 * steps) & (deviation[:count] > 1e-9)
        new = []
        for place in np.flatnonzero(moves & may_follow[self._taking]):
            relation = self._relation(int(place), whole, deviation, moves)
            signal = self._taking[place]
            old = self.found.get(signal)
            if relation is not None and (
                old is None or relation.holds > old.holds + 0.5 * (1.0 - old.holds)
            ):
                self.found[signal] = relation
                new.append(signal)
        return new

    def state(self, place: Mapping[int, int]) -> dict[str, Any]:
        """Return the relations that were found.

        Args:
            place: the new number of each signal that is stored.
        """
        return {
            str(place[signal]): [
                one.holds, [[place[cause], lag] for cause, lag in one.causes], one.weights.tolist()
            ]
            for signal, one in self.found.items()
            if {signal, *(cause for cause, _ in one.causes)} <= place.keys()
        }  # fmt: skip

    def restore(self, state: Mapping[str, Any], signals: int) -> None:
        """Continue with what :meth:`state` returned.

        Args:
            state: what was stored.
            signals: how many there are.

        Raises:
            ValueError: the state is damaged.
        """
        found = {}
        for signal, (holds, causes, weights) in state.items():
            told = tuple((int(cause), int(lag)) for cause, lag in causes)
            known = {int(signal), *(cause for cause, _ in told)}
            if not known <= set(range(signals)) or len(weights) != len(told) + 1:
                raise ValueError(f"the relation of signal {signal} is damaged")
            if any(lag not in _LAGS for _, lag in told):
                raise ValueError(f"the relation of signal {signal} has an unknown lag")
            found[int(signal)] = Relation(told, np.array(weights, dtype=float), float(holds))
        self.found = found

    def forget(self, signals: Collection[int]) -> None:
        """Forget the relations of signals, and gather anew what relations are found in."""
        self.found = {
            signal: one
            for signal, one in self.found.items()
            if signal not in signals and all(cause not in signals for cause, _ in one.causes)
        }
        self._taking, self._moments, self._windows = [], [], 0

    def _relation(
        self, place: int, whole: npt.NDArray[np.float64], deviation: npt.NDArray[np.float64],
        moves: Flags,
    ) -> Relation | None:  # fmt: skip
        """Choose up to three signals that explain one, by how well that holds in the other half."""
        count = len(self._taking)
        likeness = np.abs(whole[1 + place, 1:]) / (deviation * deviation[place] * whole[0, 0])
        ranked = np.argsort(-np.where(np.tile(moves, len(_LAGS)), likeness, 0.0))
        chosen: list[int] = []
        holds = 0.0
        while len(chosen) < _MOST:
            taken = {one % count for one in chosen} | {place}
            tried = [one for one in ranked[: 2 * _TRIED] if one % count not in taken][:_TRIED]
            scored = [(self._held(place, [*chosen, int(one)]), int(one)) for one in tried]
            best, one = max(scored, default=(0.0, -1))
            if best < (holds + _GAIN * (1.0 - holds) if chosen else _HOLDS / 2):
                break
            holds, chosen = best, [*chosen, one]
        if holds < _HOLDS:
            return None
        weights = _fit(whole, place, chosen)
        offset = self._offset[place] - sum(
            weight * self._offset[one % count]
            for weight, one in zip(weights[1:], chosen, strict=True)
        )
        causes = tuple((self._taking[one % count], _LAGS[one // count]) for one in chosen)
        return Relation(causes, np.array([offset, *weights[1:]]), holds)

    def _held(self, place: int, chosen: Sequence[int]) -> float:
        """Return the share of the variance in the one half that a fit to the other explains."""
        first, second = self._moments
        at = [0, *(1 + one for one in chosen)]
        weights = _fit(first, place, chosen)
        rest = (
            second[1 + place, 1 + place]
            - 2.0 * weights @ second[at, 1 + place]
            + weights @ second[np.ix_(at, at)] @ weights
        )
        return float(1.0 - rest / max(second[1 + place, 1 + place], 1e-12))


def _fit(
    moments: npt.NDArray[np.float64], place: int, chosen: Sequence[int]
) -> npt.NDArray[np.float64]:
    at = [0, *(1 + one for one in chosen)]
    square = moments[np.ix_(at, at)] + 1e-9 * np.eye(len(at))
    return np.asarray(np.linalg.lstsq(square, moments[at, 1 + place], rcond=None)[0])
