"""Messages as drivers send them, without ROS."""

from __future__ import annotations

import math
from types import SimpleNamespace as Message
from typing import Any

DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
LOG = "rcl_interfaces/msg/Log"
BATTERY = "sensor_msgs/msg/BatteryState"
IMU = "sensor_msgs/msg/Imu"
SCAN = "sensor_msgs/msg/LaserScan"
ODOMETRY = "nav_msgs/msg/Odometry"
TEMPERATURE = "sensor_msgs/msg/Temperature"

OK, WARN, ERROR, STALE = range(4)


def header(stamp: float = 0.0) -> Message:
    """A header; an empty one by default, as many drivers leave it."""
    seconds = math.floor(stamp)
    return Message(stamp=Message(sec=seconds, nanosec=round((stamp - seconds) * 1e9)))


def status(
    name: str, level: int | bytes = OK, message: str = "", hardware_id: str = "", **values: str
) -> Message:
    pairs = [Message(key=key, value=value) for key, value in values.items()]
    return Message(name=name, level=level, message=message, hardware_id=hardware_id, values=pairs)


def diagnostics(*statuses: Message, stamp: float = 0.0) -> Message:
    return Message(header=header(stamp), status=list(statuses))


def log(
    name: str, msg: str, level: int = 30, *, stamp: float = 0.0, line: int = 0, file: str = ""
) -> Message:
    return Message(
        stamp=header(stamp).stamp, level=level, name=name, msg=msg, file=file, function="",
        line=line,
    )  # fmt: skip


def battery(
    voltage: float = 24.0,
    percentage: float = math.nan,
    current: float = math.nan,
    *,
    health: int = 0,
    supply: int = 0,
    present: bool = True,
    location: str = "",
    serial: str = "",
    stamp: float = 0.0,
) -> Message:
    return Message(
        header=header(stamp), voltage=voltage, percentage=percentage, current=current,
        power_supply_health=health, power_supply_status=supply, present=present,
        location=location, serial_number=serial,
    )  # fmt: skip


def _vector(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Message:
    return Message(x=x, y=y, z=z)


def odometry(
    speed: float = 0.0, turn: float = 0.0, x: float = 0.0, y: float = 0.0, stamp: float = 0.0
) -> Message:
    return Message(
        header=header(stamp),
        twist=Message(twist=Message(linear=_vector(x=speed), angular=_vector(z=turn))),
        pose=Message(pose=Message(position=_vector(x, y))),
    )


def temperature(degrees: float) -> Message:
    return Message(header=header(), temperature=degrees)


def nothing(*_: Any) -> Message:
    """A message without content, of which only the arrival matters."""
    return Message(header=header(), ranges=[])
