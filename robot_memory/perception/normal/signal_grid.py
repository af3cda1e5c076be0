"""All numbers of a robot, sampled five times a second, in windows of ten seconds."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from robot_memory.perception.normal.columns import Floats, Signal
from robot_memory.perception.normal.message_numbers import MessageNumbers

TICK = 0.2  # s between two samples
SAMPLES = 50  # of a window
WINDOW = TICK * SAMPLES  # s
_GAP = 0.095  # s between two messages of a topic that are read
_STALE = 30.0  # s without a message after which a number is not known
_MOST_AGES = 50
_NUMBER = re.compile(r"\s*([-+]?\d{1,20}(?:\.\d{1,20})?(?:[eE][-+]?\d{1,3})?)\s?\S{0,6}$")
_NO_NUMBERS = ("rcl_interfaces/msg/Log", "tf2_msgs/msg/TFMessage",
               "action_msgs/msg/GoalStatusArray",
               "rcl_interfaces/msg/ParameterEvent")  # fmt: skip
_DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"


@dataclass(frozen=True)
class Window:
    """Ten seconds of a robot.

    Attributes:
        end: seconds.
        samples: of each signal, shape (50, signals); NaN where nothing is known.
        timing: of each topic the median and the longest interval, and the median age of stamps, in
            seconds; shape (topics, 3); NaN where there were fewer than four messages.
    """

    end: float
    samples: Floats
    timing: Floats


@dataclass
class _Topic:
    last: float
    intervals: list[float] = field(default_factory=list)
    ages: list[float] = field(default_factory=list)
    due: float = -math.inf
    plan: MessageNumbers | None = None
    places: list[int] = field(default_factory=list)


class SignalGrid:
    """Samples the numbers of all messages.

    Attributes:
        signals: in the order of the samples.
        topics: in the order of the timing.
    """

    def __init__(self) -> None:
        self.signals: list[Signal] = []
        self.topics: list[str] = []
        self._places: dict[tuple[str, str], int] = {}
        self._of: dict[str, _Topic] = {}
        self._latest: list[float] = []
        self._at: list[float] = []
        self._rows: list[Floats] = []
        self._next = math.nan

    def reads(self, topic: str, stamp: float) -> bool:
        """Tell whether the content of a message is read: at most ten a second of a topic are."""
        known = self._of.get(topic)
        return known is None or stamp >= known.due

    def receive(self, stamp: float, topic: str, type_name: str, content: Any) -> Iterator[Window]:
        """Take in a message; yield the windows that ended before it.

        Args:
            stamp: its reception, seconds.
            topic: its topic.
            type_name: its ROS type.
            content: the message, or None where it need not be read.
        """
        yield from self.advance(stamp)
        known = self._of.get(topic)
        if known is None:
            known = self._of[topic] = _Topic(stamp)
            self.topics.append(topic)
        else:
            known.intervals.append(stamp - known.last)
            known.last = stamp
        if content is None:
            return
        known.due = stamp + _GAP
        self._note_age(known, stamp, content)
        if type_name == _DIAGNOSTICS:
            self._read_statuses(stamp, content)
        elif type_name not in _NO_NUMBERS:
            self._read(known, topic, stamp, content)

    def advance(self, stamp: float) -> Iterator[Window]:
        """Let time pass; yield the windows that ended."""
        if math.isnan(self._next):
            self._next = stamp
        while stamp >= self._next:
            latest = np.array(self._latest, dtype=np.float32)
            fresh = self._next - np.array(self._at) < _STALE
            self._rows.append(np.where(fresh, latest, np.nan).astype(np.float32))
            self._next += TICK
            if len(self._rows) == SAMPLES:
                yield self._window()

    def _window(self) -> Window:
        samples = np.full((SAMPLES, len(self.signals)), np.nan, np.float32)
        for number, row in enumerate(self._rows):
            samples[number, : len(row)] = row
        timing = np.full((len(self.topics), 3), np.nan, np.float32)
        for number, topic in enumerate(self._of.values()):
            if len(topic.intervals) >= 4:
                timing[number, :2] = np.median(topic.intervals), max(topic.intervals)
            if topic.ages:
                timing[number, 2] = np.median(topic.ages)
            topic.intervals.clear()
            topic.ages.clear()
        self._rows.clear()
        return Window(self._next, samples, timing)

    def _note_age(self, topic: _Topic, stamp: float, content: Any) -> None:
        time = getattr(getattr(content, "header", None), "stamp", None)
        seconds = getattr(time, "sec", 0) + 1e-9 * getattr(time, "nanosec", 0)
        if seconds > 0 and len(topic.ages) < _MOST_AGES:
            topic.ages.append(stamp - seconds)

    def _read(self, known: _Topic, topic: str, stamp: float, content: Any) -> None:
        numbers = known.plan.read(content) if known.plan is not None else None
        if numbers is None:
            known.plan = MessageNumbers(content)
            known.places = [
                self._place(Signal(" ".join([topic, *labels]), quantity, topic))
                for labels, quantity in known.plan.names
            ]
            numbers = known.plan.read(content)
        if numbers is None:
            return
        for place, value in zip(known.places, numbers, strict=True):
            self._latest[place], self._at[place] = value, stamp

    def _read_statuses(self, stamp: float, content: Any) -> None:
        for status in content.status:
            for pair in status.values:
                match = _NUMBER.match(pair.value[:60])
                if match is not None:
                    place = self._place(Signal(status.name, pair.key, status.name))
                    self._latest[place], self._at[place] = float(match[1]), stamp

    def _place(self, signal: Signal) -> int:
        key = signal.component, signal.quantity
        if key not in self._places:
            self._places[key] = len(self.signals)
            self.signals.append(signal)
            self._latest.append(math.nan)
            self._at.append(-math.inf)
        return self._places[key]
