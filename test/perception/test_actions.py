"""Actions: reports about goals that servers abort and goals that clients cancel."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace as Message

import pytest
from watching import Watching, when

from robot_memory.ledger import Severity
from robot_memory.perception.detectors.goal_end import (
    ABORTED,
    CANCELED,
    STATUS_TYPE,
    SUCCEEDED,
    GoalEnd,
    GoalId,
    GoalResult,
    GoalTracker,
    RunningGoals,
    read_result,
)

TOPIC = "/dock_robot/_action/status"
LOCALISER = "geometry_msgs/msg/PoseWithCovarianceStamped"


class Path:
    """A result as rosidl generates it: constants and fields."""

    NONE = 0
    UNKNOWN = 100
    TF_ERROR = 102

    def __init__(self, error_code: object, error_msg: str = "") -> None:
        self.error_code, self.error_msg = error_code, error_msg


class Navigation:
    """A result that passes on the codes of other servers."""

    NONE = 0

    def __init__(self, error_code: int) -> None:
        self.error_code = error_code


class MoveItErrorCodes:
    """An error code that is a message."""

    SUCCESS = 1
    FAILURE = 99999
    PLANNING_FAILED = -1

    def __init__(self, val: int, message: str = "") -> None:
        self.val, self.message = val, message

    @classmethod
    def get_fields_and_field_types(cls) -> dict[str, str]:
        return {"val": "int32", "message": "string"}


def goals(*statuses: int, stamp: int = 100) -> Message:
    return Message(
        status_list=[
            Message(
                goal_info=Message(
                    goal_id=Message(uuid=[number] * 16), stamp=Message(sec=stamp, nanosec=0)
                ),
                status=status,
            )
            for number, status in enumerate(statuses)
        ]
    )


def test_an_aborted_goal_is_an_error_with_its_code_text_and_server(robot: Watching):
    result = GoalResult(102, "TF_ERROR", "no transform from map to base_link")
    robot.send(TOPIC, STATUS_TYPE, GoalEnd(ABORTED, "/docking_server", result))
    robot.every(1.0, 10.0, lambda now: None)

    (onset,) = robot.onsets
    assert onset.summary == "dock_robot aborts: tf error (code 102)"
    assert onset.severity is Severity.ERROR
    assert onset.detail["server"] == "/docking_server"
    assert onset.detail["message"] == "no transform from map to base_link"


def test_an_aborted_goal_is_placed_where_the_robot_was_at_its_end(
    robot: Watching,
):
    def localise(now: float) -> None:  # it drives at 1 m/s
        place, straight = Message(x=now, y=0.0, z=0.0), Message(x=0.0, y=0.0, z=0.0, w=1.0)
        pose = Message(pose=Message(position=place, orientation=straight), covariance=[0.0] * 36)
        header = Message(stamp=Message(sec=0, nanosec=0), frame_id="map")
        robot.send("/amcl_pose", LOCALISER, Message(header=header, pose=pose))

    robot.every(0.1, 10.0, localise)
    ended_at = robot.now - 2.0
    robot.send(TOPIC, STATUS_TYPE, GoalEnd(ABORTED, at=ended_at))
    robot.every(1.0, 20.0, lambda now: None)

    (onset,) = robot.onsets
    frame, x, _ = onset.detail["position"]
    assert (frame, x) == ("map", pytest.approx(8.0, abs=0.4))
    assert when(onset) == pytest.approx(8.0, abs=0.4)


def test_aborted_goals_in_a_recorded_goal_list_are_reported_once(robot: Watching):
    for statuses in ((2, 2), (2, ABORTED), (4, ABORTED)):
        robot.send(TOPIC, STATUS_TYPE, goals(*statuses))
    robot.every(1.0, 10.0, lambda now: None)

    assert robot.lessons == {"dock_robot aborts its goal": 1}


def test_a_goal_that_its_client_cancelled_is_no_fault(robot: Watching):
    for _ in range(2):
        robot.send(TOPIC, STATUS_TYPE, GoalEnd(CANCELED))

    assert robot.onsets == []


def test_three_cancelled_goals_in_a_row_are_reported(robot: Watching):
    for _ in range(3):
        robot.send(TOPIC, STATUS_TYPE, GoalEnd(CANCELED))
    robot.every(1.0, 10.0, lambda now: None)  # the time in which a cause would be reported

    assert robot.lessons == {"dock_robot is cancelled again and again": 1}


def test_a_success_between_cancelled_goals_resets_their_count(robot: Watching):
    for status in (CANCELED, CANCELED, SUCCEEDED, CANCELED, CANCELED):
        robot.send(TOPIC, STATUS_TYPE, GoalEnd(status))

    assert robot.onsets == []


def test_goals_from_before_the_last_stop_are_not_reported_again():
    assert list(GoalTracker(100.0).ended(goals(ABORTED, stamp=100))) == []
    assert len(list(GoalTracker(99.0).ended(goals(ABORTED, stamp=100)))) == 1


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Path(102, "lost"), GoalResult(102, "TF_ERROR", "lost")),
        (Path(7), GoalResult(7)),
        (Path(MoveItErrorCodes(-1, "no plan")), GoalResult(-1, "PLANNING_FAILED", "no plan")),
        (Message(sequence=[1]), GoalResult()),
    ],
)
def test_a_result_code_gets_its_name_from_the_result_type(result: object, expected: GoalResult):
    assert read_result(result) == expected


def test_a_forwarded_result_code_gets_its_name_from_the_original_type():
    assert read_result(Navigation(102), [Path]) == GoalResult(102, "TF_ERROR")


LONG = "dock_robot takes longer than it ever did"
LOST = "dock_robot lost its server while it executed a goal"
GOAL = (1,) * 16


def drive(robot: Watching, seconds: float) -> None:
    """Let the robot run for some seconds, with battery messages."""
    robot.every(1.0, robot.now + seconds, lambda now: robot.battery(0.8))


_NUMBERS = count()


def execute(robot: Watching, seconds: float, goal: GoalId = ()) -> None:
    """Execute a goal that succeeds after some seconds."""
    goal = goal or (next(_NUMBERS),)
    robot.send(TOPIC, STATUS_TYPE, RunningGoals(frozenset({goal})))
    drive(robot, seconds)
    robot.send(TOPIC, STATUS_TYPE, GoalEnd(SUCCEEDED, goal=goal))
    robot.send(TOPIC, STATUS_TYPE, RunningGoals())


@pytest.fixture
def used_to_docking(robot: Watching) -> Watching:
    """A robot that has docked forty times, in 18 to 22 s."""
    for number in range(40):
        execute(robot, 18.0 + number % 5)
    return robot


def test_a_goal_that_takes_longer_than_ever_is_reported_while_it_runs(used_to_docking: Watching):
    execute(used_to_docking, 120.0)
    drive(used_to_docking, 10.0)

    assert used_to_docking.lessons == {LONG: 1}
    assert 20.0 < used_to_docking.ends[0].detail["lasted"] < 90.0


def test_a_goal_that_takes_only_a_little_longer_than_ever_is_not_reported(
    used_to_docking: Watching,
):
    execute(used_to_docking, 33.0)

    assert used_to_docking.lessons == {}


def test_a_reported_slow_goal_does_not_make_the_next_slow_goal_normal(used_to_docking: Watching):
    for _ in range(2):
        execute(used_to_docking, 120.0)
        execute(used_to_docking, 20.0)
        drive(used_to_docking, 120.0)

    assert used_to_docking.lessons == {LONG: 2}


def test_a_long_duration_becomes_normal_after_many_slow_goals(used_to_docking: Watching):
    for _ in range(35):
        execute(used_to_docking, 120.0)
    before = used_to_docking.lessons[LONG]
    execute(used_to_docking, 150.0)

    assert used_to_docking.lessons[LONG] == before


def test_widely_varying_durations_raise_the_limit_for_a_slow_goal(robot: Watching):
    for number in range(40):
        execute(robot, 5.0 * 1.1 ** (number % 30))
    execute(robot, 240.0)

    assert robot.lessons == {}


def test_no_goal_is_reported_as_slow_before_thirty_goals_have_succeeded(robot: Watching):
    for _ in range(25):
        execute(robot, 5.0)
    execute(robot, 100.0)

    assert robot.lessons == {}


def test_the_duration_of_a_goal_is_measured_from_a_recorded_goal_list(robot: Watching):
    for second in range(41):
        listed = goals(2, stamp=second + 1)
        listed.status_list[0].goal_info.goal_id.uuid = [second] * 16
        robot.send(TOPIC, STATUS_TYPE, listed)
        drive(robot, 5.0 if second < 40 else 60.0)
        listed.status_list[0].status = SUCCEEDED
        robot.send(TOPIC, STATUS_TYPE, listed)

    assert robot.lessons == {LONG: 1}


RUNS, GONE = RunningGoals(frozenset({GOAL})), RunningGoals(is_served=False)
DONE, ANOTHER = GoalEnd(SUCCEEDED, goal=GOAL), RunningGoals(frozenset({(2,) * 16}))


@pytest.mark.parametrize(
    ("told", "is_lost"),
    [
        ([(RUNS, 5.0), (GONE, 40.0)], True),
        ([(RUNS, 5.0), (GONE, 5.0), (RUNS, 40.0)], False),
        ([(RUNS, 5.0), (GONE, 0.0), (DONE, 40.0)], False),
        ([(RUNS, 5.0), (GONE, 5.0), (ANOTHER, 40.0)], True),
        ([(RUNS, 5.0), (DONE, 0.0), (RunningGoals(), 0.0), (GONE, 40.0)], False),
    ],
    ids=["it vanishes", "it is back with the same goal", "it tells the end of the goal",
         "it starts again", "it goes when its goals are done"],
)  # fmt: skip
def test_a_server_that_vanishes_during_a_goal_is_reported(
    robot: Watching, told: list[tuple[object, float]], is_lost: bool
):
    for content, seconds in told:
        robot.send(TOPIC, STATUS_TYPE, content)
        drive(robot, seconds)

    assert robot.lessons == ({LOST: 1} if is_lost else {})


def test_a_short_loss_of_the_server_does_not_restart_the_time_of_a_goal(
    used_to_docking: Watching,
):
    robot = used_to_docking
    robot.send(TOPIC, STATUS_TYPE, RunningGoals(frozenset({GOAL})))
    drive(robot, 33.0)
    robot.send(TOPIC, STATUS_TYPE, RunningGoals(is_served=False))
    drive(robot, 15.0)
    execute(robot, 33.0, GOAL)  # 81 s in total

    assert robot.lessons == {LONG: 1}


def test_a_server_that_vanishes_at_shutdown_is_not_reported(robot: Watching):
    robot.send(TOPIC, STATUS_TYPE, RunningGoals(frozenset({GOAL})))
    drive(robot, 5.0)
    robot.send(TOPIC, STATUS_TYPE, RunningGoals(is_served=False))
    robot.wait(robot.now + 120.0)

    assert robot.lessons == {}


def test_ended_goals_count_as_exposure_and_cancelled_goals_do_not(robot: Watching):
    for status in (SUCCEEDED, SUCCEEDED, ABORTED, CANCELED):
        robot.send(TOPIC, STATUS_TYPE, GoalEnd(status))

    assert robot.perception.take_exposure() == {("goals", "dock_robot"): 3.0}
    assert robot.perception.take_exposure() == {}
