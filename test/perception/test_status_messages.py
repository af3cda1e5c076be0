"""Messages of any type with fields that report a fault."""

from __future__ import annotations

from types import SimpleNamespace as Message
from typing import Any

import pytest
import robot_messages as ros
from definition_texts import DEFINITIONS
from watching import Watching

from robot_memory.ledger import Severity
from robot_memory.perception.rule import Rule
from robot_memory.perception.status_messages.fault_words import is_fault_number
from robot_memory.perception.status_messages.field_meaning import FieldKind, meaning_of

GRIPPER = "acme_msgs/msg/Gripper"
IMU_STATUS = "px4_msgs/msg/VehicleImuStatus"
ESTIMATOR = "px4_msgs/msg/EstimatorStatus"
FAILSAFE = "px4_msgs/msg/FailsafeFlags"
PACK = "acme_msgs/msg/PackStatus"
SUPPLY = "acme_msgs/msg/PowerState"
HAZARDS = "irobot_create_msgs/msg/HazardDetectionVector"
SAFETY = "ur_dashboard_msgs/msg/SafetyMode"
DRIVERS = "husarion_ugv_msgs/msg/RobotDriverState"
FEEDBACK = "clearpath_platform_msgs/msg/Feedback"
VIBRATION = "mavros_msgs/msg/Vibration"
JOINTS = "control_msgs/msg/DynamicJointState"
STATISTICS = "pal_statistics_msgs/msg/Statistics"
DRIVE = "acme_msgs/msg/Drive"
FRANKA = "franka_msgs/msg/FrankaRobotState"
ODRIVE = "odrive_can/msg/ControllerStatus"


@pytest.fixture
def robot() -> Watching:
    """A robot whose message definitions are known."""
    return Watching(definition_of=lambda name: DEFINITIONS.get(name, ""))


def gripper(**fields: Any) -> Message:
    well: dict[str, Any] = {
        "error_code": 0, "position_error": 0.3, "position_error_ticks": 12, "fault_flags": 0,
        "error_count": 0, "motor_ok": True, "message": "",
    }  # fmt: skip
    return Message(**{**well, **fields})


def told(robot: Watching, type_name: str, *contents: Any, topic: str = "/part") -> list[str]:
    """The texts reported after each message was repeated for 15 s."""
    for content in contents:
        until = robot.now + 15.0
        robot.every(0.5, until, lambda now, it=content: robot.send(topic, type_name, it))
    return sorted(robot.lessons)


# -- bits and codes ------------------------------------------------------------------------


def test_a_bit_field_is_one_fault_with_the_bit_names_of_the_definition(robot: Watching):
    assert told(robot, GRIPPER, gripper(), gripper(fault_flags=10)) == [
        "/part fault flags: over temp, encoder (0xA)"
    ]
    assert {row.severity for row in robot.onsets} == {Severity.ERROR}


def test_a_bit_that_is_set_later_is_another_fault_with_its_own_end(robot: Watching):
    words = [0, 2, 10, 2, 0, 10, 0]

    assert told(robot, GRIPPER, *[gripper(fault_flags=word) for word in words]) == [
        "/part fault flags: encoder (0x8)",
        "/part fault flags: over temp (0x2)",
        "/part fault flags: over temp, encoder (0xA)",
    ]
    assert len(robot.onsets) == len(robot.ends) == 3


def like(**well: Any) -> Any:
    """Return a function that makes a healthy part's message with some fields changed."""
    return lambda **fields: Message(**{**well, **fields})


odrive = like(active_errors=0, pos_estimate=0.1, axis_state=8, procedure_result=0,
              trajectory_done_flag=True)  # fmt: skip
winch = like(target=1, flags=0, failure_flags=0, length=2.0)
drive = like(state=64, fault=[0, 0], motor_fault=0, esc_errorcount=9)
pack = like(timestamp=1, connected=True, voltage_v=14.2, current_a=3.0, remaining=0.5, max_error=3,
            interface_error=8, warning=0, faults=0)  # fmt: skip
estimator = like(timestamp=1, gps_check_fail_flags=0, control_mode_flags=1, filter_fault_flags=0,
                 pos_horiz_accuracy=0.4)  # fmt: skip
failsafe = like(timestamp=1, mode_req_other=3, battery_warning=0, local_position_invalid=False,
                offboard_control_signal_lost=False, manual_control_signal_lost=False,
                battery_unhealthy=False, fd_motor_failure=False)  # fmt: skip


def imu_status(clipping: int, errors: int = 0) -> Message:
    return Message(
        timestamp=1, accel_clipping=[clipping, 0, 0], accel_error_count=errors,
        temperature_accel=40.0,
    )  # fmt: skip


