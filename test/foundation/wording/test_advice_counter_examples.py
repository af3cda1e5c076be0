"""Texts that have the words of a fault and are none of it (rules.md §1.14)."""

from __future__ import annotations

import pytest

from robot_memory.foundation.wording.advice import advice_for

_NO_ADVICE = """
bt_navigator logs an error: bt_navigator fell out of active
imu_driver logs a warning: sensor fault, will fall back to 2D
lidar_node logs a warning: sensor fell back to default
tracker logs a warning: robot fell behind schedule
care_node logs a warning: person fall detected
planner logs an error: robot is stuck
planner logs an error: path is blocked
controller logs a warning: current velocity 0.9 exceeds limit
controller logs an error: current position is above the goal
behavior_server logs an error: motor node stuck waiting for action
gps logs a warning: signal jammed
usb_hub logs an error: usb port over-current change
compiler logs a warning: short circuit evaluation is off
can_driver logs a warning: wheel drops packets
can_driver logs a warning: wheel dropped messages
base logs a warning: wheel drop detection disabled
base logs a warning: cliff sensor filter has no effect
planner logs a warning: cliff detector node started late
scan_filter logs an error: minimum angle exceeds maximum
joint_limits logs an error: number of joint names and limits do not match
limiter logs a warning: joint 3 would exceed its position limits
limiter logs a warning: joint 3 exceeds velocity limits
arm logs an error: joint value target is out of bounds
limiter logs a warning: command of joint 2 is out of limits
base: Fan reports an error: Fan speed normal
base: Fan reports an error: fan failed to read its register
motor logs a warning: temperature back to normal
board logs a warning: Temperature low 4 °C, limit 5
heater logs a warning: temperature dropped below 5, critical
camera logs a warning: color temperature too high
node logs a warning: temperature topic exceeds expected rate
thermal_camera logs a warning: thermal image has high contrast
disk logs a warning: dirty page ratio high
camera logs a warning: lens shading covered by metadata
path_planner logs a warning: sector blocked by policy
laser_node logs a warning: laser blocked waiting for mutex
tank logs a warning: oil contamination count 3
costmap logs a warning: cells in the difference layer
voronoi logs a warning: cell diverges from neighbours
docking logs a warning: charging dock plugins not given
docking logs a warning: charging status mismatch between batteries
docking logs a warning: charger type changed to fast
docking logs a warning: charging complete
power logs a warning: low voltage threshold set to 20
power logs a warning: no power save mode on this kernel
power logs a warning: supply voltage is nominal
video_node logs an error: video encoder failed to open codec
transformer logs an error: encoder layer has 12 heads
base logs a warning: encoder resolution not set
controller_manager logs an error: activation failed with following error: x
controller logs an error: the following error occurred
scheduler logs an error: overloaded function in module
cpu_monitor logs a warning: network overload
arm logs a warning: brake test passed
arm logs a warning: brakes released
bus logs a warning: EMCY object cannot be mapped
net logs a warning: slave 3 requested state PREOP
radio logs a warning: TX error budget is 3
logger logs an error: cannot write log: permission denied
server logs an error: access denied for user bob
usb logs a warning: usb 2-1: new device found
camera logs a warning: color correction failed
odometry logs a warning: corrections applied: 3
rf2o logs a warning: no fix for this bug yet
git logs a warning: satellites module loaded
arm logs an error: magnetic gripper closed
encoder logs a warning: magnetic encoder selected
line_follower logs a warning: magnetic line left
camera logs a warning: calibrated in 2.1 s
nav logs a warning: variance of pose is 0.3
ekf logs a warning: ekf started
scan_segment logs a warning: SystemCountTransmit jump back
camera logs a warning: frame timestamp domain is hardware clock
driver logs a warning: stamps with time of reception
image logs an error: failed to transform color space
tf_publisher logs a warning: 'publish_tf' is set to false, the rate will have no effect
disk logs a warning: exception while reading disk usage
eeprom logs a warning: memory bank 2 selected
shm logs a warning: unable to lock the memory
controller_manager logs an error: update rate is negative
camera logs a warning: not using a real-time kernel
costmap logs a warning: integer overflow in cell index
tree logs an error: coordinate frame odom is missing
speech logs a warning: positive deceleration does not slow down
tracker logs a warning: tracked object lost
cleaner logs a warning: sql vacuum failed
robot logs a warning: vacuum cleaner motor starts
privacy logs a warning: data leaked to log
keyboard logs a warning: esc pressed
slip_ring logs an error: slip ring test ended
clock logs a warning: time slips by 2 ms
moveit logs an error: motion planner found no valid plan
loader logs an error: failed to find path to config file
nav logs a warning: failed to create path handler
goal_checker logs a warning: xy goal tolerance is 0.25
autopilot logs an error: flight control failed over
friction logs a warning: friction coefficient is 0.3
bt_navigator logs an error: process crashed
system logs a warning: reboot scheduled
controller_manager logs an error: loader for controller x not found
urdf logs an error: joint was not found in URDF
param_client logs an error: parameter 'x' not found on server
joystick logs a warning: joystick axis mapping changed
mission logs an error: mission_item_int timed out
planner logs a warning: timed out waiting for current navigator to stop
filter logs a warning: filter mask was not received
plan logs an error: no data on logger queue
joint_state_broadcaster logs an error: no data
/plan falls silent while the robot runs
fake logs a warning: robot stands still
parser logs a warning: determinant is zero
camera_info logs an error: Camera calibration file x not found
motor_left logs a warning: communication restored after timeout
lidar logs a warning: no errors, no data lost
lidar logs an error: socket option failed to set timeout
arm logs an error: could not read joint names
arm logs a warning: the velocity command provides no feedback
safety logs a warning: lidar data not published within the timeout
""".strip().splitlines()


@pytest.mark.parametrize("text", _NO_ADVICE)
def test_words_of_a_fault_alone_bring_no_advice(text: str):
    assert advice_for(text) == ""
