"""Hears every score that the monitors of the shipped path give, and counts the alarms in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from robot_memory.perception.generic.monitored_signal import FindingReporter

LEVELS = (0.5, 0.9)
_APART = 60.0  # s without that score after which the next one is another alarm


@dataclass(frozen=True)
class Alarm:
    """A signal reached a score that it had not for a minute.

    Attributes:
        level: the score, one of :data:`LEVELS`.
        check: which monitor gave it.
        at: when, seconds since the start.
    """

    level: float
    check: str
    at: float


@dataclass
class Alarms:
    """Alarms of all signals of a run."""

    heard: list[Alarm] = field(default_factory=list)
    _last: dict[tuple[str, float], float] = field(default_factory=dict)

    def note(self, signal: str, check: str, stamp: float, score: float) -> None:
        """Take in a score; stamps are seconds since the start."""
        for level in LEVELS:
            if score >= level:
                last = self._last.get((signal, level))
                if last is None or stamp - last > _APART:
                    self.heard.append(Alarm(level, check, stamp))
                self._last[signal, level] = stamp


@contextmanager
def listening(start: float) -> Iterator[Alarms]:
    """Count the alarms of all monitors while it lasts; ``start`` is the first stamp, s."""
    alarms, judge = Alarms(), FindingReporter.judge

    def heard(self: FindingReporter, stamp: float, value: float, score: float) -> None:
        if score >= LEVELS[0]:
            alarms.note(self._name.text, self._symptom, stamp - start, score)
        judge(self, stamp, value, score)

    what: Any = FindingReporter
    what.judge = heard
    try:
        yield alarms
    finally:
        what.judge = judge
