"""A sensor that reads exactly zero: dead, not connected, or never filled in by its driver.

Specification: rules.md §10.11.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.baselines import is_of
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.signals.reading_interval import shortest_gap
from robot_memory.perception.zero_readings.vector_sensor import SENSORS, VectorSensor
from robot_memory.perception.zero_readings.zero_stretch import ZeroStretch

_COMMAND = re.compile(r"cmd|command|set_?point|target|desired|goal|reference", re.IGNORECASE)
_GRAVITY = 5.0  # m/s², more than a unit measures that leaves gravity out
_ALIVE = 60.0  # s of rotation beside an acceleration that is zero
_DEBOUNCE = Debounce(onset=0.0, end=5.0, quiet=600.0)  # s


@dataclass
class _Quantity:
    """One quantity of the topic.

    Attributes:
        sensor: what it is.
        zeros: for how long it is zero.
        is_told: whether its being zero is the matter now.
    """

    sensor: VectorSensor
    zeros: ZeroStretch = field(default_factory=ZeroStretch)
    is_told: bool = False

    @property
    def is_known(self) -> bool:
        """Whether it ever measured anything."""
        return self.zeros.measured > 0.0

    def leaves_gravity_out(self) -> bool:
        """Whether it measures, but never as much as gravity."""
        return self.zeros.largest < _GRAVITY and self.sensor.never_zero == "gravity"

    def is_dead(self, after: float) -> bool:
        """Whether it is zero although it would measure something."""
        sensor, zeros = self.sensor, self.zeros
        if sensor.never_zero and self.is_known and not self.leaves_gravity_out():
            return zeros.is_impossible(after)
        return zeros.is_unusual() or zeros.is_without_past(sensor.patience)


class ZeroDetector(Detector):
    """Reports a sensor that reads exactly zero where it would measure something.

    An inertial unit measures gravity, and a magnetometer measures the Earth's field. Both are never
    zero. A force, a temperature, a pressure or a rotation may be zero. It is reported only if it
    was hardly ever zero in an earlier minute, or in an earlier run. A force sensor is also reported
    if it was never anything but zero.

    An acceleration that is not measured (the first element of its covariance is -1) is left out. If
    the rotation is measured and the acceleration never was, that is reported as a misconfiguration.
    Topics of commands are not read.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "every": DetectorOption(0.1, "s between two readings, at least"),
        "after": DetectorOption(
            3.0, "s of zeros after which a quantity that is never zero is reported"
        ),
    }

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        sensors = () if _COMMAND.search(context.topic) else SENSORS.get(context.type, ())
        self._quantities = [_Quantity(sensor) for sensor in sensors]
        self._gap = shortest_gap(self._options["every"])
        self._learn()

    def _learn(self) -> None:
        for quantity in self._quantities:
            name = f"{self._context.topic} {quantity.sensor.fields[0]} zero"
            quantity.zeros = self._context.learn(name, ZeroStretch())

    @property
    def fields(self) -> frozenset[str]:
        """The vectors, and what tells whether they are measured."""
        sensors = [quantity.sensor for quantity in self._quantities]
        names = {name for sensor in sensors for name in (*sensor.fields, sensor.covariance)}
        return frozenset(names - {""})

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message."""
        if stamp < self.due:
            return
        self.due = stamp + self._gap
        for quantity in self._quantities:
            numbers = quantity.sensor.read(content)
            if numbers is not None:
                quantity.zeros.observe(stamp, math.hypot(*numbers))
        yield from self._judge()

    def renew(self, component: str) -> None:
        """Learn anew what a sensor that was replaced measures."""
        if is_of(component, self._context.topic):
            self._learn()

    def _judge(self) -> Iterator[Detection]:
        for index, quantity in enumerate(self._quantities):
            others = self._quantities[:index] + self._quantities[index + 1 :]
            is_unused = not quantity.is_known and any(other.is_known for other in others)
            if is_unused:
                alive = max(other.zeros.measured for other in others)
                is_dead = bool(quantity.sensor.never_zero) and alive >= _ALIVE
                is_dead = is_dead and quantity.zeros.is_without_past(_ALIVE)
            else:
                is_dead = quantity.is_dead(self._options["after"])
            if is_dead or quantity.is_told:
                quantity.is_told = is_dead
                yield self._detection(quantity, is_dead, is_unused=is_unused)

    def _detection(self, quantity: _Quantity, present: bool, *, is_unused: bool) -> Detection:
        sensor, topic = quantity.sensor, self._context.topic
        without = f", without {sensor.never_zero}" if sensor.never_zero else ""
        text = f"{sensor.name} on {topic} is exactly zero{without}"
        if is_unused:
            text += ": not measured, so misconfigured, as its covariance does not begin with -1"
        is_sure = quantity.is_known
        return Detection(
            key=Key("zero", topic, f"{sensor.name.lower()} zero"),
            present=present,
            text=text,
            severity=Severity.ERROR if is_sure else Severity.WARN,
            confidence=self._context.settings.first_confidence(score=0.9 if is_sure else 0.5),
            magnitude=quantity.zeros.seconds,
            kind="zero",
            debounce=_DEBOUNCE,
        )
