"""Values added to a status message that lacks the part or the amount."""

from __future__ import annotations

import pytest
from robot_messages import Message, status
from watching import Watching

from robot_memory.perception.detectors.status_details import details_of

WARN, ERROR = 1, 2


def told(message: str, **values: str) -> str:
    return details_of(message, [Message(key=key, value=value) for key, value in values.items()])


@pytest.mark.parametrize(
    ("message", "values", "addition"),
    [
        ("Contact", {"bumper": "front left"}, "bumper: front left"),
        ("Overload", {"joint": "3", "voltage": "24.1"}, "joint: 3"),
        ("Fault", {"fault code": "0x21", "temperature": "40"}, "fault code: 0x21"),
        ("Hardware error", {"Error code": "0"}, ""),
        ("Contact", {"bumper_left": "True", "bumper_right": "False"}, "bumper_left"),
        ("Voltage low", {"Voltage": "21.3"}, "Voltage: 21.3 V"),
        ("Voltage low", {"Voltage": "1e999"}, ""),
        ("Voltage low", {"": "21.3", "12": "21.3"}, ""),
        ("Low battery", {"": "1e999", "level": "0.35"}, "level: 0.35"),
        ("Low battery", {"Left": "3.1", "": "7"}, "Left: 3.1"),
        ("M2 driver fault", {"M2 current (A)": "1e999"}, ""),
        ("Overheating", {"Motor temperature (C)": "81.5"}, "Motor temperature: 81.5 C"),
        ("Low battery", {"Charge": "12 %", "uptime": "100"}, "Charge: 12 %"),
        ("Undervoltage", {"input voltage": "10.8V"}, "input voltage: 10.8 V"),
        ("Battery is low", {"Pack (V)": "21.2", "State percent (%)": "15"}, "State percent: 15 %"),
        (
            "Expected rate not reached",
            {"Expected rate": "50", "Measured rate": "20"},
            "Measured rate: 20",
        ),
        ("Bumper pressed", {"Left": "False", "Right": "True"}, "Right"),
        ("Wheel dropped", {"Left": "Dropped", "Right": "Raised"}, "Left"),
        ("Joint limit reached", {"joint_name": "wrist_3"}, "joint_name: wrist_3"),
        ("Disconnected", {"Port": "/dev/ttyUSB0", "Baud": "9600"}, "Port: /dev/ttyUSB0"),
        ("Contact", {"firmware": "1.2.3", "enabled": "True"}, ""),
        ("Motor 3 stalled", {"joint": "5"}, ""),
        ("The left front wheel does not turn", {"joint": "5"}, ""),
        ("Fault", {"joint": "1", "motor": "2", "channel": "4"}, ""),
        ("", {"joint": "5"}, ""),
        ("Cliff detected", {"Left": "NO", "Center": "YES"}, "Center"),
        ("Error state", {"Dirt error": "true", "Device error": "false"}, "Dirt error"),
        ("Overload", {"Dirt error": "true"}, ""),
        ("Motor current is high", {"Left": "3.7", "Right": "0.3"}, "Left: 3.7 A, Right: 0.3 A"),
        ("M2 driver fault", {"M1 current (A)": "2", "M2 current (A)": "31"}, "M2 current: 31 A"),
        ("M2 driver fault 7", {"M2 current (A)": "31"}, ""),
        (
            "Fault(s) present",
            {"max_cell_index": "4", "active_faults": "Cell voltage low; SOC low"},
            "active_faults: Cell voltage low, SOC low",
        ),
        (
            "Motor fault",
            {"error reason": "Phase B is open", "errors": "3"},
            "error reason: Phase B is open",
        ),
        ("Motor fault", {"Fault": "none", "joint": "3"}, "joint: 3"),
        ("Motor fault", {"Errors": "false", "Faults": "3", "Failure": "17 V"}, ""),
        ("Streaming", {"errors": "Phase B is open"}, ""),
    ],
)
def test_a_value_that_names_the_part_or_the_amount_is_added_to_the_message(
    message, values, addition
):
    assert told(message, **values) == addition


def test_the_status_name_gives_the_subject_of_a_message_without_one():
    values = [Message(key="Core 0 temperature", value="99.0")]

    assert details_of("Critical", values, "pc: CPU temperature") == "Core 0 temperature: 99.0 °C"
    assert details_of("Too slow", values, "pc: CPU temperature") == ""


def test_a_changing_measured_value_is_shown_as_a_range_in_one_entry():
    robot = Watching()
    robot.every(1.0, 10.0, lambda now: robot.diagnose(
        status("battery", ERROR, "Voltage low", Voltage=f"{21.0 + now / 10:.1f}")))  # fmt: skip
    robot.wait(300.0)

    (end,) = robot.ends
    assert end.summary == "battery reports an error: Voltage low (Voltage: 21–21.9 V)"


def test_a_message_whose_values_are_sometimes_missing_is_one_entry():
    robot = Watching()
    for count in range(10):
        values = {} if count % 2 else {"bumper": "rear"}
        robot.diagnose(status("base: bumper", WARN, "Contact", **values))
        robot.wait(robot.now + 1.0)

    assert robot.lessons == {"base: bumper warns: Contact (bumper: rear)": 1}


def test_a_value_with_an_exponent_is_added_like_any_other():
    assert told("Voltage low", Voltage="1.2e-05") == "Voltage: 1.2e-05 V"
