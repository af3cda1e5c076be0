"""Any topic: it falls silent, or slows down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Setting
from robot_memory.perception.sighting import Debounce, Sighting


class RateDetector:
    """Tells of a periodic topic that falls silent or slows down.

    The topic's own rate is learned; one without a beat (events, on change) is never judged. It is
    silent only if the rest of the robot is not: a stopped robot has no silent topics.
    """

    OPTIONS: ClassVar[Mapping[str, float]] = {
        "silent": 5.0,  # s without a message, at least …
        "silent_intervals": 20.0,  # … and as many of its usual intervals
        "slow": 0.5,  # share of its usual rate below which it is slow
        "window": 10.0,  # s over which the present rate is taken
        "learn": 50.0,  # messages before its rate is known
    }
    READS_CONTENT: ClassVar[bool] = False
    _STEADY = 0.5  # mean deviation of intervals, as share of the interval
    _FORGET = 0.01

    def __init__(self, setting: Setting, options: Mapping[str, float]) -> None:
        self._topic = setting.topic
        self._confidence = setting.settings.first_confidence(score=1.0)
        self._options = options
        self._activity = setting.activity
        self._interval = self._deviation = 0.0
        self._count = 0
        self._last: float | None = None
        self._window_start = 0.0
        self._window_count = 0

    def update(self, stamp: float, content: Any) -> Iterator[Sighting]:
        """Count a message."""
        last, self._last = self._last, self._activity.running
        self._window_count += 1
        if last is None:
            self._restart_window()
            return
        gap = self._last - last
        if self._is_known and gap > self._silence:
            self._restart_window()
            yield self._say("silent", False)
            return
        self._learn(gap)

    def _learn(self, gap: float) -> None:
        self._count += 1
        share = max(self._FORGET, 1.0 / self._count)
        usual = self._interval
        # A slow spell is not the new normal within minutes: a long gap counts as at most double.
        gap = min(gap, 2.0 * usual) if self._is_known else gap
        self._interval += share * (gap - usual)
        self._deviation += share * (abs(gap - self._interval) - self._deviation)

    @property
    def _is_known(self) -> bool:
        return self._count >= self._options["learn"]

    @property
    def _is_steady(self) -> bool:
        return self._is_known and self._deviation <= self._STEADY * self._interval

    @property
    def _silence(self) -> float:
        return max(self._options["silent"], self._options["silent_intervals"] * self._interval)

    def _restart_window(self) -> None:
        self._window_start, self._window_count = self._activity.running, 0

    def advance(self, stamp: float) -> Iterator[Sighting]:
        """Judge the time since the last message, and the rate of the last seconds."""
        if not self._is_steady or self._last is None:
            self._restart_window()
        elif self._activity.running - self._last > self._silence:
            self._restart_window()
            yield self._say("silent", True)
        else:
            yield from self._pace()

    def _pace(self) -> Iterator[Sighting]:
        passed = self._activity.running - self._window_start
        if passed < max(self._options["window"], 10.0 * self._interval):
            return
        rate, usual = self._window_count / passed, 1.0 / self._interval
        self._restart_window()
        yield self._say("slow", rate < self._options["slow"] * usual, rate=rate, usual=usual)

    def _say(self, symptom: str, present: bool, **readings: float) -> Sighting:
        words = "falls silent" if symptom == "silent" else "slows down to less than half its rate"
        return Sighting(
            key=Key("rate", self._topic, symptom),
            present=present,
            text=f"{self._topic} {words} while the robot runs",
            confidence=self._confidence,
            magnitude=1.0,
            readings=readings,
            debounce=Debounce(onset=0.0, end=5.0, quiet=60.0),
        )
