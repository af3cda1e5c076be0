"""Under which conditions the robot runs: at an onset, and for how long at all.

What an onset is compared with later is how the robot runs normally: 14 of 15 onsets above
0.3 m/s mean something only beside the share of time that it drives so fast.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

_FRESH = 5.0
_LONGEST_STEP = 2.0


@dataclass(frozen=True)
class Variable:
    """An operating condition: its name, the width of its bins, and how a message tells it."""

    name: str
    bin: float
    read: Callable[[Any], float]


def _norm(vector: Any) -> float:
    return math.sqrt(vector.x**2 + vector.y**2 + vector.z**2)


def _percent(message: Any) -> float:
    share = float(message.percentage)
    return math.nan if share < 0 else share * 100 if share <= 1.0 else share


#: What standard messages tell, by type; SI units, battery in percent, place in metres.
VARIABLES: Mapping[str, tuple[Variable, ...]] = {
    "nav_msgs/msg/Odometry": (
        Variable("speed", 0.1, lambda m: _norm(m.twist.twist.linear)),
        Variable("turn_rate", 0.1, lambda m: abs(m.twist.twist.angular.z)),
        Variable("x", 1.0, lambda m: m.pose.pose.position.x),
        Variable("y", 1.0, lambda m: m.pose.pose.position.y),
    ),
    "sensor_msgs/msg/BatteryState": (
        Variable("battery", 5.0, _percent),
        Variable("load", 1.0, lambda m: abs(m.current)),
    ),
    "sensor_msgs/msg/Temperature": (Variable("temperature", 2.0, lambda m: m.temperature),),
}


class Conditions:
    """The latest value of each condition, and the time spent in each of its bins."""

    def __init__(self) -> None:
        self._values: dict[str, tuple[float, float, float]] = {}
        self._seconds: dict[tuple[str, str], float] = {}
        self._last: float | None = None

    def update(self, stamp: float, message_type: str, content: Any) -> None:
        """Read what a message tells of the conditions."""
        for variable in VARIABLES.get(message_type, ()):
            value = float(variable.read(content))
            if math.isfinite(value):
                self._values[variable.name] = (stamp, value, variable.bin)

    def now(self, stamp: float) -> dict[str, float]:
        """Return the conditions that were told within the last five seconds."""
        return {
            name: round(value, 6)
            for name, (told, value, _) in self._values.items()
            if stamp - told <= _FRESH
        }

    def advance(self, stamp: float) -> None:
        """Count the time that has passed; a pause in the data is not running time."""
        step = 0.0 if self._last is None else stamp - self._last
        self._last = stamp
        if not 0.0 < step <= _LONGEST_STEP:
            return
        self._add("running", "", step)
        cell: dict[str, float] = {}
        for name, (told, value, width) in self._values.items():
            if stamp - told > _FRESH:
                continue
            edge = math.floor(value / width) * width
            if name in ("x", "y"):
                cell[name] = edge
            else:
                self._add(name, f"{edge:.10g}", step)
        if len(cell) == 2:
            self._add("place", f"{cell['x']:.10g},{cell['y']:.10g}", step)

    def _add(self, variable: str, edge: str, seconds: float) -> None:
        place = (variable, edge)
        self._seconds[place] = self._seconds.get(place, 0.0) + seconds

    def take_exposure(self) -> dict[tuple[str, str], float]:
        """Return the seconds by (variable, bin) since the last call."""
        taken, self._seconds = self._seconds, {}
        return taken
