"""What is read of recordings of real robots, against what other means read of them."""

from __future__ import annotations

import csv
import json
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rosbag2_conversion import convert

from robot_memory.perception.perception import Message
from robot_memory.perception.replay import open_recording

pytestmark = pytest.mark.data
Recorded = Callable[[str], Path]

HUSKY = {"/imu/data": 11865, "/husky_velocity_controller/odom": 3952, "/fix": 989}
"""Counts by `rosbag info`'s means: the chunk infos of the bag, metadata.yaml of the folder."""


def read(path: Path, *topics: str) -> list[Message]:
    pytest.importorskip("rosbags")
    pytest.importorskip("pyulog")
    wanted = (lambda topic, type_name: topic in topics) if topics else None
    return list(open_recording(path).messages(wanted))


@dataclass(frozen=True)
class Reading:
    """What a whole recording holds, without the content of its messages."""

    topics: Counter[str]
    stamps: list[float]
    defects: list[str]


@cache
def read_whole(path: Path) -> Reading:
    pytest.importorskip("rosbags")
    pytest.importorskip("pyulog")
    recording = open_recording(path)
    heads = [(message.topic, message.stamp) for message in recording.messages()]
    topics = Counter(topic for topic, _ in heads)
    return Reading(topics, [stamp for _, stamp in heads], list(recording.defects))


def csv_rows(path: Path, separator: str = ",") -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter=separator))


@pytest.mark.parametrize("name", ["test1.bag", "test1_ros2", "test1_ros2/test1_ros2.mcap"])
def test_all_messages_of_the_husky_are_read(recorded: Recorded, name: str) -> None:
    assert read_whole(recorded(f"husky_outdoor/{name}")).topics == HUSKY


@pytest.mark.parametrize("name", ["test1.bag", "test1_ros2", "test1_ros2/test1_ros2.mcap"])
def test_the_husky_drove_from_and_to_these_nanoseconds(recorded: Recorded, name: str) -> None:
    stamps = read_whole(recorded(f"husky_outdoor/{name}")).stamps
    assert stamps[0] == 1432235498025043042 / 1e9
    assert stamps[-1] == 1432235893332159182 / 1e9


def test_the_bag_and_its_conversion_to_ros2_say_the_same(recorded: Recorded) -> None:
    bag = read(recorded("husky_outdoor/test1.bag"), "/fix")
    folder = read(recorded("husky_outdoor/test1_ros2"), "/fix")
    assert [(it.stamp, it.content.latitude, it.content.header.stamp.nanosec) for it in bag] == [
        (it.stamp, it.content.latitude, it.content.header.stamp.nanosec) for it in folder
    ]


@pytest.mark.parametrize(
    "name",
    [
        "husky_outdoor/test1.bag",
        "alfa_fixedwing/alfa_ros2",
        "alfa_fixedwing/csv",
        "px4_ulogs/sample.ulg",
    ],
)
def test_messages_come_in_time_order(recorded: Recorded, name: str) -> None:
    stamps = read_whole(recorded(name)).stamps
    assert stamps == sorted(stamps)


@pytest.mark.parametrize(
    "name",
    [
        "husky_outdoor/test1.bag",
        "husky_outdoor/test1_ros2",
        "alfa_fixedwing/alfa_ros2",
        "alfa_fixedwing/csv",
    ],
)
def test_start_and_duration_are_those_of_the_messages(recorded: Recorded, name: str) -> None:
    stamps = read_whole(recorded(name)).stamps
    recording = open_recording(recorded(name))
    assert recording.start == stamps[0]
    assert recording.duration == pytest.approx(stamps[-1] - stamps[0], abs=1e-6)


@pytest.mark.parametrize(
    "name",
    [
        "husky_outdoor/test1.bag",
        "husky_outdoor/test1_ros2",
        "alfa_fixedwing/alfa_ros2",
        "alfa_fixedwing/csv",
        "ur3_cobotops/dataset_02052023.csv",
        "px4_ulogs/foxglove_test_ulog.ulg",
        "px4_ulogs/sample_appended_multiple.ulg",
        "driver_statuses/pasted_diagnostics.jsonl",
    ],
)
def test_a_whole_recording_has_no_defects(recorded: Recorded, name: str) -> None:
    whole = read_whole(recorded(name))
    assert len(whole.stamps) > 0
    assert whole.defects == []


def test_exported_topics_have_a_row_a_message(recorded: Recorded) -> None:
    counts = read_whole(recorded("alfa_fixedwing/csv")).topics
    for file in recorded("alfa_fixedwing/csv").glob("*.csv"):
        topic = "/" + file.stem.replace("-", "/")
        assert counts[topic] == len(file.read_text().splitlines()) - 1


