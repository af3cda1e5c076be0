"""Any topic: it falls silent (rules.md §10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.fault_grouping.fault_grouping import LATE, SilentSource
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.topics.message_interval import MessageInterval

_DEBOUNCE = Debounce(onset=0.0, end=5.0, quiet=60.0)  # s


class RateDetector(Detector):
    """Reports a periodic topic that falls silent.

    The interval is learned from the topic. A topic without a steady rate (events) is not judged. A
    topic is silent only while other topics are not: a robot that is stopped has no silent topics.
    A topic that slows down or has gaps is reported by `normal`.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "silent": DetectorOption(5.0, "s without a message, at least", low=1.0),
        "silent_intervals": DetectorOption(10.0, "times its usual interval, at least", low=2.0),
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

    @property
    def _silence(self) -> float:
        """How long a message may fail to come; longer where the topic is known for short only."""
        usual = self._usual
        intervals = self._options["silent_intervals"] * usual.seconds
        return max(self._options["silent"], intervals, usual.missing)

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Count a message."""
        last, received_at, usual = self._last, self._received_at, self._usual
        self._last, self._received_at = stamp, self._activity.running
        if last is None:
            return ()
        missed = self._received_at - received_at
        was_silent = (
            missed > self._options["silent"] and usual.is_periodic and missed > self._silence
        )
        is_pause = missed < 0.9 * (stamp - last)  # of the whole robot
        if not is_pause and not (was_silent and usual.is_known):
            usual.learn(stamp - last)
        return ()

    def advance(self, stamp: float) -> Iterable[Detection]:
        """Judge the time since the last message; others may fail together with it."""
        missed, usual = self._activity.running - self._received_at, self._usual
        is_late = missed > LATE or missed > self._options["silent"]  # or it cannot be silent
        if is_late and missed > min(LATE, self._silence) and usual.is_periodic:
            topic, is_sure = self._context.topic, missed > self._silence
            self._context.shared.fault_grouping.report(
                SilentSource(topic, topic, self._silent(missed), missed, usual.seconds, is_sure)
            )
        return ()

    def _silent(self, seconds: float) -> Detection:
        topic = self._context.topic
        return self._fault(
            Key("rate", topic, "silent"),
            f"{topic} falls silent while the robot runs",
            magnitude=seconds,
            kind="silent",
            debounce=_DEBOUNCE,
        )