def joints(error: float) -> Message:
    names = ["position", "error_code", "temperature"]
    values = [Message(interface_names=names, values=[0.1, 0.0, 38.2]),
              Message(interface_names=names, values=[0.4, error, 40.5])]  # fmt: skip
    return Message(header=ros.header(), joint_names=["shoulder", "elbow"], interface_values=values)


def statistics(error: float) -> Message:
    named = [Message(name="arm.error_code", value=error), Message(name="time", value=0.01)]
    return Message(header=ros.header(), statistics=named)


def hazards(*found: tuple[str, int]) -> Message:
    detections = [Message(header=Message(frame_id=name), type=kind) for name, kind in found]
    return Message(header=ros.header(), detections=detections)


@pytest.mark.parametrize(
    ("type_name", "contents", "texts"),
    [
        (GRIPPER, [gripper(error_code=1)], ["error code: overload (1)"]),
        (GRIPPER, [gripper(), gripper(position_error_ticks=900)], []),
        (GRIPPER, [gripper(motor_ok=False)], []),
        (GRIPPER, [gripper(), gripper(motor_ok=False)], ["motor ok is lost"]),
        (ODRIVE, [odrive(active_errors=0x8001020)], ["active errors: 0x8001020"]),
        ("acme_msgs/msg/Winch", [winch(), winch(flags=33, failure_flags=40)],
         ["failure flags: encoder error, motor error (0x28)"]),
        ("acme_msgs/msg/Engine", [Message(flags=2), Message(flags=2 | 64 | 65536)],
         ["engine: temperature overheating, oil pressure below nominal (0x10040)"]),
        *((SAFETY, [Message(mode=mode)], []) for mode in (1, 2, 5)),
        (SAFETY, [Message(mode=3)], ["safety mode: protective stop"]),
        (SAFETY, [Message(mode=9)], ["safety mode: fault"]),
        (DRIVE, [drive(), drive()], []),
        (DRIVE, [drive(), drive(state=64 + 2)], ["drive: motor overheat (0x2)"]),
        (DRIVE, [drive(), drive(fault=[0, 64])], ["drive fault: mosfet failure (0x40)"]),
        (DRIVE, [drive(), drive(motor_fault=2)], ["motor fault: Overcurrent (2)"]),
        (PACK, [pack(warning=2, faults=4)], ["faults: cell fail (0x4)", "warning: critical (2)"]),
        (ESTIMATOR, [estimator(gps_check_fail_flags=3), estimator()], []),  # not ready yet
        (ESTIMATOR, [estimator(), estimator(gps_check_fail_flags=2)],
         ["gps check fail flags: min sat count (0x2)"]),
        (FAILSAFE, [failsafe(local_position_invalid=True, manual_control_signal_lost=True),
                    failsafe(offboard_control_signal_lost=True)], []),  # the links never existed
        (FAILSAFE, [failsafe(), failsafe(manual_control_signal_lost=True, fd_motor_failure=True)],
         ["fd motor failure is raised", "manual control signal lost is raised"]),
        (IMU_STATUS, [imu_status(812), imu_status(812)], []),  # left from before the start
        (IMU_STATUS, [imu_status(812), imu_status(0)], []),
        (JOINTS, [joints(0.0), joints(17.0)], ["elbow error code: 17"]),
        (STATISTICS, [statistics(0.0), statistics(3.0)], ["arm error code: 3"]),
        (HAZARDS, [hazards(), hazards(("cliff_left", 2)), hazards(("base_link", 0))],
         ["cliff_left hazard detection: cliff"]),
    ],
)  # fmt: skip
def test_each_type_of_fault_field_gives_the_expected_text(
    robot: Watching, type_name: str, contents: list[Any], texts: list[str]
):
    assert told(robot, type_name, *contents) == [f"/part {text}" for text in texts]


def test_bits_without_constants_are_named_by_comments(robot: Watching):
    (text,) = told(robot, ESTIMATOR, estimator(), estimator(filter_fault_flags=2))
    assert text.startswith("/part filter fault flags: true if the fusion of the magnetometer Y")


@pytest.mark.parametrize(
    "name",
    ["active_errors", "fault_flags", "error_code", "errorCode", "axis_error", "motor_faults",
     "failure_flags", "alarm", "error_status", "failure_detector_status", "warning"],
)  # fmt: skip
def test_a_fault_number_is_recognised_by_its_name(name: str):
    assert is_fault_number(name)


