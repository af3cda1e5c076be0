"""A ULog file as a recording: its topics, PX4's logged text, and their times (rules.md §4.8).

Logged text becomes /rosout, battery_status a BatteryState, every other dataset a topic
/fmu/<name> with the fields that its format defines; further instances have their number at the
end.
pyulog holds the whole log in memory, about as large as the file.

Stamps are microseconds since boot. If the log has GPS, whose `time_utc_usec` is the UTC, the median
of all offsets is added to them; otherwise the log's name may contain the time. Without either, the
log follows the recording that was given before it; the first recording of all stays in 1970.

A stamp shows when a message was published, not when it was logged: at its start a logger writes
the last value of every topic, however old, or one with a stamp of 0 or an arbitrary stamp. Stamps
outside of the span of the log are taken as its start.
"""

from __future__ import annotations

import heapq
import io
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from datetime import timedelta
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyulog import ULog

from robot_memory.perception.battery_reading import battery_content
from robot_memory.perception.message_definition import full_definition
from robot_memory.perception.perception import Message
from robot_memory.perception.replay.fields import ColumnNesting, Fields, ros_time
from robot_memory.perception.replay.recording import (
    EARLIEST,
    LATEST,
    Defects,
    Recording,
    RecordingError,
    Wanted,
    moment_in,
    moment_of,
)
from robot_memory.perception.replay.ulog.ulog_reader import LONGEST_PAUSE, find_damage

GPS = ("vehicle_gps_position", "sensor_gps", "vehicle_gps")
"""Datasets with a `time_utc_usec`, in any PX4 version so far."""

PLAUSIBLE_UTC = 946_684_800_000_000
"""Microseconds since the epoch of the year 2000; before its first fix a receiver reports less."""

Stamps = NDArray[np.uint64]


def utc_offset(datasets: Iterable[Any]) -> int | None:
    """Return the microseconds from boot time to UTC; None if no GPS shows it."""
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
    """Return the last stamp of the log before a long pause after `start`."""
    inside = [each[each >= start] for each in stamps]
    times = np.unique(np.concatenate([np.array([start], dtype=np.uint64), *inside]))
    pauses = np.nonzero(np.diff(times) > LONGEST_PAUSE)[0]
    return int(times[pauses[0]] if len(pauses) else times[-1])


LOG_TOPIC = "/rosout"
LOG_TYPE = "rcl_interfaces/msg/Log"

LEVELS = {0: 50, 1: 50, 2: 50, 3: 40, 4: 30, 5: 20, 6: 20, 7: 10}
"""Syslog levels, emergency to debug, and their ROS 2 levels: fatal, error, warn, info, debug."""

BRACKET = re.compile(r"\[([^\]\s]+)\]\s*(?!\s)(.*)", re.S)
"""'[sensors] no barometer found': the source, and the text."""


def log_content(message: Any, system: str, offset: int) -> Fields:
    """Return one of pyulog's logged messages, tagged or not, as a `rcl_interfaces/msg/Log`.

    If it names no source, the system is its source; `offset` is µs from boot time to UTC.
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
"""The dataset that is converted to a standard message, and its type."""

BLOCK = 512
"""Rows that are converted to objects at a time: fast, and never all at once."""


class Dataset:
    """One of pyulog's datasets, with the reception times of its rows.

    Args:
        times: when each row was received, microseconds since boot.
    """

    def __init__(self, data: Any, times: Stamps) -> None:
        self.topic = f"/fmu/{data.name}" + (f"_{data.multi_id}" if data.multi_id else "")
        self._is_battery = data.name == BATTERY
        self.type = BATTERY_TYPE if self._is_battery else _ros_type(data.name)
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
        """Yield the rows as messages, in time order; `offset` is µs from boot time to UTC."""
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
    """Return 'VehicleGpsPosition' for 'vehicle_gps_position'."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def _ros_type(name: str) -> str:
    return f"px4_msgs/msg/{_camel_case(name)}"


_BASIC = {"float": "float32", "double": "float64"}
"""ROS names of the ULog types that do not end with `_t`."""


def _definition(fields: Iterable[tuple[str, int, str]], formats: Collection[str]) -> str:
    """Return the ``.msg`` text of a format; its fields are type, length of an array, and name."""
    lines = (
        f"{_field_type(kind, length, formats)} {name}\n"
        for kind, length, name in fields
        if not name.startswith("_padding")
    )
    return "".join(lines)


def _field_type(kind: str, length: int, formats: Collection[str]) -> str:
    if kind == "char" and length:
        return "string"
    plain = _camel_case(kind) if kind in formats else _BASIC.get(kind, kind.removesuffix("_t"))
    return f"{plain}[{length}]" if length else plain


_FILE = re.compile(r"Opened full log file: (\S+)")


