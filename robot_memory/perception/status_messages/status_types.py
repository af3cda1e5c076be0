"""Types of messages that may report the state of a part (rules.md §10.12).

See docs/reference/detectors.md, "status".
"""

from __future__ import annotations

import re
from collections.abc import Callable

from robot_memory.perception.battery.px4_battery_status import PX4_BATTERY
from robot_memory.perception.definitions.message_definition import (
    DefinitionCatalogue,
    MessageDefinition,
)

#: Packages whose messages say nothing of this kind, or are read by detectors of their own.
_OTHERS = frozenset(
    """action_msgs actionlib_msgs builtin_interfaces composition_interfaces diagnostic_msgs
    geometry_msgs lifecycle_msgs map_msgs moveit_msgs nav_msgs octomap_msgs pcl_msgs
    rcl_interfaces robot_memory rosbag2_interfaces rosgraph_msgs sensor_msgs service_msgs
    shape_msgs statistics_msgs std_msgs stereo_msgs tf2_msgs trajectory_msgs
    type_description_interfaces unique_identifier_msgs vision_msgs visualization_msgs""".split()
)
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
    """Tell whether a type is to be read; its name is empty of an export whose type nobody knows.

    Args:
        message_type: its name.
        definitions: what is known of types.
        judge: tells whether the fields of a message, without those inside it, say anything.
        unknown: tells the same of a type by its name, where the definition is not known.
    """
    package, _, rest = message_type.partition("/")
    kind, _, name = rest.rpartition("/")
    if kind not in ("msg", "") or package in _OTHERS or message_type == PX4_BATTERY:
        return False
    if _NO_STATUS.search(name):
        return False
    definition = definitions.of(message_type)
    if definition is None:
        return unknown(message_type)
    return _any_says(definition, judge)


def is_called_status(message_type: str) -> bool:
    """Tell whether the name of a message type says that it is a status."""
    return _STATUS.search(message_type.rpartition("/")[2]) is not None


def _any_says(definition: MessageDefinition, judge: Judge) -> bool:
    """Ask the judge of a message and of those inside it, however deep."""
    seen: set[str] = set()
    waiting = [definition]
    while waiting:
        one = waiting.pop()
        if one.name in seen or one.name.partition("/")[0] in _OTHERS:
            continue
        if judge(one):
            return True
        seen.add(one.name)
        waiting += filter(None, map(one.of, one.fields))
    return False
