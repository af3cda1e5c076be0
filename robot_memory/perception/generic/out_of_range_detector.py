"""Numbers with given limits: readings beyond them, and near misses as a trend."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.perception.baselines import is_of
from robot_memory.perception.detector import DetectorContext, DetectorOption
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.generic.monitor_detector import MonitorDetector, detector_for
from robot_memory.perception.near_misses import NearMisses
from robot_memory.perception.occurrences.detection import Detection

_CHECK = "out_of_range"


class OutOfRangeDetector(MonitorDetector):
    """Reports a reading beyond given limits.

    A reading that comes near a limit, and moves away again without reaching it, is a near miss. A
    near miss makes no entry; that they come more and more often is told as a trend.

    Score: 1.0 while the reading lies outside, else 0. There is nothing to learn: the limits are
    given. NaN and infinity are no measurement and score 0.
    """

    CHECKS: ClassVar[tuple[str, ...]] = (_CHECK,)
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        **detector_for(_CHECK).OPTIONS,
        "low": DetectorOption(-math.inf, "least possible reading, in its own unit", low=-math.inf),
        "high": DetectorOption(math.inf, "greatest possible reading", low=-math.inf),
        "near": DetectorOption(
            0.02, "share of a limit, or of the range between both, from which a reading is near it;"
            " 0: near misses are not counted", high=0.5,
        ),
    }  # fmt: skip

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._band = self._options["near"] * _extent(self._options["low"], self._options["high"])
        self._near_misses: dict[str, NearMisses] = {}
        self._ended: list[SignalName] = []

    def own_options(self, name: SignalName, check: str) -> Mapping[str, float]:
        """Return the limits."""
        return {limit: self._options[limit] for limit in ("low", "high")}

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message; what is beyond a limit is told to the findings."""
        yield from super().process(stamp, content)
        ended, self._ended = self._ended, []
        yield from map(self._trend, ended)

    def renew(self, component: str) -> None:
        """Forget the signals of a component, and their near misses."""
        super().renew(component)
        for name in [name for name in self._near_misses if is_of(component, name)]:
            del self._near_misses[name]

    def _take(self, name: SignalName, stamp: float, value: float) -> None:
        super()._take(name, stamp, value)
        if not self._band:
            return
        misses = self._near_misses.get(name.text)
        if misses is None:
            misses = self._near_misses[name.text] = NearMisses(self._context.shared.activity)
            self._context.learn(f"{name.text} near misses", misses)
        distance = min(value - self._options["low"], self._options["high"] - value)
        if misses.observe(distance, self._band):
            self._ended.append(name)

    def _trend(self, name: SignalName) -> Detection:
        text = f"{name.text} comes near its limit more and more often"
        return self._near_misses[name.text].trend(_CHECK, name.text, text, self._context.settings)

    @classmethod
    def problems(cls, options: Mapping[str, float]) -> Iterable[str]:
        """Find limits that are the wrong way round."""
        if options["low"] > options["high"]:
            yield "low is above high"


def _extent(low: float, high: float) -> float:
    """Return what a share of the limits is a share of; 0: no limit is given."""
    if math.isfinite(high - low):
        return high - low
    return max((abs(limit) for limit in (low, high) if math.isfinite(limit)), default=0.0)
