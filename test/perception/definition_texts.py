"""Definitions of messages, shortened, as recordings and installed packages hold them.

Names, numbers and comments that tests need are those of the public packages:
PX4/px4_msgs (BSD-3-Clause), iRobotEducation/irobot_create_msgs (BSD-3-Clause),
UniversalRobots/Universal_Robots_ROS2_Driver (BSD-3-Clause), ros-controls/control_msgs and
pal-robotics/pal_statistics (Apache-2.0, MIT), mavlink/mavros (BSD-3-Clause or GPL or
LGPL), husarion/husarion_ugv_ros (Apache-2.0), clearpathrobotics/clearpath_msgs (BSD-3-Clause),
odriverobotics/ros_odrive (MIT), frankaemika/franka_ros2 (Apache-2.0).
``acme_msgs`` is made up; its PackStatus is px4_msgs/BatteryStatus.
"""

from __future__ import annotations

_RULER = "=" * 80

DEFINITIONS = {
    "acme_msgs/msg/Winch": """\
uint8 target
uint16 flags
uint16 FLAGS_RETRACTED = 1
uint16 FLAGS_LOCKED = 2
uint16 failure_flags
float32 length
uint16 ERROR_FLAGS_ROPE_LIMIT = 1
uint16 ERROR_FLAGS_ENCODER_ERROR = 8
uint16 ERROR_FLAGS_MOTOR_ERROR = 32
""",
    "acme_msgs/msg/Engine": """\
uint32 FLAG_KNOCK_ERROR_SUPPORTED = 2
uint32 FLAG_TEMPERATURE_OVERHEATING = 64
uint32 FLAG_OIL_PRESSURE_BELOW_NOMINAL = 65536
uint32 flags
""",
    "acme_msgs/msg/PowerState": """\
bool connected
bool stopped
bool overheat
""",
    "px4_msgs/msg/VehicleImuStatus": """\
uint64 timestamp                # time since system start (microseconds)
uint32[3] accel_clipping        # total clipping per axis
uint32 accel_error_count
float32 temperature_accel
""",
    "px4_msgs/msg/EstimatorStatus": """\
uint64 timestamp		# time since system start (microseconds)
uint16 gps_check_fail_flags     # Bitmask to indicate status of GPS checks
uint8 GPS_CHECK_FAIL_GPS_FIX = 0		# 0 : insufficient fix type
uint8 GPS_CHECK_FAIL_MIN_SAT_COUNT = 1		# 1 : minimum required sat count fail
uint64 control_mode_flags	# Bitmask to indicate EKF logic state
uint8 CS_TILT_ALIGN = 0		# 0 - true if the filter tilt alignment is complete
uint8 CS_MAG_FAULT = 18		# 18 - true when the magnetometer has been declared faulty
uint32 filter_fault_flags	# Bitmask to indicate EKF internal faults
# 0 - true if the fusion of the magnetometer X-axis has encountered a numerical error
# 1 - true if the fusion of the magnetometer Y-axis has encountered a numerical error
float32 pos_horiz_accuracy
""",
    "px4_msgs/msg/FailsafeFlags": """\
uint64 timestamp
uint32 mode_req_other
bool local_position_invalid
bool offboard_control_signal_lost     # Offboard signal lost
bool manual_control_signal_lost       # Manual control (RC) signal lost
uint8 battery_warning                 # Battery warning level
bool battery_unhealthy                # Battery unhealthy
bool fd_motor_failure                 # Motor failure
""",
    "acme_msgs/msg/PackStatus": """\
uint64 timestamp
bool connected
float32 voltage_v # [V] Battery voltage
float32 current_a # [A] Battery current
float32 remaining # [@range 0,1] Remaining capacity
uint16 max_error # [%] Max error in the state-of-charge calculation
uint16 interface_error # [-] Interface error counter
uint8 warning # [@enum WARNING STATE] Current battery warning
uint8 WARNING_NONE = 0 # No battery low voltage warning active
uint8 WARNING_LOW = 1 # Low voltage warning
uint8 WARNING_CRITICAL = 2 # Critical voltage, return / abort immediately
uint8 STATE_UNHEALTHY = 6
uint8 STATE_CHARGING = 7 # Battery is charging
uint16 faults # [@enum FAULT] Smart battery supply status/fault flags (bitmask)
uint8 FAULT_DEEP_DISCHARGE = 0 # Battery has deep discharged
uint8 FAULT_CELL_FAIL= 2 # One or more cells have failed
uint8 FAULT_OVER_TEMPERATURE = 4 # Over-temperature
""",
    "irobot_create_msgs/msg/HazardDetectionVector": f"""\
std_msgs/Header header
irobot_create_msgs/HazardDetection[] detections
{_RULER}
MSG: irobot_create_msgs/HazardDetection
# The robot has reached its backup limit.
uint8 BACKUP_LIMIT=0
uint8 BUMP=1
uint8 CLIFF=2
uint8 STALL=3
uint8 WHEEL_DROP=4
uint8 OBJECT_PROXIMITY=5

std_msgs/Header header
uint8 type
{_RULER}
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
""",
    "ur_dashboard_msgs/msg/SafetyMode": """\
uint8 NORMAL=1
uint8 REDUCED=2
uint8 PROTECTIVE_STOP=3
uint8 SAFEGUARD_STOP=5
uint8 ROBOT_EMERGENCY_STOP=7
uint8 FAULT=9

uint8 mode
""",
    "husarion_ugv_msgs/msg/RobotDriverState": f"""\
std_msgs/Header header
husarion_ugv_msgs/DriverStateNamed[] driver_states
bool error
{_RULER}
MSG: husarion_ugv_msgs/DriverStateNamed
string name
husarion_ugv_msgs/DriverState state
{_RULER}
MSG: husarion_ugv_msgs/DriverState
float32 voltage
husarion_ugv_msgs/FaultFlag fault_flag
bool heartbeat_timeout
{_RULER}
MSG: husarion_ugv_msgs/FaultFlag
bool overheat
bool overvoltage
bool emergency_stop
bool mosfet_failure
""",
    "clearpath_platform_msgs/msg/Feedback": f"""\
std_msgs/Header header
DriveFeedback[2] drivers
int8 commanded_mode
{_RULER}
MSG: clearpath_platform_msgs/DriveFeedback
float32 current
float32 motor_temperature
bool driver_fault # True if the underlying driver chip reports a fault condition.
""",
    "odrive_can/msg/ControllerStatus": """\
float32 pos_estimate
uint32 active_errors
uint8 axis_state
uint8 procedure_result
bool trajectory_done_flag
""",
    "control_msgs/msg/DynamicJointState": f"""\
std_msgs/Header header
string[] joint_names
InterfaceValue[] interface_values
{_RULER}
MSG: control_msgs/InterfaceValue
string[] interface_names
float64[] values
""",
    "pal_statistics_msgs/msg/Statistics": f"""\
std_msgs/Header header
pal_statistics_msgs/Statistic[] statistics
{_RULER}
MSG: pal_statistics_msgs/Statistic
string name
float64 value
""",
    "mavros_msgs/msg/Vibration": """\
std_msgs/Header header
geometry_msgs/Vector3 vibration
float32[3] clipping
""",
    "franka_msgs/msg/FrankaRobotState": f"""\
uint8 ROBOT_MODE_OTHER=0
uint8 ROBOT_MODE_MOVE=2
uint8 ROBOT_MODE_REFLEX=4
uint8 ROBOT_MODE_AUTOMATIC_ERROR_RECOVERY=6
uint8 robot_mode
Errors current_errors
Errors last_motion_errors
{_RULER}
MSG: franka_msgs/Errors
bool joint_reflex
bool power_limit_violation
""",
    "acme_msgs/msg/Drive": """\
uint8 STATE_VOLTAGE_LOW_MASK = 1
uint8 STATE_MOTOR_OVERHEAT_MASK = 2
uint8 STATE_ENABLED_MASK = 64
uint8 state
uint8 FAULT_OVERHEAT=1
uint8 FAULT_MOSFET_FAILURE=64
uint8[] fault
uint8 motor_fault # Motor fault type
                  # 0: None
                  # 1: Overtemperature
                  # 2: Overcurrent
uint32 esc_errorcount # [-] Number of reported errors by ESC
""",
    "acme_msgs/msg/Gripper": """\
uint8 ERROR_NONE = 0
uint8 ERROR_OVERLOAD = 1
uint8 ERROR_SLIPPED = 2
uint8 error_code
float64 position_error
int32 position_error_ticks
uint32 FAULT_OVER_CURRENT = 1
uint32 FAULT_OVER_TEMP = 2
uint32 FAULT_ENCODER = 8
uint32 fault_flags
uint32 error_count
bool motor_ok
string message
""",
    "acme_msgs/msg/Pose2": "float64 x\nfloat64 y\nuint32 sequence\n",
}
