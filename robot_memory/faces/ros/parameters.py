"""ROS parameters: the settings, with ranges, checked when they are set (rules.md §5.5).

See docs/reference/parameters.md; docs/reference/security.md, "Parameters".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import rclpy
from rcl_interfaces.msg import (
    FloatingPointRange,
    IntegerRange,
    ParameterDescriptor,
    SetParametersResult,
)
from rclpy.node import Node
from rclpy.parameter import Parameter

from robot_memory.faces.ros.qos import check_overrides
from robot_memory.faces.ros.source_warnings import few
from robot_memory.foundation.errors import Defect, InvalidSettings
from robot_memory.foundation.home import find_home
from robot_memory.foundation.identity.rrn import RRN_FORM
from robot_memory.foundation.settings import Settings, Tunable, read_settings, tunables
from robot_memory.foundation.text.escaping import terminal_line
from robot_memory.sharing.federation.peer_record import TOPIC

_TUNABLES = {tunable.name: tunable for tunable in tunables()}
_OF_RCLPY = ("use_sim_time", "start_type_description_service", "qos_overrides.")


def create_node(name: str) -> Node:
    """Create a node that declares all given parameters, so that they can be checked at once."""
    return rclpy.create_node(name, automatically_declare_parameters_from_overrides=True)


def declare_settings(node: Node) -> Settings:
    """Declare every setting as a parameter and return the values given.

    The parameters ``home`` and ``memory_file`` show the paths in use, even if none was given.

    Raises:
        InvalidSettings: lists all unusable values.
    """
    given = {name: item.value for name, item in node.get_parameters_by_prefix("").items()}
    if not isinstance(given["use_sim_time"], bool):
        defect = Defect("use_sim_time", f"{given['use_sim_time']!r:.80} is not true or false")
        raise InvalidSettings("the parameters cannot be used", [defect])
    wanted = {name: value for name, value in given.items() if name in _TUNABLES}
    defects = check_overrides(given, _fixed_topics(node))
    settings = read_settings(wanted, "the parameters", defects)
    for name in wanted:
        node.undeclare_parameter(name)  # it was declared without a descriptor
    home = find_home(settings)
    in_use = replace(settings, home=str(home.folder), memory_file=str(home.memory_file))
    for tunable in _TUNABLES.values():
        value = getattr(in_use, tunable.field)
        value = list(value) if isinstance(value, tuple) else value
        node.declare_parameter(tunable.name, value, _describe(tunable), ignore_override=True)
    return settings


def ignored_words(node: Node) -> str:
    """Return a sentence about the given parameters that do not exist, or an empty text."""
    given = node.get_parameters_by_prefix("")
    unknown = [one for one in given if one not in _TUNABLES and not one.startswith(_OF_RCLPY)]
    names = terminal_line(few(sorted(unknown)))
    return f"there is no parameter {names}: ignored" if unknown else ""


def read_values(node: Node) -> dict[str, object]:
    """Return the parameters that are settings."""
    return {name: node.get_parameter(name).value for name in _TUNABLES}


def widen(given: Sequence[Parameter]) -> list[Parameter]:
    """Accept an integer for a float parameter: `ros2 param set … save_interval 30`."""
    numbers = {name for name, one in _TUNABLES.items() if isinstance(one.default, float)}
    return [
        Parameter(item.name, value=float(item.value))
        if item.type_ == Parameter.Type.INTEGER and item.name in numbers else item
        for item in given
    ]  # fmt: skip


def check(node: Node, given: Sequence[Parameter]) -> SetParametersResult:
    """Return whether parameters may be set; nothing is applied here (rules.md §5.5)."""
    values = read_values(node)
    overrides = {item.name: item.value for item in given}
    defects = check_overrides(overrides, _fixed_topics(node))
    for item in given:
        if item.name == "use_sim_time" and item.value != node.get_parameter(item.name).value:
            reason = "use_sim_time is read at start: a memory home belongs to one kind of time"
            return SetParametersResult(successful=False, reason=reason)
        if item.name in values:
            values[item.name] = item.value
    try:
        read_settings(values, "the parameters", defects)
    except InvalidSettings as error:
        return SetParametersResult(successful=False, reason=str(error))
    return SetParametersResult(successful=True)


def changes(old: Settings, new: Settings) -> list[str]:
    """Return a line with both values for each parameter changed at run time."""
    return [
        f"parameter {tunable.name} was set: {getattr(old, tunable.field)!r} before, "
        f"{getattr(new, tunable.field)!r} now"
        for tunable in _TUNABLES.values()
        if not tunable.fixed and getattr(old, tunable.field) != getattr(new, tunable.field)
    ]


def _fixed_topics(node: Node) -> dict[str, str]:
    """Return the topic ends whose QoS cannot be overridden, and why."""
    peers = node.resolve_topic_name(TOPIC)
    of_site = "all robots of a site share it (rules.md §6.3)"
    return {
        f"{peers}.publisher": of_site, f"{peers}.subscription": of_site,
        "/rosout.publisher": "ROS chooses it", "/parameter_events.publisher": "ROS chooses it",
    }  # fmt: skip


def _describe(tunable: Tunable) -> ParameterDescriptor:
    unit = f" [{tunable.unit}]" if tunable.unit else ""
    descriptor = ParameterDescriptor(
        description=f"{tunable.meaning}{unit} ({tunable.source})", read_only=tunable.fixed
    )
    if tunable.name == "rrn":
        descriptor.additional_constraints = RRN_FORM
    if tunable.choices:
        descriptor.additional_constraints = f"one of {', '.join(tunable.choices)}"
    low, high = tunable.low, tunable.high
    if low is None or high is None:
        return descriptor
    bounds: Any
    if isinstance(tunable.default, float):
        bounds = FloatingPointRange(from_value=low, to_value=high)
        descriptor.floating_point_range = [bounds]
    else:
        bounds = IntegerRange(from_value=int(low), to_value=int(high), step=1)
        descriptor.integer_range = [bounds]
    return descriptor
