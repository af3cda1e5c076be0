"""A topic: the times of its messages, and their measured values."""

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
        node: its publisher.
        stamps: times of measurement, seconds since the run's start.
        build: makes a message from a stamp and a row of the fields.
        fields: the measured values; the first axis is time.
        sent: times of reception; :attr:`stamps` without a delay.
        shift: error of the header's stamp, s.
        kept: whether each message is sent.
        is_shared: whether it reports on several parts.
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
        """Return a mask of the messages measured in any of the intervals."""
        return inside(self.stamps, intervals)

    def drop(self, gone: Mask) -> None:
        """Drop messages."""
        self.kept &= ~gone

    def target(self) -> Target:
        """Return the whole topic as a target."""
        return Target(self.topic)

    def messages(self, epoch: float) -> Iterator[Any]:
        """Yield the sent messages, in the order of measurement."""
        chosen = np.flatnonzero(self.kept)
        headers = epoch + self.stamps + self.shift
        for start in range(0, len(chosen), _CHUNK):
            rows = chosen[start : start + _CHUNK]
            columns = [values[rows].tolist() for values in self.fields.values()]
            yield from map(self.build, headers[rows].tolist(), *columns)


@dataclass
class Probe:
    """A number that a robot reports about one of its parts.

    Attributes:
        quantity: temperature, current, effort, rpm …
        part: of the robot.
        stream, field, column: its place in a message.
        target: the names that an entry about it would use.
        scale, offset: conversion from SI units: ``told = scale × value + offset``.
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
        """The reported values, for changing in place."""
        told: Array = self.stream.fields[self.field]
        return told if self.column is None else told[:, self.column]

    @property
    def stamps(self) -> Array:
        """The times of measurement."""
        return self.stream.stamps
