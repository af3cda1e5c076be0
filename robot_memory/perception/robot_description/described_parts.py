"""Names of parts and topics, from the robot's description and from frames (rules.md §1.12).

They are as of the description that came last.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.text.part_names import MOST_NAMES, PartNames
from robot_memory.foundation.wording.spoken_names import spoken_name, topic_in
from robot_memory.perception.robot_description.robot_description import (
    Joint,
    RobotDescription,
    Vector,
    names_of_parts,
    read_description,
    words_in,
)

_MOST_JOINTS = 30  # links from a sensor's to the root, both included
_SIDES = (("front", "rear"), ("left", "right"), ("upper", "lower"))
_APART = 0.1  # m between two sensors that are on two sides
_ALIKE = 0.5  # of the largest distance: along another axis they are on two sides too
#: Words of links that tell a sensor.
_KINDS = {
    "lidar": "lidar laser scan velodyne rplidar hokuyo ouster livox sick lds os1",
    "camera": "camera cam realsense oakd zed kinect",
    "IMU": "imu",
    "GPS": "gps gnss navsat",
    "sonar": "sonar ultrasonic",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}


class DescribedParts:
    """The parts in a robot's description; none before one was received.

    Attributes:
        names: what people call joints, motors and drives, by the names in the description.
    """

    def __init__(self) -> None:
        self.names = PartNames({})
        self._sensors: dict[str, SensorPlace] = {}
        self._text = ""

    def learn(self, text: str, topic: str) -> None:
        """Use a URDF, from a topic, from now on.

        Raises:
            InvalidInput: it cannot be used; the names of the one before stay.
        """
        if text == self._text:
            return
        self._text = text
        try:
            description = read_description(text)
        except ValueError as error:
            raise InvalidInput(
                "parts are not named by the robot's description; correct it, and publish it again",
                [Defect(topic, str(error))],
            ) from None
        names = sorted(names_of_parts(description).items())
        self.names = PartNames(dict(names[:MOST_NAMES]))
        self._sensors = sensors_by_frame(description)

    def sensor_at(self, frame: str) -> SensorPlace | None:
        """Return the sensor whose messages are in a frame; None where none is known."""
        return self._sensors.get(frame.removeprefix("/"))


@dataclass(frozen=True)
class SensorPlace:
    """A sensor of a robot.

    Attributes:
        kind: what a person calls it: "lidar".
        side: "front", "rear left"; empty where it is the only one of its kind, or nobody can tell.
    """

    kind: str
    side: str = ""


def sensors_by_frame(description: RobotDescription) -> dict[str, SensorPlace]:
    """Return the sensor of each frame that has one: the frame's own, or one above it.

    Of two lidars one is at the front and one at the rear.
    """
    above = {joint.child: joint for joint in description.joints}
    kinds = {link: kind for link in description.links if (kind := _kind(link, description))}
    mounts = [link for link in kinds if _mount_of(link, above, kinds) == link]
    by_kind: dict[str, dict[str, Vector]] = defaultdict(dict)
    for link in mounts:
        by_kind[kinds[link]][link] = _position(link, above)
    sides = {link: side for places in by_kind.values() for link, side in _sides(places).items()}
    found = {}
    for link in description.links:
        mount = _mount_of(link, above, kinds)
        if mount:
            found[link] = SensorPlace(kinds[mount], sides.get(mount, ""))
    return found


def _kind(link: str, description: RobotDescription) -> str:
    told = (_KIND_OF[word] for word in words_in(link) if word in _KIND_OF)
    return description.sensors.get(link) or next(told, "")


def _mount_of(link: str, above: Mapping[str, Joint], kinds: Mapping[str, str]) -> str:
    """Return the topmost link of the sensor that a link is of; empty where it is of none."""
    found = ""
    for way in _way_up(link, above):
        if way in kinds and (not found or kinds[way] == kinds[found]):
            found = way
        elif found:
            break
    return found


def _way_up(link: str, above: Mapping[str, Joint]) -> Iterable[str]:
    for _ in range(_MOST_JOINTS):
        yield link
        if link not in above:
            return
        link = above[link].parent


def _position(link: str, above: Mapping[str, Joint]) -> Vector:
    """Return where a link is in the frame of the root, with all joints at zero; metres."""
    at = np.zeros(3)
    for joint in (above[step] for step in _way_up(link, above) if step in above):
        (sr, sp, sy), (cr, cp, cy) = np.sin(joint.rpy), np.cos(joint.rpy)
        rotation = (
            (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
            (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
            (-sp, cp * sr, cp * cr),
        )
        at = np.array(rotation) @ at + joint.xyz
    x, y, z = map(float, at)
    return x, y, z


def _sides(places: Mapping[str, Vector]) -> dict[str, str]:
    """Return the side of each of several sensors; none where two would share one."""
    if len(places) < 2:
        return {}
    axes = list(zip(*places.values(), strict=True))
    spans = [max(axis) - min(axis) for axis in axes]
    wide = [n for n, span in enumerate(spans) if span >= max(_APART, _ALIKE * max(spans))]
    middle = [(max(axis) + min(axis)) / 2.0 for axis in axes]
    sides = {
        link: " ".join(_SIDES[n][at[n] < middle[n]] for n in wide) for link, at in places.items()
    }
    return sides if len(set(sides.values())) == len(places) else {}


_MOST = 1024  # topics whose frame is known, and names that are taken
_SIDE_WORDS = re.compile(
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
        found = _SIDE_WORDS.findall(frame.lower().replace("_", " "))
        sides = " ".join(dict.fromkeys(found)) or (sensor.side if sensor else "")
        if name and sides and not _SIDE_WORDS.search(name):
            name = f"{sides} {name}"
        if len(self._named) < _MOST:
            self._named.setdefault(name, raw)
        return name if self._named.get(name, raw) == raw else ""
