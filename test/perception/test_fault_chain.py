"""A chain of effects is reported once, by its first cause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from entries_of import entries_of, texts_of, told_beside
from hypothesis import given
from hypothesis import strategies as st
from robot_messages import ERROR, OK, WARN, Message, status
from watching import Watching, when

from robot_memory.ledger import Kind, Severity
from robot_memory.perception.detectors.goal_end import ABORTED, GoalEnd
from robot_memory.perception.rule import Rule

LOG_WARN, LOG_ERROR = 30, 40


def hold(robot: Watching, until: float, *says: object) -> None:
    robot.every(0.5, until, lambda now: robot.diagnose(*says))


def test_an_emergency_stop_and_its_effects_are_one_entry(robot: Watching):
    stopped = status("plc: Safety", ERROR, "Emergency stop active")
    drive = status("amp_left: Amplifier", WARN, "Drive disabled")
    hold(robot, 2.0, stopped, drive)
    robot.log("arm_controller", "Aborted due to state tolerance violation", LOG_ERROR)
    robot.wait(4.0)
    robot.log("planner_server", "Failed to create a plan", LOG_ERROR)
    hold(robot, 6.0, stopped, drive)

    assert texts_of(robot) == ["plc: Safety tells of a stop: Emergency stop active"]
    assert told_beside(robot) == [
        "amp_left: Amplifier warns: Drive disabled",
        "arm_controller logs an error: Aborted due to state tolerance violation",
        "planner_server logs an error: Failed to create a plan",
    ]


def test_an_effect_that_is_logged_before_its_cause_waits_for_the_cause(robot: Watching):
    robot.log("arm_controller", "Trajectory aborted", LOG_ERROR)
    robot.wait(1.0)
    hold(robot, 3.0, status("plc: Safety", ERROR, "Emergency stop active"))

    assert texts_of(robot) == ["plc: Safety tells of a stop: Emergency stop active"]


def test_an_effect_without_a_cause_is_reported_later_with_its_own_time(robot: Watching):
    robot.log("arm_controller", "Trajectory aborted", LOG_ERROR)
    robot.wait(2.0)
    assert robot.rows == []

    robot.wait(4.0)

    (row,) = robot.onsets
    assert row.summary == "arm_controller logs an error: Trajectory aborted"
    assert when(row) == 0.0


@pytest.mark.parametrize("later", [20.0, 120.0])
def test_a_controller_abort_long_after_a_stop_is_a_separate_entry(robot: Watching, later: float):
    robot.log("base", "Emergency stop pressed", LOG_WARN)
    robot.wait(later)
    robot.log("arm_controller", "Trajectory aborted", LOG_ERROR)

    assert len(texts_of(robot)) == 2


def test_a_late_effect_of_a_repeatedly_logged_stop_is_not_a_separate_entry(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.log("base", "Emergency stop active", LOG_WARN))
    robot.log("nav", "Navigation goal rejected", LOG_ERROR)

    assert len(texts_of(robot)) == 1


def test_a_late_effect_of_an_active_stop_is_not_a_separate_entry(robot: Watching):
    stopped = status("plc: Safety", ERROR, "Emergency stop active")
    hold(robot, 60.0, stopped)
    robot.log("nav", "Navigation goal rejected", LOG_ERROR)
    hold(robot, 62.0, stopped)

    assert len(texts_of(robot)) == 1


def test_drives_that_stay_disabled_after_a_stop_are_a_separate_entry(robot: Watching):
    drive = status("amp_left: Amplifier", WARN, "Drive disabled")
    hold(robot, 5.0, status("plc: Safety", ERROR, "Emergency stop active"), drive)
    hold(robot, 90.0, status("plc: Safety", OK, "Released"), drive)

    assert "amp_left: Amplifier warns: Drive disabled" in texts_of(robot)


def test_the_same_message_in_log_and_status_of_a_driver_is_one_entry(robot: Watching):
    hold(robot, 2.0, status("beacon_rx", OK, "ok"))
    robot.log("nav.beacon_rx", "Few beacons for 3.2 s", LOG_WARN)
    robot.wait(2.5)
    hold(robot, 5.0, status("beacon_rx", WARN, "Few beacons"))
    robot.log("nav.beacon_rx", "Few beacons for 5.1 s", LOG_WARN)
    hold(robot, 6.0, status("beacon_rx", WARN, "Few beacons"))

    assert texts_of(robot) == ["beacon_rx warns: Few beacons"]
    assert told_beside(robot) == [
        f"nav.beacon_rx logs a warning: Few beacons for {seconds} s" for seconds in (3.2, 5.1)
    ]


@pytest.mark.parametrize(
    ("node", "message", "level"),
    [
        ("beacon_rx", "Antenna is open", LOG_WARN),
        ("beacon_rx", "Few beacons: position is lost", LOG_ERROR),
        ("planner", "Few beacons", LOG_WARN),
    ],
    ids=["other words", "more severe", "another node"],
)
def test_a_log_line_that_adds_to_the_status_is_a_separate_entry(
    robot: Watching, node: str, message: str, level: int
):
    hold(robot, 2.0, status("beacon_rx", WARN, "Few beacons"))
    robot.log(node, message, level)
    hold(robot, 6.0, status("beacon_rx", WARN, "Few beacons"))

    assert len(texts_of(robot)) == 2


@pytest.mark.parametrize(
    ("node", "name", "state", "message"),
    [
        ("driver", "driver: Status", "Motor 3 is hot", "Motor 4 is hot"),
        ("driver", "driver: Status", "Motor is hot", "Motor 4 is hot"),
        ("driver", "driver: Status", "E12", "E17"),
        ("driver", "driver: Status", "Error", "Error: the brake is released"),
        ("right.driver", "/left/driver: Status", "Motor is hot", "Motor is hot"),
    ],
    ids=["another part", "a part", "another code", "more than one word", "another namespace"],
)
def test_a_log_line_with_another_subject_than_the_status_is_a_separate_entry(
    robot: Watching, node: str, name: str, state: str, message: str
):
    hold(robot, 2.0, status(name, ERROR, state))
    robot.log(node, message, LOG_ERROR)
    hold(robot, 6.0, status(name, ERROR, state))

    assert len(texts_of(robot)) == 2


def driver(code: int = 0, text: str = "", slip: int = 0) -> Message:
    return Message(error_code=code, error_msg=text, wheel=Message(error_code=slip))


def send_driver(robot: Watching, seconds: float, message: Message) -> None:
    robot.every(
        0.5,
        robot.now + seconds,
        lambda _: robot.send("/driver", "acme_msgs/msg/DriverStatus", message),
    )


@pytest.mark.parametrize("text_first", [True, False])
def test_an_error_code_and_an_error_text_of_one_message_are_one_entry(text_first: bool):
    rules = [Rule("text"), Rule("status")] if text_first else [Rule("status"), Rule("text")]
    robot = Watching(rules)
    for message in (driver(), driver(7, "nozzle blocked"), driver()):
        send_driver(robot, 12.0, message)

    assert texts_of(robot) == ["Error says: nozzle blocked"]
    assert told_beside(robot) == ["/driver error code: 7"]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (driver(0, "nozzle blocked"), driver(7, "nozzle blocked")),
        (driver(0, "nozzle blocked"), driver(0, "nozzle blocked", slip=3)),
        (driver(7), driver(7, "nozzle blocked")),
    ],
    ids=["a later code", "that of another part", "a later text"],
)
def test_a_code_and_a_text_that_begin_at_different_times_are_two_entries(
    first: Message, then: Message
):
    robot = Watching([Rule("text"), Rule("status")])
    for message in (driver(), first, then, driver()):
        send_driver(robot, 12.0, message)

    assert len(texts_of(robot)) == 2


def test_a_log_line_of_a_node_without_status_is_reported_at_once(robot: Watching):
    hold(robot, 2.0, status("beacon_rx", OK, "ok"))
    robot.log("camera", "No image", LOG_WARN)

    assert len(robot.onsets) == 1


def test_an_unrelated_fault_during_a_stop_is_a_separate_entry(robot: Watching):
    stopped = status("plc: Safety", ERROR, "Emergency stop active")
    hold(robot, 2.0, stopped)
    robot.log("camera", "No image received from the sensor", LOG_ERROR)
    hold(robot, 4.0, stopped)

    assert len(texts_of(robot)) == 2


def test_a_failed_motion_part_is_the_cause_of_failures_right_after_it(robot: Watching):
    fault = status("odrive: axis0", ERROR, "Encoder error")
    hold(robot, 1.0, fault)
    robot.log("diff_drive_controller", "Hardware interface deactivated", LOG_ERROR)
    robot.wait(2.0)
    robot.log("bt_navigator", "Navigation failed", LOG_ERROR)
    hold(robot, 4.0, fault)

    assert texts_of(robot) == ["odrive: axis0 reports an error: Encoder error"]


@pytest.mark.parametrize(
    ("first", "pause", "second"),
    [
        (("driver", "Image queue full", LOG_ERROR), 1.0, ("planner", "Failed to create a plan")),
        (("driver", "Motor 3 is warm", LOG_WARN), 1.0, ("planner", "Failed to create a plan")),
        (("left_arm_controller", "Trajectory aborted", LOG_ERROR), 0.0,
         ("right_arm_controller", "Trajectory aborted")),
        (("base", "Emergency stop front pressed", LOG_ERROR), 1.0,
         ("base", "Emergency stop rear pressed")),
        (("front_camera", "USB transfer error", LOG_ERROR), 1.0,
         ("gripper_driver", "Finger motor over-temperature, aborting goal")),
        (("front_camera", "USB transfer error", LOG_ERROR), 1.0,
         ("weld_server", "Goal aborted: shielding gas pressure too low")),
        (("left_amplifier", "Drive disabled, overcurrent", LOG_ERROR), 0.0,
         ("lift", "Motor off, limit switch reached")),
        (("controllers", "Failed to make progress", LOG_ERROR), 5.0,
         ("controllers", "Control loop failed, costmap is not current")),
        (("controllers", "left_arm_controller failed", LOG_ERROR), 0.1,
         ("controllers", "right_arm_controller failed")),
    ],
    ids=["what moves nothing", "a warning", "two controllers", "stops that differ in a name",
         "a line that says why a goal ended", "another one",
         "drives that are off by themselves", "failures of a node five seconds apart",
         "a node of two controllers"],
)  # fmt: skip
def test_two_failures_without_a_causal_link_are_two_entries(
    robot: Watching, first: tuple[str, str, int], pause: float, second: tuple[str, str]
):
    robot.log(*first)
    robot.wait(robot.now + pause)
    robot.log(*second, LOG_ERROR)

    assert len(texts_of(robot)) == 2


def test_an_operator_action_is_an_event_and_not_a_fault(robot: Watching):
    robot.log("fcu", "Kill switch engaged", LOG_ERROR)

    (entry,) = entries_of(robot)
    assert entry.type.value == "behavior_pattern"
    assert entry.tags == ("fcu", "operator", "event")
    assert robot.onsets[0].severity is Severity.OK


def test_a_broken_emergency_stop_is_a_fault(robot: Watching):
    robot.log("base", "E-stop circuit fault", LOG_ERROR)

    (entry,) = entries_of(robot)
    assert entry.type.value == "hardware_observation"


def test_a_stop_from_before_a_restart_is_still_the_cause_of_its_effects():
    before = Watching()
    hold(before, 2.0, status("plc: Safety", ERROR, "Emergency stop active"))
    after = Watching()
    after.perception.resume(before.onsets, alive_until=None)
    after.log("arm_controller", "Trajectory aborted", LOG_ERROR)
    after.wait(5.0)

    assert after.onsets == []
    assert len(after.of(Kind.FOLLOWS)) == 1


def zeros(names: tuple[str, ...]) -> Any:
    values = {"Bus voltage": "0.00 V", "Temperature": "0.0 C", "Current": "0.00 A"}
    return [status(name, ERROR, "No response", **values) for name in names]


def test_a_lost_board_and_the_zeros_its_driver_reports_are_one_entry(robot: Watching):
    robot.battery(25.1, 0.8, topic="/base/battery")
    robot.wait(10.0)
    robot.log("base_driver", "Serial read timeout, no response from motor controller", LOG_ERROR)
    robot.log("controller_server", "Failed to make progress", LOG_ERROR)

    def tell(now: float) -> None:
        robot.diagnose(*zeros(("base: motor driver",)))
        robot.battery(0.0, 0.0, topic="/base/battery")

    robot.every(0.5, 100.0, tell)

    assert texts_of(robot) == [
        "base_driver logs an error: Serial read timeout, no response from motor controller"
    ]
    assert len(told_beside(robot)) == 3


def test_two_drivers_that_report_zeros_at_once_are_two_entries(robot: Watching):
    hold(robot, 10.0, *zeros(("base: motor driver", "arm: motor driver")))

    assert len(texts_of(robot)) == 2


# -- goals ---------------------------------------------------------------------------------

BEYOND_TOLERANCE = "arm_controller logs a warning: Aborted due to path tolerance violation"
NO_PROGRESS = "Path following (controller_server) logs an error: Failed to make progress"


def abort(robot: Watching, action: str) -> None:
    robot.send(
        f"/{action}/_action/status", "action_msgs/msg/GoalStatusArray",
        GoalEnd(ABORTED, goal=f"{action} at {robot.now}"),
    )  # fmt: skip


def fail_to_follow(robot: Watching) -> None:
    """Log what Nav2's controller logs when it cannot follow a path, and abort the goal."""
    robot.log("controller_server", "Failed to make progress", LOG_ERROR)
    robot.log("controller_server", "[follow_path] [ActionServer] Aborting handle.", LOG_WARN)
    abort(robot, "follow_path")


