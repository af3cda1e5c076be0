"""Any topic: it falls silent, slows down, or comes in bursts (rules.md §10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.fault_grouping.failing_source import (
    BURSTS,
    LATE,
    SILENT,
    SLOW,
    FailingSource,
    SilentSource,
)
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.topics.message_interval import MessageInterval
from robot_memory.perception.topics.message_rate import OddWindows, RateWindow, WindowRate

_LEAST_COUNT = 10.0  # messages that a window must be long enough for
_SLOW_WINDOWS, _UNEVEN_WINDOWS = 2, 3  # windows in a row
_EVEN = 0.3  # deviation of intervals, as a share of the usual one, of a topic that comes evenly
_WORDS = {
    "silent": "falls silent",
    "slow": "slows down well below its usual rate",
    "jitter": "comes in bursts instead of evenly",
}


class RateDetector(Detector):
    """Reports a periodic topic that falls silent, slows down, or comes in bursts.

    The rate is learned from the topic. A topic without a steady rate (events) is not judged. A
    topic is silent only while other topics are not: a robot that is stopped has no silent topics.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "silent": DetectorOption(5.0, "s without a message, at least", low=1.0),
        "silent_intervals": DetectorOption(10.0, "times its usual interval, at least", low=2.0),
        "slow": DetectorOption(0.5, "share of its usual rate below which it is slow", high=1.0),
        "jitter": DetectorOption(
            1.0, "mean deviation from the interval, in intervals, from which it bursts"
        ),
        "window": DetectorOption(10.0, "s over which the present rate is taken", low=1.0),
        "learn": DetectorOption(20.0, "messages, and seconds, before its rate is known", low=2.0),
    }
    READS_CONTENT: ClassVar[bool] = False
    JUDGES_SENSORS: ClassVar[bool] = True

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._activity = context.shared.activity
        self._usual = MessageInterval(self._options["learn"])
        self._last: float | None = None
        self._received_at = 0.0
        self._present = RateWindow()
        self._slow, self._uneven = (
            OddWindows(SLOW, _SLOW_WINDOWS),
            OddWindows(BURSTS, _UNEVEN_WINDOWS),
        )

    @property
    def _silence(self) -> float:
        """How long a message may fail to come; longer where the topic is known for short only."""
        usual = self._usual
        intervals = self._options["silent_intervals"] * usual.seconds
        return max(self._options["silent"], intervals, usual.missing)

    @property
    def _window(self) -> float:
        """Over which time the present rate is taken; seconds."""
        return max(self._options["window"], _LEAST_COUNT * self._usual.seconds)

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Count a message."""
        last, received_at, usual = self._last, self._received_at, self._usual
        self._last, self._received_at = stamp, self._activity.running
        if last is None:
            self._present.restart(self._received_at)
            return ()
        missed = self._received_at - received_at
        is_known, is_periodic = usual.is_known, usual.is_periodic
        was_silent = missed > self._options["silent"] and is_periodic and missed > self._silence
        if is_known and is_periodic and not was_silent:
            pace = self._present.observe(self._received_at, missed, usual.seconds, self._window)
            if pace is not None:
                self._judge(pace)
        else:
            self._present.restart(self._received_at)
            self._slow.end()
            self._uneven.end()
        is_pause = missed < 0.9 * (stamp - last)  # of the whole robot
        if not is_pause and not (was_silent and is_known):
            is_unusual = self._slow.count > 0 or self._uneven.count > 0
            usual.learn(stamp - last, is_unusual=is_unusual)
        return ()

    def advance(self, stamp: float) -> Iterable[Detection]:
        """Judge the time since the last message; others may fail together with it."""
        missed, usual = (
            self._activity.running - self._received_at,
            self._usual.seconds,
        )
        is_late = missed > LATE or missed > self._options["silent"]  # or it cannot be silent
        if is_late and missed > min(LATE, self._silence) and self._usual.is_periodic:
            topic, alone = self._context.topic, self._say("silent", missed)
            is_sure = missed > self._silence
            silent = SilentSource(SILENT, topic, topic, alone, missed, usual, is_sure=is_sure)
            self._context.shared.fault_grouping.report(silent)
        is_odd = self._slow.detection is not None or self._uneven.detection is not None
        if is_odd and missed <= self._window:
            for streak in (self._slow, self._uneven):
                self._tell(streak)
        return ()

    def _judge(self, pace: WindowRate) -> None:
        """Judge a window that is over; a single odd one is no more than a hole."""
        usual = self._usual
        share = pace.rate * usual.seconds
        is_slow = share < self._options["slow"]
        is_uneven = usual.unevenness <= _EVEN and pace.unevenness >= self._options["jitter"]
        rates = {"rate": pace.rate, "usual": 1.0 / usual.seconds}
        self._slow.observe(is_slow, pace, self._say("slow", 1.0 - share, **rates))
        uneven = self._say("jitter", pace.unevenness, unevenness=pace.unevenness)
        self._uneven.observe(is_uneven and not is_slow, pace, uneven)

    def _tell(self, streak: OddWindows) -> None:
        """Tell of odd windows in a row."""
        if streak.detection is None:
            return
        lasts = self._activity.running - streak.since
        topic = self._context.topic
        self._context.shared.fault_grouping.report(
            FailingSource(
                streak.manner, topic, topic, streak.detection, lasts, self._window, streak.is_long
            )
        )

    def _say(self, symptom: str, magnitude: float, **readings: float) -> Detection:
        topic = self._context.topic
        return Detection(
            key=Key("rate", topic, symptom),
            present=True,
            text=f"{topic} {_WORDS[symptom]} while the robot runs",
            confidence=self._context.settings.first_confidence(score=1.0),
            magnitude=magnitude,
            kind=symptom,
            readings=readings,
            debounce=Debounce(onset=0.0, end=5.0, quiet=max(60.0, 3.0 * self._window)),
        )
