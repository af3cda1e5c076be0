"""ULog files: text, batteries, arrays, times, damage."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from robot_memory.faces.cli.main import main
from robot_memory.perception.message_definition import MessageDefinition
from robot_memory.perception.perception import Message
from robot_memory.perception.replay import Recording, RecordingError, open_recording
from robot_memory.perception.replay.player import in_play_order
from robot_memory.perception.replay.ulog.ulog_reader import CUT

pytest.importorskip("pyulog")

S = 1_000_000
Opened = Callable[..., Recording]
UTC = 1_700_000_000 * S


@pytest.fixture
def opened(ulog: Any, tmp_path: Path) -> Callable[..., Recording]:
    """Writes the test's log, or only its first bytes, and opens it."""

    def write(cut: int | None = None) -> Recording:
        path = tmp_path / "flight.ulg"
        path.write_bytes(ulog.data[:cut])
        return open_recording(path)

    return write


def read(recording: Recording, topic: str = "") -> list[Message]:
    return [it for it in recording.messages() if topic in ("", it.topic)]


def add_speeds(ulog: Any, count: int, instance: int = 0) -> None:
    if not instance:
        ulog.format("speed", "uint64_t timestamp;float x;")
    for at in range(count):
        ulog.row("speed", "Qf", [(1 + at) * S, at], instance)


@pytest.mark.parametrize("begin", [2**63, 2**64 - 1])
def test_a_log_with_an_impossible_start_time_is_refused(
    ulog: Any, tmp_path: Path, begin: int
) -> None:
    add_speeds(ulog, 2)
    path = tmp_path / "flight.ulg"
    path.write_bytes(ulog.data[:8] + begin.to_bytes(8, "little") + ulog.data[16:])

    with pytest.raises(RecordingError, match=f"begins {begin} µs after boot"):
        open_recording(path)


@pytest.mark.parametrize(
    ("fields", "layout", "values", "expected"),
    [
        ("float[3] x;bool ok;bool[2] each;", "3f3B", [1, 2, 3, 1, 0, 1],
         "ok=True, x=[1.0, 2.0, 3.0], each=[False, True]"),
        ("char[8] name;", "8s", [b"motor"], "name='motor'"),
        ("esc[2] escs;", "QiQi", [0, 100, 0, 200],
         "escs=[Fields(timestamp=0, rpm=100), Fields(timestamp=0, rpm=200)]"),
        ("uint8_t x;uint8_t[3] _padding0;uint32_t y;", "B3xI", [5, 6], "x=5, y=6"),
    ],
)  # fmt: skip
def test_fields_are_read_as_their_format_defines_them(
    ulog: Any, opened: Opened, fields: str, layout: str, values: list[Any], expected: str
) -> None:
    ulog.format("esc", "uint64_t timestamp;int32_t rpm;")
    ulog.format("a", f"uint64_t timestamp;{fields}")
    ulog.row("a", f"Q{layout}", [S, *values])
    (message,) = read(opened())
    assert repr(message.content) == f"Fields(timestamp={S}, {expected})"


def test_the_log_defines_the_types_of_its_topics(ulog: Any, opened: Opened) -> None:
    ulog.format("esc_report", "uint64_t timestamp;int32_t rpm;")
    ulog.format(
        "esc_data", "uint64_t timestamp;char[8] maker;float[2] volts;bool on;esc_report[1] escs;"
    )
    ulog.row("esc_data", "Q8s2f?Qi", [S, b"acme", 1, 2, True, S, 100])
    recording = opened()
    (kind,) = recording.topics.values()
    definition = MessageDefinition.parse(kind, recording.definition(kind))
    assert definition is not None
    assert {it.name: (it.type, it.length) for it in definition.fields.values()} == {
        "timestamp": ("uint64", None),
        "maker": ("string", None),
        "volts": ("float32", 2),
        "on": ("bool", None),
        "escs": ("EscReport", 1),
    }
    inner = definition.of("escs")
    assert inner is not None
    assert inner.fields["rpm"].type == "int32"


@pytest.mark.parametrize(
    ("level", "expected"), [(0, 50), (1, 50), (2, 50), (3, 40), (4, 30), (5, 20), (6, 20), (7, 10)]
)
def test_log_levels_are_converted_to_ros_levels(
    ulog: Any, opened: Opened, level: int, expected: int
) -> None:
    ulog.log(2 * S, level, "[commander] hello")
    (message,) = read(opened(), "/rosout")
    assert message.content.level == expected


