"""Node parameters: changes since the last good start are reported, ever-changing values are not."""

from __future__ import annotations

from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from watching import SHIPPED, Watching

from robot_memory.perception.detectors.parameter_detector import (
    NodeParameters,
    ParameterHistory,
    value_text,
)

EVENTS = "/parameter_events"
TYPE = "rcl_interfaces/msg/ParameterEvent"
NODE = "/controller_server"
RULES = [rule for rule in SHIPPED if rule.detector in ("parameters", "log")]


class Starts:
    """A robot that is started repeatedly and keeps its baselines."""

    def __init__(self) -> None:
        self.baselines: dict[str, object] = {}
        self.robot = Watching(RULES)

    def start(self, seconds: float = 700.0, *, fault_at: float = 0.0, **values: object) -> Watching:
        """Start a node with these parameters and let it run; return its perception."""
        self.robot = robot = Watching(RULES, baselines=self.baselines)
        robot.send(EVENTS, TYPE, NodeParameters(NODE, {k: str(v) for k, v in values.items()}))
        for message in ("No valid control", "Failed to make progress") if fault_at else ():
            robot.wait(robot.now + fault_at, step=5.0)
            robot.send("/rosout", ros.LOG, ros.log("controller_server", message, 40))
        robot.wait(seconds, step=5.0)
        self.baselines = self.robot.perception.baselines.states()
        return robot


@pytest.fixture
def starts() -> Starts:
    return Starts()


SAID = "controller_server: max_vel_x is 0.8, was 0.3 at the last good start"


def test_a_parameter_that_differs_from_the_last_good_start_is_reported_once(starts: Starts):
    starts.start(max_vel_x=0.3, min_vel_x=0.0)
    robot = starts.start(max_vel_x=0.8, min_vel_x=0.0)

    assert robot.lessons == {SAID: 1}
    assert robot.onsets[0].entry_type == "behavior_pattern"
    assert "configuration" in robot.onsets[0].tags


def test_a_changed_parameter_is_reported_again_if_its_node_has_faults(starts: Starts):
    starts.start(max_vel_x=0.3)
    robot = starts.start(max_vel_x=0.8, fault_at=100.0)

    first, second = (row for row in robot.onsets if row.summary == SAID)
    assert "fault" not in first.detail
    assert "No valid control" in second.detail["fault"]
    assert second.confidence > first.confidence


def test_a_start_with_a_fault_is_not_a_good_start(starts: Starts):
    starts.start(max_vel_x=0.3)
    starts.start(max_vel_x=0.8, fault_at=100.0, seconds=650.0)
    robot = starts.start(max_vel_x=0.3)

    assert robot.lessons == {}


def test_a_start_that_ends_soon_is_not_a_good_start(starts: Starts):
    starts.start(max_vel_x=0.3)
    starts.start(max_vel_x=0.8, seconds=60.0)
    robot = starts.start(max_vel_x=0.3)

    assert robot.lessons == {}


def test_changed_parameters_that_ran_well_become_the_last_good_start(starts: Starts):
    starts.start(max_vel_x=0.3)
    starts.start(max_vel_x=0.8)
    robot = starts.start(max_vel_x=0.8)

    assert robot.lessons == {}


def test_a_parameter_that_changes_at_every_start_is_soon_not_reported(starts: Starts):
    told = [len(starts.start(port=5000 + number).onsets) for number in range(6)]

    assert told == [0, 1, 1, 0, 0, 0]


def test_many_changed_parameters_are_reported_as_one_difference(starts: Starts):
    starts.start(**{f"gain_{number}": 1.0 for number in "abcdef"})
    robot = starts.start(**{f"gain_{number}": 2.0 for number in "abcdef"})

    assert robot.lessons == {
        "controller_server: many parameters differ from the last good start": 1
    }
    assert robot.onsets[0].detail["was and is"]["gain_a"] == ["1.0", "2.0"]


def parameter(name: str, **value: object) -> Message:
    return Message(name=name, value=Message(**value))


def test_parameters_in_events_are_compared_with_the_last_good_start(starts: Starts):
    starts.start(max_vel_x=0.3)
    robot = Watching(RULES, baselines=starts.baselines)
    event = Message(
        node=NODE, new_parameters=[parameter("max_vel_x", type=3, double_value=0.8)],
        changed_parameters=[],
    )  # fmt: skip
    robot.send(EVENTS, TYPE, event)
    robot.wait(20.0)

    assert robot.lessons == {SAID: 1}


