"""What to do about a fault whose class is sure, and nothing where it is not (rules.md §1.14)."""

from __future__ import annotations

import pytest

from robot_memory.foundation.wording.advice import advice_for, says_battery_is_low

#: Messages of public drivers and nodes, as they are logged, and the words of their advice, if any.
PUBLIC = [
    ("as2 logs a warning: Invalid type for object 'crate', types are: pose or gps", ""),
    ("as2 logs an error: Json error: [json.exception.out_of_range.403] key 'frame'", ""),
    ("rosbag2_player logs an error: Failed to play: No storage could be initialized", ""),
    ("arm_bridge logs an error: Interception ARM call failed: timeout", ""),
    ("arm_bridge logs a warning: Interception DISARM request not sent: service unavailable", ""),
    ("barcode logs an error: ONNXRuntime load failed: model not found", ""),
    ("action_agent logs an error: Action goal was rejected by server", ""),
    (("lidar_processor logs an error: Failed to open UART port: /dev/ttyUSB1, open: No such"
     " file or directory"), "check that the device is plugged in"),
    (("lidar_processor logs an error: Failed to open UART port: /dev/ttyUSB1, open: Permission"
     " denied"), "access to the device"),
    ("lidar_processor logs an error: read: End of file", ""),
    ("dwe_parser logs an error: Failed to open calibration file", ""),
    (("imu_controller logs an error: imu_covariances.angular_vel must have 3 values (diagonal of"
     " the covariance matrix). Exiting."), ""),
    ("vesc_driver_node logs an error: Failed to connect to LEFT VESC at /dev/ttyACM0", ""),
    ("vesc_driver_node logs an error: LEFT VESC initialization failed: bad packet", ""),
    ("base logs an error: Motor initialization failed: CAN interface can0 is down", ""),
    ("motor_controller logs a warning: Motor 3: fault bits 0x14", ""),
    ("motor_controller logs a warning: Motor 3: dropped to RESET mode, re-enabling", ""),
    ("motor_controller logs an error: Motor 3: failed to send stop on shutdown: closed", ""),
    ("dynamixel logs an error: Motor ID 7 not found in configuration.", ""),
    ("dynamixel logs a warning: Could not configure motor 7: timeout", ""),
    ("driver logs an error: Motor connection failed: Serial connection returned None", ""),
    (("leader logs an error: Failed to read position from motor 2: [TxRxResult] There is no status"
     " packet!"), ""),
    (("leader logs an error: Motor 2 error: [RxPacketError] Hardware error occurred. Check the"
     " error at Control Table (Hardware Error Status)!"), ""),
    ("motors_node logs an error: MotorHAT initialization failed: [Errno 121] Remote I/O error", ""),
    ("base logs an error: Failed to enable motors", ""),
    ("ardrone logs an error: BATTERY IS CRITICAL LOW", "charge the battery"),
    ("battery_sim logs an error: Battery: 80%  ---  remaining distance: 1200.50m", ""),
    ("jaguar logs an error: Battery packet checksum failed", ""),
    ("jaguar logs an error: Gyro packet corrupted", ""),
    ("leds logs an error: battery status parameter error: charging?", ""),
    ("battery_alarm_node logs an error: Battery voltage below threshold!", "charge the battery"),
    ("battery_monitor logs an error: BatteryMonitor not initialized", ""),
    ("orca_driver logs an error: Battery voltage 13.9 is below minimum 14.0", "charge the battery"),
    ("orca_driver logs an error: Leak detected", ""),
    ("orca_driver logs an error: Thruster 2 didn't initialize properly (and possibly others)", ""),
    ("power logs an error: Battery log can't be opened.", ""),
    ("bms logs an error: Cell 4 voltage 2.9 V is below its limit 3.0 V", ""),
    ("manager logs a warning: Battery too low: 14.0% (threshold: 20.0%)", "charge the battery"),
    ("drone logs a warning: Battery critical. Initiating emergency landing.", "charge the battery"),
    ("broadcaster logs a warning: Battery color not set. Not broadcasting transform.", ""),
    (("dock logs a warning: Battery SOC is not increasing after 60.0 seconds of charging. SOC: 41,"
     " SOC_TOP: 43.0"), ""),
    ("ui logs a warning: Battery low, please recharge soon.", ""),
    ("preflight logs a warning: Battery at 80% — bench_mode override, allowing takeoff.", ""),
    ("state_estimation logs a warning: cycle_time is too big: 3200us!", ""),
    ("march logs a warning: Emergency high voltage disabled", ""),
    ("unitree logs a warning: Cmd lost, freeze the robot. DO NOT use this as a normal operation.",
     ""),
    (("waypoints logs a warning: waypoint_transform: no map -> odom TF yet: \"map\" passed to"
     " lookupTransform argument target_frame does not exist."), "publishes this frame"),
    ("cloud logs a warning: TF lookup failed: Lookup would require extrapolation into the future.",
     "same time"),
    ("nimbro logs a warning: Connection failed, trying again", ""),
    ("nimbro logs a warning: Could not read ACK, sending again (!)", ""),
    ("arm_traj logs a warning: [ArmTrajReceiver] ROS traj size 5 < arm_num 6", ""),
    ("joy logs a warning: Only 2 axes on joypad #1!", ""),
    ("amcl logs a warning: Map frame \"map2\" doesn't match global frame \"map\"", ""),
    ("map_client logs a warning: Received stale map: 12.0 s old", ""),
    ("courier logs a warning: Delivery ended as CANCELED.", ""),
    ("bt logs an error: Goal was aborted", ""),
    ("arm_solve_server logs a warning: [arm_solve_server] SolveExecutor not ready", ""),
    ("cmd_vel_mux logs a warning: No subscribers configured!", ""),
    ("feetech logs an error: Serial configure failed: tcsetattr", ""),
    ("feetech logs a warning: set_torque off failed for id 3: timeout", ""),
    ("stmbot logs an error: Error sending the message h to the port /dev/ttyUSB0", ""),
    ("ads logs a warning: Notification read: a cyclic state interface has gone stale.", ""),
    ("rozum logs an error: CURL request failed: Couldn't connect to server", ""),
    ("kord logs an error: Kord waitSync timeout", ""),
    ("kord logs an error: Alarm detected, deactivating...", ""),
    ("aubo logs an error: write() called but robot is not connected.", ""),
    ("aubo logs a warning: robotServiceSetRobotPosData2Canbus failed (ret=10011).", ""),
    ("odrive logs an error: Can't claim position interface: Conflicting interface!", ""),
    ("mock logs an error: Joint 'elbow' has to have 'position', or 'effort' interface!", ""),
    ("chassis reports an error: Serial disconnected", ""),
    ("chassis reports an error: Requested chassis mode not confirmed", ""),
    ("epos reports an error: EPOS not initialized", ""),
    ("yost_imu warns: IMU temp too low", ""),
    ("yost_imu reports an error: IMU not updating", ""),
    ("yost_imu warns: IMU quaternion isn't normalized", ""),
    ("lidar_marker_localizer reports an error: NG. Could not detect a marker", ""),
    ("dio reports an error: Error! DIO Access is no longer available (status code: 0x1000)", ""),
    ("joint reports an error: Critical temperature: 85.10 > 80.00 °C", ""),
    ("depth reports an error: Sensor timeout", ""),
    ("roboclaw reports an error: Disconnected", ""),
    ("dpro logs an error: Overheat error! id=2", "let it cool"),
    ("dpro logs an error: Motor encoder error! id=2", ""),
    (("dpro logs an error: Electronical shock error or insuficient input voltage to drive motor"
     " id=2"), ""),
    ("mynteye reports an error: Problem retrieving frame", ""),
    ("stepper reports an error: Phidget Stepper cannot be initialized", ""),
    ("planner logs an error: No response available", ""),
    ("arm_hw logs an error: No response to START command on /dev/ttyACM0", ""),
    ("ntrip logs an error: No response from NTRIP caster", ""),
    ("offboard logs a warning: Lost connection to FCU", ""),
    ("offboard logs a warning: Lost RC!!! Switching to Position Control", ""),
    ("owd logs a warning: Lost connection to /right/owd/GetSpeed; trying to resubscribe...", ""),
    ("follower logs a warning: lost connection to MoveBaseAction server.", ""),
    ("vector logs a warning: temperature query failed: timeout", ""),
    ("vlm logs a warning: temperature=0.2, top_p=40, top_p=40", ""),
    ("env logs a warning: Temperature 140.00 C from sensor_3 is out of range!", ""),
    ("env logs a warning: Temperature: 84.00°C -> Robot is overheating!", "let it cool"),
    ("gui logs an error: Camera control service is not available. Try again in a bit", ""),
    ("aruco logs an error: Camera not opened", ""),
    ("calib logs an error: Camera calibration failed.", ""),
    ("fast_lio logs an error: lidar loop back, clear buffer", ""),
    ("watch logs an error: Lidar Failure", ""),
    ("nvblox logs an error: LiDAR intrinsics are inconsistent with the received pointcloud", ""),
    ("drone logs an error: Arming failed", ""),
    ("mtc logs an error: Arm controller feedback value error.", ""),
    ("vins logs a warning: imu message in disorder!", ""),
    ("hwt905 logs a warning: IMU port not set by launch, defaulting to /dev/ttyUSB0", ""),
    ("multisense logs a warning: IMU support requires sensor firmware v2.3 or greater", ""),
    ("m100 logs an error: GPS health insufficient - No local frame reference for height.", ""),
    ("gps_conv logs an error: GPS Position NAN, Waiting for better data...", ""),
    ("rotator reports an error: Encoder Error", ""),
    ("inverter reports an error: DCLink Undervoltage", "check the supply"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), PUBLIC)