def test_the_node_of_a_log_text_is_its_module_or_else_the_system(ulog: Any, opened: Opened) -> None:
    ulog.info("sys_name", "PX4")
    ulog.log(2 * S, 3, "[sensors] no barometer found\t")
    ulog.log(3 * S, 3, "something broke")
    ulog.tagged(4 * S, 4, 7, "[camera] lost")
    messages = read(opened(), "/rosout")
    assert [(it.content.name, it.content.msg, it.content.level) for it in messages] == [
        ("sensors", "no barometer found", 40),
        ("px4", "something broke", 40),
        ("camera", "lost", 30),
    ]
    log = messages[0].content
    assert (messages[0].type, messages[0].stamp) == ("rcl_interfaces/msg/Log", 2.0)
    assert (log.stamp.sec, log.file, log.function, log.line) == (2, "", "", 0)


BATTERY = (
    "uint64_t timestamp;float voltage_v;float current_a;float remaining;float temperature;"
    "float[4] voltage_cell_v;uint16_t capacity;uint16_t serial_number;bool connected;"
)
BATTERY_LAYOUT = "Qffff4fHHB"


def battery(ulog: Any, opened: Opened, *values: float, instance: int = 0) -> Any:
    ulog.format("battery_status", BATTERY)
    ulog.row("battery_status", BATTERY_LAYOUT, [2 * S, *values], instance)
    (message,) = read(opened())
    return message


FULL = (16.0, 10.0, 0.75, 31.0, 4.0, 4.0, 4.0, 0.0, 5000, 1234, 1)
UNKNOWN = (0.0, -1.0, -1.0, math.nan, 0.0, 0.0, 0.0, 0.0, 0, 0, 0)


def test_a_px4_battery_is_converted_to_a_battery_state(ulog: Any, opened: Opened) -> None:
    message = battery(ulog, opened, *FULL, instance=1)
    state = message.content
    assert (message.topic, message.type) == (
        "/fmu/battery_status_1", "sensor_msgs/msg/BatteryState",
    )  # fmt: skip
    assert (state.voltage, state.percentage, state.temperature) == (16.0, 0.75, 31.0)
    assert (state.capacity, state.charge, state.serial_number) == (5.0, 3.75, "1234")
    assert state.current == -10.0  # drawn from the battery
    assert state.cell_voltage == [4.0, 4.0, 4.0]
    assert state.present is True
    assert state.header.stamp.sec == 2


def test_unknown_battery_values_are_nan_except_a_voltage_of_zero(ulog: Any, opened: Opened) -> None:
    state = battery(ulog, opened, *UNKNOWN).content
    assert state.voltage == 0.0
    unknown = (state.current, state.percentage, state.temperature, state.capacity, state.charge)
    assert all(map(math.isnan, unknown))


@pytest.mark.parametrize(
    ("dataset", "rows", "start"),
    [
        ("vehicle_gps_position", [(2, UTC, 0)], UTC - S),
        ("sensor_gps", [(2, UTC, 0)], UTC - S),
        ("sensor_gps", [(2, UTC, S)], UTC - 2 * S),  # received somewhat later than its time stamp
        ("sensor_gps", [(1, UTC, 0), (2, UTC + S, 0), (3, UTC + 86_400 * S, 0)], UTC),
        ("sensor_gps", [(2, 0, 0), (3, 5 * S, 0)], S),  # without a fix
    ],
)
def test_gps_time_gives_the_start_of_the_log_in_utc(
    ulog: Any, opened: Opened, dataset: str, rows: list[tuple[int, int, int]], start: int
) -> None:
    fields = "uint64_t timestamp;uint64_t time_utc_usec;int32_t timestamp_time_relative;"
    ulog.format(dataset, fields)
    add_speeds(ulog, 3)
    for at, utc, late in rows:
        ulog.row(dataset, "QQi", [at * S, utc, late])
    recording = opened()
    assert recording.start == start / S
    assert [it.stamp for it in read(recording, "/fmu/speed")] == [start / S + at for at in range(3)]


@pytest.mark.parametrize(
    ("name", "ahead", "start"),
    [
        ("2023-11-14/22_13_20.ulg", 0, UTC / S),
        ("log_12_2023-11-14-22-13-20.ulg", 0, UTC / S),
        ("20231114_221320.ulg", 0, UTC / S),
        ("log_1_2023-11-14-23-13-20.ulg", 3600, UTC / S),
        ("log_2023-13-41-22-13-20.ulg", 0, 1.0),
    ],
)
def test_without_gps_the_path_gives_the_start_of_the_log(
    ulog: Any, tmp_path: Path, name: str, ahead: int, start: float
) -> None:
    key = b"int32_t time_ref_utc"
    ulog.add("I", bytes([len(key)]) + key + struct.pack("<i", ahead))
    add_speeds(ulog, 3)
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(ulog.data)
    assert open_recording(path).start == start


def test_without_gps_a_log_text_gives_the_start_of_the_log(ulog: Any, opened: Opened) -> None:
    add_speeds(ulog, 3)
    ulog.log(S, 6, "[logger] Opened full log file: /fs/microsd/log/2023-11-14/22_13_20.ulg")
    assert opened().start == UTC / S