@pytest.mark.parametrize(
    "name",
    ["position_error", "tracking_error", "max_error", "error_count", "last_error", "clear_errors",
     "error_threshold", "rx_errors", "terror", "default", "battery_warning", "state",
     "errors_total"],
)  # fmt: skip
def test_deviations_counters_and_past_errors_are_not_fault_numbers(name: str):
    assert not is_fault_number(name)


# -- flags ---------------------------------------------------------------------------------


def test_flags_of_parts_are_reported_with_the_part_name(robot: Watching):
    def state(overheat: bool, stop: bool = False) -> Message:
        flags = Message(overheat=overheat, overvoltage=False, emergency_stop=stop,
                        mosfet_failure=False)  # fmt: skip
        driver = Message(voltage=24.1, fault_flag=flags, heartbeat_timeout=False)
        driver_states = [Message(name="front", state=driver)]
        return Message(header=ros.header(), driver_states=driver_states, error=False)

    assert told(robot, DRIVERS, state(False), state(False, stop=True), state(True)) == [
        "/part front overheat is raised"
    ]


def test_each_current_error_flag_is_reported_and_past_errors_are_not(robot: Watching):
    def state(mode: int, now: bool, before: bool) -> Message:
        errors = [Message(joint_reflex=it, power_limit_violation=False) for it in (now, before)]
        return Message(robot_mode=mode, current_errors=errors[0], last_motion_errors=errors[1])

    assert told(robot, FRANKA, state(2, False, True), state(6, False, True)) == []
    assert told(robot, FRANKA, state(4, True, True)) == [
        "/part current_errors joint reflex is raised",
        "/part robot mode: reflex",
    ]


def test_a_nearly_always_true_flag_that_becomes_false_is_a_statistical_finding(robot: Watching):
    def pack(closed: bool) -> Message:
        return Message(timestamp=1, connected=True, contactors_powered=closed, faults=0)

    robot.every(1.0, 1200.0, lambda now: robot.send("/pack", PACK, pack(True)))
    robot.every(1.0, 1260.0, lambda now: robot.send("/pack", PACK, pack(False)))

    assert robot.lessons == {"/pack contactors powered is false, which it was rarely before": 1}
    assert robot.onsets[0].confidence < 0.4


def test_a_connected_field_in_a_power_supply_message_is_not_a_health_flag(robot: Watching):
    def supply(connected: bool) -> Message:
        return Message(connected=connected, stopped=not connected, overheat=False)

    robot.every(1.0, 60.0, lambda now: robot.send("/supply", SUPPLY, supply(True)))
    robot.every(1.0, 120.0, lambda now: robot.send("/supply", SUPPLY, supply(False)))

    assert robot.rows == []


# -- counters ------------------------------------------------------------------------------


def test_rising_clipping_is_reported(robot: Watching):
    count = iter(range(1000))
    robot.every(1.0, 30.0, lambda now: robot.send("/imu", IMU_STATUS, imu_status(7 + next(count))))

    assert robot.lessons == {"/imu accel clipping rises: it reaches the end of its range": 1}
    assert robot.onsets[0].severity is Severity.WARN


def test_a_rising_error_counter_is_reported_once(robot: Watching):
    count = iter(range(100, 1000))
    robot.every(1.0, 30.0, lambda now: robot.send("/imu", IMU_STATUS, imu_status(0, next(count))))
    told(robot, IMU_STATUS, *[imu_status(0, 130)] * 6, topic="/imu")

    assert robot.lessons == {"/imu accel error count rises": 1}


@pytest.mark.parametrize(
    ("names", "kinds"),
    [
        ("wkc_errors crc_errors errors_count can_errors", (FieldKind.COUNTER,)),
        ("errors active_errors motor_error error_code", (FieldKind.BITS, FieldKind.CODE)),
    ],
)
def test_an_error_counter_is_distinguished_from_error_bits_by_its_name(names: str, kinds: tuple):
    for name in names.split():
        meaning = meaning_of(name, False, None)
        assert meaning is not None
        assert meaning.kind in kinds


def test_a_clipping_counter_may_be_a_float(robot: Watching):
    count = iter(range(1000))

    def send(now: float) -> None:
        vibration = Message(x=0.1, y=0.1, z=0.2)
        clipping = [0.0, 0.0, float(next(count))]
        robot.send("/vibration", VIBRATION, Message(vibration=vibration, clipping=clipping))

    robot.every(1.0, 20.0, send)

    assert robot.lessons == {"/vibration clipping rises: it reaches the end of its range": 1}


# -- values named in texts -----------------------------------------------------------------


