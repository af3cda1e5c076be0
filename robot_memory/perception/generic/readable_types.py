"""Message types with numbers of a robot, and those that may report a part's state.

Specification: rules.md §10.12.

See docs/explanation/perception.md, "What is decoded"; docs/reference/detectors.md, "status".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from robot_memory.perception.battery_reading import PX4_BATTERY
from robot_memory.perception.message_definition import (
    DefinitionCatalogue,
    FieldDefinition,
    MessageDefinition,
)

#: Packages whose messages hold no measurements, or have their own detectors.
_OTHERS = frozenset(
    """action_msgs actionlib_msgs bond builtin_interfaces composition_interfaces foxglove_msgs
    lifecycle_msgs map_msgs moveit_msgs octomap_msgs pcl_msgs rcl_interfaces robot_memory
    rosbag2_interfaces rosgraph_msgs service_msgs shape_msgs statistics_msgs stereo_msgs tf2_msgs
    trajectory_msgs type_description_interfaces unique_identifier_msgs vision_msgs
    visualization_msgs""".split()
)
#: Types with pictures, clouds, maps, shapes and texts.
_LARGE = frozenset(
    """CameraInfo CompressedImage Image PointCloud PointCloud2 JoyFeedbackArray GridCells
    OccupancyGrid MapMetaData Path Polygon PolygonStamped PolygonInstance PolygonInstanceStamped
    PoseArray Mesh MultiEchoLaserScan String Empty ColorRGBA Header Char Byte ByteMultiArray
    UInt8MultiArray""".split()
)
_STANDARD = frozenset({"diagnostic_msgs", "geometry_msgs", "nav_msgs", "sensor_msgs", "std_msgs"})
_BYTES = ("byte", "char", "uint8", "int8")
_CONTENTS = ("data", "image", "buffer", "payload")  # names of large byte lists
_TEXTS = ("string", "wstring")
#: Fields that hold names.
LABELS = ("name", "joint_name", "device_name", "device_id", "location", "id", "frame_id")
_DEEPEST = 4  # levels of nested messages


def is_standard(message_type: str) -> bool:
    """Tell whether a type belongs to ROS itself, with standard field names and units."""
    return message_type.partition("/")[0] in _STANDARD


def is_measured(message_type: str) -> bool:
    """Tell by its name whether a type may hold measurements; types of pictures do not."""
    package, _, rest = message_type.partition("/")
    is_large = is_standard(message_type) and rest.rpartition("/")[2] in _LARGE
    return package not in _OTHERS and not is_large


def holds_numbers(message_type: str, definition: MessageDefinition | None) -> bool:
    """Tell whether messages of a type are worth reading for their numbers.

    Args:
        definition: of the type; if it is not known, the name of a non-standard type must say that
            it is a status.
    """
    kind = message_type.partition("/")[2].rpartition("/")[0]
    if kind not in ("msg", "") or not is_measured(message_type):
        return False
    if definition is None:
        is_known = is_standard(message_type) or not kind
        return is_known or is_called_status(message_type)
    large = (
        told.type in _BYTES and told.is_list and told.length is None and told.name in _CONTENTS
        for told in definition.fields.values()
    )  # fmt: skip
    return not any(large) and any(_paths(definition, "", 0, has_texts=False))


def numeric_fields(definition: MessageDefinition | None) -> frozenset[str] | None:
    """Return the fields with numbers and modes, and with the names of their elements.

    They are dotted paths, as a partial decoder takes them; None: all must be decoded.
    """
    return None if definition is None else frozenset(_paths(definition, "", 0, has_texts=True))


def _paths(
    definition: MessageDefinition, prefix: str, depth: int, *, has_texts: bool
) -> Iterator[str]:
    """Yield the number fields and, with ``has_texts``, modes and names of elements."""
    for name, told in definition.fields.items():
        path = f"{prefix}{name}"
        if name in ("stamp", "seq") or "covariance" in name or _is_time(told):
            continue
        if name == "header":
            if depth and has_texts:
                yield f"{path}.frame_id"  # it may name an element of a list
            continue
        inner = definition.of(name)
        if inner is not None:
            if depth < _DEEPEST:
                yield from _paths(inner, f"{path}.", depth + 1, has_texts=has_texts)
        elif told.type in _TEXTS:
            if has_texts:
                yield path
        elif not (told.is_list and told.type in _BYTES):
            yield path


def _is_time(told: FieldDefinition) -> bool:
    return told.type.rpartition("/")[2] in ("Time", "Duration", "time", "duration")


#: Packages whose messages report no state, or have their own detectors.
_WITHOUT_STATUS = _OTHERS | _STANDARD
_STATUS = re.compile(
    r"Status|State|Health|Fault|Error|Failsafe|Flags|Hazard|Diagnostic|Alarm|Warning|Safety"
    r"|Feedback|Telemetry|Vibration|Statistics|Driver|Motor|Power|Battery|Report"
)
_NO_STATUS = re.compile(
    r"(Command|Cmd|Request|Setpoint|Config|Params?|Goal|Event|Reply|Response|Ack)$"
)

Judge = Callable[[MessageDefinition], bool]


def may_be_status(
    message_type: str,
    definitions: DefinitionCatalogue,
    judge: Judge,
    unknown: Callable[[str], bool],
) -> bool:
    """Tell whether a type must be read; the type of an export may be empty, if it is not known.

    Args:
        judge: tells whether the fields of a message, without nested messages, report anything.
        unknown: tells the same from a type's name, if its definition is not known.
    """
    package, _, rest = message_type.partition("/")
    kind, _, name = rest.rpartition("/")
    if kind not in ("msg", "") or package in _WITHOUT_STATUS or message_type == PX4_BATTERY:
        return False
    if _NO_STATUS.search(name):
        return False
    definition = definitions.of(message_type)
    if definition is None:
        return unknown(message_type)
    return _any_says(definition, judge)


def is_called_status(message_type: str) -> bool:
    """Tell whether a message type's name says that it is a status."""
    return _STATUS.search(message_type.rpartition("/")[2]) is not None


def _any_says(definition: MessageDefinition, judge: Judge) -> bool:
    """Ask the judge about a message and all messages nested in it."""
    seen: set[str] = set()
    waiting = [definition]
    while waiting:
        one = waiting.pop()
        if one.name in seen or one.name.partition("/")[0] in _WITHOUT_STATUS:
            continue
        if judge(one):
            return True
        seen.add(one.name)
        waiting += filter(None, map(one.of, one.fields))
    return False
