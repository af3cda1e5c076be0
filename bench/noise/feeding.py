"""Feeds noise as messages to perception with the shipped rules, and collects its findings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from noise.carriers import CARRIERS
from noise.shapes import noise
from robot_memory.foundation.settings import Settings, default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind, Observation
from robot_memory.perception.perception import Perception
from robot_memory.perception.rules_file import load_rules

_START = datetime(2026, 12, 1, tzinfo=timezone.utc)
_AFTERWARDS = 60.0  # s in which entries may still be made


@dataclass(frozen=True)
class Fault:
    """Some channels jump far beyond all earlier values, and stay there.

    Attributes:
        at: when it begins, seconds since the start; it lasts until the end.
        channels: the number of affected channels, the first ones of all topics.
        size: standard deviations by which it is beyond the highest value so far.
    """

    at: float
    channels: int
    size: float = 10.0


@dataclass(frozen=True)
class Stream:
    """The input.

    Attributes:
        shape: of the noise, a name in :data:`noise.shapes.SHAPES`.
        carrier: type of the messages, a name in :data:`noise.carriers.CARRIERS`.
        rate: messages a second, of each topic.
        seconds: the duration.
        topics: the number of topics of that type.
        seed: of the random draws.
    """

    shape: str
    carrier: str
    rate: float
    seconds: float
    topics: int = 1
    seed: int = 1

    @property
    def channels(self) -> int:
        """The number of signals."""
        return CARRIERS[self.carrier].channels * self.topics


@dataclass
class _Seen:
    """Highest value, mean and spread of a channel (Welford)."""

    highest: float = -math.inf
    count: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.highest = max(self.highest, value)
        self.count += 1
        off = value - self.mean
        self.mean += off / self.count
        self.squares += off * (value - self.mean)

    def gross(self, size: float) -> float:
        """Return the shift that puts the mean ``size`` deviations beyond the highest value."""
        return self.highest - self.mean + size * math.sqrt(self.squares / self.count)


def feed(stream: Stream, fault: Fault | None = None) -> list[tuple[float, str]]:
    """Feed a stream, with a fault if given.

    Returns:
        The onsets: time in seconds since the start, and text.
    """
    carrier = CARRIERS[stream.carrier]
    clock = ManualClock(_START, kind="recording", boot="noise")
    rows: list[Observation] = []
    rules = load_rules(default_rules_file())
    perception = Perception(rules, Settings(), clock, rows.append)
    sources = [noise(stream.shape, 1000 * stream.seed + one) for one in range(stream.channels)]
    seen = [_Seen() for _ in range(fault.channels if fault else 0)]
    names = [carrier.topic(number) for number in range(stream.topics)]
    base = _START.timestamp()
    for step in range(int(stream.seconds * stream.rate)):
        at = step / stream.rate
        clock.set(_START + timedelta(seconds=at))
        values = [next(source) for source in sources]
        if fault is not None:
            _break(values, seen, at, fault)
        for number, name in enumerate(names):
            own = values[number * carrier.channels : (number + 1) * carrier.channels]
            perception.receive(name, carrier.type, carrier.build(base + at, own))
    for second in range(int(_AFTERWARDS)):
        clock.set(_START + timedelta(seconds=stream.seconds + second))
        perception.advance()
    onsets = [row for row in rows if row.kind is Kind.ONSET]
    return [((row.time - _START).total_seconds(), row.summary) for row in onsets]


def _break(values: list[float], seen: list[_Seen], at: float, fault: Fault) -> None:
    for number, known in enumerate(seen):
        if at < fault.at:
            known.add(values[number])
        else:
            values[number] += known.gross(fault.size)