def test_a_message_of_a_public_driver_has_the_advice_that_is_sure_or_none(text: str, words: str):
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
def test_a_class_that_is_sure_has_its_first_step(text: str, words: str):
    assert words in advice_for(text)


@pytest.mark.parametrize(
    "text",
    [
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
def test_what_is_no_fault_or_unknown_or_says_it_itself_has_none(text: str):
    assert advice_for(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "power logs a warning: Battery voltage low: 21.5 V",
        "dock logs a warning: Battery at 12%, please charge",
        "bms: Battery warns: Low charge",
        "nav logs an error: State of charge below 10 %",
        "base logs a warning: Please recharge the battery",
        "drone logs a warning: battery level is 8 percent",
    ],
)
def test_a_message_about_little_charge_says_that_a_battery_is_low(text: str):
    assert says_battery_is_low(text)


@pytest.mark.parametrize(
    "text",
    [
        "bms reports an error: Battery temperature low",
        "bms reports an error: Cell 3 voltage low",
        "bms reports an error: battery communication timeout",
        "imu warns: low rate",
        "low_level_driver logs an error: Battery connected",
        "No telemetry from bms: Battery (it tells 0 V while the robot runs)",
    ],
)
def test_other_faults_of_a_battery_are_not_that_it_is_low(text: str):
    assert not says_battery_is_low(text)
