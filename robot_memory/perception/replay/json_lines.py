"""JSON lines, each a DiagnosticArray.

    {"stamp": 1502224247.8, "status": [{"level": 1, "name": "GPS", "message": "no fix",
     "hardware_id": "", "values": {"Satellites": "0"}}]}

`stamp` is in seconds and may be in a `header`, or be a ROS time with `sec` and `nanosec`.
`values` may also be a list of {"key", "value"}. A `topic` may name another topic.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from robot_memory.perception.perception import Message
from robot_memory.perception.replay.fields import Fields, ros_time
from robot_memory.perception.replay.recording import (
    EARLIEST,
    LATEST,
    Defects,
    Recording,
    RecordingError,
    Wanted,
)

TOPIC = "/diagnostics"
TYPE = "diagnostic_msgs/msg/DiagnosticArray"
LEVELS = {"OK": 0, "WARN": 1, "WARNING": 1, "ERROR": 2, "STALE": 3}


class JsonLines(Recording):
    """A file of diagnostics, one array a line; the lines may be in any order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.defects = Defects()
        topics: dict[str, str] = {}
        self._places: list[tuple[float, int, int]] = []
        for number, offset, line in self._lines():
            try:
                topic, stamp, _ = _parse(line)
            except ValueError as error:
                self.defects.add(f"{path}:{number}", str(error))
                continue
            topics[topic] = TYPE
            self._places.append((stamp, number, offset))
        self.topics = topics
        self._places.sort()
        if not self._places:
            reason = self.defects[0] if self.defects else "it holds no line"
            raise RecordingError(path, f"no line is a DiagnosticArray as JSON ({reason})")

    def span(self) -> tuple[float, float]:
        """Return the times of the first and the last array."""
        return self._places[0][0], self._places[-1][0]

    def _messages(self, wanted: Wanted) -> Iterator[Message]:
        accepted = {topic for topic in self.topics if wanted(topic, TYPE)}
        with self.path.open("rb") as file:
            for stamp, _, offset in self._places:
                file.seek(offset)
                topic, _, status = _parse(file.readline())
                if topic in accepted:
                    header = Fields(stamp=ros_time(round(stamp * 1e9)), frame_id="")
                    yield Message(topic, TYPE, stamp, Fields(header=header, status=status))

    def _lines(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield the number, offset and bytes of each line that is not empty."""
        offset = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, offset, line
                offset += len(line)


def _parse(line: bytes) -> tuple[str, float, list[Fields]]:
    """Return the topic, time and statuses of a line; ValueError says what is wrong with it."""
    try:
        array = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON ({error})") from error
    if not isinstance(array, dict) or not isinstance(array.get("status"), list):
        raise ValueError("no DiagnosticArray: it has no list 'status'")
    return str(array.get("topic") or TOPIC), _stamp(array), [_status(it) for it in array["status"]]


def _stamp(array: dict[str, Any]) -> float:
    header = array.get("header")
    stamp = header.get("stamp") if isinstance(header, dict) else array.get("stamp")
    if isinstance(stamp, dict):
        seconds = stamp.get("sec", stamp.get("secs"))
        nanoseconds = stamp.get("nanosec", stamp.get("nsecs", 0))
        if isinstance(seconds, int) and isinstance(nanoseconds, int):
            count = seconds * 10**9 + nanoseconds
            if EARLIEST * 10**9 < count < LATEST * 10**9:
                return count / 1e9
    if isinstance(stamp, bool) or not isinstance(stamp, int | float):
        raise ValueError(f"its stamp is not a time in seconds: {stamp!r:.80}")
    if not EARLIEST < stamp < LATEST:
        raise ValueError(f"its stamp is not a time in seconds since 1970: {stamp!r:.80}")
    return float(stamp)


def _status(status: Any) -> Fields:
    if not isinstance(status, dict):
        raise ValueError(f"a status is not an object: {status!r}")
    return Fields(
        level=_level(status.get("level")),
        **{name: str(status.get(name) or "") for name in ("name", "message", "hardware_id")},
        values=list(_values(status.get("values"))),
    )


def _level(level: Any) -> int:
    """Return the level, 0 … 3; it may also be a text, or a single byte as in ROS 2."""
    if isinstance(level, str):
        if level.upper() in LEVELS:
            return LEVELS[level.upper()]
        return ord(level) if len(level) == 1 and not level.isdecimal() else int(level, 0)
    if isinstance(level, bool) or not isinstance(level, int):
        raise ValueError(f"a status has no level: {level!r}")
    return level


def _values(values: Any) -> Iterator[Fields]:
    if isinstance(values, dict):
        values = [{"key": key, "value": value} for key, value in values.items()]
    if values and not isinstance(values, list):
        raise ValueError(f"the values of a status are no list: {values!r:.80}")
    for pair in values or []:
        if not isinstance(pair, dict):
            raise ValueError(f"a value is not a pair of key and value: {pair!r}")
        yield Fields(key=str(pair.get("key", "")), value=str(pair.get("value", "")))
