"""Recordings of real robots: our reading compared with that of other tools."""

from __future__ import annotations

import csv
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
    """A summary of a whole recording, without the messages' content."""

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


def test_exported_diagnostics_are_nested_like_the_messages(recorded: Recorded) -> None:
    exported = read(recorded("alfa_fixedwing/csv"), "/diagnostics")
    messages = read(recorded("alfa_fixedwing/alfa_ros2"), "/diagnostics")

    def plain(message: Message) -> Any:
        return [
            (it.level, it.name, it.message, it.hardware_id, [kv.key for kv in it.values])
            for it in message.content.status
        ]

    assert [plain(it) for it in exported] == [plain(it) for it in messages]


def test_numbers_with_a_decimal_comma_are_read_as_numbers(recorded: Recorded) -> None:
    messages = read(recorded("ur3_cobotops/dataset_02052023.csv"))
    rows = csv_rows(recorded("ur3_cobotops/dataset_02052023.csv"), ";")
    assert [it.content.Temperature_J4 for it in messages] == pytest.approx(
        [float(row["Temperature_J4"].replace(",", ".") or "nan") for row in rows], nan_ok=True
    )


def test_all_stops_and_lost_grips_of_the_ur3_are_read(recorded: Recorded) -> None:
    path = recorded("ur3_cobotops/dataset_02052023.csv")
    messages = read(path)
    assert sum(it.content.Robot_ProtectiveStop is True for it in messages) == 278
    assert sum(it.content.grip_lost is True for it in messages) == 243


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


def test_the_converted_database_has_the_same_stamps_as_the_bag(
    recorded: Recorded, tmp_path: Path
) -> None:
    source, target = recorded("husky_outdoor/test1.bag"), tmp_path / "converted"
    convert(source, target, "sqlite3")
    assert read_whole(target).stamps == read_whole(source).stamps
