"""The parts of well-known nodes and drivers: "velodyne_driver_node" belongs to a lidar.

A technician knows parts, not packages. The node's name stays in the text, in brackets, because its
log and its launch file use it.
"""

from __future__ import annotations

import re

_PARTS = {
    "lidar": (
        "velodyne ouster os_driver os_cloud os_sensor hokuyo urg urg_node rplidar sllidar ydlidar "
        "ldlidar ld06 ld19 sick livox hesai rslidar robosense lslidar pandar pf_driver "
        "pepperl_fuchs psen_scan cepton innoviz blickfeld seyond vanjee"
    ),
    "camera": (
        "realsense realsense2 zed oak depthai v4l2 pylon flir spinnaker orbbec astra kinect "
        "azure_kinect basler vimba prosilica mynteye ensenso photoneo zivid rc_visard ueye "
        "ids_peak ifm3d o3r multisense structure_core phoxi mech_eye optris royale arena_sdk"
    ),
    "radar": "umrr smartmicro ars408 ars548 srr520 continental ainstein ti_mmwave delphi_esr",
    "inertial sensor": (
        "microstrain xsens mti vectornav phidgets_spatial spatial bno055 bno085 mpu6050 mpu9250 "
        "icm20948 witmotion sbg adis16470 lpms um7 um6 myahrs openzen kvh"
    ),
    "satellite receiver": (
        "ublox u_blox novatel septentrio nmea trimble swiftnav piksi fixposition gpsd emlid "
        "unicore um982"
    ),
    "motor controller": (
        "roboclaw odrive epos epos4 elmo sevcon curtis puma vesc sabertooth canopen_402 maxon "
        "roboteq cia402 moteus nanotec faulhaber copley synapticon ingenia trinamic kinco "
        "zlac8015d tinymovr"
    ),
    "motor board": "wg05 wg0x",
    "gripper board": "wg06",
    "servos": "dynamixel dxl feetech herkulex",
    "gripper": "robotiq schunk wsg onrobot vg10 rg2 2f_85 epick weiss zimmer allegro",
    "arm": (
        "ur_robot ur_robot_state_helper ur_robot_driver ur_hardware ur_client_library "
        "ur_controllers urscript_interface urposition_hardware_interface franka panda kuka rsi abb "
        "egm xarm kortex kinova doosan dsr dr_control fanuc yaskawa "
        "motoman motoros2 denso staubli val3 aubo "
        "jaka techman tmr tm_driver elfin rokae flexiv interbotix niryo dobot mycobot crane_x7 "
        "prbt powercube lwa4p iiwa"
    ),
    "mobile base": (
        "kobuki turtlebot3 turtlebot4 roverrobotics clearpath_platform husky jackal ridgeback "
        "scout_base hunter_base bunker_base tracer_base ranger_base create_driver ca_driver "
        "mir_driver rosbot panther lynx andino linorobot leo_fw"
    ),
    "legged robot": "spot unitree go1 go2 anymal naoqi_driver",
    "arm planner": "move_group moveit moveit_simple_controller_manager ompl ikfast chomp stomp",
    "flight controller": "mavros px4 ardupilot microxrce",
    "battery": "bms daly jbd",
    "board": "rosserial rosserial_server rosserial_python micro_ros_agent",
    "relay board": "relayboard neo_relayboard",
    "EtherCAT bus": "ethercat_hardware ethercat_driver ethercat_manager soem",
    "CAN adapter": "kvaser peak_can pcan ixxat",
    "line sensor": "sick_line_guidance",
    "CAN bus": "socketcan ros2_socketcan socketcan_bridge canopen_chain_node canopen_master",
    "path following": "controller_server follow_path local_costmap",
    "path planning": "planner_server global_costmap compute_path_to_pose",
    "navigation": "bt_navigator waypoint_follower behavior_server move_base move_base_flex mbf",
    "localisation": "amcl slam_toolbox ekf_filter_node ukf_filter_node robot_localization "
                    "cartographer_node rtabmap navsat_transform_node",
    "control loop": "controller_manager",
    "correction service": "ntrip",
    "joystick": "joy_node teleop_twist_joy",
}  # fmt: skip
#: Product names of parts at the end of a cable, by their use.
SENSOR_NAMES = " ".join(
    _PARTS[part] for part in ("lidar", "camera", "radar", "inertial sensor", "satellite receiver")
).split()
BOARD_NAMES = " ".join(
    _PARTS[part] for part in ("flight controller", "motor board", "gripper board", "board")
).split()
ACTUATOR_NAMES = " ".join(
    _PARTS[part] for part in ("motor controller", "servos", "gripper", "arm")
).split()
_OF = {name: part for part, names in _PARTS.items() for name in names.split()}
_LONGEST_FIRST = sorted(map(re.escape, _OF), key=len, reverse=True)
_KNOWN = re.compile(rf"(?<![a-z\d])(?:{'|'.join(_LONGEST_FIRST)})(?![a-z])")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
#: A name with one of these already says the part.
_SAYS = {
    "lidar": r"(?<![a-z])lidar|laser|scanner",
    "camera": r"camera|\bcam\b|\bcams\b",
    "radar": r"radar",
    "mobile base": r"base\b|platform",
    "relay board": r"board",
    "CAN adapter": r"can (?:interface|adapter)",
    "EtherCAT bus": r"ether ?cat",
    "CAN bus": r"can ?bus",
    "inertial sensor": r"imu\b|inertial",
    "satellite receiver": r"gps|gnss",
    "motor controller": r"motor|drive\b|wheel|axis|joint",
    "servos": r"servo",
    "gripper": r"gripper",
    "arm": r"arm\b|gripper",
    "arm planner": r"planner",
    "battery": r"batter",
    "navigation": r"navigat",
    "path following": r"follow",
    "path planning": r"plann",
    "localisation": r"locali[sz]ation",
    "joystick": r"joystick",
}  # fmt: skip
#: A node's name without information; its message may show the part.
_SAYS_NOTHING = re.compile(
    r"(?!_)[_\d]*(?:(?:common|main|core|node|driver|hardware|hw|ros|interface|wrapper|bridge"
    r"|component|lib|library|client|server|control|manager|impl|utils?)[_\d]*)*"
)
#: A program that uses a device's data or sends it commands; the device is not the speaker.
_OF_PROGRAM = re.compile(
    r"(?<![a-z])(?:converter|fleet|command_handle|fleet_adapter|translator|parser|recorder|viewer)"
    r"(?![a-z])"
)
#: Words of arms only: programs that move them in joint space, the tool centre point, the pendant.
_OF_AN_ARM = re.compile(
    r"\b(?:move|servo|speed) ?(?:joint|line|circle|[jlc])x?\b|\b(?:current|robot|active|tool) tcp\b"
    r"|\btcp (?:pose|offset|force|speed|position)\b|\b(?:teach )?pendant\b|\brobot ?arm\b"
    r"|\bflange\b"
)
_SIDES = re.compile(r"(?<![a-z])(front|rear|back|left|right|top|bottom|wrist|base)(?![a-z])")


