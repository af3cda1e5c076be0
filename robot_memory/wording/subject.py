"""What an entry is about, judged by its words: the robot, its surroundings, how it is set up.

English, as drivers write it. The first pattern that fits decides; where none fits, it is hardware.
"""

from __future__ import annotations

import re

from robot_memory.text_enum import TextEnum


class Subject(TextEnum):
    """What an entry is about; the value is the tag of its entry."""

    ENERGY = "energy"
    CONFIGURATION = "configuration"
    TOOL = "tool"
    OPERATOR = "operator"
    SURROUNDINGS = "surroundings"
    HARDWARE = "hardware"


_RULES = {
    Subject.ENERGY: (
        r"battery.{0,60}\b(?:critical\w*|empty|depleted|dying|very low|too low|shut\w* ?down)\b"
        r"|\b(?:critical\w*|depleted|empty|very low|dangerous\w*) (?:low )?(?:battery|charge)\b"
    ),
    Subject.CONFIGURATION: (
        r"\bdeprecat\w+|\bobsolete\b|\bparameters?\b.{0,80}\b(?:not (?:declared|set|found|valid)"
        r"|undeclared|unknown|invalid|missing|out of range|ignored)\b"
        r"|\b(?:unknown|invalid|undeclared|missing) (?:parameter|config\w*|option|setting)\b"
        r"|\bframe\b.{0,60}\bdoes not exist\b|\bunconnected trees\b|\bmisconfigur\w+"
        r"|\bincompatible qos\b|\bno transform (?:from|between)\b|\bno such (?:plugin|parameter)\b"
    ),
    Subject.TOOL: (
        r"^(?:rosbag2?|rviz2?|rqt|ros2cli|foxglove)(?:_\w+)*\b|^_ros2cli\w*|\bros2cli_daemon\b"
    ),
    Subject.OPERATOR: (
        r"\be-?stop\b|\bemergency.?stop\b|\bkill(?: |-)?switch\b|\bkilled by\b|\bdisarm\w*"
        r"|\bmode (?:changed|switched)\b|\bmanual (?:mode|control|override)\b"
        r"|\b(?:cancel\w*|abort\w*|paused|stopped) by (?:the )?(?:user|operator)\b"
    ),
    Subject.SURROUNDINGS: (
        r"\b(?:few|no|only|lost|losing) (?:\S+ )?satellites?\b|\bsatellites? (?:lost|visible)\b"
        r"|\b(?:hdop|pdop)\b|\bgps (?:fix|signal)\b|\bno (?:gps )?fix\b|\bjamming\b|\bspoofing\b"
        r"|\b(?:wireless|wi-?fi|wlan\w*|rssi)\b.{0,40}\b(?:weak|low|poor|lost|signal)\b"
        r"|\b(?:weak|low|poor) (?:wireless|wi-?fi|rssi|signal)\b|\btoo (?:dark|bright)\b"
        r"|\bdarkness\b|\bglare\b|\bslippery\b|\bmagnetic (?:interference|disturbance|anomaly)\b"
    ),
}
_COMPILED = tuple((subject, re.compile(pattern, re.I)) for subject, pattern in _RULES.items())


def subject_of(text: str) -> Subject:
    """Return what the text of an entry is about."""
    found = (subject for subject, pattern in _COMPILED if pattern.search(text))
    return next(found, Subject.HARDWARE)
