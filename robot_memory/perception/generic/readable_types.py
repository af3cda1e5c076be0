"""Which message types hold numbers of a robot, and which of their fields are decoded for them.

See docs/explanation/perception.md, "What is decoded".
"""

from __future__ import annotations

from collections.abc import Iterator

from robot_memory.perception.definitions.message_definition import (
    FieldDefinition,
    MessageDefinition,
)
from robot_memory.perception.status_messages.status_types import is_called_status

#: Packages whose messages hold no measurements, or are read by detectors of their own.
_OTHERS = frozenset(
    """action_msgs actionlib_msgs bond builtin_interfaces composition_interfaces foxglove_msgs
    lifecycle_msgs map_msgs moveit_msgs octomap_msgs pcl_msgs rcl_interfaces robot_memory
    rosbag2_interfaces rosgraph_msgs service_msgs shape_msgs statistics_msgs stereo_msgs tf2_msgs
    trajectory_msgs type_description_interfaces unique_identifier_msgs vision_msgs
    visualization_msgs""".split()
)
#: Types that hold pictures, clouds, maps, shapes and texts.
_LARGE = frozenset(
    """CameraInfo CompressedImage Image PointCloud PointCloud2 JoyFeedbackArray GridCells
    OccupancyGrid MapMetaData Path Polygon PolygonStamped PolygonInstance PolygonInstanceStamped
    PoseArray Mesh MultiEchoLaserScan String Empty ColorRGBA Header Char Byte ByteMultiArray
    UInt8MultiArray""".split()
)
_STANDARD = frozenset({"diagnostic_msgs", "geometry_msgs", "nav_msgs", "sensor_msgs", "std_msgs"})
_BYTES = ("byte", "char", "uint8", "int8")
_CONTENTS = ("data", "image", "buffer", "payload")  # what a list of bytes is called that is large
_TEXTS = ("string", "wstring")
_LABELS = ("name", "joint_name", "device_name", "device_id", "location", "id", "frame_id")
_DEEPEST = 4  # messages within one another


def is_standard(message_type: str) -> bool:
    """Tell whether a type is one of ROS itself, whose fields have agreed names and units."""
    return message_type.partition("/")[0] in _STANDARD


def holds_numbers(message_type: str, definition: MessageDefinition | None) -> bool:
    """Tell whether messages of a type are worth reading for their numbers.

    Args:
        message_type: its name, ``sensor_msgs/msg/Imu``.
        definition: of it; where it is not known, the name of a type of others must say that it is
            a status.
    """
    package, _, rest = message_type.partition("/")
    kind, _, name = rest.rpartition("/")
    if (
        kind not in ("msg", "")
        or package in _OTHERS
        or (is_standard(message_type) and name in _LARGE)
    ):
        return False
    if definition is None:
        is_known = is_standard(message_type) or not kind
        return is_known or is_called_status(message_type)
    large = (
        told.type in _BYTES and told.is_list and told.length is None and told.name in _CONTENTS
        for told in definition.fields.values()
    )  # fmt: skip
    return not any(large) and any(_paths(definition, "", 0, has_names=False))


def numeric_fields(definition: MessageDefinition | None) -> frozenset[str] | None:
    """Return the fields that numbers, and the names of their elements, are read from.

    Args:
        definition: of the type; None where it is not known.

    Returns:
        Dotted names, as a partial decoder takes them; None: all must be decoded.
    """
    return None if definition is None else frozenset(_paths(definition, "", 0, has_names=True))


def _paths(
    definition: MessageDefinition, prefix: str, depth: int, *, has_names: bool
) -> Iterator[str]:
    """Yield the fields that are numbers, and if asked for those that may name them."""
    for name, told in definition.fields.items():
        path = f"{prefix}{name}"
        if name in ("stamp", "seq") or "covariance" in name or _is_time(told):
            continue
        if name == "header":
            if depth and has_names:
                yield f"{path}.frame_id"  # it may name the element of a list
            continue
        inner = definition.of(name)
        if inner is not None:
            if depth < _DEEPEST:
                yield from _paths(inner, f"{path}.", depth + 1, has_names=has_names)
        elif told.type in _TEXTS:
            if has_names and (told.is_list or name in _LABELS):
                yield path
        elif not (told.is_list and told.type in _BYTES):
            yield path


def _is_time(told: FieldDefinition) -> bool:
    return told.type.rpartition("/")[2] in ("Time", "Duration", "time", "duration")