def fail_to_navigate(robot: Watching) -> None:
    robot.log("bt_navigator", "Goal failed", LOG_ERROR)
    robot.log("bt_navigator", "[navigate_to_pose] [ActionServer] Aborting handle.", LOG_WARN)
    abort(robot, "navigate_to_pose")


def fail_to_plan(robot: Watching) -> None:
    robot.log("planner_server", "GridBased: failed to create plan, tolerance 0.50.", LOG_WARN)
    robot.log("planner_server", "GridBased failed to generate a valid path", LOG_ERROR)
    robot.log("planner_server", "[compute_path_to_pose] [ActionServer] Aborting handle.", LOG_WARN)
    abort(robot, "compute_path_to_pose")
    fail_to_navigate(robot)


def fail_to_move_an_arm(robot: Watching) -> None:
    robot.log("arm_controller", "Aborted due to path tolerance violation", LOG_WARN)
    abort(robot, "arm_controller/follow_joint_trajectory")
    violated = "Controller 'arm_controller' failed with error PATH_TOLERANCE_VIOLATED"
    robot.log("move_group.follow_joint_trajectory_controller_handle", violated, LOG_ERROR)
    abort(robot, "move_action")


def fail_to_dock(robot: Watching) -> None:
    robot.log("docking_server", "Failed to detect dock", LOG_ERROR)
    robot.log("docking_server", "[dock_robot] [ActionServer] Aborting handle.", LOG_WARN)
    abort(robot, "dock_robot")


