"""The operating conditions of the robot, read from standard messages.

See docs/explanation/perception.md, "Conditions and places".
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.perception.battery.charge_level import ChargeScale
from robot_memory.perception.battery.px4_battery_status import PX4_BATTERY, battery_content
from robot_memory.perception.conditions.measured_quantities import MeasuredQuantities, may_measure
from robot_memory.perception.masking.component_names import one_line

_FRESH = 5.0  # s for which a value holds
_STRING = "std_msgs/msg/String"
_MODE_TOPIC = re.compile(r"(^|_)(mode|state)$", re.IGNORECASE)
_LONGEST_MODE = 40  # characters of a mode


@dataclass(frozen=True)
class OperatingVariable:
    """An operating condition.

    Attributes:
        name: what it is called.
        field: which field of a message is read.
        read: reads it from a message, as a number or a word, given what came on its topic before.
        needs: other fields of a message that say whether it is what it is called.
    """

    name: str
    field: str
    read: Callable[[Any, MeasuredQuantities], float | str]
    needs: tuple[str, ...] = ()


_POSE, _TWIST = "pose.pose.position", "twist.twist"


def _speed(content: Any, quantities: MeasuredQuantities) -> float:
    vector = content.twist.twist.linear
    is_measured = quantities.measures_velocity(content)
    return math.hypot(vector.x, vector.y, vector.z) if is_measured else math.nan


def _turn_rate(content: Any, quantities: MeasuredQuantities) -> float:
    is_measured = quantities.measures_velocity(content)
    return abs(content.twist.twist.angular.z) if is_measured else math.nan


def _load(content: Any, quantities: MeasuredQuantities) -> float:
    return abs(content.current) if quantities.battery_is_there(content) else math.nan


def _px4_charge(content: Any, quantities: MeasuredQuantities) -> float:
    return quantities.charge(battery_content(content, None))


def _px4_load(content: Any, quantities: MeasuredQuantities) -> float:
    return _load(battery_content(content, None), quantities)


_OF_BATTERY = ("present", "voltage", "percentage", "current")
_OF_PX4 = ("connected", "voltage_v", "remaining", "current_a", "capacity")


#: What standard messages hold, by type; SI units, battery in percent, place in metres.
VARIABLES: Mapping[str, tuple[OperatingVariable, ...]] = {
    "nav_msgs/msg/Odometry": (
        OperatingVariable("speed", _TWIST, _speed, (_POSE,)),
        OperatingVariable("turn_rate", _TWIST, _turn_rate, (_POSE,)),
        OperatingVariable("x", _POSE, lambda m, _: m.pose.pose.position.x),
        OperatingVariable("y", _POSE, lambda m, _: m.pose.pose.position.y),
    ),
    "sensor_msgs/msg/BatteryState": (
        OperatingVariable(
            "battery", "percentage", lambda m, measured: measured.charge(m), _OF_BATTERY
        ),
        OperatingVariable("load", "current", _load, _OF_BATTERY),
    ),
    PX4_BATTERY: (
        OperatingVariable("battery", "remaining", _px4_charge, _OF_PX4),
        OperatingVariable("load", "current_a", _px4_load, _OF_PX4),
    ),
    "sensor_msgs/msg/Temperature": (
        OperatingVariable("temperature", "temperature", lambda m, _: m.temperature),
    ),
    "sensor_msgs/msg/FluidPressure": (
        OperatingVariable(
            "pressure", "fluid_pressure", lambda m, measured: measured.pressure(m.fluid_pressure)
        ),
    ),
    "sensor_msgs/msg/RelativeHumidity": (
        OperatingVariable("humidity", "relative_humidity", lambda m, _: m.relative_humidity),
    ),
    "sensor_msgs/msg/Illuminance": (
        OperatingVariable("illuminance", "illuminance", lambda m, _: m.illuminance),
    ),
    "mavros_msgs/msg/State": (OperatingVariable("mode", "mode", lambda m, _: str(m.mode)),),
    _STRING: (OperatingVariable("mode", "data", lambda m, _: str(m.data)),),
}


def has_conditions(topic: str, message_type: str) -> bool:
    """Tell whether messages of a topic tell under which conditions their robot runs.

    A text does so if its topic is called a mode or a state.
    """
    if message_type == _STRING:
        return _MODE_TOPIC.search(topic.rpartition("/")[2]) is not None
    return message_type in VARIABLES


def fields(message_type: str) -> frozenset[str]:
    """Return which fields of a message are read."""
    variables = VARIABLES.get(message_type, ())
    return frozenset(name for it in variables for name in (it.field, *it.needs))


@dataclass
class _LatestValue:
    """The latest value of a variable, and the topic that it is from."""

    topic: str
    stamp: float
    value: float | str


class OperatingConditions:
    """The latest value of each condition.

    Where several topics tell the same variable, the first one is listened to, until it is silent:
    two batteries, or odometry in two frames, must not take turns.
    """

    def __init__(self) -> None:
        self._latest: dict[str, _LatestValue] = {}
        self._scales: dict[str, ChargeScale] = {}
        self._quantities: dict[str, MeasuredQuantities] = {}
        self._variables: dict[tuple[str, str], tuple[OperatingVariable, ...]] = {}

    def process(self, stamp: float, topic: str, message_type: str, content: Any) -> None:
        """Read what a message tells of the conditions."""
        quantities = self._quantities.get(topic)
        if quantities is None:
            quantities = self._quantities[topic] = MeasuredQuantities()
        for variable in self._variables_of(topic, message_type):
            latest = self._latest.get(variable.name)
            if latest is not None and latest.topic != topic and stamp - latest.stamp <= _FRESH:
                continue
            try:
                value = variable.read(content, quantities)
            except AttributeError:
                continue  # a recording need not hold all fields
            if isinstance(value, str):
                value = one_line(value)[:_LONGEST_MODE]
            else:
                value = self._number(variable.name, topic, float(value))
            if value == "" or (isinstance(value, float) and not math.isfinite(value)):
                continue
            if latest is None:
                self._latest[variable.name] = _LatestValue(topic, stamp, value)
            else:
                latest.topic, latest.stamp, latest.value = topic, stamp, value

    def _variables_of(self, topic: str, message_type: str) -> tuple[OperatingVariable, ...]:
        """Return what a topic may tell, by its type and its name."""
        found = self._variables.get((topic, message_type))
        if found is None:
            found = self._variables[topic, message_type] = tuple(
                variable
                for variable in VARIABLES.get(message_type, ())
                if may_measure(topic, variable.name)
            )
        return found

    def _number(self, name: str, topic: str, value: float) -> float:
        if name != "battery":
            return value
        return 100.0 * self._scales.setdefault(topic, ChargeScale()).share(value)

    def now(self, stamp: float) -> dict[str, float]:
        """Return the numbers that came within the last five seconds."""
        return {
            name: round(latest.value, 6)
            for name, latest in self._fresh(stamp)
            if isinstance(latest.value, float)
        }

    def words(self) -> dict[str, str]:
        """Return the conditions that are words, such as a mode: each holds until the next."""
        return {name: it.value for name, it in self._latest.items() if isinstance(it.value, str)}

    def conditions_from(self, topic: str) -> set[str]:
        """Return the conditions that a topic tells."""
        return {name for name, latest in self._latest.items() if latest.topic == topic}

    def _fresh(self, stamp: float) -> Iterator[tuple[str, _LatestValue]]:
        return (
            (name, latest)
            for name, latest in self._latest.items()
            if stamp - latest.stamp <= _FRESH
        )
