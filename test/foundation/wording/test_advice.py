"""Advice for a fault whose class is certain, and none otherwise (rules.md §1.14)."""

from __future__ import annotations

import pytest

from robot_memory.foundation.wording.advice import advice_for, says_battery_is_low

#: Log messages of public drivers and nodes, with words of the expected advice, if any.
PUBLIC = [
    (("lidar_processor logs an error: Failed to open UART port: /dev/ttyUSB1, open: No such"
     " file or directory"), "check that the device is plugged in"),
    (("lidar_processor logs an error: Failed to open UART port: /dev/ttyUSB1, open: Permission"
     " denied"), "access to the device"),
    ("ardrone logs an error: BATTERY IS CRITICAL LOW", "charge the battery"),
    ("battery_sim logs an error: Battery: 80%  ---  remaining distance: 1200.50m", ""),
    ("battery_alarm_node logs an error: Battery voltage below threshold!", "charge the battery"),
    ("orca_driver logs an error: Battery voltage 13.9 is below minimum 14.0", "charge the battery"),
    ("bms logs an error: Cell 4 voltage 2.9 V is below its limit 3.0 V", ""),
    ("manager logs a warning: Battery too low: 14.0% (threshold: 20.0%)", "charge the battery"),
    ("drone logs a warning: Battery critical. Initiating emergency landing.", "charge the battery"),
    ("ui logs a warning: Battery low, please recharge soon.", ""),
    ("preflight logs a warning: Battery at 80% — bench_mode override, allowing takeoff.", ""),
    (("waypoints logs a warning: waypoint_transform: no map -> odom TF yet: \"map\" passed to"
     " lookupTransform argument target_frame does not exist."), "publishes this frame"),
    ("cloud logs a warning: TF lookup failed: Lookup would require extrapolation into the future.",
     "same time"),
    ("aubo logs an error: write() called but robot is not connected.", ""),
    ("chassis reports an error: Serial disconnected", ""),
    ("dpro logs an error: Overheat error! id=2", "let it cool"),
    ("planner logs an error: No response available", ""),
    ("arm_hw logs an error: No response to START command on /dev/ttyACM0", ""),
    ("follower logs a warning: lost connection to MoveBaseAction server.", ""),
    ("env logs a warning: Temperature: 84.00°C -> Robot is overheating!", "let it cool"),
    ("inverter reports an error: DCLink Undervoltage", "check the supply"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), PUBLIC)
def test_a_message_of_a_public_driver_gets_the_expected_advice_or_none(text: str, words: str):
    advice = advice_for(text)
    assert words in advice
    assert bool(words) == bool(advice)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rear_lidar logs a warning: poll() timeout", "check the lidar's cable and power"),
        ("Rear lidar falls silent while the robot runs", "check the lidar's cable and power"),
        ("driver logs an error: lost connection to the left camera", "the camera's cable"),
        ("imu_hub logs an error: IMU 2 is not responding", "the IMU's cable and power"),
        ("motor_left reports an error: Overtemperature", "let it cool"),
        ("base logs a warning: Motor 3 over 68.8–71.2 °C", "let it cool"),
        ("base: Battery warns: Low voltage (Voltage: 21.3 V)", "charge the battery"),
        ("board warns: Undervoltage on 5 V rail", "check the supply"),
        ("scanner reports an error: Error state (Contamination error)", "clean the window"),
        ("base: left wheel encoder reports an error: no pulses for 15 ms", "encoder's cable"),
        ("bus logs an error: CAN bus can0 went BUS-OFF", "termination"),
        ("gps logs an error: no GPS fix", "view of the sky"),
        ("lift logs an error: brake not releasing", "do not drive"),
        ("Wheel slip near (12, −3) in `map`", "drive slowly there"),
        ("pc warns: Very low disk space", "free disk space"),
        ("recorder logs an error: write failed: No space left on device", "free disk space"),
        ("node logs an error: memory leak, out of memory", "what uses the memory"),
        ("tcp logs an error: connect: Connection refused", "that the other side runs"),
        ("tcp logs an error: connect: No route to host", "check the network"),
        ("tcp logs an error: bind: Address already in use", "end the other program"),
        ("camera logs an error: open: Device or resource busy", "end the other program"),
        ("arm logs an error: ModuleNotFoundError: No module named 'serial'", "is missing"),
        ("launch logs an error: package 'my_arm' not found, searching: ['/opt/ros']", "is missing"),
        ("camera warns: connected using a USB 2.1 port", "use a USB 3 port"),
        ("controller_server logs a warning: Control loop missed its desired rate of 20.0 Hz",
         "reduce the load"),
    ],
)  # fmt: skip
def test_a_fault_of_a_certain_class_gets_its_first_step_as_advice(text: str, words: str):
    assert words in advice_for(text)


@pytest.mark.parametrize(
    "text",
    [
        "bt_navigator logs an error: bt_navigator fell out of active",
        "imu_driver logs a warning: sensor fault, will fall back to 2D",
        "lidar_node logs a warning: sensor fell back to default",
        "tracker logs a warning: robot fell behind schedule",
        "care_node logs a warning: person fall detected",
        "planner logs an error: robot is stuck",
        "planner logs an error: path is blocked",
        "controller logs a warning: current velocity 0.9 exceeds limit",
        "controller logs an error: current position is above the goal",
        "behavior_server logs an error: motor node stuck waiting for action",
        "gps logs a warning: signal jammed",
        "usb_hub logs an error: usb port over-current change",
        "camera logs a warning: color temperature too high",
        "power logs a warning: low voltage threshold set to 20",
        "logger logs an error: cannot write log: permission denied",
        "/plan falls silent while the robot runs",
        "planner logs a warning: the sun is bright",
        "base: Mode tells what an operator did: Mode changed to manual",
        "base logs a warning: emergency stop pressed",
        "amcl logs a warning: Please set the initial pose",
        "rosbag2_recorder logs a warning: messages lost, no space left on device",
        "joint 4 is beyond its usual level",
        "lidar logs a warning: connection restored, was not responding",
        "lidar_client logs an error: lost connection to the camera server",
    ],
)
def test_a_text_that_is_unclear_or_not_a_fault_gets_no_advice(text: str):
    assert advice_for(text) == ""


LOW = [
    "power logs a warning: Battery voltage low: 21.5 V", "bms: Battery warns: Low charge",
    "dock logs a warning: Battery at 12%, please charge",
    "nav logs an error: State of charge below 10 %",
    "base logs a warning: Please recharge the battery",
    "drone logs a warning: battery level is 8 percent",
]  # fmt: skip
OTHERWISE = [
    "bms reports an error: Battery temperature low", "bms reports an error: Cell 3 voltage low",
    "bms reports an error: battery communication timeout", "imu warns: low rate",
    "low_level_driver logs an error: Battery connected",
    "No telemetry from bms: Battery (it tells 0 V while the robot runs)",
]  # fmt: skip


@pytest.mark.parametrize("text", [*LOW, *OTHERWISE])
def test_only_a_message_about_low_charge_counts_as_low_battery(text: str):
    assert says_battery_is_low(text) == (text in LOW)