SAYS: dict[str, Callable[[Watching], None]] = {
    "Failed to make progress": fail_to_follow,
    "Goal failed": fail_to_navigate,
    "failed to generate a valid path": fail_to_plan,
    "Failed to detect dock": fail_to_dock,
}


@pytest.mark.parametrize(
    ("fail", "text"),
    [
        (fail_to_follow, NO_PROGRESS),
        (fail_to_plan, "planner_server logs an error: GridBased failed to generate a valid path"),
        (fail_to_move_an_arm, BEYOND_TOLERANCE),
        (fail_to_dock, "docking_server logs an error: Failed to detect dock"),
    ],
)  # fmt: skip
def test_a_failed_goal_is_one_entry_with_its_reason(
    robot: Watching, fail: Callable[[Watching], None], text: str
):
    fail(robot)

    assert texts_of(robot) == [text]


def test_a_failed_goal_without_a_log_is_an_entry_but_its_parent_goal_is_not(
    robot: Watching,
):
    abort(robot, "follow_path")
    abort(robot, "navigate_to_pose")

    assert texts_of(robot) == ["follow_path aborts its goal"]


def test_goals_of_two_arms_are_two_entries(robot: Watching):
    abort(robot, "left_arm/follow_joint_trajectory")
    abort(robot, "right_arm/follow_joint_trajectory")

    assert len(texts_of(robot)) == 2


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(SAYS)), st.floats(0.1, 70.0), st.booleans()),
        min_size=1, max_size=8,
    )
)  # fmt: skip
def test_each_failure_is_an_entry_or_evidence_of_one_at_any_time(
    failures: list[tuple[str, float, bool]],
):
    robot = Watching()
    for says, pause, is_awake in failures:
        if is_awake:
            robot.wait(robot.now + pause)
        else:
            robot.jump(robot.now + pause)  # a recording in which nothing else is heard
        SAYS[says](robot)
    robot.perception.finish()

    told = {row.key for row in robot.onsets}
    evidence = robot.of(Kind.FOLLOWS)
    assert told
    assert {row.key for row in evidence} <= told
    texts = " ".join(row.summary for row in [*robot.onsets, *evidence])
    assert all(says in texts for says, _, _ in failures)


