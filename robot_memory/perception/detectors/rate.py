"""Any topic: it falls silent, or slows down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, Option, Setting
from robot_memory.perception.detectors.interval import Interval
from robot_memory.perception.sighting import Debounce, Sighting

_LEAST_COUNT = 10.0  # messages that a window must be long enough for
_SLOW_WINDOWS = 2  # in a row
_WORDS = {"silent": "falls silent", "slow": "slows down well below its usual rate"}


class RateDetector(Detector):
    """Tells of a periodic topic that falls silent or slows down.

    The topic's own rate is learned; one without a beat (events, on change) is never judged. It is
    silent only if the rest of the robot is not: a stopped robot has no silent topics.
    """

    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "silent": Option(5.0, "s without a message, at least …", low=1.0),
        "silent_intervals": Option(10.0, "… and as many of its usual intervals", low=2.0),
        "slow": Option(0.5, "share of its usual rate below which it is slow", high=1.0),
        "window": Option(10.0, "s over which the present rate is taken", low=1.0),
        "learn": Option(20.0, "messages, and seconds, before its rate is known", low=2.0),
    }
    READS_CONTENT: ClassVar[bool] = False

    def __init__(self, setting: Setting, options: Mapping[str, float]) -> None:
        super().__init__(setting, options)
        self._usual = Interval(self._options["learn"])
        self._last: float | None = None
        self._heard_at = 0.0
        self._window_start = 0.0
        self._window_count = 0
        self._slow_windows = 0

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

    def update(self, stamp: float, content: Any) -> Iterator[Sighting]:
        """Count a message."""
        last, heard_at = self._last, self._heard_at
        self._last, self._heard_at = stamp, self._setting.activity.running
        self._window_count += 1
        if last is None:
            self._restart_window()
            return
        missed = self._heard_at - heard_at
        was_silent = self._usual.has_beat and missed > self._silence
        if was_silent:
            self._restart_window()
            yield self._say("silent", present=False)
        elif self._usual.is_known and self._usual.has_beat:
            yield from self._pace()
        else:
            self._restart_window()
        is_pause = missed < 0.9 * (stamp - last)  # of the whole robot
        if not is_pause and not (was_silent and self._usual.is_known):
            self._usual.learn(stamp - last, is_slow=self._slow_windows > 0)

    def advance(self, stamp: float) -> Iterator[Sighting]:
        """Judge the time since the last message."""
        missed = self._setting.activity.running - self._heard_at
        if self._usual.has_beat and missed > self._silence:
            yield self._say("silent", magnitude=missed)

    def _restart_window(self) -> None:
        self._window_start, self._window_count = self._heard_at, 0

    def _pace(self) -> Iterator[Sighting]:
        """Judge the rate of a window that is over; one slow window is no more than a hole."""
        passed = self._heard_at - self._window_start
        if passed < self._window:
            return
        rate, usual = self._window_count / passed, 1.0 / self._usual.seconds
        self._restart_window()
        was_slow = self._slow_windows >= _SLOW_WINDOWS
        self._slow_windows = self._slow_windows + 1 if rate < self._options["slow"] * usual else 0
        if self._slow_windows >= _SLOW_WINDOWS:
            yield self._say("slow", magnitude=1.0 - rate / usual, rate=rate, usual=usual)
        elif was_slow:
            yield self._say("slow", present=False)

    def _say(
        self, symptom: str, *, present: bool = True, magnitude: float = 0.0, **readings: float
    ) -> Sighting:
        topic = self._setting.topic
        return Sighting(
            key=Key("rate", topic, symptom),
            present=present,
            text=f"{topic} {_WORDS[symptom]} while the robot runs",
            confidence=self._setting.settings.first_confidence(score=1.0),
            magnitude=magnitude,
            kind=symptom,
            readings=readings,
            debounce=Debounce(onset=0.0, end=5.0, quiet=max(60.0, 3.0 * self._window)),
        )
