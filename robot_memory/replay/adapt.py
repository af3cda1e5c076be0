"""ROS 1 types that became other types in ROS 2, brought into their new form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from robot_memory.replay.fields import Fields

LEVELS = {1: 10, 2: 20, 4: 30, 8: 40, 16: 50}
"""Log levels of ROS 1 (a bit each) to those of ROS 2: debug, info, warn, error, fatal."""


class Adapted(NamedTuple):
    """The type that it is now, and how its content gets there."""

    type: str
    adapt: Callable[[Any], Any]


def log_of_ros1(log: Any) -> Fields:
    """`rosgraph_msgs/Log` as `rcl_interfaces/msg/Log`."""
    return Fields(
        stamp=log.header.stamp,
        level=LEVELS.get(log.level, log.level),
        name=log.name,
        msg=log.msg,
        file=log.file,
        function=log.function,
        line=log.line,
    )


ADAPTED = {"rosgraph_msgs/msg/Log": Adapted("rcl_interfaces/msg/Log", log_of_ros1)}
