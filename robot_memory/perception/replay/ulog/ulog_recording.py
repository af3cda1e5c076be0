"""A ULog file as a recording.

Logged text becomes /rosout, battery_status a BatteryState, every other dataset a topic
/fmu/<name> with the fields that it has; further instances have their number at the end.
pyulog holds the whole log in memory, about as large as the file.
"""

from __future__ import annotations

import heapq
import io
import re
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from datetime import datetime, timedelta
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
from pyulog import ULog

from robot_memory.perception.perception import Message
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
from robot_memory.perception.replay.ulog.dataset import (
    LOG_TOPIC,
    LOG_TYPE,
    Dataset,
    end_of,
    log_content,
    received,
    utc_offset,
)
from robot_memory.perception.replay.ulog.ulog_reader import find_damage

_FILE = re.compile(r"Opened full log file: (\S+)")


class ULogRecording(Recording):
    """One .ulg file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.defects = Defects()
        ulog = self._load()
        self._begin: int = ulog.start_timestamp
        self._logged_messages = _logged(ulog)
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
        stamps.append(
            np.array([logged.timestamp for logged in self._logged_messages], dtype=np.uint64)
        )
        self._end = end_of(self._begin, stamps)
        if self.defects.losses:
            self._leave_out_misdated(ulog)
        self._datasets = [
            Dataset(data, self._received(data.data["timestamp"]))
            for data in ulog.data_list
            if "timestamp" in data.data
        ]
        self.topics = {dataset.topic: dataset.type for dataset in self._datasets}
        if self._logged_messages:
            self.topics[LOG_TOPIC] = LOG_TYPE

    def span(self) -> tuple[float, float]:
        """When logging began and ended, seconds since the epoch, or since boot without a date."""
        return (self._begin + self._offset) / 1e6, (self._end + self._offset) / 1e6

    def begin_at(self, time: float) -> None:
        """Take `time`, seconds since the epoch, as when logging began."""
        self._offset = round(time * 1e6) - self._begin

    def _messages(self, wanted: Wanted) -> Iterator[Message]:
        streams = [it.messages(self._offset) for it in self._datasets if wanted(it.topic, it.type)]
        if self._logged_messages and wanted(LOG_TOPIC, LOG_TYPE):
            streams.append(self._log_messages())
        yield from heapq.merge(*streams, key=attrgetter("stamp"))

    def _log_messages(self) -> Iterator[Message]:
        times = self._received(
            np.array([logged.timestamp for logged in self._logged_messages], dtype=np.uint64)
        )
        for at in np.argsort(times, kind="stable").tolist():
            content = log_content(self._logged_messages[at], self._system, self._offset)
            yield Message(LOG_TOPIC, LOG_TYPE, (int(times[at]) + self._offset) / 1e6, content)

    def _received(self, stamps: Any) -> Any:
        return received(stamps, self._begin, self._end)

    def _leave_out_misdated(self, ulog: ULog) -> None:
        """Leave out rows of a damaged log with times after its end: damage made these."""
        for data in ulog.data_list:
            stamps = data.data.get("timestamp", np.array([], dtype=np.uint64))
            kept = stamps <= self._end
            if not kept.all():
                data.data = {name: column[kept] for name, column in data.data.items()}
                where = f"{self.path}, {data.name}, {(~kept).sum()} messages"
                reason = "their times are after the end of the log, they are left out"
                self.defects.add(where, reason)

    def _named_offset(self, ulog: ULog) -> int | None:
        """Microseconds from boot time to UTC, by the time that a name of the log tells."""
        ahead = timedelta(seconds=int(ulog.msg_info_dict.get("time_ref_utc", 0)))
        moment = _begun(self.path, (said.message for said in self._logged_messages), ahead)
        return None if moment is None else round(moment.timestamp() * 1e6) - self._begin

    def _load(self) -> ULog:
        damage = find_damage(self.path)
        for where, what in damage.defects:
            self.defects.add(f"{self.path}, {where}", what)
        remarks = io.StringIO()
        try:
            with redirect_stdout(remarks):
                ulog = ULog(damage.whole or str(self.path))
        except Exception as error:  # of pyulog's own, and whatever damaged bytes lead to
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


def _begun(path: Path, said: Iterable[str], ahead: timedelta) -> datetime | None:
    """When logging began, UTC; None where neither the path nor the text tells.

    It dates a log that has no GPS. PX4 calls a log `log/2022-07-13/09_10_11.ulg`, and says so in
    it; ground stations call what they download `log_12_2022-7-13-09-10-11.ulg`. The times are UTC,
    or ahead of it by `time_ref_utc`.

    Args:
        said: the text in it.
        ahead: by how much the times in names are ahead of UTC.
    """
    told = [match[1] for text in said if (match := _FILE.search(text))]
    moments = (moment_of(path), *map(moment_in, told))
    moment = next(filter(None, moments), None)
    return None if moment is None else moment - ahead


def _logged(ulog: ULog) -> list[Any]:
    tagged = [it for messages in ulog.logged_messages_tagged.values() for it in messages]
    return sorted([*ulog.logged_messages, *tagged], key=attrgetter("timestamp"))
