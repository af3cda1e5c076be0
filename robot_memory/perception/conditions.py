"""Under which conditions the robot runs: at an onset, and for how long at all.

What an onset is compared with later is how the robot runs normally: 14 of 15 onsets above
0.3 m/s mean something only beside the share of time that it drives so fast.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.perception.detectors.charge import ChargeScale

_FRESH = 5.0
_LONGEST_STEP = 2.0
_MOST_CELLS = 20_000


@dataclass(frozen=True)
class Variable:
    """An operating condition: its name, the width of its bins, and how a message tells it."""

    name: str
    bin: float
    read: Callable[[Any], float]


def _norm(vector: Any) -> float:
    return math.hypot(vector.x, vector.y, vector.z)


#: What standard messages tell, by type; SI units, battery in percent, place in metres.
VARIABLES: Mapping[str, tuple[Variable, ...]] = {
    "nav_msgs/msg/Odometry": (
        Variable("speed", 0.1, lambda m: _norm(m.twist.twist.linear)),
        Variable("turn_rate", 0.1, lambda m: abs(m.twist.twist.angular.z)),
        Variable("x", 1.0, lambda m: m.pose.pose.position.x),
        Variable("y", 1.0, lambda m: m.pose.pose.position.y),
    ),
    "sensor_msgs/msg/BatteryState": (
        Variable("battery", 5.0, lambda m: m.percentage),
        Variable("load", 1.0, lambda m: abs(m.current)),
    ),
    "sensor_msgs/msg/Temperature": (Variable("temperature", 2.0, lambda m: m.temperature),),
}


@dataclass
class _Told:
    """The latest value of a variable, and who told it."""

    topic: str
    stamp: float
    value: float
    bin: float


class Conditions:
    """The latest value of each condition, and the time spent in each of its bins.

    Where several topics tell the same variable, the first one is listened to, until it is silent:
    two batteries, or odometry in two frames, must not take turns.
    """

    def __init__(self) -> None:
        self._told: dict[str, _Told] = {}
        self._scales: dict[str, ChargeScale] = {}
        self._seconds: dict[tuple[str, str], float] = {}
        self._last = 0.0

    def update(self, stamp: float, topic: str, message_type: str, content: Any) -> None:
        """Read what a message tells of the conditions."""
        for variable in VARIABLES.get(message_type, ()):
            told = self._told.get(variable.name)
            if told is not None and told.topic != topic and stamp - told.stamp <= _FRESH:
                continue
            try:
                value = float(variable.read(content))
            except AttributeError:
                continue  # a recording need not hold all fields
            if variable.name == "battery":
                value = 100.0 * self._scales.setdefault(topic, ChargeScale()).share(value)
            if math.isfinite(value):
                self._told[variable.name] = _Told(topic, stamp, value, variable.bin)

    def now(self, stamp: float) -> dict[str, float]:
        """Return the conditions that were told within the last five seconds."""
        return {name: round(told.value, 6) for name, told in self._fresh(stamp)}

    def _fresh(self, stamp: float) -> Iterator[tuple[str, _Told]]:
        return ((name, told) for name, told in self._told.items() if stamp - told.stamp <= _FRESH)

    def advance(self, stamp: float, running: float) -> None:
        """Count the time that has passed.

        Args:
            stamp: now.
            running: how long the robot has been heard so far; pauses are not running time.
        """
        step, self._last = running - self._last, running
        if step <= 0.0:
            return
        self._add("running", "", step)
        if step > _LONGEST_STEP:
            return  # too long to know in which bin
        cell: dict[str, float] = {}
        for name, told in self._fresh(stamp):
            edge = math.floor(told.value / told.bin) * told.bin
            if name in ("x", "y"):
                cell[name] = edge
            else:
                self._add(name, f"{edge:.10g}", step)
        if len(cell) == 2:
            self._add("place", f"{cell['x']:.10g},{cell['y']:.10g}", step)

    def _add(self, variable: str, edge: str, seconds: float) -> None:
        place = (variable, edge)
        if place in self._seconds or len(self._seconds) < _MOST_CELLS:
            self._seconds[place] = self._seconds.get(place, 0.0) + seconds

    def take_exposure(self) -> dict[tuple[str, str], float]:
        """Return the seconds by (variable, bin) since the last call."""
        taken, self._seconds = self._seconds, {}
        return taken
