"""ULog files: text, batteries, arrays, times, damage."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from robot_memory.faces.cli.main import main
from robot_memory.perception.perception import Message
from robot_memory.perception.replay import Recording, RecordingError, open_recording
from robot_memory.perception.replay.player import in_play_order
from robot_memory.perception.replay.ulog.ulog_reader import CUT

pytest.importorskip("pyulog")

S = 1_000_000
UTC = 1_700_000_000 * S


@pytest.fixture
def opened(ulog: Any, tmp_path: Path) -> Callable[..., Recording]:
    """Writes the log that the test made, or the first bytes of it, and opens it."""

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
def test_a_log_that_begins_when_no_clock_does_is_refused(
    ulog: Any, tmp_path: Path, begin: int
) -> None:
    add_speeds(ulog, 2)
    path = tmp_path / "flight.ulg"
    path.write_bytes(ulog.data[:8] + begin.to_bytes(8, "little") + ulog.data[16:])

    with pytest.raises(RecordingError, match=f"begins {begin} µs after boot"):
        open_recording(path)


def test_a_dataset_is_a_topic_of_px4(ulog: Any, opened: Callable[..., Recording]) -> None:
    ulog.format("vehicle_gps_status", "uint64_t timestamp;float x;")
    ulog.row("vehicle_gps_status", "Qf", [S, 1.5])
    (message,) = read(opened())
    assert (message.topic, message.type) == (
        "/fmu/vehicle_gps_status", "px4_msgs/msg/VehicleGpsStatus",
    )  # fmt: skip
    assert (message.stamp, message.content.x) == (1.0, 1.5)


def test_a_further_instance_has_its_number(ulog: Any, opened: Callable[..., Recording]) -> None:
    add_speeds(ulog, 1)
    add_speeds(ulog, 1, instance=2)
    assert sorted(opened().topics) == ["/fmu/speed", "/fmu/speed_2"]


def test_arrays_are_lists_and_truths_are_bools(ulog: Any, opened: Callable[..., Recording]) -> None:
    ulog.format("a", "uint64_t timestamp;float[3] x;bool ok;bool[2] each;")
    ulog.row("a", "Q3f3B", [S, 1, 2, 3, 1, 0, 1])
    (message,) = read(opened())
    assert message.content.x == [1.0, 2.0, 3.0]
    assert message.content.ok is True
    assert message.content.each == [False, True]


def test_characters_are_a_text(ulog: Any, opened: Callable[..., Recording]) -> None:
    ulog.format("a", "uint64_t timestamp;char[8] name;")
    ulog.row("a", "Q8s", [S, b"motor"])
    (message,) = read(opened())
    assert message.content.name == "motor"


def test_nested_formats_nest(ulog: Any, opened: Callable[..., Recording]) -> None:
    ulog.format("esc", "uint64_t timestamp;int32_t rpm;")
    ulog.format("a", "uint64_t timestamp;esc[2] escs;")
    ulog.row("a", "QQiQi", [S, 0, 100, 0, 200])
    (message,) = read(opened())
    assert [it.rpm for it in message.content.escs] == [100, 200]


def test_padding_is_no_field(ulog: Any, opened: Callable[..., Recording]) -> None:
    ulog.format("a", "uint64_t timestamp;uint8_t x;uint8_t[3] _padding0;uint32_t y;")
    ulog.row("a", "QB3xI", [S, 5, 6])
    (message,) = read(opened())
    assert sorted(message.content) == ["timestamp", "x", "y"]


@pytest.mark.parametrize(
    ("level", "expected"), [(0, 50), (1, 50), (2, 50), (3, 40), (4, 30), (5, 20), (6, 20), (7, 10)]
)
def test_levels_of_text_are_those_of_ros(
    ulog: Any, opened: Callable[..., Recording], level: int, expected: int
) -> None:
    ulog.log(2 * S, level, "[commander] hello")
    (message,) = read(opened(), "/rosout")
    assert message.content.level == expected


def test_text_tells_who_says_it(ulog: Any, opened: Callable[..., Recording]) -> None:
    ulog.log(2 * S, 3, "[sensors] no barometer found\t")
    (message,) = read(opened(), "/rosout")
    log = message.content
    assert (message.type, message.stamp) == ("rcl_interfaces/msg/Log", 2.0)
    assert (log.name, log.msg, log.stamp.sec) == ("sensors", "no barometer found", 2)
    assert (log.file, log.function, log.line) == ("", "", 0)


def test_text_that_does_not_tell_is_said_by_the_system(
    ulog: Any, opened: Callable[..., Recording]
) -> None:
    ulog.info("sys_name", "PX4")
    ulog.log(2 * S, 3, "something broke")
    (message,) = read(opened(), "/rosout")
    assert (message.content.name, message.content.msg) == ("px4", "something broke")


def test_tagged_text_is_read_too(ulog: Any, opened: Callable[..., Recording]) -> None:
    ulog.tagged(2 * S, 4, 7, "[camera] lost")
    (message,) = read(opened(), "/rosout")
    assert (message.content.level, message.content.name) == (30, "camera")


BATTERY = (
    "uint64_t timestamp;float voltage_v;float current_a;float remaining;float temperature;"
    "float[4] voltage_cell_v;uint16_t capacity;uint16_t serial_number;bool connected;"
)
BATTERY_LAYOUT = "Qffff4fHHB"


def battery(ulog: Any, opened: Callable[..., Recording], *values: float, instance: int = 0) -> Any:
    ulog.format("battery_status", BATTERY)
    ulog.row("battery_status", BATTERY_LAYOUT, [2 * S, *values], instance)
    (message,) = read(opened())
    return message


FULL = (16.0, 10.0, 0.75, 31.0, 4.0, 4.0, 4.0, 0.0, 5000, 1234, 1)
UNKNOWN = (0.0, -1.0, -1.0, math.nan, 0.0, 0.0, 0.0, 0.0, 0, 0, 0)


def test_a_battery_is_a_battery_state(ulog: Any, opened: Callable[..., Recording]) -> None:
    message = battery(ulog, opened, *FULL)
    state = message.content
    assert message.type == "sensor_msgs/msg/BatteryState"
    assert (state.voltage, state.percentage, state.temperature) == (16.0, 0.75, 31.0)
    assert (state.capacity, state.charge, state.serial_number) == (5.0, 3.75, "1234")
    assert state.present is True
    assert state.header.stamp.sec == 2


def test_a_current_out_of_the_battery_is_negative(
    ulog: Any, opened: Callable[..., Recording]
) -> None:
    assert battery(ulog, opened, *FULL).content.current == -10.0


def test_cells_that_are_not_there_are_left_out(ulog: Any, opened: Callable[..., Recording]) -> None:
    assert battery(ulog, opened, *FULL).content.cell_voltage == [4.0, 4.0, 4.0]


def test_a_battery_that_tells_0_v_is_read_as_it_is(ulog: Any, opened: Callable[..., Recording]):
    assert battery(ulog, opened, *UNKNOWN).content.voltage == 0.0


@pytest.mark.parametrize("name", ["current", "percentage", "temperature", "capacity", "charge"])
def test_what_a_battery_does_not_tell_is_nan(
    ulog: Any, opened: Callable[..., Recording], name: str
) -> None:
    assert math.isnan(getattr(battery(ulog, opened, *UNKNOWN).content, name))


def test_a_second_battery_has_a_topic_of_its_own(
    ulog: Any, opened: Callable[..., Recording]
) -> None:
    assert battery(ulog, opened, *FULL, instance=1).topic == "/fmu/battery_status_1"


@pytest.mark.parametrize("dataset", ["vehicle_gps_position", "sensor_gps"])
def test_gps_dates_the_log_in_utc(
    ulog: Any, opened: Callable[..., Recording], dataset: str
) -> None:
    ulog.format(dataset, "uint64_t timestamp;uint64_t time_utc_usec;")
    add_speeds(ulog, 3)
    ulog.row(dataset, "QQ", [2 * S, UTC])
    recording = opened()
    assert recording.start == 1_700_000_000 - 1
    assert [it.stamp for it in read(recording, "/fmu/speed")] == [
        1_699_999_999.0, 1_700_000_000.0, 1_700_000_001.0,
    ]  # fmt: skip


def test_a_gps_time_may_be_from_somewhat_later_than_its_stamp(
    ulog: Any, opened: Callable[..., Recording]
) -> None:
    fields = "uint64_t timestamp;uint64_t time_utc_usec;int32_t timestamp_time_relative;"
    ulog.format("sensor_gps", fields)
    ulog.row("sensor_gps", "QQi", [2 * S, UTC, S])
    assert opened().start == 1_700_000_000 - 2


def test_one_wrong_gps_time_does_not_move_the_log(
    ulog: Any, opened: Callable[..., Recording]
) -> None:
    ulog.format("sensor_gps", "uint64_t timestamp;uint64_t time_utc_usec;")
    for at, error in enumerate([0, 0, 86_400 * S]):
        ulog.row("sensor_gps", "QQ", [(1 + at) * S, UTC + at * S + error])
    assert opened().start == 1_700_000_000


def test_a_gps_without_a_fix_dates_nothing(ulog: Any, opened: Callable[..., Recording]) -> None:
    ulog.format("sensor_gps", "uint64_t timestamp;uint64_t time_utc_usec;")
    ulog.row("sensor_gps", "QQ", [2 * S, 0])
    ulog.row("sensor_gps", "QQ", [3 * S, 5 * S])
    assert opened().start == 1.0


@pytest.mark.parametrize(
    "name",
    ["2023-11-14/22_13_20.ulg", "log_12_2023-11-14-22-13-20.ulg", "20231114_221320.ulg"],
)
def test_without_gps_the_path_dates_the_log(ulog: Any, tmp_path: Path, name: str) -> None:
    add_speeds(ulog, 3)
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(ulog.data)
    assert open_recording(path).start == UTC / S


def test_without_gps_the_text_dates_the_log(ulog: Any, opened: Callable[..., Recording]) -> None:
    add_speeds(ulog, 3)
    ulog.log(S, 6, "[logger] Opened full log file: /fs/microsd/log/2023-11-14/22_13_20.ulg")
    assert opened().start == UTC / S


def test_a_name_in_local_time_is_brought_to_utc(ulog: Any, tmp_path: Path) -> None:
    key = b"int32_t time_ref_utc"
    ulog.add("I", bytes([len(key)]) + key + struct.pack("<i", 3600))
    add_speeds(ulog, 3)
    path = tmp_path / "log_1_2023-11-14-23-13-20.ulg"
    path.write_bytes(ulog.data)
    assert open_recording(path).start == UTC / S


def test_digits_that_are_no_date_date_nothing(ulog: Any, tmp_path: Path) -> None:
    add_speeds(ulog, 3)
    path = tmp_path / "log_2023-13-41-22-13-20.ulg"
    path.write_bytes(ulog.data)
    assert open_recording(path).start == 1.0


def test_logs_without_a_date_follow_each_other_as_they_were_given(
    ulog: Any, tmp_path: Path
) -> None:
    add_speeds(ulog, 10)
    logs = []
    for name in ("b.ulg", "a.ulg"):
        (tmp_path / name).write_bytes(ulog.data)
        logs.append(open_recording(tmp_path / name))
    first, second = in_play_order(logs, newest=None)
    assert [first.path.name, second.path.name] == ["b.ulg", "a.ulg"]
    assert [read(it)[0].stamp for it in (first, second)] == [1.0, 11.0]


def test_the_command_line_tells_that_a_log_has_no_date(
    ulog: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_speeds(ulog, 3)
    path = tmp_path / "flight.ulg"
    path.write_bytes(ulog.data)
    main(["replay", str(path)])
    assert f"{path}: nothing in it tells its date: it counts as begun at 1970" in (
        capsys.readouterr().err
    )


def test_the_command_line_names_a_log_once_where_its_logger_dropped_messages(
    ulog: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_speeds(ulog, 3)
    ulog.add("O", struct.pack("<H", 119))
    path = tmp_path / "flight.ulg"
    path.write_bytes(ulog.data)
    main(["replay", str(path)])
    assert f"robot-memory: {path}: the logger dropped messages" in capsys.readouterr().err


def test_a_log_without_a_date_follows_what_the_memory_knows(
    opened: Callable[..., Recording], ulog: Any
) -> None:
    add_speeds(ulog, 3)
    (log,) = in_play_order([opened()], newest=1000.0)
    assert read(log)[0].stamp == 1001.0


def test_a_value_from_before_the_log_was_received_at_its_start(
    ulog: Any, opened: Callable[..., Recording]
) -> None:
    ulog.format("mission", "uint64_t timestamp;uint8_t x;")
    add_speeds(ulog, 3)
    ulog.row("mission", "QB", [0, 5])
    (message,) = read(opened(), "/fmu/mission")
    assert (message.stamp, message.content.timestamp) == (1.0, 0)


def test_a_stamp_far_beyond_the_log_is_taken_as_its_start(
    ulog: Any, opened: Callable[..., Recording]
) -> None:
    ulog.format("mission", "uint64_t timestamp;uint8_t x;")
    add_speeds(ulog, 3)
    ulog.row("mission", "QB", [5000 * S, 5])
    recording = opened()
    assert recording.duration == 2.0
    assert read(recording, "/fmu/mission")[0].stamp == 1.0


def test_only_wanted_topics_are_delivered(ulog: Any, opened: Callable[..., Recording]) -> None:
    add_speeds(ulog, 3)
    ulog.log(2 * S, 3, "x")
    topics = [it.topic for it in opened().messages(lambda topic, _: topic == "/rosout")]
    assert topics == ["/rosout"]


def test_more_rows_than_a_block_keep_their_order(
    ulog: Any, opened: Callable[..., Recording]
) -> None:
    add_speeds(ulog, 1500)
    assert [it.content.x for it in read(opened())] == list(range(1500))


def test_a_whole_log_has_no_defects(ulog: Any, opened: Callable[..., Recording]) -> None:
    add_speeds(ulog, 3)
    assert list(opened().defects) == []


def test_a_cut_log_delivers_what_is_left_and_tells_where(
    ulog: Any, opened: Callable[..., Recording]
) -> None:
    add_speeds(ulog, 10)
    recording = opened(cut=-5)
    assert [it.content.x for it in read(recording)] == list(range(9))
    last = len(ulog.data) - (3 + 2 + 12)
    assert list(recording.defects) == [
        f"{recording.path}, bytes {last} to {len(ulog.data) - 5}, after 9.000000 s: {CUT}"
    ]


def test_a_message_that_a_crash_cut_before_data_was_appended_is_reported(
    ulog: Any, opened: Callable[..., Recording]
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


def test_damage_within_a_log_is_stepped_over_to_the_next_message(
    ulog: Any, opened: Callable[..., Recording]
) -> None:
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


def test_a_time_that_damage_made_tells_no_place_and_is_no_time_of_a_message(
    ulog: Any, opened: Callable[..., Recording]
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


def test_dropouts_are_reported(ulog: Any, opened: Callable[..., Recording]) -> None:
    add_speeds(ulog, 3)
    ulog.add("O", struct.pack("<H", 250))
    recording = opened()
    assert list(recording.defects) == [
        f"{recording.path}: the logger dropped messages 1 times, 0.25 s in all"
    ]


def test_nothing_is_printed(
    ulog: Any, opened: Callable[..., Recording], capsys: pytest.CaptureFixture[str]
) -> None:
    add_speeds(ulog, 3)
    ulog.add("D", struct.pack("<HQ", 99, 2 * S))  # of a dataset that was never announced
    recording = opened()
    assert capsys.readouterr().out == ""
    assert recording.defects[0].endswith(CUT)