@pytest.mark.parametrize("pauses", [(12.0, 20.0, 9.0, 31.0, 14.0), (20.0, 20.0, 45.0, 5.0)])
def test_a_goal_that_fails_at_repeated_attempts_is_one_entry(
    robot: Watching, pauses: tuple[float, ...]
):
    alive = status("base: Motors", OK, "fine")
    for pause in pauses:
        hold(robot, robot.now + pause, alive)
        fail_to_follow(robot)
    fail_to_navigate(robot)
    hold(robot, robot.now + 200.0, alive)

    assert texts_of(robot) == [NO_PROGRESS]


def test_a_constant_warning_is_not_taken_as_the_cause_of_failures(robot: Watching):
    def complain(_: float) -> None:
        robot.log("twist_mux", "cmd_vel from joystick timed out", LOG_WARN)

    robot.every(2.0, 60.0, complain)
    robot.log("lift", "Motion aborted, obstacle above", LOG_ERROR)
    robot.every(2.0, 120.0, complain)
    robot.log("docking_server", "Docking failed: charger reports no contact", LOG_ERROR)
    robot.every(2.0, 180.0, complain)
    abort(robot, "load_pallet")
    robot.every(2.0, 240.0, complain)

    assert len(texts_of(robot)) == 4


def test_a_goal_aborted_during_a_stop_is_an_effect_of_the_stop(robot: Watching):
    stopped = status("plc: Safety", ERROR, "Emergency stop active")
    for attempt in range(4):
        hold(robot, 2.0 + 70.0 * attempt, stopped)
        abort(robot, "navigate_to_pose")
    hold(robot, 300.0, stopped)

    assert texts_of(robot) == ["plc: Safety tells of a stop: Emergency stop active"]


