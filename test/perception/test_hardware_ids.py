"""Hardware ids: they tell devices apart whose statuses have one name, and name parts.

diagnostic_updater writes no namespace: /front/urg_node and /rear/urg_node both report as
"urg_node: Status".
"""

from __future__ import annotations

import itertools
import json
import random

import pytest
from robot_messages import ERROR, OK, status
from watching import Watching, when

from robot_memory.perception.rule import Rule
from robot_memory.perception.scope import Scope
from robot_memory.perception.shared_models import DuplicateStatusNames

DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
NAME = "urg_node: Status"
FRONT, REAR = "H1902177", "H1902340"


def front(level: int = OK, message: str = "Streaming") -> object:
    return status(NAME, level, message, hardware_id=FRONT)


def rear(level: int = OK, message: str = "Streaming") -> object:
    return status(NAME, level, message, hardware_id=REAR)


def report(robot: Watching, until: float, *statuses: object) -> None:
    """Each driver publishes its own message, once a second, in turn."""
    turns = itertools.cycle(statuses)
    robot.every(1.0 / len(statuses), until, lambda now: robot.diagnose(next(turns)))


def noted(names: DuplicateStatusNames, name: str, hardware_id: str) -> str:
    """Note a status, and return the device's name at that time."""
    names.note(name, hardware_id)
    return names.name_of(name, hardware_id)


def test_a_fault_is_reported_for_the_device_with_that_hardware_id(robot: Watching):
    report(robot, 10.0, front(), rear())
    report(robot, 60.0, front(), rear(ERROR, "Timeout"))
    report(robot, 90.0, front(), rear())

    assert robot.lessons == {f"{NAME} ({REAR}) reports an error: Timeout": 1}
    assert [when(row) for row in robot.ends] == [pytest.approx(60.0, abs=1.0)]


def test_a_fault_under_the_shared_name_ends_when_devices_are_distinguished(robot: Watching):
    report(robot, 10.0, rear(ERROR, "Timeout"))
    report(robot, 60.0, front(), rear(ERROR, "Timeout"))

    assert [row.component for row in robot.onsets] == [NAME, f"{NAME} ({REAR})"]
    assert [row.component for row in robot.ends] == [NAME]


def test_a_silent_device_is_reported_with_its_hardware_id(robot: Watching):
    report(robot, 60.0, front(), rear())
    report(robot, 120.0, front())

    assert robot.lessons == {f"{NAME} ({REAR}) stopped reporting while the robot ran": 1}


def test_a_device_that_was_replaced_keeps_the_name_and_its_fault(robot: Watching):
    report(robot, 30.0, front(ERROR, "Timeout"))
    report(robot, 60.0, rear(ERROR, "Timeout"))

    assert robot.lessons == {f"{NAME} reports an error: Timeout": 1}


def test_the_values_of_one_device_do_not_widen_the_normal_range_of_another():
    noise = random.Random(5)
    robot = Watching([Rule("diagnostics", type=DIAGNOSTICS), Rule("normal")])

    def each(now: float) -> None:
        for hardware_id, usual in ((FRONT, 60.0), (REAR, 40.0)):
            hot = 15.0 if hardware_id == REAR and now > 1800.0 else 0.0
            value = f"{noise.gauss(usual, 0.5) + hot:.1f} C"
            robot.diagnose(status(NAME, OK, "Streaming", hardware_id, Temperature=value))

    robot.every(1.0, 2000.0, each)

    assert [row.component for row in robot.onsets] == [f"{NAME} ({REAR})"]


def test_a_device_of_another_robot_with_the_same_name_is_ignored():
    robot = Watching(scope=Scope(hardware_ids=frozenset({FRONT})))
    report(robot, 10.0, front(), rear())
    report(robot, 60.0, front(ERROR, "Timeout"), rear(ERROR, "Timeout"))

    assert robot.lessons == {f"{NAME} reports an error: Timeout": 1}


def test_a_hardware_id_that_is_a_measurement_does_not_distinguish_devices():
    names = DuplicateStatusNames()
    ids = [f"{volts} V" for volts in range(30)]

    assert {noted(names, "bms: Pack", one) for one in ids * 2} == {"bms: Pack"}


def test_a_driver_that_gives_no_id_keeps_the_name(robot: Watching):
    report(robot, 10.0, front(), status(NAME, OK))
    report(robot, 60.0, front(), status(NAME, ERROR, "Timeout"))

    assert robot.lessons == {f"{NAME} reports an error: Timeout": 1}


def test_shared_status_names_survive_a_restart():
    before, after = DuplicateStatusNames(), DuplicateStatusNames()
    for one in (FRONT, REAR, FRONT):
        before.note(NAME, one)
    after.restore(json.loads(json.dumps(before.state())))

    assert after.name_of(NAME, REAR) == f"{NAME} ({REAR})"
    with pytest.raises(ValueError, match="expected a list"):
        after.restore({"shared": NAME})


@pytest.mark.parametrize(
    ("name", "hardware_id", "who"),
    [
        ("driver: Status", "Front Hokuyo UTM-30LX", "driver: Status (Front Hokuyo UTM-30LX)"),
        ("Hardware Status", "arm controller", "Hardware Status (arm controller)"),
        ("left_motor: Status", "left_wheel_motor", "left_motor: Status"),
        ("driver: Status", "SN-00417", "driver: Status"),
        ("driver: Status", "robot7", "driver: Status"),
        ("driver: Status", "none", "driver: Status"),
    ],
)
def test_a_hardware_id_is_shown_if_only_it_names_the_part(
    robot: Watching, name: str, hardware_id: str, who: str
):
    report(robot, 5.0, status(name, ERROR, "Connection lost", hardware_id=hardware_id))

    assert robot.lessons == {f"{who} reports an error: Connection lost": 1}
    assert robot.onsets[0].component == name
