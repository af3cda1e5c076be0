"""One topic of a ULog file, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robot_memory.perception.battery.px4_battery_status import battery_content
from robot_memory.perception.message import Message
from robot_memory.perception.replay.column_nesting import ColumnNesting
from robot_memory.perception.replay.fields import Fields, ros_time
from robot_memory.perception.replay.ulog.ulog_clock import Stamps

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
    """Make a text of a list of characters."""
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
