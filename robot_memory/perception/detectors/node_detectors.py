"""Nodes' own reports: lifecycle (rules.md §5.11), and versions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Detector
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.version_watch import INTERVAL

_TOPIC = "/transition_event"
_ACTIVE, _ERROR, _FAILURE = "active", "errorprocessing", "transition_failure"
_EACH = Debounce(onset=0.0, end=0.0, quiet=86400.0)  # s


class LifecycleDetector(Detector):
    """Reports a lifecycle node whose transition failed: it is over when the node is active again.

    A node that somebody deactivates or shuts down is no fault.
    """

    TYPE: ClassVar[str] = "lifecycle_msgs/msg/TransitionEvent"

    def _set_up(self) -> None:
        self._node = self._context.topic.removesuffix(_TOPIC)
        self._failed: Detection | None = None

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a transition."""
        before, after = content.start_state.label, content.goal_state.label
        transition = content.transition.label
        if after == _ERROR or transition == _FAILURE:
            self._failed = self._fault(
                Key("lifecycle", self._node.strip("/"), f"error while {before}"),
                f"{self._node} failed while {before}",
                severity=Severity.ERROR,
                kind="lifecycle",
                detail={"transition": transition},
                debounce=_EACH,
            )
            yield self._failed
        elif after == _ACTIVE and self._failed is not None:
            failed, self._failed = self._failed, None
            yield Detection(failed.key, present=False, text=failed.text, debounce=_EACH)


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
        """Take in a message; one a minute is read, as versions rarely change."""
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
