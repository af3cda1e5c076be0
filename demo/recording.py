"""Writes the recording of a rover: an hour of ROS 2 messages, as an MCAP file.

    python3 demo/recording.py rover.mcap

The rover drives laps in a building. Three things are wrong with it: its left wheel encoder fails
when it drives fast, its IMU driver dies, and it has to back up at one spot in every lap. Two runs
write the same messages.
"""

from __future__ import annotations

import argparse
import math
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import numpy as np
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

START = datetime(2026, 1, 5, 9, 0, tzinfo=timezone.utc)
LASTS = 3600.0  # s
STEP = 0.1  # s
SLOW, FAST = 0.2, 0.5  # m/s
RADIUS = 8.0  # m, of a lap
BLOCKED = 2.0  # rad along the lap, where it has to back up
IMU_DIES = 1500.0  # s after the start
MOTOR_IS_HOT = {610.0: 71.2, 1130.0: 68.9}  # s after the start: °C

Message = tuple[str, str, Mapping[str, Any]]
"""A message to write: topic, type and fields; missing fields keep their defaults."""


def drive(seed: int = 1) -> Iterator[tuple[float, Message]]:
    """Yield the messages of the drive, each with its time in seconds after the start."""
    chance = np.random.default_rng(seed)
    angle, speed, steady_until, fails_from = 0.0, SLOW, 60.0, math.inf
    for number in range(round(LASTS / STEP)):
        now = number * STEP
        if now >= steady_until:
            speed = FAST if speed == SLOW and not 1500.0 < now < 2150.0 else SLOW
            steady_until = now + float(chance.uniform(24.0, 40.0) * (1.0 if speed == FAST else 3.0))
            fails_from = now + float(chance.uniform(3.0, 6.0)) if speed == FAST else math.inf
        before, angle = angle, angle + STEP * speed / RADIUS
        for message in _messages(number, now, speed, angle, now >= fails_from, chance):
            yield now, message
        if (before - BLOCKED) // math.tau < (angle - BLOCKED) // math.tau:
            yield now, _log("behavior_server", 20, "Running backup")


def _messages(
    number: int, now: float, speed: float, angle: float, fails: bool, chance: np.random.Generator
) -> Iterator[Message]:
    """Yield what the drivers publish in one step."""
    velocity = {"linear": {"x": speed}, "angular": {"z": speed / RADIUS}}
    if number % 20 == 0 and now < IMU_DIES:
        noise = chance.normal(0.0, 0.02, 6).round(3).tolist()
        yield "/imu/data", "sensor_msgs/msg/Imu", {
            "angular_velocity": {"x": noise[0], "y": noise[1], "z": speed / RADIUS + noise[2]},
            "linear_acceleration": {"x": noise[3], "y": noise[4], "z": 9.81 + noise[5]},
        }  # fmt: skip
    if number % 10 == 0:
        position = {"x": RADIUS * math.cos(angle), "y": RADIUS * math.sin(angle)}
        pose = {"position": position, "orientation": {"w": 1.0}}
        yield (
            "/odom",
            "nav_msgs/msg/Odometry",
            {"pose": {"pose": pose}, "twist": {"twist": velocity}},
        )
    if number % 20 == 0:
        covariance = [0.01 if place in (0, 7) else 0.0 for place in range(36)]
        yield "/amcl_pose", "geometry_msgs/msg/PoseWithCovarianceStamped", {
            "pose": {"pose": pose, "covariance": covariance},
        }  # fmt: skip
        yield "/diagnostics", "diagnostic_msgs/msg/DiagnosticArray", {
            "status": [
                _status("base: left wheel encoder", fails, number),
                _status("base: right wheel encoder", False, number),
            ]
        }  # fmt: skip
    if number % 50 == 0:
        yield "/battery", "sensor_msgs/msg/BatteryState", {
            "voltage": round(25.2 - 0.5 * now / LASTS - speed, 2), "current": -4.0 * speed,
            "percentage": round(0.8 - 0.2 * now / LASTS, 3), "present": True,
        }  # fmt: skip
    if round(now, 3) in MOTOR_IS_HOT:
        yield _log("base", 30, f"Motor 3 over {MOTOR_IS_HOT[round(now, 3)]} °C")


def _status(name: str, fails: bool, number: int) -> dict[str, Any]:
    said = f"no pulses for {31 + number % 60} ms" if fails else "counting"
    return {"level": 2 if fails else 0, "name": name, "message": said}


def _log(node: str, level: int, text: str) -> Message:
    return "/rosout", "rcl_interfaces/msg/Log", {"level": level, "name": node, "msg": text}


class MessageMaker:
    """Makes serialised ROS 2 messages from plain fields."""

    def __init__(self) -> None:
        self.store = get_typestore(Stores.ROS2_JAZZY)

    def make(self, type_name: str, fields: Mapping[str, Any], stamp: int) -> Any:
        """Return a message; missing fields are zero or empty, and every time is ``stamp``.

        Args:
            type_name: as ``sensor_msgs/msg/Imu``.
            fields: values by name; a nested message is another such mapping.
            stamp: ns since the epoch.
        """
        if type_name == "builtin_interfaces/msg/Time":
            fields = {"sec": stamp // 10**9, "nanosec": stamp % 10**9}
        values = {
            name: self._value(description, fields.get(name), stamp)
            for name, description in self.store.fielddefs[type_name][1]
        }
        return self.store.types[type_name](**values)

    def _value(self, description: Any, given: Any, stamp: int) -> Any:
        kind, inner = int(description[0]), description[1]
        if kind == 1:
            return given if given is not None else "" if inner[0] == "string" else 0
        if kind == 2:
            return self.make(inner, given or {}, stamp)
        if int(inner[0][0]) == 2:
            return [self.make(inner[0][1], one, stamp) for one in given or ()]
        return np.array(given if given is not None else np.zeros(inner[1] if kind == 3 else 0))


def write(path: Path) -> int:
    """Write the recording to a file, replacing it; return the number of messages."""
    maker, count = MessageMaker(), 0
    with tempfile.TemporaryDirectory() as folder:
        writer = Writer(Path(folder) / "rover", version=9, storage_plugin=StoragePlugin.MCAP)
        writer.set_compression(CompressionMode.STORAGE, CompressionFormat.ZSTD)
        with writer:
            connections: dict[str, Any] = {}
            for since, (topic, type_name, fields) in drive():
                if topic not in connections:
                    connections[topic] = writer.add_connection(
                        topic, type_name, typestore=maker.store
                    )
                stamp = round((START.timestamp() + since) * 1e9)
                message = maker.make(type_name, fields, stamp)
                data = maker.store.serialize_cdr(message, type_name)
                writer.write(connections[topic], stamp, data)
                count += 1
        shutil.move(Path(folder) / "rover" / "rover.mcap", path)
    return count


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path, help="the file to write")
    given = parser.parse_args().path
    print(f"{given}: {write(given)} messages")
