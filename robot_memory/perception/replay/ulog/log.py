"""Text that PX4 logged, as messages of /rosout."""

from __future__ import annotations

import re
from typing import Any

from robot_memory.perception.replay.fields import Fields, ros_time

TOPIC = "/rosout"
TYPE = "rcl_interfaces/msg/Log"

LEVELS = {0: 50, 1: 50, 2: 50, 3: 40, 4: 30, 5: 20, 6: 20, 7: 10}
"""Levels of syslog, emergency to debug, to those of ROS 2: fatal, error, warn, info, debug."""

BRACKET = re.compile(r"\[([^\]\s]+)\]\s*(?!\s)(.*)", re.S)
"""'[sensors] no barometer found': who says it, and what."""


def log_content(message: Any, system: str, offset: int) -> Fields:
    """A `rcl_interfaces/msg/Log` of one of pyulog's logged messages, tagged or not.

    Args:
        system: who says it where it doesn't tell.
        offset: microseconds from boot time to UTC.
    """
    text = message.message.strip("\0").strip()
    match = BRACKET.fullmatch(text)
    name, content = (match[1], match[2]) if match else (system, text)
    return Fields(
        stamp=ros_time((message.timestamp + offset) * 1000),
        level=LEVELS.get(message.log_level - ord("0"), 20),
        name=name,
        msg=content,
        file="",
        function="",
        line=0,
    )
