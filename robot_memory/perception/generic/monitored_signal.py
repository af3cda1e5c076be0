"""One monitored signal: when its baselines restart, and when a deviation is a finding.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Callable, Mapping

from robot_memory.perception.detector import DetectorContext
from robot_memory.perception.findings.findings import Finding
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.findings.signal_symptom import SYMPTOMS
from robot_memory.perception.signals.cumulative import Cumulative
from robot_memory.perception.signals.gross_deviation import GrossDeviation
from robot_memory.perception.signals.signal import Signal

_PAUSE = 30.0  # s without a value after which a new stretch begins
_STARTING = 60.0  # s of a stretch in which a zero may say that nothing measures yet
_SOON = 600.0  # s within which what must come several times comes
_OVER = 0.5  # score below which what was unusual is so no longer
_ERRORS = re.compile(
    r"err|fail|fault|drop|lost|loss|retr|timeout|overrun|underrun|crc|checksum|reject|collision|reset"
    r"|restart|reconnect|invalid|bad|miss|violation|stall|slip",
    re.IGNORECASE,
)
_MODES = 8  # values that a mode takes, at most
_AS_IT_IS = ("counter", "frozen", "out_of_range")  # checks of the count itself


class FindingReporter:
    """Makes findings of scores.

    Args:
        context: what its detector may know.
        name: of the signal.
        symptom: what is unusual in it, a name in :data:`SYMPTOMS`.
        limit: score from which a value is unusual; 0: as is usual for the symptom.
    """

    def __init__(
        self, context: DetectorContext, name: SignalName, symptom: str, limit: float
    ) -> None:
        self._context, self._name, self._symptom = context, name, symptom
        self._limit = limit or SYMPTOMS[symptom].limit
        self._begun: deque[float] = deque(maxlen=SYMPTOMS[symptom].times)
        self._is_unusual = self._was_unusual = False
        self._finding: Finding | None = None
        context.shared.findings.budget.enrol(name, symptom)

    def close(self) -> None:
        """Take in that the signal is not checked any more: its component was replaced."""
        self._context.shared.findings.budget.leave(self._name, self._symptom)

    def judge(self, stamp: float, value: float, score: float) -> None:
        """Take in how unusual a value is."""
        if score >= _OVER:
            self._context.shared.findings.budget.note(self._name, self._symptom, score)
        if not self._is_unusual and score < self._limit and self._finding is None:
            self._was_unusual = False
            return
        self._was_unusual = self._is_unusual
        self._is_unusual = score >= (_OVER if self._is_unusual else self._limit)
        finding = self._finding
        if finding is not None:
            finding.is_present, finding.value, finding.last_seen = self._is_unusual, value, stamp
            finding.score = max(finding.score, score)
            if not self._is_unusual:
                self._finding = None
        elif self._is_unusual and self._is_enough(stamp):
            confidence = self._context.settings.first_confidence(score=score)
            self._finding = Finding(
                self._name,
                self._context.topic,
                self._symptom,
                stamp,
                confidence,
                score,
                value,
                stamp,
            )
            self._context.shared.findings.report(self._finding)

    def _is_enough(self, stamp: float) -> bool:
        """Tell whether it has come often enough to be reported."""
        if not self._was_unusual:
            self._begun.append(stamp)
        is_often = len(self._begun) == self._begun.maxlen
        return is_often and stamp - self._begun[0] <= _SOON


class Monitor(FindingReporter):
    """One check of a signal.

    Args:
        context: what its detector may know.
        name: of the signal.
        symptom: what it finds, a name in :data:`SYMPTOMS`.
        signal: scores its values.
        limit: score from which a value is unusual; 0: as is usual for the symptom.
    """

    def __init__(
        self, context: DetectorContext, name: SignalName, symptom: str, signal: Signal, limit: float
    ) -> None:
        super().__init__(context, name, symptom, limit)
        self._signal = signal

    def begin(self) -> None:
        """Begin a new stretch, with what was learned."""
        self._signal.begin_stretch()

    def observe(self, stamp: float, value: float) -> None:
        """Take in a value."""
        score = self._signal.observe(stamp, value)
        if score or self._is_unusual or self._finding is not None:
            self.judge(stamp, value, score)
        else:
            self._was_unusual = False  # as nearly always


class GrossMonitor(Monitor):
    """The check for what is far from all that was: what is an effect of new activity is normal.

    Args:
        context: what its detector may know.
        name: of the signal.
        symptom: what it finds, a name in :data:`SYMPTOMS`.
        signal: scores its values.
        limit: score from which a value is unusual; 0: as is usual for the symptom.
    """

    def __init__(
        self,
        context: DetectorContext,
        name: SignalName,
        symptom: str,
        signal: GrossDeviation,
        limit: float,
    ) -> None:
        super().__init__(context, name, symptom, signal, limit)
        self._gross = signal
        self._activity = context.shared.new_activity

    def learn(self, stamp: float, value: float) -> None:
        """Take in a value of a signal that had but a handful so far: it is not judged yet."""
        self._gross.observe(stamp, value)

    def judge(self, stamp: float, value: float, score: float) -> None:
        """Take in how unusual a value is."""
        if score and self._activity.is_on(stamp):
            self._gross.accept()
            score = 0.0
        super().judge(stamp, value, score)


class MonitoredSignal:
    """A signal and its monitors.

    Of one that only counts up it is watched how fast it does, where it counts errors. One that
    takes but a handful of values is a mode, of which none is more normal than another.

    Args:
        name: of the signal.
        cumulative: whether it counts up, as far as is known.
        monitors: makes its monitors; told whether what was learned before a restart still holds.
    """

    def __init__(
        self,
        name: SignalName,
        cumulative: Cumulative,
        monitors: Callable[[bool], Mapping[str, Monitor]],
    ) -> None:
        self._cumulative = cumulative
        self._of_errors = bool(_ERRORS.search(name.text))
        self._make = monitors
        self._use(monitors(True))
        self._last = -math.inf
        self._began = 0.0
        self._is_measuring = False
        self._values: set[float] = set()

    @property
    def counts(self) -> bool:
        """Whether it only counts up."""
        return bool(self._cumulative.counts)

    def close(self) -> None:
        """Take in that it is not checked any more: its component was replaced."""
        for monitor in [*self._as_it_is, *self._of_level]:
            monitor.close()

    def observe(self, stamp: float, value: float) -> None:
        """Take in a value."""
        if stamp - self._last > _PAUSE:
            self._begin(stamp)
        self._last = stamp
        # Drivers say zero until they measure, which is no value of the signal.
        self._is_measuring |= value != 0.0 or stamp - self._began > _STARTING
        if not self._is_measuring:
            return
        cumulative = self._cumulative
        level = value
        if cumulative.counts:
            level = cumulative.observe(stamp, value)
            if not cumulative.counts:
                self._use(self._make(False))  # what was learned was how fast it counts
        for monitor in self._as_it_is:
            monitor.observe(stamp, value)
        if cumulative.counts:
            of_level = self._of_rate
        elif self._is_mode(value):
            if self._gross is not None:
                self._gross.learn(stamp, level)
            return
        else:
            of_level = self._of_level
        for monitor in of_level:
            monitor.observe(stamp, level)

    def _is_mode(self, value: float) -> bool:
        """Take in a value; tell whether there were but a handful of values so far."""
        if len(self._values) <= _MODES:
            self._values.add(value)
        return len(self._values) <= _MODES

    def _use(self, monitors: Mapping[str, Monitor]) -> None:
        """Use these monitors: some watch the count itself, one its rate where it is of errors."""
        self._as_it_is = [monitor for name, monitor in monitors.items() if name in _AS_IT_IS]
        self._of_level = [monitor for name, monitor in monitors.items() if name not in _AS_IT_IS]
        gross = monitors.get("gross")
        self._gross = gross if isinstance(gross, GrossMonitor) else None
        self._of_rate = [
            monitors[name] for name in monitors if name == "level_shift" and self._of_errors
        ]

    def _begin(self, stamp: float) -> None:
        self._began, self._is_measuring = stamp, False
        self._cumulative.begin_stretch()
        for monitor in [*self._as_it_is, *self._of_level]:
            monitor.begin()
