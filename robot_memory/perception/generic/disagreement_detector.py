"""Two signals that measure the same thing, and no longer agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.perception.baselines import is_of, restore
from robot_memory.perception.detector import DetectorContext, DetectorOption
from robot_memory.perception.generic.field_detector import FieldDetector
from robot_memory.perception.generic.monitored_signal import FindingReporter
from robot_memory.perception.generic.signal_name import SignalName
from robot_memory.perception.generic.signal_pairs import SignalPair
from robot_memory.perception.occurrences.detection import Detection


class DisagreementDetector(FieldDetector):
    """Tells two signals apart that a rule each names as a ``pair``.

    Scale, offset and delay are learned: wheel odometry in rad/s agrees with a gyro in °/s.
    """

    NEEDS_PAIR: ClassVar[bool] = True
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "score": DetectorOption(0.9, "score from which it is unusual", low=0.5, high=1.0),
        "learn": DetectorOption(600.0, "s in which every difference is normal"),
        "delay": DetectorOption(0.5, "s that one may be late", low=0.001),
    }

    def __init__(self, setting: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(setting, options)
        self._pair: SignalPair | None = None
        self._teller: FindingReporter | None = None

    def update(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message; a disagreement is told to the findings."""
        for name, value in self.numbers(stamp, content):
            if self._pair is None:
                self._pair = self._join(name)
            if self._pair is None:
                continue
            if name == self._pair.first:
                self._pair.agreement.update(stamp, value)
            elif name == self._pair.second and self._teller is not None:
                self._teller.judge(stamp, value, self._pair.agreement.update_second(stamp, value))
        return iter(())

    def renew(self, component: str) -> None:
        """Learn anew how the two agree where one of them was replaced."""
        pair, setting = self._pair, self._setting
        names = (pair.first, pair.second) if pair is not None else ()
        if any(name is not None and is_of(component, name.text) for name in names):
            setting.baselines.forget(_baseline(setting.pair))
            setting.pairs.part(setting.pair)
            self._pair = self._teller = None

    def _join(self, name: SignalName) -> SignalPair | None:
        setting, options = self._setting, self._options
        pair = setting.pairs.join(setting.pair, name, options["learn"], options["delay"])
        if pair is not None and name == pair.second:
            baseline = _baseline(setting.pair)
            restore(pair.agreement, setting.baselines, baseline)
            setting.baselines.register(baseline, setting.topic, pair.agreement.state)
            self._teller = FindingReporter(setting, name, "disagreement", options["score"])
        return pair


def _baseline(pair: str) -> str:
    return f"{pair} disagreement"