def test_parameters_of_tools_and_of_the_memory_are_ignored(starts: Starts):
    for value in ("1", "2"):
        robot = Watching(RULES, baselines=starts.baselines)
        for node in ("/rviz2", "/robot_memory"):
            robot.send(EVENTS, TYPE, NodeParameters(node, {"rate": value}))
        robot.wait(700.0, step=5.0)
        starts.baselines = robot.perception.baselines.states()

    assert robot.lessons == {}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"type": 0}, None),
        ({"type": 1, "bool_value": True}, "true"),
        ({"type": 2, "integer_value": 7}, "7"),
        ({"type": 3, "double_value": 0.3}, "0.3"),
        ({"type": 4, "string_value": "map"}, "map"),
        ({"type": 9, "string_array_value": ["a", "b"]}, "['a', 'b']"),
    ],
)
def test_a_value_is_kept_as_a_text(value: dict[str, object], text: str | None):
    assert value_text("frame", Message(**value)) == text


def test_a_long_value_is_stored_as_a_digest():
    one, other = (value_text("model", Message(type=4, string_value=it * 1000)) for it in "ab")

    assert one is not None
    assert one.startswith("a value of 1000 characters (")
    assert one != other


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("wifi_password", "hunter2"),
        ("url", "https://ada:hunter2@robot.local"),
        ("mqtt_pass", "hunter2"),
        ("db_pw", "hunter2"),
        ("pass", "hunter2"),
        ("pw", "hunter2"),
    ],
)
def test_a_secret_is_not_kept(name: str, value: str):
    assert value_text(name, Message(type=4, string_value=value)) is None


def test_a_node_with_a_new_number_in_its_name_at_each_start_is_the_same_node(starts: Starts):
    for number, value in (("4f2a91", "1"), ("77b3c0", "2")):
        robot = Watching(RULES, baselines=starts.baselines)
        robot.send(EVENTS, TYPE, NodeParameters(f"/listener_{number}", {"rate": value}))
        robot.wait(700.0, step=5.0)
        starts.baselines = robot.perception.baselines.states()

    assert robot.lessons == {"listener: rate is 2, was 1 at the last good start": 1}


def run_motors(starts: Starts, *gains: str) -> Watching:
    """Start a robot with a motor for each gain, numbered from 101; return its perception."""
    robot = Watching(RULES, baselines=starts.baselines)
    for number, gain in enumerate(gains, start=101):
        robot.send(EVENTS, TYPE, NodeParameters(f"/motor_{number}", {"gain": gain}))
        robot.wait(robot.now + 10.0)
    robot.wait(700.0, step=5.0)
    starts.baselines = robot.perception.baselines.states()
    return robot


def test_two_nodes_of_one_start_with_different_numbers_are_two_nodes(starts: Starts):
    run_motors(starts, "1", "2", "3")
    same = run_motors(starts, "1", "2", "3")
    other = run_motors(starts, "1", "5", "3")

    assert same.lessons == {}
    assert other.lessons == {"motor_102: gain is 5, was 2 at the last good start": 1}


def test_a_parameter_missing_at_one_start_is_forgotten(starts: Starts):
    starts.start(max_vel_x=0.3, gone="1")
    starts.start(max_vel_x=0.3)
    robot = starts.start(max_vel_x=0.3, gone="2")

    assert robot.lessons == {}


def test_an_event_about_one_parameter_does_not_remove_the_others(starts: Starts):
    starts.start(max_vel_x=0.3, min_vel_x=0.0)
    robot = Watching(RULES, baselines=starts.baselines)
    event = Message(
        node=NODE, new_parameters=[], changed_parameters=[parameter("min_vel_x", type=1)]
    )
    event.changed_parameters[0].value.bool_value = False
    robot.send(EVENTS, TYPE, event)
    robot.wait(700.0, step=5.0)
    starts.baselines = robot.perception.baselines.states()

    assert starts.start(max_vel_x=0.8).lessons == {SAID: 1}


def test_up_to_a_thousand_parameters_of_one_node_are_stored():
    history = ParameterHistory()
    history.adopt("/huge", {f"gain_{number}": "1" for number in range(6000)})

    assert history.was("/huge", "gain_999", "2") == "1"
    assert history.was("/huge", "gain_1000", "2") is None


def test_the_parameters_of_the_oldest_nodes_are_forgotten_beyond_a_limit():
    history = ParameterHistory()
    for node in ("/old", "/a", "/b", "/c", "/d", "/newest"):
        history.adopt(node, {f"gain_{number}": "1" for number in range(1000)})

    assert history.was("/old", "gain_7", "2") is None
    assert history.was("/a", "gain_7", "2") == "1"
