"""Messages of any type that rules know, with numbers chosen by a test."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace as Message
from typing import Any

from rosbags.interfaces import Nodetype
from rosbags.typesys import Stores, get_typestore

from robot_memory.perception.rule import Rule

_DEFINED = get_typestore(Stores.ROS2_JAZZY).fielddefs
#: Types outside ROS's own packages, and tables.
_OTHERS = {
    "csv": ("speed", "motor_fault", "temperature"),
    "px4_msgs/msg/BatteryStatus": ("voltage_v", "current_a", "remaining", "temperature"),
    "px4_msgs/msg/SensorCombined": ("gyro_rad", "accelerometer_m_s2"),
    "px4_msgs/msg/VehicleMagnetometer": ("magnetometer_ga",),
    "mavros_msgs/msg/SysStatus": (),
    "nav2_msgs/msg/BehaviorTreeLog": (),
    "nav2_msgs/msg/CollisionMonitorState": (),
    "mavros_msgs/msg/RadioStatus": ("rssi_dbm", "remrssi_dbm"),
    "wireless_msgs/msg/Connection": ("signal_level", "link_quality"),
    "turtlebot3_msgs/msg/VersionInfo": (),
    "kobuki_ros_interfaces/msg/VersionInfo": (),
    "orbbec_camera_msgs/msg/DeviceInfo": (),
}
_LENGTHS = {"ranges": 8, "intensities": 0}
_MOST_OF_ARRAY = 8  # array elements that have a path
_WORDS = {
    "frame_id": "map",
    "message": "",
    "hardware_id": "",
    "location": "",
    "msg": "no barometer",
}
_KEYS = ("Temperature (C)", "WiFi signal (dBm)")
_WHOLE = {"level": 0, "present": True, "power_supply_health": 1}

#: The value of a number in a message, by its path.
Value = Callable[[str], float]


def make(type_name: str, value: Value) -> Any:
    """Return a message in which each number is ``value(path)``, with a path like ``effort[1]``."""
    if type_name in _OTHERS:
        return Message(**{name: value(name) for name in _OTHERS[type_name]})
    return _message(type_name, "", value, 0)


def paths(type_name: str) -> list[str]:
    """Return the paths of all numbers of a type."""
    found: list[str] = []

    def note(path: str) -> float:
        found.append(path)
        return 1.0

    make(type_name, note)
    return found


def types(rules: tuple[Rule, ...]) -> list[str]:
    """Return the message types that rules bind."""
    return sorted({rule.type for rule in rules if rule.type})


def _message(type_name: str, above: str, value: Value, index: int) -> Any:
    _, fields = _DEFINED[type_name]
    told = {name: _field(name, kind, f"{above}{name}", value, index) for name, kind in fields}
    return Message(**told)


def _field(name: str, kind: Any, path: str, value: Value, index: int) -> Any:
    what, of = kind
    if what is Nodetype.NAME:
        return _message(of, f"{path}.", value, index)
    if what is Nodetype.BASE:
        return _plain(name, of[0], path, value, index)
    element, size = of
    count = size if what is Nodetype.ARRAY else _LENGTHS.get(name, 2)
    with_path = range(min(count, _MOST_OF_ARRAY))
    told = [_field(name, element, f"{path}[{at}]", value, at) for at in with_path]
    return told + [0.0] * (count - len(told))


def _plain(name: str, kind: str, path: str, value: Value, index: int) -> Any:
    if kind.startswith("float"):
        return value(path)
    if kind == "string":
        if name == "value":
            return str(value(path))
        return _KEYS[index] if name == "key" else _WORDS.get(name, f"part {index}")
    return _WHOLE.get(name, 0)
