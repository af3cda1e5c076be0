"""Predicts the effort of the joints of an arm from their positions and motion.

See docs/reference/detectors.md, "torque_residual".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from robot_memory.perception.persistent_state import PersistentState

Array = npt.NDArray[np.float64]

_MEMORY = 14_400.0  # s of motion that the model is learned from
_RIDGE = 1e-6  # of the mean square of a feature
_RUBS = 0.02  # of its greatest speed, at which friction has a joint's whole sign
_REACHES = 3  # joints in a row whose angles add up: axes that are parallel
_DIGITS = 9  # significant digits that are kept of a number across restarts


class EffortModel(PersistentState):
    """Efforts of all joints as a linear function of what motion asks of them, learned online.

    What weighs on a joint goes with sines and cosines of angles, its own and, where axes are
    parallel, of sums of several in a row; inertia goes with acceleration, friction with the sign
    of the speed and with the speed. No arm's lengths or masses need to be known.

    Args:
        joints: number of them.

    Attributes:
        seconds: of motion that it was learned from.
    """

    __slots__ = ("_covariance", "_inverse", "_joints", "_products", "_weights", "seconds")

    def __init__(self, joints: int) -> None:
        self._joints = joints
        size = 1 + 2 * sum(max(0, joints - more) for more in range(_REACHES)) + 3 * joints
        self.seconds = 0.0
        self._covariance: Array = np.zeros((size, size))
        self._products: Array = np.zeros((size, joints))
        self._inverse: Array = np.zeros((size, size))
        self._weights: Array = np.zeros((size, joints))

    def features(self, angles: Array, speeds: Array, pushes: Array, fastest: Array) -> Array:
        """Return what efforts depend on, a row a sample.

        Args:
            angles: rad, a row a sample and a column a joint; so are the next two.
            speeds: rad/s.
            pushes: accelerations, rad/s².
            fastest: greatest speed of each joint so far.
        """
        parts = [np.ones((len(angles), 1))]
        for more in range(_REACHES):
            for first in range(self._joints - more):
                angle = angles[:, first : first + more + 1].sum(axis=1, keepdims=True)
                parts += [np.sin(angle), np.cos(angle)]
        scale = np.maximum(fastest, 1e-9)
        return np.concatenate([*parts, signs(speeds, fastest), speeds / scale, pushes], axis=1)

    def explain(self, features: Array) -> tuple[Array, Array]:
        """Return the efforts to be expected, and for each sample how new it is.

        How new a way to stand and move is, 1/s, is one over the seconds in which it was seen.
        """
        newness = np.einsum("ij,jk,ik->i", features, self._inverse, features)
        return features @ self._weights, newness

    @property
    def usual_newness(self) -> float:
        """How new the samples that it was learned from are on average, 1/s."""
        return len(self._weights) / max(self.seconds, 1.0)

    def friction(self, features: Array) -> Array:
        """Return the part of the expected efforts that is each joint's own friction."""
        count = self._joints
        rubs, speeds = features[:, -3 * count : -2 * count], features[:, -2 * count : -count]
        own = np.diagonal(self._weights[-3 * count : -2 * count])
        return np.asarray(rubs * own + speeds * np.diagonal(self._weights[-2 * count : -count]))

    def learn(self, features: Array, efforts: Array, seconds: float) -> None:
        """Take in a stretch of motion."""
        if not (np.isfinite(features).all() and np.isfinite(efforts).all()):
            return
        kept, share = math.exp(-seconds / _MEMORY), seconds / len(features)
        self._covariance = kept * self._covariance + share * features.T @ features
        self._products = kept * self._products + share * features.T @ efforts
        self.seconds += seconds
        self._solve()

    def _solve(self) -> None:
        size = len(self._covariance)
        ridge = _RIDGE * float(np.trace(self._covariance)) / size
        if ridge > 0.0:
            inverse = np.linalg.inv(self._covariance + ridge * np.eye(size))
            self._inverse = np.asarray(inverse, dtype=np.float64)
            self._weights = np.asarray(self._inverse @ self._products, dtype=np.float64)

    def state(self) -> dict[str, Any]:
        """Return what was learned."""
        upper = self._covariance[np.triu_indices(len(self._covariance))]
        return {
            "seconds": self.seconds,
            "covariance": [_rounded(value) for value in upper.tolist()],
            "products": [_rounded(value) for value in self._products.ravel().tolist()],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what ``state`` returned.

        Raises:
            ValueError: it is of another kind, or of another number of joints.
        """
        try:
            seconds = float(state["seconds"])
            upper = np.asarray(state["covariance"], dtype=np.float64)
            products = np.asarray(state["products"], dtype=np.float64)
        except (KeyError, TypeError) as error:
            raise ValueError(f"EffortModel: the state is not one: {error!r}") from None
        places = np.triu_indices(len(self._covariance))
        if upper.shape != places[0].shape or products.size != self._products.size:
            raise ValueError(f"EffortModel: the state is not of {self._joints} joints")
        self._covariance[places] = upper
        self._covariance.T[places] = upper
        self._products, self.seconds = products.reshape(self._products.shape), seconds
        self._solve()


def signs(speeds: Array, fastest: Array) -> Array:
    """Return which way joints move, -1 to 1: friction turns around gently, as it is measured."""
    return np.asarray(np.tanh(speeds / (_RUBS * np.maximum(fastest, 1e-9))))


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