class ULogRecording(Recording):
    """One .ulg file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.defects = Defects()
        ulog = self._load()
        self._begin: int = ulog.start_timestamp
        tagged = [it for messages in ulog.logged_messages_tagged.values() for it in messages]
        said = sorted([*ulog.logged_messages, *tagged], key=attrgetter("timestamp"))
        self._logged_messages: list[Any] = said
        self._logged_at: Stamps = np.array([it.timestamp for it in said], dtype=np.uint64)
        offset = utc_offset(ulog.data_list)
        if offset is None:
            offset = self._named_offset(ulog)
        self.is_dated = offset is not None
        self._offset = offset or 0
        if not EARLIEST < (self._begin + self._offset) / 1e6 < LATEST:
            problem = f"it begins {self._begin} µs after boot, which no clock shows"
            raise RecordingError(path, problem)
        self._system = str(ulog.msg_info_dict.get("sys_name", "")).lower()
        stamps = [data.data["timestamp"] for data in ulog.data_list if "timestamp" in data.data]
        self._end = end_of(self._begin, [*stamps, self._logged_at])
        if self.defects.losses:
            self._leave_out_misdated(ulog)
        self._datasets = [
            Dataset(data, self._received(data.data["timestamp"]))
            for data in ulog.data_list
            if "timestamp" in data.data
        ]
        self._texts = {
            _ros_type(name): _definition(told.fields, ulog.message_formats)
            for name, told in ulog.message_formats.items()
        }
        self.topics = {dataset.topic: dataset.type for dataset in self._datasets}
        if self._logged_messages:
            self.topics[LOG_TOPIC] = LOG_TYPE

    def span(self) -> tuple[float, float]:
        """Return when logging began and ended, seconds since the epoch, or boot without a date."""
        return (self._begin + self._offset) / 1e6, (self._end + self._offset) / 1e6

    def begin_at(self, time: float) -> None:
        """Set the start of logging to `time`, seconds since the epoch."""
        self._offset = round(time * 1e6) - self._begin

    def definition(self, type_name: str) -> str:
        """Return the ``.msg`` text of a type that the formats of the log define."""
        try:
            return full_definition(type_name, self._texts.__getitem__)
        except LookupError:  # a standard type, or a format that the log lacks
            return ""

    def _messages(self, wanted: Wanted) -> Iterator[Message]:
        streams = [it.messages(self._offset) for it in self._datasets if wanted(it.topic, it.type)]
        if self._logged_messages and wanted(LOG_TOPIC, LOG_TYPE):
            streams.append(self._log_messages())
        yield from heapq.merge(*streams, key=attrgetter("stamp"))

    def _log_messages(self) -> Iterator[Message]:
        times = self._received(self._logged_at)
        for at in np.argsort(times, kind="stable").tolist():
            content = log_content(self._logged_messages[at], self._system, self._offset)
            yield Message(LOG_TOPIC, LOG_TYPE, (int(times[at]) + self._offset) / 1e6, content)

    def _received(self, stamps: Stamps) -> Stamps:
        """Return `stamps`; those outside of the log's span become its start."""
        outside = (stamps < self._begin) | (stamps > self._end)
        return np.where(outside, np.uint64(self._begin), stamps)

    def _leave_out_misdated(self, ulog: ULog) -> None:
        """Leave out rows of a damaged log with times after its end, which damage has changed."""
        for data in ulog.data_list:
            stamps = data.data.get("timestamp", np.array([], dtype=np.uint64))
            kept = stamps <= self._end
            if not kept.all():
                data.data = {name: column[kept] for name, column in data.data.items()}
                where = f"{self.path}, {data.name}, {(~kept).sum()} messages"
                reason = "their times are after the end of the log, they are left out"
                self.defects.add(where, reason)

    def _named_offset(self, ulog: ULog) -> int | None:
        """Return the microseconds from boot time to UTC, from the time in a name of the log.

        PX4 names a log `log/2022-07-13/09_10_11.ulg`, and logs this name; ground stations name
        downloads `log_12_2022-7-13-09-10-11.ulg`. The times are UTC, or ahead of it by
        `time_ref_utc`, seconds.
        """
        names = (_FILE.search(said.message) for said in self._logged_messages)
        moments = (moment_of(self.path), *(moment_in(name[1]) for name in names if name))
        moment = next(filter(None, moments), None)
        if moment is None:
            return None
        ahead = timedelta(seconds=int(ulog.msg_info_dict.get("time_ref_utc", 0)))
        return round((moment - ahead).timestamp() * 1e6) - self._begin

    def _load(self) -> ULog:
        damage = find_damage(self.path)
        for where, what in damage.defects:
            self.defects.add(f"{self.path}, {where}", what)
        remarks = io.StringIO()
        try:
            with redirect_stdout(remarks):
                ulog = ULog(damage.whole or str(self.path))
        except Exception as error:  # pyulog's own errors, and any that damaged bytes cause
            raise RecordingError(self.path, f"no ULog that pyulog can read ({error})") from error
        for remark in remarks.getvalue().splitlines():
            self.defects.add(str(self.path), remark)
        if ulog.dropouts:
            seconds = sum(dropout.duration for dropout in ulog.dropouts) / 1000
            self.defects.note(
                str(self.path),
                f"the logger dropped messages {len(ulog.dropouts)} times, {seconds:g} s in all",
            )
        return ulog