def test_types_of_exported_topics_are_recognised_by_their_fields(recorded: Recorded) -> None:
    assert open_recording(recorded("alfa_fixedwing/csv")).topics == {
        "/diagnostics": "diagnostic_msgs/msg/DiagnosticArray",
        "/failure_status/engines": "std_msgs/msg/Bool",
        "/mavros/battery": "sensor_msgs/msg/BatteryState",
        "/mavros/global_position/raw/fix": "sensor_msgs/msg/NavSatFix",
        "/mavros/imu/atm_pressure": "sensor_msgs/msg/FluidPressure",
        "/mavros/imu/data": "sensor_msgs/msg/Imu",
        "/mavros/imu/temperature": "sensor_msgs/msg/Temperature",
        "/mavros/local_position/odom": "nav_msgs/msg/Odometry",
        "/mavros/nav_info/airspeed": "",
        "/mavros/nav_info/errors": "",
        "/mavros/rc/out": "",
        "/mavros/state": "",
        "/mavros/vfr_hud": "",
        "/mavros/wind_estimation": "geometry_msgs/msg/TwistStamped",
    }


def test_exported_diagnostics_nest_as_the_messages_do(recorded: Recorded) -> None:
    exported = read(recorded("alfa_fixedwing/csv"), "/diagnostics")
    messages = read(recorded("alfa_fixedwing/alfa_ros2"), "/diagnostics")

    def plain(message: Message) -> Any:
        return [
            (it.level, it.name, it.message, it.hardware_id, [kv.key for kv in it.values])
            for it in message.content.status
        ]

    assert [plain(it) for it in exported] == [plain(it) for it in messages]


def test_exported_values_are_the_text_that_the_file_holds(recorded: Recorded) -> None:
    battery = read(recorded("alfa_fixedwing/csv/diagnostics.csv"))[0].content.status[4]
    assert [(it.key, it.value) for it in battery.values] == [
        ("Voltage", "0.00"), ("Current", "-0.0"), ("Remaining", "-1.0"),
    ]  # fmt: skip


def test_exported_batteries_hold_what_the_messages_do(recorded: Recorded) -> None:
    exported = read(recorded("alfa_fixedwing/csv"), "/mavros/battery")
    messages = read(recorded("alfa_fixedwing/alfa_ros2"), "/mavros/battery")
    for one, other in zip(exported, messages, strict=True):
        for name in ("voltage", "current", "percentage", "charge", "present", "serial_number"):
            value, same = getattr(one.content, name), getattr(other.content, name)
            assert value == pytest.approx(same, nan_ok=True)


def test_an_exported_odometry_has_its_covariance_as_a_list(recorded: Recorded) -> None:
    first = read(recorded("alfa_fixedwing/csv"), "/mavros/local_position/odom")[0].content
    row = csv_rows(recorded("alfa_fixedwing/csv/mavros-local_position-odom.csv"))[0]
    assert first.pose.covariance == [
        pytest.approx(float(row[f"field.pose.covariance{at}"]), nan_ok=True) for at in range(36)
    ]


def test_an_exported_header_stamp_is_a_ros_time(recorded: Recorded) -> None:
    first = read(recorded("alfa_fixedwing/csv"), "/mavros/vfr_hud")[0].content
    row = csv_rows(recorded("alfa_fixedwing/csv/mavros-vfr_hud.csv"))[0]
    assert first.header.stamp.sec * 10**9 + first.header.stamp.nanosec == int(
        row["field.header.stamp"]
    )


def test_all_rows_of_the_ur3_are_read(recorded: Recorded) -> None:
    messages = read(recorded("ur3_cobotops/dataset_02052023.csv"))
    assert (len(messages), messages[0].topic, messages[0].type) == (
        7409, "/dataset_02052023", "csv",
    )  # fmt: skip


def test_the_ur3_ran_from_and_to_these_times(recorded: Recorded) -> None:
    messages = read(recorded("ur3_cobotops/dataset_02052023.csv"))
    assert messages[0].stamp == 1666772241.847  # 2022-10-26T08:17:21.847Z
    assert messages[-1].stamp == 1666798566.58  # 2022-10-26T15:36:06.580Z


def test_numbers_with_a_decimal_comma_are_numbers(recorded: Recorded) -> None:
    messages = read(recorded("ur3_cobotops/dataset_02052023.csv"))
    rows = csv_rows(recorded("ur3_cobotops/dataset_02052023.csv"), ";")
    assert [it.content.Temperature_J4 for it in messages] == pytest.approx(
        [float(row["Temperature_J4"].replace(",", ".") or "nan") for row in rows], nan_ok=True
    )


def test_cells_without_a_value_are_nan(recorded: Recorded) -> None:
    messages = read(recorded("ur3_cobotops/dataset_02052023.csv"))
    rows = csv_rows(recorded("ur3_cobotops/dataset_02052023.csv"), ";")
    empty = [at for at, row in enumerate(rows) if not row["Robot_ProtectiveStop"]]
    found = [at for at, it in enumerate(messages) if it.content.Robot_ProtectiveStop not in (0, 1)]
    assert found == empty
    assert len(empty) > 0
    assert all(math.isnan(messages[at].content.Robot_ProtectiveStop) for at in empty)


