"""What to do, where several tables of faults give the same advice (rules.md §1.14).

English. ``{it}`` and ``{its}`` are the part that a text names (:mod:`.part_noun`).
"""

from __future__ import annotations

SAME_TIME = "check that all computers and sensors have the same time"
JOYSTICK_ON = "check that the joystick is on, and plugged in or paired"
CAN_BUS = "check the CAN bus: cables, termination, power of each node"
PLUG_AGAIN = "plug {it} in again; then check cable and power"
JOINT_HELD = "look for what holds the joint back; move it more slowly"
HELD_BACK = "look for what holds {it} back; check the encoder"
SAFETY_CIRCUIT = "check buttons, gates and wiring of the safety circuit"
WITHIN_LIMITS = "move {it} back within the limits"
LET_COOL = "let {it} cool; check fan, air flow and load"
JAM = "look for a jam, and reduce the load"
SUPPLY = "check the supply: fuse, cables and connectors"
BRAKING = "check the supply, and what brakes back into it"
BATTERY_OUT = "take the battery out of use until it is checked"
VIBRATION = "check what shakes: balance, bearings, mounting"
SET_POSE = "set the robot's pose again at a known place"
LEVEL_GROUND = "bring the robot to level ground"
OPEN_SKY = "check the antenna; wait under open sky"
CHECK_ESTIMATE = "while the robot stands still, check IMU, compass and GPS"
CHARGER = "check the charger and its contacts"
COMPUTER_LOAD = "reduce the load of the computer"
DISK_SPACE = "free disk space"
MEMORY = "find and restart what uses the memory"
NETWORK_LINK = "check antenna, access point and cable of the network, and the distance to it"
FAN = "clean or replace the fan"
REPORT = "restart the node while the robot stands still; report it with its log if it comes back"
SET_AGAIN = (
    "check the link to the device, and that its model and firmware accept that value; then set it"
    " again"
)
PUBLISHED = "check that the node that publishes it runs, and the name of the topic"
