"""Several signals of one component: how anomalous they are together."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from anomaly.evidence_novelty import EvidenceNovelty
from anomaly.mahalanobis import Mahalanobis
from anomaly.shape_novelties import ShapeNovelties
from anomaly.signal_detector import score_of
from anomaly.standardised import Standardised
from anomaly.surprise import Surprise, measures

_MOST = 256  # signals; more are not looked at
_SLOW, _QUICK = 80.0, 20.0  # values over which the signals are smoothed
_RIDGE = 1e-5  # of the mean variance
_LEARN = 20  # values that are not compared
_LEARN_JOINT = 100
_LATE = 100  # values after which a distance between signals is learned
_REST = 100  # values in which only stronger evidence is another alarm


class ComponentDetector:
    """A streaming anomaly score for up to 256 signals that belong together.

    It learns from the first values on, looks at nothing but the past, and needs no configuration.
    Evidence is the sum of two surprises (−log10 of the share of past moments that were as
    extreme): of how far all signals, each over its last 80 values, are from their means; and of
    the strangest among each signal's own shape and the relations between signals. See
    bench/anomaly/README.md for what scores mean and how they were measured.

    Score: as of ``SignalDetector``: from 0.5 on an alarm, told at its onset; below it the
    evidence, which stays while the anomaly lasts.
    """

    __slots__ = (
        "_count",
        "_far",
        "_fresh",
        "_joint",
        "_joint_count",
        "_odd",
        "_places",
        "_quick",
        "_recent",
        "_shapes",
        "_slow",
        "_standardised",
    )

    def __init__(self) -> None:
        self._places: dict[str | int, int] = {}
        self._standardised = Standardised()
        self._shapes = ShapeNovelties()
        self._slow = self._quick = np.zeros(0)
        self._joint = Mahalanobis(0, ())
        self._far, self._odd = Surprise(), Surprise()
        self._recent: deque[float] = deque()
        self._fresh = EvidenceNovelty(_REST)
        self._count = self._joint_count = 0

    def observe(self, stamp: float, values: Sequence[float] | Mapping[str, float]) -> float:
        """Take in the signals' values at one moment and return how anomalous they are, in [0, 1].

        Args:
            stamp: seconds of any origin; equal, earlier or unequally spaced ones do no harm.
            values: by position or by name, each in its own unit. What is missing, NaN or infinite
                is no measurement of that signal; where none is measured the score is 0 and all
                stays as it was. Signals may appear late.
        """
        vector = self._vector(stamp, values)
        known = ~np.isnan(vector)
        if not known.any():
            return 0.0
        self._count += 1
        standard = self._standardised.observe(vector)
        offsets = np.where(known, standard, 0.0)
        self._slow = self._slow + np.where(known, offsets - self._slow, 0.0) / _SLOW
        self._quick = self._quick + np.where(known, offsets - self._quick, 0.0) / _QUICK
        distance = float(np.mean(self._slow[known] ** 2))
        far = self._far.observe(distance) if self._count > _LEARN else 0.0
        shape = float(self._shapes.observe(standard).max()) - math.log10(len(known))
        evidence = far + max(shape, self._relation(), 0.0)
        return score_of(self._fresh.observe(evidence), evidence)

    def _relation(self) -> float:
        """Return the surprise of how the signals relate to each other."""
        distances = self._joint.observe(self._quick)
        self._joint_count += 1
        if not distances or self._joint_count <= _LEARN_JOINT:
            return 0.0
        distance = math.sqrt(distances[0])
        # Learned late: what creeps away would else be normal at each step.
        self._recent.append(distance)
        if len(self._recent) > _LATE:
            self._odd.learn(self._recent.popleft())
        return self._odd.judge(distance)

    def _vector(
        self, stamp: float, values: Sequence[float] | Mapping[str, float]
    ) -> NDArray[np.float64]:
        named = values.items() if isinstance(values, Mapping) else enumerate(values)
        measured = [(name, float(value)) for name, value in named if measures(stamp, value)]
        places = self._places
        new = [name for name, _ in measured if name not in places][: _MOST - len(places)]
        if new:
            places.update({name: len(places) + at for at, name in enumerate(new)})
            self._grow(len(places))
        vector = np.full(len(places), np.nan)
        for name, value in measured:
            if name in places:
                vector[places[name]] = value
        return vector

    def _grow(self, size: int) -> None:
        new = size - len(self._slow)
        self._standardised.grow(size)
        self._shapes.grow(size)
        self._slow = np.pad(self._slow, (0, new))
        self._quick = np.pad(self._quick, (0, new))
        self._joint = Mahalanobis(size, [(size, (_RIDGE,))])
        self._joint_count = 0
