"""Plain names for the topics of this robot, from their names and their frames (rules.md §1.12)."""

from __future__ import annotations

import re
from typing import Any

from robot_memory.foundation.wording.spoken_names import spoken_name, topic_in
from robot_memory.perception.robot_description.described_parts import DescribedParts

_MOST = 1024  # topics whose frame is known, and names that are taken
_SIDES = re.compile(
    r"(?<![a-z])(front|rear|back|left|right|top|bottom|upper|lower|center|centre|wrist|mast|roof)"
    r"(?![a-z])"
)
_LONGEST_FRAME = 200  # characters
#: A topic with one of these says by itself what sensor it is of.
_SENSORS = re.compile(
    r"\b(?:lidar|camera|image|imu|gps|sonar|radar|range finder|magnetometer|barometer|altimeter"
    r"|bumper|force sensor|odometry|battery|joint|pressure|temperature)\b",
    re.IGNORECASE,
)


class TopicNames:
    """Names of topics and of numbers in them; no two share one.

    A topic whose name leaves out a side that its frame tells gets that side: ``/scan_2`` in the
    frame ``lidar_front_link`` is the front lidar. Where the frame does not tell it either, the
    robot's description does; it also says what a topic is of whose name does not.

    Args:
        described: what the robot's description says; None: there is none.
    """

    def __init__(self, described: DescribedParts | None = None) -> None:
        self._described = described or DescribedParts()
        self._frames: dict[str, str] = {}
        self._named: dict[str, str] = {}

    def note(self, topic: str, content: Any) -> None:
        """Learn from the first message of a topic where its frame is."""
        if topic in self._frames or len(self._frames) >= _MOST:
            return
        frame = getattr(getattr(content, "header", None), "frame_id", None)
        if isinstance(frame, str) and frame:
            self._frames[topic] = frame[:_LONGEST_FRAME]

    def called(self, text: str) -> str | None:
        """Return what the topic is called with which a text begins; None: what its name says.

        It is empty where its name says what another topic is called already: a reader could not
        tell them apart.
        """
        raw = topic_in(text)
        name = self._name_of(raw) if raw else ""
        return None if not raw or name == spoken_name(raw) else name

    def _name_of(self, raw: str) -> str:
        frame = self._frames.get(raw.partition(" ")[0], "")
        sensor = self._described.sensor_at(frame)
        name = spoken_name(raw)
        if sensor is not None and not _SENSORS.search(name):
            name = f"{sensor.kind} {name}".rstrip()
        found = _SIDES.findall(frame.lower().replace("_", " "))
        sides = " ".join(dict.fromkeys(found)) or (sensor.side if sensor else "")
        if name and sides and not _SIDES.search(name):
            name = f"{sides} {name}"
        if len(self._named) < _MOST:
            self._named.setdefault(name, raw)
        return name if self._named.get(name, raw) == raw else ""
