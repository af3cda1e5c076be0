"""Messages that tell versions and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from robot_memory.perception.detector import Detector
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.version_watch import INTERVAL

_TEXT = "std_msgs/msg/String"
_PARTS = ("hardware", "firmware", "software")
_FIELDS = (
    "version", "hardware_version", "firmware_version", "software_version", "current_sdk_version",
    "serial_number",
)  # fmt: skip
_WHOLE = "robot"


class VersionDetector(Detector):
    """Reads the versions that a driver publishes; it reports no fault.

    Read are the texts of messages like ``VersionInfo`` (turtlebot3_msgs, kobuki_ros_interfaces) and
    ``DeviceInfo`` (orbbec_camera_msgs): ``hardware``, ``firmware``, ``software``, ``version``,
    ``firmware_version`` and the like, ``serial_number``. A ``std_msgs/String`` is read where its
    topic is called a version (``/base/firmware_version``). The namespace of the topic is the
    component; of a topic without one it is the robot.
    """

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message; one a minute is read, as versions seldom change."""
        self.due = stamp + INTERVAL
        namespace, _, name = self._context.topic.rpartition("/")
        if self._context.type == _TEXT:
            values = [(name, content.data)]
        else:
            values = [(f"{part} version", getattr(content, part, "")) for part in _PARTS]
            values += [(field, getattr(content, field, "")) for field in _FIELDS]
        texts = [(name, value) for name, value in values if isinstance(value, str)]
        component = namespace.strip("/") or _WHOLE
        self._context.shared.versions.note(self._context.topic, component, texts)
        yield from ()
