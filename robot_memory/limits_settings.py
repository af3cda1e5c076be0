"""The tunables of learned limits, a part of :class:`robot_memory.settings.Settings`."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.tunable import setting


@dataclass(frozen=True)
class LimitsSettings:
    """Whether approved limits act, and where."""

    limits_apply: bool = setting(
        False,
        "whether what an operator approved is published to Nav2: the lowest speed, and places as "
        "masks of its costmap filters",
        "limits",
        fixed=True,
    )
    limits_speed_topic: str = setting(
        "speed_limit",
        "topic of nav2_msgs/SpeedLimit: speed_limit_topic of Nav2's controller server",
        "limits",
        fixed=True,
    )
