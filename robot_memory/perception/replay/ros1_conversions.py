"""Converts messages of ROS 1 types that have another name in ROS 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from robot_memory.perception.replay.fields import Fields

LEVELS = {1: 10, 2: 20, 4: 30, 8: 40, 16: 50}
"""Log levels of ROS 1 (a bit each) to those of ROS 2: debug, info, warn, error, fatal."""


class Ros1Conversion(NamedTuple):
    """The ROS 2 type, and the function that converts the content of a message to it."""

    type: str
    convert: Callable[[Any], Any]


def log_of_ros1(log: Any) -> Fields:
    """Return a `rosgraph_msgs/Log` as a `rcl_interfaces/msg/Log`."""
    return Fields(
        stamp=log.header.stamp,
        level=LEVELS.get(log.level, log.level),
        name=log.name,
        msg=log.msg,
        file=log.file,
        function=log.function,
        line=log.line,
    )


ROS1_CONVERSIONS = {"rosgraph_msgs/msg/Log": Ros1Conversion("rcl_interfaces/msg/Log", log_of_ros1)}
