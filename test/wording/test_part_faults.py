"""What to do about a kind of fault of a kind of part (rules.md §1.14)."""

from __future__ import annotations

import time

import pytest

from robot_memory.wording.advice import advice_for

_FITS = """
check its cable, power and address | relay: could not write to serial port
check its cable, power and address | base logs an error: No answer from the relay board
check its cable, power and address | winch logs an error: connection to device failed
check its cable, power and address | plc_bridge logs a warning: PLC status poll failed: 3
check its cable, power and address | relayboard_node logs a warning: Communication error, restarting
check its cable, power and address | Servos (dynamixel_chain) logs a warning: ping failed
check its cable, connectors and shielding | relay_board logs an error: Wrong checksum
check its cable, connectors and shielding | motor_hw logs a warning: bad CAN data received
check the sensor, its cable and mounting | base logs an error: left wheel sensor failed
check the sensor, its cable and mounting | stepper logs a warning: bad tachometer readings
calibrate it again | arm logs an error: both joint and IMU calibration failed
error code | base logs an error: one or more drives are in Error mode
error code | mower logs an error: Motor controller fault code: 3
error code | motor reports an error: Fault reaction active
check emergency stop, fuse and supply | arm_hw logs an error: Drives are not powered!
look for a jam, and reduce its load | left_motor logs a warning: PWM limit reached
short circuit | power_board warns: overcurrent on output 2
check the supply | base: Power board reports an error: 12 V rail too low
take the pack out of use | base logs an error: Battery 3 error: 12
take the pack out of use | server logs a warning: Battery 3 reports "No Good"
check that the battery is in | dock logs a warning: Battery not present
home it | gripper_hw logs a warning: joint 3 is not homed
check its home switch | lift logs an error: homing failed
update its firmware | motor_hw logs an error: Firmware is older than expected
seals | brake logs an error: air pressure too low
fill it | cleaner logs a warning: Clean water tank empty
set its pose again | amcl logs a warning: robot is not localized
check its batteries, its antennas | autopilot logs a warning: RC signal lost
check what shakes | autopilot warns: High vibration
error code | Motor controller (epos) logs an error: Could not clear faults
check the sensor | vimba_camera logs an error: Camera has encountered an error
check its cable, power and address | ydlidar_node logs an error: Failed to get scan
check its cable, power and address | ethercat_manager logs a warning: No slaves found
check its cable, power and address | ekf logs a warning: IMU data not received. Using the last one.
check its cable, power and address | gripper: comm warns: heartbeat lost
bring it to level ground | base logs a warning: tilt angle too high
wiring of the safety circuit | base reports an error: safety chain interrupted
wait under open sky | mower logs a warning: Low quality GPS
""".strip().splitlines()

_NONE = """
broadcaster logs an error: IMU sensor state interface has 3 state interfaces
driver logs an error: Could not find joint in joint map
driver logs an error: invalid sensor data type 3
driver logs a warning: Motor controller went from offline to online!
controller logs a warning: joint_trajectory input timeout! Stopping now.
can_node logs an error: Could not write to SDO because driver not activated
servos logs a warning: Timed out moving to first hard stop
servos logs a warning: Can't start joint traj: first waypoint does not fit
bms_node logs an error: BMS CAN reader did not stop within timeout
compass logs a warning: unable to start the magnetometer calibration
mower logs an error: mower motor failed to reach 3 rpm
loader logs an error: could not open camera calibration file
encoder_node logs an error: could not parse it
power_node logs a warning: low voltage threshold set to 20
setup logs a warning: invalid sensor name front
planner logs a warning: Command has timed out
ethercat_hardware logs an error: Error setting socket timeout to 3
ethercat_hardware logs a warning: Invalid timeout (3) for socket, using 3
wg05 logs an error: Initializing motor trace failed
vimba_camera logs an error: Can't connect to the camera: at least GUID or IP need to be set.
voltage_monitor logs an error: sensors error
loader logs an error: can not find it
hw_node logs an error: Motor names were not found.
arm_controller logs a warning: could not reach the goal
""".strip().splitlines()


@pytest.mark.parametrize("line", _FITS)
def test_a_kind_of_fault_of_a_kind_of_part_has_advice(line: str):
    words, _, text = line.partition(" | ")

    assert words in advice_for(text)


@pytest.mark.parametrize("text", _NONE)
def test_words_of_parts_and_faults_that_do_not_belong_together_bring_none(text: str):
    assert advice_for(text) == ""


def test_a_long_text_takes_a_fraction_of_a_second():
    texts = [word * 60 for word in ("no data from ", "motor a ", "could not read ", "sensor is ")]

    began = time.process_time()
    for text in texts:
        advice_for(text)

    assert time.process_time() - began < 0.5
