"""All numbers of a robot, sampled five times a second, in windows of ten seconds."""

from __future__ import annotations

import logging
import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import median

import numpy as np

from robot_memory.perception.normal.columns import Flags, Floats, Signal, grown

_LOG = logging.getLogger(__name__)
TICK = 0.2  # s between two samples
SAMPLES = 50  # in a window
WINDOW = TICK * SAMPLES  # s
_LARGEST = 1e18  # the squares of a window of larger numbers overflow a float32
_STALE = 30.0  # s after its last message after which a number is unknown at the latest, and …
_HOLDS, _SOONEST_STALE = 5.0, 5.0  # … usual intervals, and s, for which it is known at least
_SHARE = 0.2  # weight of a new window in the usual interval
_PAUSE = 120.0  # s without any message, after which a session ends
_MOST_SIGNALS = 1000  # of a robot
_MOST_TOPICS = 300
_MOST_TIMES = 500  # intervals and ages in a window whose median is taken
_FEWEST = 4  # intervals that are needed for a median


@dataclass(frozen=True)
class Window:
    """Ten seconds of a robot.

    Attributes:
        end: its end, seconds.
        samples: of each signal, shape (50, signals); NaN if not known.
        timing: for each topic the median and the longest interval, and the median age of stamps, in
            seconds; shape (topics, 3); NaN if there were fewer than four messages.
        begins_session: whether it is the first window after a pause.
        reported: the places of the signals whose component a driver reported as faulty.
        is_nan: which signals were received all the time, and always as NaN.
    """

    end: float
    samples: Floats
    timing: Floats
    begins_session: bool = False
    reported: frozenset[int] = frozenset()
    is_nan: Flags = field(default_factory=lambda: np.zeros(0, bool))


class TopicTiming:
    """The reception times of one topic's messages in the present window."""

    __slots__ = ("_ages", "_intervals", "_last", "_longest")

    def __init__(self) -> None:
        self._last = math.nan
        self._longest = 0.0
        self._intervals: list[float] = []
        self._ages: list[float] = []

    def note_reception(self, stamp: float) -> None:
        """Note that a message arrived, seconds."""
        interval = stamp - self._last  # NaN for the first one
        self._last = stamp
        if interval >= 0.0:
            if interval > self._longest:
                self._longest = interval
            if len(self._intervals) < _MOST_TIMES:
                self._intervals.append(interval)

    def note_age(self, age: float) -> None:
        """Take in the age of a message at its reception, seconds."""
        if len(self._ages) < _MOST_TIMES:
            self._ages.append(age)

    def take(self) -> tuple[float, float, float]:
        """Return the median and longest interval and the median age; begin a new window."""
        interval = longest = age = math.nan
        if len(self._intervals) >= _FEWEST:
            interval, longest = median(self._intervals), self._longest
        if self._ages:
            age = median(self._ages)
        self._intervals.clear()
        self._ages.clear()
        self._longest = 0.0
        return interval, longest, age

    def rest(self) -> None:
        """Begin anew after a pause, which does not count as an interval."""
        self.take()
        self._last = math.nan


