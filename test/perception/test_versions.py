"""Versions that parts report: in /diagnostics, in parameters, in messages of their own."""

from __future__ import annotations

from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from watching import Watching

from robot_memory.ledger import Kind, Observation
from robot_memory.perception.baselines import PriorMemory
from robot_memory.perception.version_watch import is_version

MOTOR = "base: Motor controller"


@pytest.fixture
def robot() -> Watching:
    return Watching()


def tell(robot: Watching, until: float, **values: str) -> None:
    robot.every(1.0, until, lambda now: robot.diagnose(ros.status(MOTOR, ros.OK, "ok", **values)))


def versions(robot: Watching) -> list[Observation]:
    return robot.of(Kind.VERSION)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("Firmware version", True), ("firmware_version", True), ("FirmwareVersion", True),
        ("fw", True), ("Hardware revision", True), ("Serial number", True), ("serial_no", True),
        ("build number", True), ("version number", True), ("SDK Version", True),
        ("serial port", False), ("version mismatch count", False), ("conversion", False),
        ("firmware update progress", False), ("sequence number", False), ("", False),
        ("temperature", False),
    ],
)  # fmt: skip
def test_a_version_is_recognised_by_the_end_of_its_name(name, is_one):
    assert is_version(name) is is_one


def test_a_version_is_stored_once_with_the_part_that_reports_it(robot):
    tell(robot, 200.0, firmware_version="2.8.0", temperature="31.5")

    (row,) = versions(robot)
    assert row.summary == f"{row.component}: firmware_version is 2.8.0"
    assert row.component == "base: Motor controller"
    assert dict(row.detail) == {"name": "firmware_version", "version": "2.8.0"}


def test_a_new_version_during_operation_is_stored_as_a_change(robot):
    tell(robot, 100.0, fw="2.8.0")
    tell(robot, 300.0, fw="2.8.1")

    _, row = versions(robot)
    assert row.summary.endswith(": fw is 2.8.1; it was 2.8.0")
    assert (row.detail["before"], row.detail["version"]) == ("2.8.0", "2.8.1")


@pytest.mark.parametrize(("now", "count"), [("2.8.0", 0), ("2.8.1", 1)])
def test_a_version_known_before_a_restart_is_stored_only_if_it_changed(robot, now, count):
    tell(robot, 100.0, fw="2.8.0")
    (first,) = versions(robot)
    again = Watching(known=PriorMemory(last_version={first.key: first}.get))
    tell(again, 100.0, fw=now)

    assert [row.detail["before"] for row in versions(again)] == ["2.8.0"] * count


def test_the_number_of_stored_changes_of_a_version_is_limited(robot):
    for number in range(20):
        tell(robot, 100.0 * (number + 1), version=f"1.{number}")

    assert len(versions(robot)) == 4


@pytest.mark.parametrize("value", ["", "unknown", "1.0\nforged", "x1" * 50])
def test_an_invalid_version_text_is_left_out(robot, value):
    tell(robot, 100.0, version=value)

    assert versions(robot) == []


def test_a_version_that_could_not_be_looked_up_is_stored_later():
    reported = []
    answers = iter([OSError("the disk is away"), None])

    def last_version(key):
        answer = next(answers)
        if answer is not None:
            raise answer

    robot = Watching(known=PriorMemory(last_version=last_version))
    robot.perception._report = lambda what, error: reported.append(what)
    tell(robot, 10.0, fw="2.8.0")

    assert reported == ["versions"]
    assert len(versions(robot)) == 1


# -- outside of statuses -------------------------------------------------------------------------


def told(robot: Watching) -> set[str]:
    robot.wait(robot.now + 10.0)
    return {row.summary for row in versions(robot)}


@pytest.mark.parametrize(
    ("topic", "type_name", "content", "expected"),
    [
        ("/version_info", "turtlebot3_msgs/msg/VersionInfo",
         Message(hardware="2020.02.03", firmware="1.2.6", software="n/a"),
         {"robot: hardware version is 2020.02.03", "robot: firmware version is 1.2.6"}),
        ("/camera/device_info", "orbbec_camera_msgs/msg/DeviceInfo",
         Message(name="Gemini 335", serial_number="CP1234", firmware_version="1.3.25",
                 supported_min_sdk_version="1.5", hardware_version=""),
         {"camera: serial_number is CP1234", "camera: firmware_version is 1.3.25"}),
        ("/base/firmware_version", "std_msgs/msg/String", Message(data=" v2.4.1 "),
         {"base: firmware_version is v2.4.1"}),
        ("/base/conversion", "std_msgs/msg/String", Message(data="v2"), set()),
        ("/base/device_info", "std_msgs/msg/String", Message(data="v2"), set()),
        ("/camera/camera_info", "sensor_msgs/msg/CameraInfo", Message(version="2"), set()),
    ],
    ids=["VersionInfo", "DeviceInfo", "a text", "another text", "an info", "another type"],
)  # fmt: skip
def test_versions_that_a_driver_publishes_are_read(robot, topic, type_name, content, expected):
    robot.send(topic, type_name, content)

    assert told(robot) == expected


def test_parameters_that_are_versions_are_read(robot):
    def parameter(name: str, text: str) -> Message:
        return Message(name=name, value=Message(type=4, string_value=text))

    given = [parameter("device.firmware_version", "5.13.0"), parameter("frame_id", "camera_2")]
    event = Message(node="/camera", new_parameters=given, changed_parameters=[])
    robot.send("/parameter_events", "rcl_interfaces/msg/ParameterEvent", event)

    assert told(robot) == {"camera: device.firmware_version is 5.13.0"}
