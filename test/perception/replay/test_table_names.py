"""Names of tables: one name for one logger's files, different names for different robots."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot_memory.perception.replay import open_recording
from robot_memory.perception.replay.tables.table import topic_of_export, topic_of_table

PLAIN = "time,speed\n{}.5,0.25\n{}.5,0.5\n"


@pytest.mark.parametrize(
    "name",
    [
        "agv7", "agv7_2026-03-10", "agv7_20260310", "agv7_2026_03_10T0613", "agv7-10.03.2026",
        "agv7_2026-03-10T06-13-20Z", "agv7_20260310_061320", "agv7_20260310061320",
        "agv7 2026-03-10 at 06.13.20", "agv7_2026-03-10T06:13:20.123456+00:00",
        "2026-03-10_agv7", "agv7_2026-03", "agv7_2026-W10", "agv7_1772000000", "agv7_06-13-20",
        "agv7_001", "agv7 (2)", "agv7-part3", "agv7_chunk_12", "agv7_2026-03-10_2",
        "agv7_2026-03-10 (1)", "2026-03-10", "001", "2026-03-10_06-13-20",
    ],
)  # fmt: skip
def test_files_that_differ_only_in_date_time_or_number_get_the_same_topic(name: str) -> None:
    assert topic_of_table(Path("/robots/agv7/2026", f"{name}.csv")) == "/agv7"


@pytest.mark.parametrize(
    ("name", "topic"),
    [
        ("agv8_2026-03-10", "/agv8"),
        ("agv_7", "/agv_7"),
        ("robot_101", "/robot_101"),
        ("pump2", "/pump2"),
        ("crane_2000", "/crane_2000"),
        ("department3", "/department3"),
        ("log v1.2.3", "/log_v1_2_3"),
        ("10_20_30", "/10_20_30"),
        ("agv7_2026-03-10_arm", "/agv7_arm"),
        ("Robot log (1)", "/Robot_log"),
    ],
)
def test_a_number_that_belongs_to_a_robot_or_part_name_is_kept(name: str, topic: str) -> None:
    assert topic_of_table(Path("/robots", f"{name}.csv")) == topic


def test_an_export_gets_the_name_of_its_topic_without_the_date() -> None:
    names = [
        "mavros-imu-data",
        "mavros-imu-data_2026-03-10",
        "x_2022-10-26-08-13-20-mavros-imu-data",
    ]
    assert {topic_of_export(Path(f"{name}.csv")) for name in names} == {"/mavros/imu/data"}


@pytest.mark.parametrize(
    ("second", "topics"),
    [
        (PLAIN.format(3, 4), {"/pump"}),
        (PLAIN.format(1, 4), {"/pump_001", "/pump_002"}),  # with the same time
        (PLAIN.format(3, 4).replace("speed", "flow"), {"/pump_001", "/pump_002"}),
    ],
)
def test_tables_of_different_loggers_in_a_folder_get_separate_topics(
    tmp_path: Path, second: str, topics: set[str]
) -> None:
    (tmp_path / "pump_001.csv").write_text(PLAIN.format(1, 2))
    (tmp_path / "pump_002.csv").write_text(second)
    assert set(open_recording(tmp_path).topics) == topics