def test_logs_without_a_date_are_played_in_the_given_order(ulog: Any, tmp_path: Path) -> None:
    add_speeds(ulog, 10)
    logs = []
    for name in ("b.ulg", "a.ulg"):
        (tmp_path / name).write_bytes(ulog.data)
        logs.append(open_recording(tmp_path / name))
    first, second = in_play_order(logs, newest=None)
    assert [first.path.name, second.path.name] == ["b.ulg", "a.ulg"]
    assert [read(it)[0].stamp for it in (first, second)] == [1.0, 11.0]


def test_the_command_line_reports_a_missing_date_and_dropped_messages(
    ulog: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_speeds(ulog, 3)
    path = tmp_path / "flight.ulg"
    path.write_bytes(ulog.data)
    assert list(open_recording(path).defects) == []
    ulog.add("O", struct.pack("<H", 250))
    path.write_bytes(ulog.data)
    main(["replay", str(path)])
    told = capsys.readouterr().err
    assert f"{path}: nothing in it tells its date: it counts as begun at 1970" in told
    assert f"robot-memory: {path}: the logger dropped messages 1 times, 0.25 s in all" in told


@pytest.mark.parametrize("stamp", [0, 5000 * S])
def test_a_value_with_a_time_outside_the_log_is_placed_at_its_start(
    ulog: Any, opened: Opened, stamp: int
) -> None:
    ulog.format("mission", "uint64_t timestamp;uint8_t x;")
    add_speeds(ulog, 3)
    ulog.row("mission", "QB", [stamp, 5])
    recording = opened()
    assert recording.duration == 2.0
    (message,) = read(recording, "/fmu/mission")
    assert (message.stamp, message.content.timestamp) == (1.0, stamp)


def test_a_truncated_log_is_read_up_to_its_end_and_the_position_is_reported(
    ulog: Any, opened: Opened
) -> None:
    add_speeds(ulog, 10)
    recording = opened(cut=-5)
    assert [it.content.x for it in read(recording)] == list(range(9))
    last = len(ulog.data) - (3 + 2 + 12)
    assert list(recording.defects) == [
        f"{recording.path}, bytes {last} to {len(ulog.data) - 5}, after 9.000000 s: {CUT}"
    ]


def test_a_message_truncated_by_a_crash_before_appended_data_is_reported(
    ulog: Any, opened: Opened
) -> None:
    add_speeds(ulog, 5)
    at = len(ulog.data)
    ulog.data += struct.pack("<HB", 30, ord("D"))
    flags = 16 + 3
    ulog.data[flags + 8] = 1
    ulog.data[flags + 16 : flags + 24] = struct.pack("<Q", len(ulog.data))
    ulog.log(5 * S, 2, "[hardfault] crashed")
    ulog.log(5 * S, 2, "[hardfault] again")
    recording = opened()
    assert len(read(recording, "/rosout")) == 2
    assert list(recording.defects) == [
        f"{recording.path}, bytes {at} to {at + 3}, after 5.000000 s: {CUT}"
    ]


def test_damage_within_a_log_is_skipped_up_to_the_next_message(ulog: Any, opened: Opened) -> None:
    add_speeds(ulog, 5)
    at = len(ulog.data)
    ulog.data += bytes(100)
    for value in (7, 8):
        ulog.row("speed", "Qf", [value * S, value])
    recording = opened()
    assert [it.content.x for it in read(recording)] == [0, 1, 2, 3, 4, 7, 8]
    assert recording.defects[0].startswith(
        f"{recording.path}, bytes {at} to {at + 100}, after 5.000000 s: no message begins here; "
    )


def test_a_message_with_an_impossible_time_is_left_out_and_reported(
    ulog: Any, opened: Opened
) -> None:
    add_speeds(ulog, 5)
    ulog.row("speed", "Qf", [17_994_852_302_550 * S, 5])
    ulog.data += bytes(100)
    ulog.row("speed", "Qf", [7 * S, 7])
    recording = opened()
    assert [it.content.x for it in read(recording)] == [0, 1, 2, 3, 4, 7]
    assert recording.duration == 6.0
    assert "after 5.000000 s: no message begins here" in recording.defects[0]
    assert recording.defects[1] == (
        f"{recording.path}, speed, 1 messages: their times are after the end of the log, they are "
        "left out"
    )


def test_reading_a_damaged_log_prints_nothing(
    ulog: Any, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    add_speeds(ulog, 3)
    ulog.add("D", struct.pack("<HQ", 99, 2 * S))  # of a dataset that was never announced
    recording = opened()
    assert capsys.readouterr().out == ""
    assert recording.defects[0].endswith(CUT)
