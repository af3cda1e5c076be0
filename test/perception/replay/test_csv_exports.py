"""Topics exported from bags, one CSV file each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from robot_memory.perception.perception import Message
from robot_memory.perception.replay import Recording, RecordingError, open_recording

NS = 1531943810_865355999
Opened = Callable[..., Recording]


@pytest.fixture
def export(tmp_path: Path) -> Callable[..., Recording]:
    """Writes exported topics, given as name and content, and opens their folder."""

    def write(**files: str) -> Recording:
        for name, content in files.items():
            (tmp_path / f"{name.replace('__', '-')}.csv").write_text(content)
        return open_recording(tmp_path)

    return write


def one(recording: Recording) -> Message:
    (message,) = recording.messages()
    return message


def type_of(recording: Recording) -> str:
    (type_name,) = recording.topics.values()
    return type_name


def test_the_bag_name_before_the_topic_name_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "robot_2018-07-18-15-53-31_1_test-mavros-state.csv"
    path.write_text(f"%time,field.data\n{NS},1\n")
    assert list(open_recording(path).topics) == ["/mavros/state"]


def test_topics_of_a_folder_are_merged_by_time(export: Opened) -> None:
    recording = export(
        a="%time,field.data\n1000000001000000000,1\n1000000003000000000,1\n",
        b="%time,field.data\n1000000002000000000,1\n1000000004000000000,1\n",
    )
    assert [it.topic for it in recording.messages()] == ["/a", "/b", "/a", "/b"]


def test_an_unreadable_file_is_reported_and_the_others_are_read(export: Opened) -> None:
    recording = export(a=f"%time,field.data\n{NS},1\n", b="", c="%time,field.data\n")
    assert len(list(recording.messages())) == 1
    assert [it.partition(": ")[2] for it in recording.defects] == [
        "the file is empty", "a header, but no row below it",
    ]  # fmt: skip


def test_a_folder_without_readable_files_is_refused(
    export: Opened,
) -> None:
    with pytest.raises(RecordingError, match="none of its CSV files can be read"):
        export(a="nothing\n", b="")


@pytest.mark.parametrize(
    ("columns", "cells", "expected"),
    [
        ("a.b,field.a.c.d", "1,2.5", "Fields(a=Fields(b=1, c=Fields(d=2.5)))"),
        ("axes0,field.axes1,field.axes2", "1,2,3", "Fields(axes=[1, 2, 3])"),
        ("p0.x,field.p0.y,field.p1.x,field.p1.y", "1,2,3,4",
         "Fields(p=[Fields(x=1, y=2), Fields(x=3, y=4)])"),
        ("t1,field.t2", "30,40", "Fields(t1=30, t2=40)"),  # no list, which begins at 0
        ("a,field.b,field.c", "5,-5,5.0", "Fields(a=5, b=-5, c=5.0)"),
        ("header.frame_id,field.a", ",1", "Fields(header=Fields(frame_id=''), a=1)"),
        (",field.".join(f"ranges{at}" for at in range(1000)), ",".join(["1.5"] * 1000),
         f"Fields(ranges={[1.5] * 1000})"),
    ],
)  # fmt: skip
def test_columns_nest_by_their_names(
    export: Opened, columns: str, cells: str, expected: str
) -> None:
    message = one(export(x=f"%time,field.{columns}\n{NS},{cells}\n"))
    assert repr(message.content) == expected
    assert message.stamp == NS / 1e9


def test_an_export_by_bagpy_is_read(export: Opened) -> None:
    recording = export(
        fix="Time,header.seq,header.stamp.secs,header.stamp.nsecs,header.frame_id,status.status,"
        "status.service,latitude,longitude,altitude,position_covariance_0,position_covariance_1,"
        "position_covariance_type\n1432235498.5,1,1432235498,25043042,gps,0,1,31.0,104.0,5.0,1,2,3\n"
    )
    message = one(recording)
    assert (message.type, message.stamp) == ("sensor_msgs/msg/NavSatFix", 1432235498.5)
    assert message.content.position_covariance == [1, 2]
    assert message.content.header.stamp.nanosec == 25043042


@pytest.mark.parametrize(
    ("fields", "type_name"),
    [
        ("header.seq,temperature,variance", "sensor_msgs/msg/Temperature"),
        ("header.seq,fluid_pressure,variance", "sensor_msgs/msg/FluidPressure"),
        ("pose.pose.position.x,twist.twist.linear.x,child_frame_id", "nav_msgs/msg/Odometry"),
        ("orientation.x,angular_velocity.x,linear_acceleration.x", "sensor_msgs/msg/Imu"),
        ("latitude,longitude,altitude,status.status", "sensor_msgs/msg/NavSatFix"),
        ("voltage,current,charge,capacity,design_capacity,percentage,power_supply_status",
         "sensor_msgs/msg/BatteryState"),
        ("name0,name1,position0,position1", "sensor_msgs/msg/JointState"),
        ("level,name,msg,file,function,line", "rcl_interfaces/msg/Log"),
        ("temperature,humidity", ""),
    ],
)  # fmt: skip
def test_types_are_recognised_by_fields(export: Opened, fields: str, type_name: str) -> None:
    names = fields.split(",")
    header = ",".join(f"field.{name}" for name in names)
    recording = export(x=f"%time,{header}\n{NS}{',1' * len(names)}\n")
    assert type_of(recording) == type_name


@pytest.mark.parametrize(
    ("cells", "type_name", "value"),
    [
        ("10", "std_msgs/msg/Bool", True),
        ("0123", "std_msgs/msg/Float32", 0),
        (("True", "False"), "std_msgs/msg/Bool", True),
        (("0.5", "1"), "std_msgs/msg/Float32", 0.5),
        (("idle", "busy"), "std_msgs/msg/String", "idle"),
    ],
)
def test_a_single_data_column_gets_its_type_from_its_values(
    export: Opened, cells: tuple[str, ...], type_name: str, value: object
) -> None:
    rows = "".join(f"{NS + at},{cell}\n" for at, cell in enumerate(cells))
    recording = export(x=f"%time,field.data\n{rows}")
    first = next(iter(recording.messages()))
    assert (first.type, first.content.data) == (type_name, value)


def test_values_of_diagnostics_stay_text(export: Opened) -> None:
    recording = export(
        diagnostics="%time,field.status0.level,field.status0.name,field.status0.message,"
        "field.status0.hardware_id,field.status0.values0.key,field.status0.values0.value\n"
        f"{NS},2,7,8,9,10,1.0\n"
    )
    status = one(recording).content.status[0]
    assert (status.level, status.name, status.message, status.hardware_id) == (2, "7", "8", "9")
    assert (status.values[0].key, status.values[0].value) == ("10", "1.0")


def test_a_status_without_values_has_an_empty_list(export: Opened) -> None:
    recording = export(
        diagnostics="%time,field.status0.level,field.status0.name,field.status0.message,"
        f"field.status0.hardware_id\n{NS},0,a,b,c\n"
    )
    assert one(recording).content.status[0].values == []


def test_the_present_field_of_a_battery_is_read_as_a_boolean(export: Opened) -> None:
    recording = export(
        battery="%time,field.voltage,field.current,field.charge,field.capacity,"
        "field.design_capacity,field.percentage,field.power_supply_status,field.present\n"
        f"{NS},12.5,-1,nan,nan,nan,0.5,2,1\n"
    )
    assert one(recording).content.present is True


def test_an_exported_ros1_log_is_converted_to_a_ros2_log(export: Opened) -> None:
    recording = export(
        rosout="%time,field.header.stamp,field.level,field.name,field.msg,field.file,"
        f"field.function,field.line,field.topics0\n{NS},{NS},8,/planner,no path,a.cpp,plan,7,/x\n"
    )
    message = one(recording)
    assert (message.type, message.content.level) == ("rcl_interfaces/msg/Log", 40)
    assert message.content.stamp.nanosec == 865355999
