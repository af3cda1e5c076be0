"""The operating conditions of the robot, read from standard messages.

Specification: rules.md §10.14.

See docs/explanation/perception.md, "Conditions and places".
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from robot_memory.perception.battery_reading import PX4_BATTERY, ChargeScale, battery_content
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.masking.masking import one_line
from robot_memory.perception.occurrences.detection import FRESH, Detection
from robot_memory.perception.surroundings.position_fix import ODOMETRY, POSITION_GAP

_STRING = "std_msgs/msg/String"
_MODE_TOPIC = re.compile(r"(^|_)(mode|state)$", re.IGNORECASE)
_MOST_TOPICS = 256  # topics that report conditions: the oldest is dropped and learned anew
_LONGEST_MODE = 40  # characters of a mode
_MOVED = 0.2  # m of motion that prove that an odometry without velocities does not measure them
#: Batteries that do not drive the robot, and odometry of other objects.
_OTHER_BATTERY = re.compile(r"joy|game_?pad|ds4|remote|charger|dock|station|phone|tablet", re.I)
_OTHER_MOVER = re.compile(
    r"target|desired|reference|set_?point|goal|command|cmd|object|obstacle|leader|person", re.I
)


def may_measure(topic: str, variable: str) -> bool:
    """Tell by a topic's name whether its battery or odometry may be the robot's own."""
    if variable in ("battery", "load"):
        return _OTHER_BATTERY.search(topic) is None
    if variable in ("speed", "turn_rate", "x", "y"):
        return _OTHER_MOVER.search(topic) is None
    return True


@dataclass
class MeasuredQuantities:
    """What was received on one topic so far, and which quantities it really measures.

    Attributes:
        was_present: whether its battery was ever reported as present.
        has_velocity: whether its odometry ever held a velocity.
        is_analog: whether its pressure ever differed from 0 and 1.
    """

    was_present: bool = False
    has_velocity: bool = False
    is_analog: bool = False
    _origin: tuple[float, float] | None = None
    _scale: ChargeScale = field(default_factory=ChargeScale)

    def battery_is_there(self, content: Any) -> bool:
        """Tell whether there is a battery: it is present, or never was but has a voltage."""
        is_present = bool(getattr(content, "present", False))
        self.was_present |= is_present
        return is_present or (not self.was_present and _volts(content) > 0.0)

    def charge(self, content: Any) -> float:
        """Return the charge in percent; NaN if there is no battery or the charge is not measured.

        A charge of zero without a voltage was never filled in.
        """
        charge = float(content.percentage) if self.battery_is_there(content) else math.nan
        is_measured = charge != 0.0 or _volts(content) > 0.0
        return 100.0 * self._scale.share(charge if is_measured else math.nan)

    def measures_velocity(self, content: Any) -> bool:
        """Tell whether odometry contains velocities: some drivers leave them at zero."""
        twist = content.twist.twist
        parts = (twist.linear.x, twist.linear.y, twist.linear.z, twist.angular.z)
        self.has_velocity |= any(parts)
        if self.has_velocity or not hasattr(content, "pose"):
            return True
        position = content.pose.pose.position
        self._origin = self._origin or (position.x, position.y)
        return not math.dist(self._origin, (position.x, position.y)) >= _MOVED

    def pressure(self, value: float) -> float:
        """Return a pressure; NaN if it was only ever 0 or 1, as from a vacuum switch."""
        self.is_analog |= value not in (0.0, 1.0)
        return value if self.is_analog else math.nan


def _volts(content: Any) -> float:
    volts = float(getattr(content, "voltage", math.nan))
    return volts if math.isfinite(volts) else 0.0


@dataclass(frozen=True)
class OperatingVariable:
    """An operating condition.

    Attributes:
        field: the message field that is read.
        read: reads it from a message, as a number or a word, given what its topic measured so far.
        needs: other message fields that show whether the value is a measurement.
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


#: The variables of standard messages, by type; SI units, battery in percent, place in metres.
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
    """Tell whether a topic's messages contain operating conditions of their robot.

    A text does if the topic's name ends in mode or state.
    """
    if message_type == _STRING:
        return _MODE_TOPIC.search(topic.rpartition("/")[2]) is not None
    return message_type in VARIABLES


@lru_cache(1024)  # asked of each message; there are a few topics
def _variables_of(topic: str, message_type: str) -> list[OperatingVariable]:
    return [it for it in VARIABLES.get(message_type, ()) if may_measure(topic, it.name)]


class _LatestValue(NamedTuple):
    """The latest value of a variable, and the topic that it came from."""

    topic: str
    stamp: float
    value: float | str


class OperatingConditions:
    """The latest value of each condition.

    If several topics report the same variable, the first topic is used until it is silent: the
    values of two batteries, or odometry in two frames, must not alternate.
    """

    def __init__(self) -> None:
        self._latest: dict[str, _LatestValue] = {}
        self._quantities: dict[str, MeasuredQuantities] = {}

    def process(self, stamp: float, topic: str, message_type: str, content: Any) -> None:
        """Read the conditions from a message."""
        quantities = self._quantities.get(topic)
        if quantities is None:
            if len(self._quantities) >= _MOST_TOPICS:
                del self._quantities[next(iter(self._quantities))]
            quantities = self._quantities[topic] = MeasuredQuantities()
        for variable in _variables_of(topic, message_type):
            latest = self._latest.get(variable.name)
            if latest is not None and latest.topic != topic and stamp - latest.stamp <= FRESH:
                continue
            try:
                value = variable.read(content, quantities)
            except AttributeError:
                continue  # messages of a recording may lack fields
            value = one_line(value)[:_LONGEST_MODE] if isinstance(value, str) else float(value)
            if value == "" or (isinstance(value, float) and not math.isfinite(value)):
                continue
            self._latest[variable.name] = _LatestValue(topic, stamp, value)

    def now(self, stamp: float) -> dict[str, float]:
        """Return the numbers received within the five seconds up to a stamp, none later."""
        return {
            name: round(latest.value, 6)
            for name, latest in self._latest.items()
            if isinstance(latest.value, float) and 0.0 <= stamp - latest.stamp <= FRESH
        }

    def all(self, stamp: float) -> dict[str, float | str]:
        """Return the numbers of the last five seconds, and the words such as a mode."""
        return {**self.now(stamp), **self.words()}

    def words(self) -> dict[str, str]:
        """Return the conditions that are words, such as a mode; each holds until the next value."""
        return {name: it.value for name, it in self._latest.items() if isinstance(it.value, str)}

    def conditions_from(self, topic: str) -> set[str]:
        """Return the conditions whose latest value came from a topic."""
        return {name for name, latest in self._latest.items() if latest.topic == topic}


class ConditionsDetector(Detector):
    """Tracks the robot's operating conditions, such as speed; it reports nothing."""

    def __init__(self, context: DetectorContext, conditions: OperatingConditions) -> None:
        super().__init__(context, {})
        self._conditions = conditions

    @property
    def fields(self) -> frozenset[str]:
        """The fields that are read from this message type."""
        variables = VARIABLES.get(self._context.type, ())
        return frozenset(name for it in variables for name in (it.field, *it.needs))

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message."""
        context = self._context
        self._conditions.process(stamp, context.topic, context.type, content)
        if context.type == ODOMETRY:
            self.due = stamp + POSITION_GAP
        return ()
