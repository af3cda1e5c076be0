"""What to do about a kind of fault of a kind of part (rules.md §1.14)."""

from __future__ import annotations

import pytest
from general_advice import is_general
from work import processor_time

from robot_memory.wording.advice import advice_for

_FITS = """
check serial cable, power and port name | relay: could not write to serial port
check the relay board's cable and power | base logs an error: No answer from the relay board
check the winch's cable and power | winch logs an error: connection to device failed
check the PLC's cable and power | plc_bridge logs a warning: PLC status poll failed: 3
check the relayboard's cable and power | relayboard_node logs a warning: Communication error
check the servos' cable and power | Servos (dynamixel_chain) logs a warning: ping failed
check the relay board's cable, connectors and shielding | relay_board logs an error: Wrong checksum
check the motor's cable, connectors and shielding | motor_hw logs a warning: bad CAN data received
check the wheel sensor's cable and mounting | base logs an error: left wheel sensor failed
check the tachometer's cable and mounting | stepper logs a warning: bad tachometer readings
calibrate the joint again | arm logs an error: both joint and IMU calibration failed
error code | base logs an error: one or more drives are in Error mode
error code | mower logs an error: Motor controller fault code: 3
error code | motor reports an error: Fault reaction active
check emergency stop, fuse and supply | arm_hw logs an error: Drives are not powered!
look for a jam, and reduce the load | left_motor logs a warning: PWM limit reached
short circuit | power_board warns: overcurrent on output 2
check the supply | base: Power board reports an error: 12 V rail too low
take the battery out of use | base logs an error: Battery 3 error: 12
take the battery out of use | server logs a warning: Battery 3 reports "No Good"
check that the battery is in | dock logs a warning: Battery not present
home the joint | gripper_hw logs a warning: joint 3 is not homed
check the home switch | lift logs an error: homing failed
update the firmware of the motor | motor_hw logs an error: Firmware is older than expected
seals | brake logs an error: air pressure too low
fill the tank | cleaner logs a warning: Clean water tank empty
set the robot's pose again | amcl logs a warning: robot is not localized
antennas of the remote control | autopilot logs a warning: RC signal lost
check what shakes | autopilot warns: High vibration
error code | Motor controller (epos) logs an error: Could not clear faults
plug the camera in again | vimba_camera logs an error: Camera has encountered an error
check the lidar's cable and power | ydlidar_node logs an error: Failed to get scan
check the network cable to the first slave | ethercat_manager logs a warning: No slaves found
check the IMU's cable and power | ekf logs a warning: IMU data not received. Using the last one.
check the gripper's cable and power | gripper: comm warns: heartbeat lost
bring the robot to level ground | base logs a warning: tilt angle too high
wiring of the safety circuit | base reports an error: safety chain interrupted
wait under open sky | mower logs a warning: Low quality GPS
find the error code on the display | motor reports an error: Fault reaction active
look the error code up in the manual | mower logs an error: Motor controller fault code: 3
look the error code up in the manual | servos logs an error: Servo error 0x25
find the error code on | Motor controller (epos) logs an error: Not all faults were cleared
take the load off the sensor | Gripper board (wg06) logs an error: Sensor overloaded
calibrate and restart the autopilot | autopilot logs a warning: GYRO unhealthy
check motor M1 and the wiring | base: front reports an error: M1 driver fault
look for a jam, and reduce the load | left_motor logs a warning: Current limit active
look for what blocks the gripper | gripper_node logs an error: interference detected
switch the servo off and on | servo_hw logs an error: Failed to reboot servo 3
check the emergency stop, then enable the motor | wheel_motor reports an error: motor disabled
check the lidar's cable and power, then the log lines | front: lidar reports an error: Error
switch the motor off and on | kinco_driver logs an error: Motor is not initialized
switch the IMU off and on | bno_node logs an error: IMU init failed
check the lidar's cable and power | planner logs an error: Lidar data stale
check the camera's cable and power | lane_cam logs an error: Camera not opened
check the camera's cable and power | vision logs an error: Camera reconnection failed
check the lidar's cable and power | reader logs an error: lidar protocol error
check the IMU's cable and power | icp_node logs a warning: IMU data is missing.
switch the servo off and on | clearpath_sc logs an error: Servo 2 failed to start!
check serial cable, power and port name | gmcl logs an error: Cannot open the device: /dev/ttyS0
check emergency stop, fuse and supply | wall_stop logs an error: motors are not empowered
look for a jam | amp_guard logs an error: Motors are applying too high total current.
check the motor's cable and power | odrive: motor warns: Not connected
check the joint's cable and power | leg_hw logs an error: Joint 'hip_l': stale feedback
check the arm's cable and power | Arm (kuka_node) logs an error: Failed to read state from robot
check the IMU's cable and power | imu_node logs an error: Failed to read 14 bytes from MPU6050
check serial cable, power and port name | mcu logs an error: No Arduino at /dev/ttyACM0!
check the supply | Motor controller (maxon) logs a warning: Motor supply voltage is not present
check the antenna | fusion logs an error: GPS covariance invalid!
check the gripper's cable and power | grip_hw logs an error: Gripper response failure
check serial cable, power and port name | mcu_node logs an error: Serial receive failed
update the firmware of the motor board | Motor board (wg0x) logs an error: Unsupported firmware 3
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
planner logs an error: Error
planner logs an error: failed
arm_server logs a warning: could not reset the arm planner's goal
motor_tool logs an error: Motor 3 settings saved failed
wp_node logs an error: GPS waypoint unreachable
hand_node logs an error: Joint movement execution failed
cloud_tf logs a warning: IMU timestamp not available yet.
ensenso_node logs an error: Cannot open multiple devices!
imu_bridge logs an error: IMU processing error: list index
camera_node logs an error: Camera service request failed
""".strip().splitlines()


@pytest.mark.parametrize("line", _FITS)
def test_a_kind_of_fault_of_a_kind_of_part_has_advice(line: str):
    words, _, text = line.partition(" | ")

    assert words in advice_for(text)


@pytest.mark.parametrize("text", _NONE)
def test_words_of_parts_and_faults_that_do_not_belong_together_bring_none(text: str):
    assert is_general(text)


@pytest.mark.parametrize(
    "words",
    ["no data from ", "motor a ", "could not read ", "sensor is ", "no lane ", "could not get a "],
)
def test_no_words_that_repeat_take_longer_than_any_long_text(words: str):
    text, plain = ((piece * 200)[:900] for piece in (words, "the robot moved along slowly "))

    advice_for(text[:40])  # the patterns are compiled
    took = processor_time(lambda: advice_for(text))
    assert took < 20 * processor_time(lambda: advice_for(plain))
