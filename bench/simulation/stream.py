"""A topic: when something is sent on it, and what is measured by then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulation.timeline import Array, Mask, inside
from simulation.truth import Interval, Target

_CHUNK = 2048


@dataclass
class Stream:
    """A topic.

    Attributes:
        topic: its full name.
        type: its ROS type.
        node: who publishes it.
        stamps: when it is measured, seconds since the run's start.
        build: makes a message of a stamp and a row of the fields.
        fields: what is measured; the first axis is time.
        sent: when it is received; :attr:`stamps` unless something delays it.
        shift: what is wrong with the header's stamp, s.
        kept: what is sent at all.
        is_shared: whether it tells of several parts.
    """

    topic: str
    type: str
    node: str
    stamps: Array
    build: Callable[..., Any]
    fields: dict[str, Any]
    is_shared: bool = False
    sent: Array = field(init=False)
    shift: Array = field(init=False)
    kept: Mask = field(init=False)

    def __post_init__(self) -> None:
        self.sent = self.stamps.copy()
        self.shift = np.zeros(len(self.stamps))
        self.kept = np.ones(len(self.stamps), dtype=bool)

    @property
    def rate(self) -> float:
        """Its usual rate, in hertz."""
        return 1.0 / float(np.median(np.diff(self.stamps)))

    def during(self, intervals: Sequence[Interval]) -> Mask:
        """Tell which messages are measured in any of the intervals."""
        return inside(self.stamps, intervals)

    def drop(self, gone: Mask) -> None:
        """Leave messages out."""
        self.kept &= ~gone

    def target(self) -> Target:
        """Return the whole topic."""
        return Target(self.topic)

    def messages(self, epoch: float) -> Iterator[Any]:
        """Yield the messages that are sent, in order of being measured."""
        chosen = np.flatnonzero(self.kept)
        headers = epoch + self.stamps + self.shift
        for start in range(0, len(chosen), _CHUNK):
            rows = chosen[start : start + _CHUNK]
            columns = [values[rows].tolist() for values in self.fields.values()]
            yield from map(self.build, headers[rows].tolist(), *columns)


@dataclass
class Probe:
    """One number that a robot tells of one of its parts.

    Attributes:
        quantity: temperature, current, effort, rpm …
        part: of the robot.
        stream, field, column: where it stands.
        target: how an entry about it would name it.
        scale, offset: what it is told in, from SI units: ``told = scale × value + offset``.
    """

    quantity: str
    part: str
    stream: Stream
    field: str
    target: Target
    column: int | None = None
    scale: float = 1.0
    offset: float = 0.0

    @property
    def values(self) -> Array:
        """What is told, to be changed in place."""
        told: Array = self.stream.fields[self.field]
        return told if self.column is None else told[:, self.column]

    @property
    def stamps(self) -> Array:
        """When it is measured."""
        return self.stream.stamps