class SignalGrid:
    """Samples the numbers of all messages.

    At most 1,000 signals and 300 topics are followed; if there are more signals, this is logged
    once.

    Attributes:
        signals: in the order of the samples.
        topics: in the order of the timing.
    """

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.topics: list[str] = []
        self._places: dict[tuple[str, str], int] = {}
        self._timing: dict[str, TopicTiming] = {}
        self._latest, self._at = array("d"), array("d")
        self._last_at: Floats = np.zeros(0)  # of each signal, at the end of the last window
        self._interval: Floats = np.zeros(0)  # usual interval of each signal, s; NaN: not known
        self._rows: list[tuple[float, array[float], array[float]]] = []  # time, values, stamps
        self._windows: list[Window] = []
        self._in_error: set[int] = set()  # signals whose last status was an error
        self._reported: set[int] = set()  # in the present window
        self._next = math.inf
        self._heard = -math.inf
        self._is_new = self._is_full = False

    def next_sample(self, stamp: float) -> float:
        """Return when the numbers are sampled next after a message, seconds."""
        return self._next if stamp < self._next < math.inf else stamp + TICK

    def topic(self, name: str) -> TopicTiming | None:
        """Return the timing of a topic; None if there are too many topics."""
        timing = self._timing.get(name)
        if timing is None and len(self.topics) < _MOST_TOPICS:
            timing = self._timing[name] = TopicTiming()
            self.topics.append(name)
        return timing

    def place(self, signal: Signal) -> int:
        """Return the place of a signal in the samples; -1 if there are too many signals."""
        key = signal.component, signal.quantity
        place = self._places.get(key)
        if place is not None:
            return place
        if len(self.signals) >= _MOST_SIGNALS:
            if not self._is_full:
                self._is_full = True
                _LOG.warning(
                    "more than %d numbers are published; what is normal is learned of the first "
                    "ones, and not of %s %s and others", _MOST_SIGNALS, *key,
                )  # fmt: skip
            return -1
        self._places[key] = len(self.signals)
        self.signals.append(signal)
        self._latest.append(math.nan)
        self._at.append(-math.inf)
        return self._places[key]

    def put(self, stamp: float, places: Sequence[int], values: Sequence[float]) -> None:
        """Take in numbers received at a stamp, seconds; places that are -1 are ignored."""
        if stamp >= self._next or stamp - self._heard > _PAUSE:
            self.advance(stamp)
        if self._next == math.inf:
            self._next, self._is_new = stamp, True
        self._heard = stamp
        latest, at = self._latest, self._at
        for place, value in zip(places, values, strict=True):
            if place >= 0:
                latest[place], at[place] = value, stamp

    def note_reported(self, places: Sequence[int], *, is_error: bool) -> None:
        """Note whether a driver now reports an error for the component of these signals."""
        if is_error:
            self._in_error.update(places)
            self._reported.update(places)
        else:
            self._in_error.difference_update(places)

    def forget(self, places: Sequence[int]) -> None:
        """Forget the latest numbers of signals, and their samples in the present window."""
        for place in places:
            self._latest[place], self._at[place] = math.nan, -math.inf
            self._interval[place : place + 1] = math.nan
        for _, values, _ in self._rows:
            for place in places:
                if place < len(values):
                    values[place] = math.nan

    def advance(self, stamp: float) -> None:
        """Advance the time; after two minutes without a message, sampling stops."""
        end = self._heard + _PAUSE
        while stamp >= self._next and self._next <= end:
            self._sample()
        if stamp > end and self._next != math.inf:
            self._rows.clear()
            self._in_error.clear()
            self._reported.clear()
            self._next = math.inf
            for timing in self._timing.values():
                timing.rest()

    def take_windows(self) -> list[Window]:
        """Return the windows that ended since the last call, with all signals known now."""
        signals, topics = len(self.signals), len(self.topics)
        windows, self._windows = self._windows, []
        return [
            replace(one, samples=grown(one.samples, signals, np.nan),
                    is_nan=grown(one.is_nan, signals, False),
                    timing=grown(one.timing.T, topics, np.nan).T)
            for one in windows
        ]  # fmt: skip

    def _sample(self) -> None:
        self._rows.append((self._next, self._latest[:], self._at[:]))
        self._next += TICK
        if len(self._rows) == SAMPLES:
            self._windows.append(self._window())

    def _samples(self) -> tuple[Floats, Flags]:
        """Return the samples of a window, and which signals were NaN throughout.

        Unknown numbers are NaN as well.
        """
        size = len(self.signals)
        if not size:
            return np.zeros((SAMPLES, 0), np.float32), np.zeros(0, bool)
        if all(len(latest) == size for _, latest, _ in self._rows):
            shape = SAMPLES, size
            values = np.frombuffer(b"".join(row for _, row, _ in self._rows)).reshape(shape)
            at = np.frombuffer(b"".join(row for _, _, row in self._rows)).reshape(shape)
        else:
            values, at = np.full((2, SAMPLES, size), np.nan)
            for number, (_, latest, stamps) in enumerate(self._rows):
                values[number, : len(latest)], at[number, : len(latest)] = latest, stamps
        now = np.array([sampled for sampled, _, _ in self._rows])
        is_fresh = now[:, None] - at < self._holds(at)
        is_nan = np.asarray((is_fresh & np.isnan(values)).all(axis=0))
        known = np.where(is_fresh & (np.abs(values) < _LARGEST), values, np.nan)
        return known.astype(np.float32), is_nan

    def _holds(self, at: Floats) -> Floats:
        """Return for how long each number stays known after its message; learn the usual intervals.

        A part that omits a value from its messages does not show that the value stands still. The
        longest interval that ended in each window counts, as numbers may come in bursts.
        """
        size = len(self.signals)
        earlier = np.vstack([grown(self._last_at, size, -np.inf), at[:-1]])
        came = np.subtract(at, earlier, out=np.zeros_like(at), where=np.isfinite(earlier))
        intervals = came.max(axis=0).clip(0.0, _STALE)
        usual = grown(self._interval, size, np.nan)
        learned = np.where(np.isfinite(usual), usual + _SHARE * (intervals - usual), intervals)
        self._interval, self._last_at = np.where(intervals > 0, learned, usual), at[-1]
        holds = np.clip(_HOLDS * usual, _SOONEST_STALE, _STALE)
        return np.asarray(np.where(np.isfinite(holds), holds, _STALE))

    def _window(self) -> Window:
        samples, is_nan = self._samples()
        timing = np.full((len(self.topics), 3), np.nan, np.float32)
        for number, topic in enumerate(self._timing.values()):
            timing[number] = topic.take()
        self._rows.clear()
        is_new, self._is_new = self._is_new, False
        reported, self._reported = frozenset(self._reported), set(self._in_error)
        return Window(self._next, samples, timing, is_new, reported=reported, is_nan=is_nan)
