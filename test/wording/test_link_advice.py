"""What to check on a part that does not answer depends on the link that its text names (§1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        (
            "mcu logs an error: Could not open serial port /dev/ttyACM0",
            "no other program has the port",
        ),
        ("base logs an error: Failed to open port", "no other program has the port"),
        ("bus logs an error: slave 4 lost", "the cable up to the slave"),
        ("ethercat_hw logs an error: No slaves found", "cable to the first slave"),
        ("drive logs an error: CANopen node 4: no heartbeat", "termination"),
        ("can_bridge logs an error: CAN read error: Network is down", "termination"),
        ("lidar logs an error: no packets from 192.168.1.201, timed out", "the IP address"),
        ("scanner logs an error: TCP connection to the scanner failed", "the IP address"),
        ("camera logs an error: USB device: no response", "plug the USB cable in again"),
        ("imu logs an error: i2c read failed", "wiring and the supply of the bus"),
        ("encoder logs an error: no data", "check the encoder's cable and mounting"),
        ("hw logs an error: Could not get encoder data to move", "encoder's cable and mounting"),
        ("encoder_hw logs an error: Could not open serial port", "no other program has the port"),
        ("ethercat_box logs an error: serial port not open", "no other program has the port"),
        ("line_sensor logs an error: Failed to read line: I/O error", "check the sensor's cable"),
        ("rear_camera logs an error: timed out", "check the camera's cable and power"),
    ],
)
def test_the_link_in_the_text_decides_what_to_check(text: str, advice: str):
    assert advice in advice_for(text)


@pytest.mark.parametrize(
    "text",
    [
        "base logs an error: Could not open serial port /dev/ttyACM0",
        "bus logs an error: slave 4 lost",
        "rear_camera logs an error: timed out",
    ],
)
def test_a_link_without_an_address_is_not_told_to_have_one(text: str):
    assert "address" not in advice_for(text)


@pytest.mark.parametrize(
    "text",
    [
        "motor logs an error: Could not read device errors",
        "motor logs an error: Unable to read actuator info from EEPROM",
        "gripper logs an error: Failed to initialize motors",
    ],
)
def test_a_part_that_answers_or_does_not_start_is_first_switched_off_and_on(text: str):
    assert advice_for(text).startswith("switch the ")
