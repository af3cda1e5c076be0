"""Two signals that measure the same thing, and no longer agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.perception.baselines import is_of
from robot_memory.perception.detector import DetectorContext, DetectorOption
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.findings.signal_pairs import SignalPair
from robot_memory.perception.generic.field_detector import FieldDetector
from robot_memory.perception.generic.monitored_signal import FindingReporter
from robot_memory.perception.occurrences.detection import Detection


class DisagreementDetector(FieldDetector):
    """Reports that two signals no longer agree; a rule for each names the same ``pair``.

    Scale, offset and delay are learned: wheel odometry in rad/s agrees with a gyro in °/s.

    Two signals that never agreed are not judged.
    """

    NEEDS_PAIR: ClassVar[bool] = True
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "score": DetectorOption(0.9, "score from which it is unusual", low=0.5, high=1.0),
        "learn": DetectorOption(600.0, "s in which every difference is normal"),
        "delay": DetectorOption(0.5, "s by which one signal may be late", low=0.001),
    }

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._pair: SignalPair | None = None
        self._reporter: FindingReporter | None = None

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message; a disagreement is told to the findings."""
        for name, value in self.numbers(stamp, content):
            if self._pair is None:
                self._pair = self._join(name)
            if self._pair is None:
                continue
            if name == self._pair.first:
                self._pair.agreement.observe(stamp, value)
            elif name == self._pair.second and self._reporter is not None:
                self._reporter.judge(
                    stamp, value, self._pair.agreement.observe_second(stamp, value)
                )
        return iter(())

    def renew(self, component: str) -> None:
        """Learn anew how the two agree where one of them was replaced."""
        pair, context = self._pair, self._context
        names = (pair.first, pair.second) if pair is not None else ()
        if any(name is not None and is_of(component, name.text) for name in names):
            context.shared.baselines.forget(_baseline(context.pair))
            context.shared.pairs.part(context.pair)
            if self._reporter is not None:
                self._reporter.close()
            self._pair = self._reporter = None

    def _join(self, name: SignalName) -> SignalPair | None:
        context, options = self._context, self._options
        pair = context.shared.pairs.join(context.pair, name, options["learn"], options["delay"])
        if pair is not None and name == pair.second:
            context.learn(_baseline(context.pair), pair.agreement)
            self._reporter = FindingReporter(context, name, "disagreement", options["score"])
        return pair


def _baseline(pair: str) -> str:
    return f"{pair} disagreement"
