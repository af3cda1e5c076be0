"""Versions that parts tell of themselves in /diagnostics."""

from __future__ import annotations

import pytest
import robot_messages as ros
from watching import Watching

from robot_memory.ledger import Kind, Observation
from robot_memory.perception import PriorMemory
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
def test_a_version_is_what_its_name_ends_with(name, is_one):
    assert is_version(name) is is_one


def test_a_version_is_stored_once_with_the_part_that_tells_it(robot):
    tell(robot, 200.0, firmware_version="2.8.0", temperature="31.5")

    (row,) = versions(robot)
    assert row.summary == f"{row.component}: firmware_version is 2.8.0"
    assert row.component == "base: Motor controller"
    assert dict(row.detail) == {"name": "firmware_version", "version": "2.8.0"}


def test_another_version_while_the_robot_runs_is_a_change(robot):
    tell(robot, 100.0, fw="2.8.0")
    tell(robot, 300.0, fw="2.8.1")

    _, row = versions(robot)
    assert row.summary.endswith(": fw is 2.8.1; it was 2.8.0")
    assert (row.detail["before"], row.detail["version"]) == ("2.8.0", "2.8.1")


@pytest.mark.parametrize(("now", "count"), [("2.8.0", 0), ("2.8.1", 1)])
def test_what_was_told_before_a_restart_is_known(robot, now, count):
    tell(robot, 100.0, fw="2.8.0")
    (first,) = versions(robot)
    again = Watching(known=PriorMemory(last_row={first.key: first}.get))
    tell(again, 100.0, fw=now)

    assert [row.detail["before"] for row in versions(again)] == ["2.8.0"] * count


def test_what_changes_again_and_again_is_no_version(robot):
    for number in range(20):
        tell(robot, 100.0 * (number + 1), version=f"1.{number}")

    assert len(versions(robot)) == 4


@pytest.mark.parametrize("value", ["", "unknown", "1.0\nforged", "x1" * 50])
def test_what_cannot_be_a_version_is_left_out(robot, value):
    tell(robot, 100.0, version=value)

    assert versions(robot) == []


def test_a_version_that_could_not_be_looked_up_is_stored_later():
    reported = []
    answers = iter([OSError("the disk is away"), None])

    def last_row(key):
        answer = next(answers)
        if answer is not None:
            raise answer

    robot = Watching(known=PriorMemory(last_row=last_row))
    robot.perception._report = lambda what, error: reported.append(what)
    tell(robot, 10.0, fw="2.8.0")

    assert reported == ["versions"]
    assert len(versions(robot)) == 1
