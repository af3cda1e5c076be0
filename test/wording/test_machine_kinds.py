"""What to do about faults of vehicles, packs, safety functions, arms and tools (rules.md §1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for

_KNOWN = [
    ("mavros logs an error: FCU: PreArm: Compass not calibrated", "keep the compass away"),
    ("mavros logs an error: FCU: PreArm: Need 3D Fix", "wait under open sky"),
    ("mavros logs an error: FCU: PreArm: RC not calibrated", "calibrate the remote control"),
    ("mavros logs an error: FCU: ESC telemetry lost on motor 2", "cables of that ESC"),
    ("mavros logs an error: FCU: EKF attitude is bad", "check IMU, compass and GPS"),
    ("bms: state reports an error: Cell overvoltage protection", "unplug the charger"),
    ("bms: state reports an error: Insulation resistance low", "insulation is checked"),
    ("bms: state reports an error: Charging temperature too low", "warm the battery up"),
    ("plc: scanner reports an error: Protective field violated", "clear the field"),
    ("plc: inputs reports an error: Safety door open", "then reset the safety"),
    ("plc: state reports an error: STO active", "check emergency stop, gates"),
    ("agv: drive reports an error: I2t limit exceeded", "what holds the drive back"),
    ("agv: drive reports an error: Motor phase loss", "cable of the motor"),
    ("agv: nav reports an error: Line lost", "back on its line"),
    ("lift_adapter logs an error: Lift door obstructed", "clear the doorway"),
    ("door_adapter logs an error: Door 3 failed to open", "the lift or door is in service"),
    ("arm: joint_4 warns: Joint temperature 71 C near limit 75 C", "let the joint cool"),
    ("arm: joint_4 warns: Joint position limit approached", "away from its limit"),
    ("arm: control reports an error: Singularity reached", "another pose"),
    ("fanuc logs an error: SRVO-230 Chain 1 abnormal", "error code"),
    ("gnss: rtk warns: RTK float", "the correction service"),
    ("lidar: status reports an error: Phase lock lost", "source of the signal"),
    ("pc: disk reports an error: Disk usage 98%", "free disk space"),
    ("stop warns: Wireless e-stop link lost", "radio link of the emergency stop"),
    ("base logs a warning: Motor 3 over 71 °C", "let the motor cool"),
    ("lifecycle_manager logs an error: Server x unreachable by bond", "restart it"),
    ("move_group logs an error: start point deviates from state", "plan again"),
]


@pytest.mark.parametrize(("text", "words"), _KNOWN)
def test_a_fault_of_a_machine_has_advice(text: str, words: str):
    assert words in advice_for(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ekf_filter_node logs a warning: Failed to meet update rate!", "compass"),
        ("disk logs a warning: exception while reading disk usage", "free disk space"),
        ("spindle logs a warning: stall detector disabled", "jam"),
        ("battery warns: Insulation resistance low", "charge"),
        ("os_driver logs a warning: stamps at reception have latency", "cables"),
    ],
)
def test_words_of_a_machine_alone_bring_no_such_advice(text: str, words: str):
    assert words not in advice_for(text)