def test_an_error_of_another_part_is_not_the_reason_of_an_aborted_goal(robot: Watching):
    robot.log("wifi_monitor", "Roaming failed", LOG_ERROR)
    robot.wait(1.0)
    abort(robot, "pick")

    assert len(texts_of(robot)) == 2


def test_an_error_of_an_action_server_is_the_reason_of_its_abort(robot: Watching):
    robot.log("docking_server", "Camera frame is too old", LOG_ERROR)
    robot.log("docking_server", "[dock_robot] [ActionServer] Aborting handle.", LOG_WARN)

    assert texts_of(robot) == ["docking_server logs an error: Camera frame is too old"]


def test_a_goal_that_fails_again_much_later_is_a_separate_entry(
    robot: Watching,
):
    broken = status("arm: Joint 2", ERROR, "Encoder error")
    hold(robot, 2.0, broken)
    abort(robot, "pick")
    hold(robot, 200.0, broken)
    abort(robot, "pick")

    assert texts_of(robot) == [
        "arm: Joint 2 reports an error: Encoder error",
        "pick aborts its goal",
    ]


def test_a_goal_that_keeps_failing_without_a_log_is_reported(robot: Watching):
    alive = status("base: Motors", OK, "fine")
    robot.log("gripper_driver", "No object between the fingers", LOG_ERROR)
    for attempt in range(6):
        abort(robot, "pick")
        hold(robot, 40.0 * (attempt + 1), alive)

    assert "pick aborts its goal" in texts_of(robot)


def test_a_cause_has_sixteen_effects_at_most(robot: Watching):
    robot.log("base", "Emergency stop pressed", LOG_ERROR)
    for number in range(20):
        robot.log(f"controller_{number}", "Trajectory aborted", LOG_ERROR)
    entries_of(robot)

    assert len(robot.of(Kind.FOLLOWS)) == 16
