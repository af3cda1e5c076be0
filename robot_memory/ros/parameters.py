"""ROS parameters: the settings, with ranges, checked when they are set (rules.md §5.5).

See docs/reference/parameters.md.
"""

from __future__ import annotations

from collections.abc import Sequence
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

from robot_memory.errors import Defect, InvalidSettings
from robot_memory.identity.rrn import RRN_FORM
from robot_memory.settings import Settings, read_settings, tunables
from robot_memory.tunable import Tunable

_TUNABLES = {tunable.name: tunable for tunable in tunables()}
_OF_RCLPY = ("use_sim_time", "start_type_description_service", "qos_overrides.")


def create_node(name: str) -> Node:
    """Create a node on which all that was given is declared, so that it can be checked at once."""
    return rclpy.create_node(name, automatically_declare_parameters_from_overrides=True)


def declare_settings(node: Node) -> Settings:
    """Declare every setting as a parameter and return the values given.

    Raises:
        InvalidSettings: lists all values that cannot be used.
    """
    given = {name: item.value for name, item in node.get_parameters_by_prefix("").items()}
    strangers = [name for name in given if name not in _TUNABLES and not name.startswith(_OF_RCLPY)]
    if strangers:
        node.get_logger().warning(f"there is no parameter {', '.join(sorted(strangers))}: ignored")
    if not isinstance(given["use_sim_time"], bool):
        defect = Defect("use_sim_time", f"{given['use_sim_time']!r} is not true or false")
        raise InvalidSettings("the parameters cannot be used", [defect])
    wanted = {name: value for name, value in given.items() if name in _TUNABLES}
    settings = read_settings(wanted, "the parameters")
    for name in wanted:
        node.undeclare_parameter(name)  # it was declared without a descriptor
    for tunable in _TUNABLES.values():
        value = getattr(settings, tunable.field)
        value = list(value) if isinstance(value, tuple) else value
        node.declare_parameter(tunable.name, value, _describe(tunable), ignore_override=True)
    return settings


def read_values(node: Node) -> dict[str, object]:
    """Return the parameters that are settings."""
    return {name: node.get_parameter(name).value for name in _TUNABLES}


def widen(given: Sequence[Parameter]) -> list[Parameter]:
    """Take a whole number for a number: `ros2 param set … save_interval 30`."""
    return [_widen(item) for item in given]


def _widen(item: Parameter) -> Parameter:
    tunable = _TUNABLES.get(item.name)
    if item.type_ == Parameter.Type.INTEGER and tunable and isinstance(tunable.default, float):
        return Parameter(item.name, value=float(item.value))
    return item


def check(node: Node, given: Sequence[Parameter]) -> SetParametersResult:
    """Say whether parameters may be set; nothing is applied here (rules.md §5.5)."""
    values = read_values(node)
    for item in given:
        if item.name == "use_sim_time" and item.value != node.get_parameter(item.name).value:
            reason = "use_sim_time is read at start: a memory home belongs to one kind of time"
            return SetParametersResult(successful=False, reason=reason)
        if item.name in values:
            values[item.name] = item.value
    try:
        read_settings(values, "the parameters")
    except InvalidSettings as error:
        return SetParametersResult(successful=False, reason=str(error))
    return SetParametersResult(successful=True)


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
