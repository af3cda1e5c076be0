"""Diagnostics as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from robot_memory.perception.replay import Recording, RecordingError, open_recording

STATUS = {
    "level": 1, "name": "GPS", "message": "no fix", "hardware_id": "ublox", "values": {"a": 5},
}  # fmt: skip


Written = Callable[..., Recording]


@pytest.fixture
def lines(tmp_path: Path) -> Callable[..., Recording]:
    """Writes objects (or strings unchanged), one a line."""

    def write(*objects: Any) -> Recording:
        path = tmp_path / "x.jsonl"
        texts = [it if isinstance(it, str) else json.dumps(it) for it in objects]
        path.write_text("\n".join(texts) + "\n")
        return open_recording(path)

    return write


def array(**fields: Any) -> dict[str, Any]:
    return {"stamp": 1000.5, "status": [STATUS], **fields}


def first(recording: Recording) -> Any:
    return next(iter(recording.messages()))


@pytest.mark.parametrize("values", [{"a": 5}, [{"key": "a", "value": "5"}]])
def test_a_line_is_read_as_a_diagnostic_array(lines: Written, values: object) -> None:
    message = first(lines(array(status=[{**STATUS, "values": values}])))
    assert (message.topic, message.type) == ("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray")
    assert message.stamp == 1000.5
    assert message.content.header.stamp.nanosec == 500_000_000
    status = message.content.status[0]
    assert (status.level, status.name, status.message, status.hardware_id) == (
        1, "GPS", "no fix", "ublox",
    )  # fmt: skip
    assert [(it.key, it.value) for it in status.values] == [("a", "5")]


@pytest.mark.parametrize(
    ("level", "expected"), [(2, 2), ("2", 2), ("0x01", 1), ("\x02", 2), ("WARN", 1), ("error", 2)]
)
def test_a_level_is_read_as_an_integer_in_any_notation(
    lines: Written, level: object, expected: int
) -> None:
    message = first(lines(array(status=[{**STATUS, "level": level}])))
    assert message.content.status[0].level == expected


@pytest.mark.parametrize(
    "stamp",
    [
        {"stamp": 1000.5},
        {"header": {"stamp": 1000.5}},
        {"header": {"stamp": {"sec": 1000, "nanosec": 500_000_000}}},
        {"header": {"stamp": {"secs": 1000, "nsecs": 500_000_000}}},
    ],
)
def test_a_stamp_is_read_in_any_notation(lines: Written, stamp: dict[str, Any]) -> None:
    assert first(lines({**stamp, "status": []})).stamp == 1000.5


def test_a_utf8_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(array()).encode())
    assert first(open_recording(path)).stamp == 1000.5


def test_lines_come_in_time_order(lines: Written) -> None:
    recording = lines(array(stamp=3), array(stamp=1), array(stamp=2))
    assert [it.stamp for it in recording.messages()] == [1, 2, 3]
    assert (recording.start, recording.duration) == (1, 2)


def test_a_line_may_name_its_topic(lines: Written) -> None:
    recording = lines(array(), array(topic="/r2/diagnostics"))
    assert [it.topic for it in recording.messages(lambda topic, _: topic == "/r2/diagnostics")] == [
        "/r2/diagnostics"
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON"),
        ({"stamp": 1}, "no list 'status'"),
        (array(stamp="yesterday"), "not a time in seconds: 'yesterday'"),
        (array(stamp=1.6e18), "not a time in seconds since 1970: 1.6e+18"),
        (array(stamp=-7e10), "not a time in seconds"),
        (array(stamp={"sec": -7 * 10**10, "nanosec": 0}), "not a time in seconds"),
        (array(stamp={"sec": 10**400, "nanosec": 0}), "not a time in seconds"),
        (array(status=["bad"]), "a status is not an object"),
        (array(status=[{**STATUS, "level": None}]), "a status has no level"),
        (array(status=[{**STATUS, "values": ["bad"]}]), "not a pair of key and value"),
        (array(status=[{**STATUS, "values": 7}]), "the values of a status are no list"),
    ],
)
def test_a_bad_line_is_reported_with_its_number_and_the_others_are_read(
    lines: Written, line: Any, reason: str
) -> None:
    recording = lines(array(), "", line, array())
    assert sum(1 for _ in recording.messages()) == 2
    (defect,) = recording.defects
    assert defect.startswith(f"{recording.path}:3: ")
    assert reason in defect


def test_a_file_without_a_diagnostic_array_is_refused(lines: Written) -> None:
    with pytest.raises(RecordingError, match="no line is a DiagnosticArray as JSON"):
        lines({"a": 1})
