"""The topics of a ULog file, the text that PX4 logged, and when both came (rules.md §4.8).

Stamps are microseconds since boot. Where the log has GPS, whose `time_utc_usec` tells the
UTC, one offset, the median of all, is added to them; else the log's name may tell it (`begun`).
Where nothing does, the log follows the recording that was given before it; the first of all stays
in 1970: its stamps are seconds since boot, counted from the epoch.

A stamp tells when something was published, not when it was logged: at its start a logger writes
the last value of every topic, however old, or one with a stamp of 0 or from nowhere. Such stamps,
outside of the span of the log, are taken as its start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robot_memory.perception.battery_reading import battery_content
from robot_memory.perception.perception import Message
from robot_memory.perception.replay.fields import ColumnNesting, Fields, ros_time

GPS = ("vehicle_gps_position", "sensor_gps", "vehicle_gps")
"""Datasets with a `time_utc_usec`, by any PX4 so far."""

PLAUSIBLE_UTC = 946_684_800_000_000
"""Microseconds since the epoch of the year 2000; before its first fix a receiver tells less."""

LONGEST_PAUSE = 600_000_000
"""Microseconds. A log that runs is never silent for longer; a stamp after such a gap is no time."""

Stamps = NDArray[np.uint64]


def utc_offset(datasets: Iterable[Any]) -> int | None:
    """Microseconds from boot time to UTC; None where no GPS tells."""
    offsets: list[int] = []
    for dataset in datasets:
        if dataset.name in GPS and "time_utc_usec" in dataset.data:
            boot = dataset.data["timestamp"].astype(np.int64)
            if "timestamp_time_relative" in dataset.data:
                boot = boot + dataset.data["timestamp_time_relative"].astype(np.int64)
            utc = dataset.data["time_utc_usec"].astype(np.int64)
            offsets += (utc - boot)[utc > PLAUSIBLE_UTC].tolist()
    return int(np.median(np.array(offsets))) if offsets else None


def end_of(start: int, stamps: Sequence[Stamps]) -> int:
    """The last stamp of the log: up to it, there is no long pause after `start`."""
    inside = [each[each >= start] for each in stamps]
    times = np.unique(np.concatenate([np.array([start], dtype=np.uint64), *inside]))
    pauses = np.nonzero(np.diff(times) > LONGEST_PAUSE)[0]
    return int(times[pauses[0]] if len(pauses) else times[-1])


def received(stamps: Stamps, start: int, end: int) -> Stamps:
    """`stamps`, those outside of the log's span taken as its start."""
    outside = (stamps < start) | (stamps > end)
    return np.where(outside, np.uint64(start), stamps)


LOG_TOPIC = "/rosout"
LOG_TYPE = "rcl_interfaces/msg/Log"

LEVELS = {0: 50, 1: 50, 2: 50, 3: 40, 4: 30, 5: 20, 6: 20, 7: 10}
"""Levels of syslog, emergency to debug, to those of ROS 2: fatal, error, warn, info, debug."""

BRACKET = re.compile(r"\[([^\]\s]+)\]\s*(?!\s)(.*)", re.S)
"""'[sensors] no barometer found': who says it, and what."""


def log_content(message: Any, system: str, offset: int) -> Fields:
    """A `rcl_interfaces/msg/Log` of one of pyulog's logged messages, tagged or not.

    Args:
        system: who says it where it doesn't tell.
        offset: microseconds from boot time to UTC.
    """
    text = message.message.strip("\0").strip()
    match = BRACKET.fullmatch(text)
    name, content = (match[1], match[2]) if match else (system, text)
    return Fields(
        stamp=ros_time((message.timestamp + offset) * 1000),
        level=LEVELS.get(message.log_level - ord("0"), 20),
        name=name,
        msg=content,
        file="",
        function="",
        line=0,
    )


BATTERY, BATTERY_TYPE = "battery_status", "sensor_msgs/msg/BatteryState"
"""The dataset that becomes a standard message, and its type."""

BLOCK = 512
"""Rows are turned into objects this many at a time: fast, and never all at once."""


class Dataset:
    """One of pyulog's datasets, with the times at which its rows were received.

    Args:
        data: pyulog's `ULog.Data`.
        times: when each row was received, microseconds since boot.
    """

    def __init__(self, data: Any, times: Stamps) -> None:
        self.topic = f"/fmu/{data.name}" + (f"_{data.multi_id}" if data.multi_id else "")
        self._is_battery = data.name == BATTERY
        self.type = BATTERY_TYPE if self._is_battery else f"px4_msgs/msg/{_camel_case(data.name)}"
        self._times = times
        kinds = {
            field.field_name: field.type_str
            for field in data.field_data
            if not field.field_name.rpartition(".")[2].startswith("_padding")
        }
        self._columns: list[NDArray[Any]] = [
            data.data[name].astype(bool) if kind == "bool" else data.data[name]
            for name, kind in kinds.items()
        ]
        self._nesting = ColumnNesting(list(kinds), digits=False)
        self._texts = {
            path
            for path, kind in zip(self._nesting.paths, kinds.values(), strict=True)
            if kind == "char" and path.endswith("[]")
        }

    def messages(self, offset: int) -> Iterator[Message]:
        """The rows as messages, in time order.

        Args:
            offset: microseconds from boot time to UTC.
        """
        order = np.argsort(self._times, kind="stable")
        for begin in range(0, len(order), BLOCK):
            rows = order[begin : begin + BLOCK]
            columns = [column[rows].tolist() for column in self._columns]
            times = self._times[rows].tolist()
            for time, values in zip(times, zip(*columns, strict=True), strict=True):
                content = self._content(self._nesting.build(values), offset)
                yield Message(self.topic, self.type, (time + offset) / 1e6, content)

    def _content(self, row: Fields, offset: int) -> SimpleNamespace:
        for path in self._texts:
            _join(row, path.removesuffix("[]").split("."))
        if not self._is_battery:
            return row
        stamp = ros_time((row.timestamp + offset) * 1000)
        return battery_content(row, Fields(stamp=stamp, frame_id=""))


def _join(row: Any, path: list[str]) -> None:
    name, *below = path
    many = name.endswith("[]")
    inner = getattr(row, name.removesuffix("[]"))
    if below:
        for each in inner if many else [inner]:
            _join(each, below)
    else:
        text, _, _ = bytes(it & 0xFF for it in inner).partition(b"\0")
        row.__dict__[name] = text.decode("utf-8", "replace")


def _camel_case(name: str) -> str:
    """'vehicle_gps_position' is 'VehicleGpsPosition'."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))
