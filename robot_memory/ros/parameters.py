"""ROS parameters: the settings, with ranges, checked when they are set (contract, "Parameters")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rcl_interfaces.msg import (
    FloatingPointRange,
    IntegerRange,
    ParameterDescriptor,
    SetParametersResult,
)
from rclpy.node import Node
from rclpy.parameter import Parameter

from robot_memory.errors import InvalidSettings
from robot_memory.settings import Settings, Tunable, read_settings, tunables


def declare_settings(node: Node) -> Settings:
    """Declare every setting as a parameter and return the values given.

    Raises:
        InvalidSettings: lists the values that cannot be used.
    """
    for tunable in tunables():
        # Ranges are checked below, all at once; a descriptor's would stop at the first.
        node.declare_parameter(tunable.name, tunable.default, _describe(tunable))
    return read_settings(read_values(node), "parameters")


def read_values(node: Node) -> dict[str, object]:
    """Return the parameters that are settings."""
    return {tunable.name: node.get_parameter(tunable.name).value for tunable in tunables()}


def check(node: Node, parameters: Sequence[Parameter]) -> SetParametersResult:
    """Say whether parameters may be set; nothing is applied here (rules.md §5.5)."""
    values = read_values(node)
    given = {parameter.name: parameter.value for parameter in parameters}
    try:
        read_settings({**values, **{k: v for k, v in given.items() if k in values}}, "parameters")
    except InvalidSettings as error:
        return SetParametersResult(successful=False, reason=str(error))
    return SetParametersResult(successful=True)


def _describe(tunable: Tunable) -> ParameterDescriptor:
    unit = f" [{tunable.unit}]" if tunable.unit else ""
    descriptor = ParameterDescriptor(
        description=f"{tunable.meaning}{unit} ({tunable.source})", read_only=tunable.fixed
    )
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
