"""The messages of Nav2, which are installed where Nav2 is."""

from __future__ import annotations

import importlib
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidSettings


def nav2_type(name: str) -> Any:
    """Return a message type of nav2_msgs.

    Raises:
        InvalidSettings: nav2_msgs is not installed.
    """
    try:
        return getattr(importlib.import_module("nav2_msgs.msg"), name)
    except ImportError:
        problem = (
            "needs nav2_msgs, which is not installed: `sudo apt install ros-$ROS_DISTRO-nav2-msgs`"
        )
        raise InvalidSettings(
            "limits cannot act; nothing is published to Nav2", [Defect("limits.apply", problem)]
        ) from None