def part_of_node(name: str) -> str:
    """Return a node's part: "rear lidar"; empty if its name says it, or it is unknown.

    Args:
        name: of a node, a logger or a status: "urg_node_rear", "mavros: Battery".
    """
    words = re.sub(r"[\s:/.\-]+", "_", _HUMP.sub("_", name)).lower()
    found = _KNOWN.search(words)
    if found is None or _OF_PROGRAM.search(words):
        return ""
    part, plain = _OF[found[0]], words.replace("_", " ")
    if re.search(rf"(?<![a-z]){part}", plain) or (part in _SAYS and re.search(_SAYS[part], plain)):
        return ""
    return " ".join([*_SIDES.findall(plain), part])


def with_part(text: str, component: str) -> str:
    """Put the part of a node before the node's name at the beginning of a text."""
    if not component or not text.startswith(component):
        return text
    node, _, _ = component.partition(": ")
    part = part_of_node(component)
    if not part and _SAYS_NOTHING.fullmatch(component.lower()):
        part = _part_in_sentence(text[len(component) :])
    if not part:
        return text
    return f"{part[0].upper()}{part[1:]} ({node}){text[len(node) :]}"


def _part_in_sentence(text: str) -> str:
    words = re.sub(r"[\s:/.\-_]+", " ", text).lower()
    if _OF_AN_ARM.search(words):
        return "arm"
    product = _KNOWN.search(words.replace(" ", "_"))
    return "" if product is None else _OF[product[0]]