def test_an_error_number_with_both_signs_is_not_reported(robot: Watching):
    deviations = iter([2, 0, -3, 4, 1, -1, 0, 5, 0, 0] * 40)
    robot.every(0.5, 120.0, lambda now: robot.send(
        "/drive", "acme_msgs/msg/DriveStatus", Message(foll_err=next(deviations))))  # fmt: skip

    assert robot.lessons == {}


@pytest.mark.parametrize(("held", "text"), [(3.0, []), (8.0, ["/drive foll err: 4"])])
def test_an_error_number_is_reported_only_if_it_lasts(robot, held, text):
    for until, error in ((15.0, 0), (15.0 + held, 4), (40.0, 0)):
        robot.every(0.5, until, lambda now, it=error: robot.send(
            "/drive", "acme_msgs/msg/DriveStatus", Message(foll_err=it)))  # fmt: skip

    assert sorted(robot.lessons) == text


def test_a_float_error_field_is_not_reported_as_an_error_code():
    robot = Watching()

    assert told(robot, "unknown_msgs/msg/MotorStatus", Message(error=2.0)) == []


# -- which types ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_name", "is_read"),
    [
        (GRIPPER, True), (FEEDBACK, True), ("acme_msgs/msg/Pose2", False),
        ("unknown_msgs/msg/MotorStatus", True), ("unknown_msgs/msg/MotorCommand", False),
        ("unknown_msgs/msg/Path", False), ("sensor_msgs/msg/PointCloud2", False),
        ("csv", True), ("", True), ("acme.Drive", True), ("std_msgs/msg/UInt16", True),
        ("nav2_msgs/action/NavigateToPose_FeedbackMessage", False),
    ],
)  # fmt: skip
def test_only_types_with_status_fields_are_read(type_name: str, is_read: bool):
    robot = Watching([Rule("status")], definition_of=lambda name: DEFINITIONS.get(name, ""))

    assert robot.perception.topics.wants("/topic", type_name) is is_read


def test_field_names_are_used_if_there_is_no_definition():
    robot = Watching()

    assert told(robot, "unknown_msgs/msg/MotorStatus", Message(motor_error=3, load=4)) == [
        "/part motor error: 3"
    ]


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [("error_code", 27.0, ["/part error code: 27"]),
     ("fault_word", 33025.0, ["/part fault word: 0x8101"]),
     ("fault_flags", 6.0, ["/part fault flags: 0x6"]),
     ("error_count", 27.0, []), ("error", 0.7, []), ("axis_error", 1.0, []), ("errors", 9.0, [])],
)  # fmt: skip
def test_a_constant_error_code_in_a_table_is_reported(column: str, value: float, text: list[str]):
    robot = Watching()
    told(robot, "csv", Message(speed=1.0, **{column: 0.0}), Message(speed=1.0, **{column: value}))

    assert [it for it in robot.lessons if "raised in operation" not in it] == text


def test_a_table_flag_that_becomes_a_code_is_also_reported_as_the_code():
    robot = Watching()
    told(robot, "csv", *[Message(motor_error=value) for value in (0.0, 1.0, 27.0, *[0.0] * 5)])

    assert robot.lessons == {"/part motor_error is raised in operation": 1,
                             "/part motor error: 27": 1}  # fmt: skip
    assert len(robot.ends) == 2


def test_a_measurement_in_a_table_is_not_reported_as_a_code():
    robot = Watching()
    values = iter([0.0, 0.5, 2.0, 2.0, 1.5, 3.0, 3.0] * 20)
    robot.every(
        10.0, 600.0, lambda now: robot.send("/log", "csv", Message(axis_error=next(values)))
    )

    assert robot.rows == []


def test_an_integer_topic_is_read_as_an_error_code_by_its_name():
    robot = Watching([Rule("status")])
    told(robot, "std_msgs/msg/UInt16", Message(data=0), Message(data=0x8105), topic="/x/error_code")
    told(robot, "std_msgs/msg/UInt16", Message(data=7), topic="/x/level")

    assert robot.lessons == {"/x/error_code error code: 0x8105": 1}


def test_a_message_whose_lists_change_their_length_is_still_read(robot: Watching):
    def feedback(*faults: bool) -> Message:
        drivers = [Message(current=1.0, motor_temperature=30.0, driver_fault=it) for it in faults]
        return Message(header=ros.header(), drivers=drivers, commanded_mode=0)

    assert told(robot, FEEDBACK, feedback(False, True), feedback(), feedback(True)) == [
        "/part drivers index 0 driver fault is raised",
        "/part drivers index 1 driver fault is raised",
    ]
