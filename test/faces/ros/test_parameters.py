"""Parameters: described, checked when set, and applied at once; fixed ones are read-only."""

from __future__ import annotations

import pytest
import yaml
from rcl_interfaces.msg import Parameter as ParameterMessage
from rcl_interfaces.srv import DescribeParameters, GetParameters, ListParameters, SetParameters
from rclpy.parameter import Parameter
from robot_memory.srv import GetContext, Remember

from robot_memory.foundation.config_files import config_file
from robot_memory.foundation.settings import tunables

pytestmark = pytest.mark.ros

NODE = "/robot_memory"


@pytest.fixture
def set_parameter(shared_node, robot):
    """A function that sets a parameter of the shared node; returns the result."""

    def set_parameter(name, value):
        message: ParameterMessage = Parameter(name, value=value).to_parameter_msg()
        answer = robot.call(SetParameters, f"{NODE}/set_parameters", parameters=[message])
        return answer.results[0]

    return set_parameter


@pytest.fixture
def get_parameter(shared_node, robot):
    def get_parameter(name):
        answer = robot.call(GetParameters, f"{NODE}/get_parameters", names=[name])
        return Parameter.from_parameter_msg(
            ParameterMessage(name=name, value=answer.values[0])
        ).value

    return get_parameter


def test_each_setting_is_a_parameter_with_description_unit_and_range(shared_node, robot):
    names = robot.call(ListParameters, f"{NODE}/list_parameters").result.names
    assert {tunable.name for tunable in tunables()} <= set(names)

    known = {tunable.name: tunable for tunable in tunables()}
    answer = robot.call(DescribeParameters, f"{NODE}/describe_parameters", names=list(known))
    for descriptor in answer.descriptors:
        tunable = known[descriptor.name]
        assert tunable.meaning in descriptor.description
        assert not tunable.unit or f"[{tunable.unit}]" in descriptor.description
        assert descriptor.read_only == tunable.fixed
        ranges = [*descriptor.floating_point_range, *descriptor.integer_range]
        bounds = [] if tunable.low is None else [(tunable.low, tunable.high)]
        assert [(item.from_value, item.to_value) for item in ranges] == bounds


def test_a_change_is_logged_with_both_values(shared_node, set_parameter, robot):
    assert set_parameter("urgent_save_interval", 1.5).successful

    robot.spin_until(lambda: shared_node.logged("parameter urgent_save_interval was set: "))
    assert shared_node.logged("1.5 now")


def test_parameters_that_could_hide_entries_or_share_more_are_read_only(set_parameter, robot):
    note = {"type": "environment_note", "source": "person", "text": "Ramp is steep"}
    robot.call(Remember, f"{NODE}/remember", **note, confidence=0.5)
    live = {tunable.name for tunable in tunables() if not tunable.fixed}

    for name, value in {
        "inject_min": 1.0, "decay_per_day": 1.0, "entries_max": 100, "federation.share_min": 0.0,
        "federation.share_withheld": "", "federation.share_values": True,
    }.items():  # fmt: skip
        assert "read-only" in set_parameter(name, value).reason

    assert live == {"save_interval", "urgent_save_interval"}
    assert "Ramp is steep" in robot.call(GetContext, f"{NODE}/get_context").context


def test_an_integer_is_accepted_for_a_float_parameter(set_parameter, get_parameter):
    assert set_parameter("save_interval", 30).successful
    assert get_parameter("save_interval") == 30.0


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("save_interval", -1.0, "save_interval"),
        ("save_interval", float("nan"), "save_interval"),
        ("save_interval", "many", "Wrong parameter type"),
        ("rrn", "RRN-000000000009", "read-only"),
        ("hardware_ids", "b", "read-only"),
        ("accept_writes", False, "read-only"),
        ("use_sim_time", True, "use_sim_time is read at start"),
    ],
)
def test_an_invalid_parameter_is_refused_and_keeps_its_value(
    set_parameter, get_parameter, name, value, words
):
    before = get_parameter(name)

    result = set_parameter(name, value)

    assert not result.successful
    assert words in result.reason
    assert get_parameter(name) == before


def test_the_shipped_parameter_file_lists_each_parameter_with_its_default():
    file = config_file("params.yaml")

    shipped = yaml.safe_load(file.read_text())["/**"]["ros__parameters"]

    assert shipped.pop("use_sim_time") is False
    for group in [name for name, value in shipped.items() if isinstance(value, dict)]:
        shipped |= {f"{group}.{name}": value for name, value in shipped.pop(group).items()}
    defaults = {tunable.name: tunable.default for tunable in tunables()}
    assert shipped == {
        name: list(value) if isinstance(value, tuple) else value for name, value in defaults.items()
    }


def test_a_node_starts_without_warnings_with_the_shipped_parameter_file(start_node, robot, home):
    file = config_file("params.yaml")
    # Later arguments win, so the home is the test's.
    node = start_node(
        "--params-file", str(file), "-p", f"home:={home}", "-r", "__node:=any", namespace="/where"
    )  # fmt: skip

    assert robot.call(GetContext, "/where/any/get_context").success
    assert node.logged(f"remembers in {home}/")
    assert node.stop() == 0
    assert not node.logged("WARN")