def test_the_ur3_stopped_and_lost_its_grip_as_often_as_its_file_says(recorded: Recorded) -> None:
    path = recorded("ur3_cobotops/dataset_02052023.csv")
    messages = read(path)
    assert sum(it.content.Robot_ProtectiveStop is True for it in messages) == 278
    assert sum(it.content.grip_lost is True for it in messages) == 243


def test_columns_of_the_ur3_without_a_name_are_left_out(recorded: Recorded) -> None:
    content = read(recorded("ur3_cobotops/dataset_02052023.csv"))[0].content
    assert len(content) == 23
    assert content["cycle"] == 1.0


@pytest.mark.parametrize(
    "name", ["sample", "sample_log_small", "foxglove_test_ulog", "sample_appended_multiple"]
)
def test_every_row_of_every_dataset_of_a_ulog_is_read(recorded: Recorded, name: str) -> None:
    pyulog = pytest.importorskip("pyulog")
    path = recorded(f"px4_ulogs/{name}.ulg")
    expected: Counter[str] = Counter()
    for data in pyulog.ULog(str(path)).data_list:
        number = f"_{data.multi_id}" if data.multi_id else ""
        expected[f"/fmu/{data.name}{number}"] = len(data.data["timestamp"])
    found = read_whole(path).topics
    assert {topic: found[topic] for topic in found if topic != "/rosout"} == expected


def test_the_missing_barometer_is_logged_four_times(recorded: Recorded) -> None:
    messages = read(recorded("px4_ulogs/sample.ulg"), "/rosout")
    said = {(it.type, it.content.level, it.content.name, it.content.msg) for it in messages}
    assert said == {
        ("rcl_interfaces/msg/Log", 40, "sensors", "no barometer found on /dev/baro0 (2)")
    }
    assert [it.stamp for it in messages] == [158.215813, 162.073276, 171.62448, 176.408129]


def test_a_flight_with_gps_is_dated_in_utc(recorded: Recorded) -> None:
    recording = open_recording(recorded("px4_ulogs/foxglove_test_ulog.ulg"))
    # its file is named 2025-12-10/01_47_31.ulg by the logger itself
    assert recording.start == pytest.approx(1765331251.82, abs=0.01)


def test_a_flight_without_gps_counts_from_boot(recorded: Recorded) -> None:
    assert open_recording(recorded("px4_ulogs/sample.ulg")).start == 112.500176


def test_a_stamp_from_nowhere_does_not_stretch_a_flight(recorded: Recorded) -> None:
    # /fmu/mission claims to be 1174 s later than all else in this log of 7 s
    assert open_recording(recorded("px4_ulogs/sample_log_small.ulg")).duration < 7


def test_batteries_of_px4_are_battery_states(recorded: Recorded) -> None:
    pyulog = pytest.importorskip("pyulog")
    path = recorded("px4_ulogs/sample_log_small.ulg")
    raw = pyulog.ULog(str(path)).get_dataset("battery_status", 1).data
    messages = read(path, "/fmu/battery_status_1")
    assert {it.type for it in messages} == {"sensor_msgs/msg/BatteryState"}
    assert [it.content.voltage for it in messages] == raw["voltage_v"].tolist()
    assert [it.content.current for it in messages] == (-raw["current_a"]).tolist()
    assert [it.content.percentage for it in messages] == raw["remaining"].tolist()


def test_arrays_of_px4_are_lists(recorded: Recorded) -> None:
    pyulog = pytest.importorskip("pyulog")
    path = recorded("px4_ulogs/sample.ulg")
    raw = pyulog.ULog(str(path)).get_dataset("actuator_outputs").data
    outputs = [it.content.output for it in read(path, "/fmu/actuator_outputs")]
    assert [it[3] for it in outputs] == raw["output[3]"].tolist()
    assert {len(it) for it in outputs} == {16}


def test_pasted_diagnostics_are_read_in_time_order(recorded: Recorded) -> None:
    path = recorded("driver_statuses/pasted_diagnostics.jsonl")
    stamps = [json.loads(line)["stamp"] for line in path.read_text().splitlines()]
    assert [it.stamp for it in read(path)] == sorted(stamps)


def test_pasted_diagnostics_have_levels_and_values(recorded: Recorded) -> None:
    path = recorded("driver_statuses/pasted_diagnostics.jsonl")
    status = read(path)[0].content.status[1]
    assert (status.level, status.name, status.message) == (2, "mavros: GPS", "No satellites")
    assert [(it.key, it.value) for it in status.values][2] == ("EPH (m)", "99.99")


def test_a_csv_that_is_no_recording_is_refused_with_the_reason(recorded: Recorded) -> None:
    with pytest.raises(ValueError, match="none of its 7 columns tells the time"):
        open_recording(recorded("driver_statuses/driver_status_strings.csv"))


def test_the_converted_database_says_the_same_as_the_bag(
    recorded: Recorded, tmp_path: Path
) -> None:
    source, target = recorded("husky_outdoor/test1.bag"), tmp_path / "converted"
    convert(source, target, "sqlite3")
    assert read_whole(target).stamps == read_whole(source).stamps
