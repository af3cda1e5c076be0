"""`ros2 doctor` reports whether the memory node runs, and whether its home is usable."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.ros.single_node_lock import SingleNodeLock
from robot_memory.foundation.home import Home


@dataclass
class Node:
    """A memory node of the graph, as :class:`.RunningNode` describes it."""

    home: Home | None
    is_here: bool = True
    name: str = "/rover_1/robot_memory"


@dataclass
class Said:
    """The doctor's messages, and the running nodes."""

    nodes: list[Node] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Result:
    """Like ros2doctor's Result."""

    def __init__(self):
        self.error = self.warning = 0

    def add_error(self):
        self.error += 1

    def add_warning(self):
        self.warning += 1


class Report:
    """Like ros2doctor's Report."""

    def __init__(self, name):
        self.name, self.items = name, []

    def add_to_report(self, name, info):
        self.items.append((name, info))


@pytest.fixture
def said():
    return Said()


@pytest.fixture
def doctor(monkeypatch, home, said):
    """The extension, with stand-ins for the names it uses from ros2cli and ros2doctor."""
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(home))

    parts = {
        "robot_memory.faces.cli.ros2_nodes": {"running_nodes": lambda: said.nodes},
        "robot_memory.faces.ros.running_nodes": {"RunningNode": Node},
        "ros2doctor": {},
        "ros2doctor.api": {"DoctorCheck": object, "DoctorReport": object, "Report": Report,
                           "Result": Result},
        "ros2doctor.api.format": {"doctor_warn": said.warnings.append,
                                  "doctor_error": said.errors.append},
    }  # fmt: skip
    for name, members in parts.items():
        module = ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "robot_memory.faces.cli.ros2_doctor", raising=False)
    ros2_doctor = importlib.import_module("robot_memory.faces.cli.ros2_doctor")
    monkeypatch.setattr(
        ros2_doctor, "SystemClock",
        lambda: SimpleNamespace(now=lambda: SimpleNamespace(trusted=True)),
    )  # fmt: skip
    yield ros2_doctor
    sys.modules.pop("robot_memory.faces.cli.ros2_doctor", None)


@pytest.fixture
def whole(home, said):
    """A usable home, and its node."""
    said.nodes = [Node(Home(home, home / "robot-memory.md"))]
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The kitchen doorway has a lip")


def test_a_healthy_node_and_home_cause_no_error_and_no_warning(doctor, whole, said):
    result = doctor.RobotMemoryCheck().check()

    assert (result.error, result.warning) == (0, 0)
    assert said.warnings == said.errors == []


def test_a_missing_node_is_a_warning_with_the_launch_command(doctor, whole, said):
    said.nodes = []
    result = doctor.RobotMemoryCheck().check()

    assert (result.error, result.warning) == (0, 1)
    assert "ros2 launch robot_memory" in said.warnings[0]


def test_a_node_in_another_domain_is_distinguished_from_a_missing_node(doctor, whole, said, home):
    said.nodes = []
    presence = SingleNodeLock(home)
    doctor.RobotMemoryCheck().check()
    presence.release()

    assert "ROS_DOMAIN_ID" in said.warnings[0]


def test_a_damaged_ledger_is_an_error_with_the_page_that_helps(doctor, whole, said, home):
    ledger = home / "observations.db"
    (home / "observations.db-wal").unlink(missing_ok=True)
    damaged = bytearray(ledger.read_bytes())
    damaged[4096:] = b"\xff" * (len(damaged) - 4096)
    ledger.write_bytes(damaged)
    result = doctor.RobotMemoryCheck().check()

    assert result.error == 1
    assert "recover-from-disk-problems" in said.errors[0]


def test_a_home_that_cannot_be_written_is_an_error(doctor, whole, said, monkeypatch):
    monkeypatch.setattr("robot_memory.applications.home_preflight.os.access", lambda *_: False)
    result = doctor.RobotMemoryCheck().check()

    assert result.error == 1
    assert "cannot be written by this user" in said.errors[0]


@pytest.mark.parametrize(("free", "errors", "warnings"), [(1 << 20, 1, 0), (500 << 20, 0, 1)])
def test_a_nearly_full_disk_is_a_warning_or_an_error(
    doctor, whole, monkeypatch, free, errors, warnings
):
    usage = SimpleNamespace(free=free)
    monkeypatch.setattr(
        "robot_memory.applications.home_preflight.shutil.disk_usage", lambda _: usage
    )
    result = doctor.RobotMemoryCheck().check()

    assert (result.error, result.warning) == (errors, warnings)


def test_the_homes_of_the_nodes_are_checked_instead_of_the_shells_home(
    doctor, whole, said, home, monkeypatch
):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(home.with_name("other")))
    said.nodes.append(Node(Home(Path("/srv/2"), Path("/srv/2/robot-memory.md")), is_here=False))
    said.nodes.append(Node(None))
    report = doctor.RobotMemoryReport().report()

    homes = [state for subject, state in report.items if subject == "home"]
    assert homes == [
        f"{home} can be written", "/rover_1/robot_memory keeps /srv/2, not seen from here",
        "/rover_1/robot_memory does not tell its home",
    ]  # fmt: skip


def test_the_report_lists_node_clock_home_disk_and_ledger(doctor, whole, home):
    report = doctor.RobotMemoryReport().report()

    assert dict(report.items)["node"] == "there is /rover_1/robot_memory"
    assert [subject for subject, _ in report.items] == ["node", "clock", "home", "disk", "ledger"]
    assert doctor.RobotMemoryReport().category() == doctor.RobotMemoryCheck().category()


@pytest.mark.ros
def test_ros2doctor_finds_the_check_and_the_report_in_a_built_workspace():
    pytest.importorskip("rclpy", reason="needs ROS 2")

    for group, name in (("ros2doctor.checks", "RobotMemoryCheck"),
                        ("ros2doctor.report", "RobotMemoryReport")):  # fmt: skip
        values = {point.value for point in entry_points(group=group) if point.name == name}
        assert values == {f"robot_memory.faces.cli.ros2_doctor:{name}"}
