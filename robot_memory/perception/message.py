"""What perception is fed with, live or from a recording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """One message of one topic.

    Attributes:
        topic: fully qualified topic name, '/battery'.
        type: ROS type name, 'sensor_msgs/msg/BatteryState'.
        stamp: receipt time, seconds since the epoch, UTC.
        content: object with the attributes of that ROS type.
    """

    topic: str
    type: str
    stamp: float
    content: Any
