"""Which topics the black box records, and which of them matter for a fault."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from robot_memory.applications.black_box.fault_recordings import Trigger

#: Types of large messages, and of drawings of other topics' data: recorded only on request.
_LARGE = frozenset(
    """
    sensor_msgs/msg/Image sensor_msgs/msg/CompressedImage sensor_msgs/msg/PointCloud2
    sensor_msgs/msg/PointCloud nav_msgs/msg/OccupancyGrid nav_msgs/msg/GridCells
    map_msgs/msg/OccupancyGridUpdate map_msgs/msg/PointCloud2Update nav2_msgs/msg/Costmap
    nav2_msgs/msg/CostmapUpdate nav2_msgs/msg/VoxelGrid stereo_msgs/msg/DisparityImage
    visualization_msgs/msg/Marker visualization_msgs/msg/MarkerArray
    visualization_msgs/msg/ImageMarker rosgraph_msgs/msg/Clock
    """.split()
)
#: The state of the robot as a whole: it matters for every fault.
_STATE = frozenset(
    """
    nav_msgs/msg/Odometry geometry_msgs/msg/Twist geometry_msgs/msg/TwistStamped
    geometry_msgs/msg/PoseStamped geometry_msgs/msg/PoseWithCovarianceStamped
    sensor_msgs/msg/JointState sensor_msgs/msg/BatteryState tf2_msgs/msg/TFMessage
    trajectory_msgs/msg/JointTrajectory ackermann_msgs/msg/AckermannDriveStamped
    """.split()
)
_STATE_PACKAGES = ("std_msgs", "diagnostic_msgs", "rcl_interfaces", "lifecycle_msgs",
                   "action_msgs", "control_msgs")  # fmt: skip
#: Words in names that do not identify a part of a robot.
_GENERAL = frozenset(
    """data raw state states status sensor sensors robot driver node info filtered diagnostics
    rosout topic sensor_msgs the of and is at""".split()
)
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class TopicChoice:
    """The choice of recorded topics."""

    # patterns (``*``, ``?``) of topics to record even if they are large, at most one message a
    # second each; they matter for every fault
    include: Sequence[str] = ()
    leave_out: Sequence[str] = ()  # patterns of topics never to record
    # whether to record messages in which secrets cannot be found
    keeps_undecodable: bool = False

    def records(self, topic: str, type_name: str) -> bool:
        """Whether messages of a topic are kept in memory."""
        if _matches(topic, self.leave_out):
            return False
        return not is_large(type_name) or self.is_asked_for(topic)

    def is_asked_for(self, topic: str) -> bool:
        """Whether a topic is requested by name."""
        return _matches(topic, self.include)

    def matters(self, topic: str, type_name: str, trigger: Trigger) -> bool:
        """Whether a topic belongs in the file of a fault.

        It does if the fault was seen on it, if its name shares a word with that topic or with the
        component (the same driver, the same joint), or if it shows the state of the whole robot.
        """
        if type_name in _STATE or type_name.partition("/")[0] in _STATE_PACKAGES:
            return True
        if topic == trigger.topic or trigger.reason == "asked" or self.is_asked_for(topic):
            return True
        return bool(_words(topic) & (_words(trigger.component) | _words(trigger.topic)))


def is_large(type_name: str) -> bool:
    """Whether messages of a type are large, or are drawings of other topics' data."""
    return type_name in _LARGE


def patterns(text: str) -> tuple[str, ...]:
    """Return the comma-separated patterns of a parameter."""
    return tuple(part for item in text.split(",") if (part := item.strip()))


def _matches(topic: str, names: Sequence[str]) -> bool:
    return any(fnmatchcase(topic, name) for name in names)


def _words(name: str) -> frozenset[str]:
    return frozenset(_WORD.findall(name.lower())) - _GENERAL
