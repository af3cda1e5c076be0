"""Helpers shared by the tests of this folder: messages as drivers publish them, and stand-ins."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rclpy.qos import DurabilityPolicy, QoSProfile
from robot_memory.msg import MemoryEvent, SourceReport
from robot_memory.srv import ListSources, Remember

from robot_memory.foundation.node_watch import Hearing
from robot_memory.foundation.time.clock import read_uptime

OK, WARN, ERROR = b"\x00", b"\x01", b"\x02"
LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


class ListLogger:
    """A logger that collects its lines in a list."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.debug = self.info = self.warning = self.error = self.lines.append

    def is_enabled_for(self, severity: object) -> bool:
        """Return False: NodeLog asks only about DEBUG."""
        return False


class NodeStandIn:
    """The methods of a node that publishers use beside topics: names, parameters, a clock."""

    def __init__(self) -> None:
        self._clock = itertools.count(1)

    def resolve_topic_name(self, name: str) -> str:
        """Return the name unchanged."""
        return name

    def get_parameters_by_prefix(self, prefix: str) -> dict[str, Any]:
        """Return no parameters."""
        return {}

    def get_clock(self) -> Any:
        """Return a clock that advances a second with each reading."""
        now = SimpleNamespace(to_msg=lambda: Time(sec=next(self._clock)))
        return SimpleNamespace(now=lambda: now)


def diagnostics(
    name: str = "base: Left encoder",
    message: str = "no pulses",
    level: bytes = ERROR,
    hardware_id: str = "",
) -> Any:
    """Return a DiagnosticArray of one status, by default a fault."""
    status = DiagnosticStatus(level=level, name=name, message=message, hardware_id=hardware_id)
    return DiagnosticArray(status=[status])


def listen_to_events(robot: Any) -> list[Any]:
    """Return a list that collects a node's events, once the node has discovered this listener.

    Discovery in one direction does not imply the other; events published before are lost, as events
    are not latched.
    """
    events: list[Any] = robot.listen(MemoryEvent, "/robot_memory/events")
    note = {"type": "environment_note", "source": "person"}

    def is_heard(text: str) -> bool:
        robot.call(Remember, "/robot_memory/remember", text=text, **note)
        return bool(events)

    robot.spin_until(lambda: is_heard("Is anybody listening?"))
    is_heard("Somebody is")
    robot.spin_until(lambda: events[-1].text == "Somebody is")
    events.clear()
    return events


def heard(seconds_ago: float = 0.0) -> Hearing:
    """Return the Hearing of a robot that was heard for a minute, up to ``seconds_ago``."""
    last = read_uptime() - seconds_ago
    return Hearing(last - 60.0, last, patience=30.0)


class Listening:
    """A memory node's status messages about its own health."""

    def __init__(self, robot: Any, node: str = "robot_memory", topic: str = "/diagnostics") -> None:
        self._node, self._robot = node, robot
        self._heard = robot.listen(DiagnosticArray, topic)

    def status(self, name: str) -> Any:
        """Return the newest status with this name, or None."""
        own = f"{self._node}: {name}"
        items = (item for array in reversed(self._heard) for item in array.status)
        return next((item for item in items if item.name == own), None)

    def ingest(self) -> Any:
        """Return the newest status "ingest"."""
        return self.status("ingest")

    def values(self) -> dict[str, str]:
        """Return the key-value pairs of the status "ingest"."""
        status = self.ingest()
        return {} if status is None else {pair.key: pair.value for pair in status.values}

    def says(self, level: bytes, words: str, name: str = "ingest") -> bool:
        """Whether the status ``name`` has this level, and these words in its message."""
        status = self.status(name)
        return status is not None and status.level == level and words in status.message

    def received(self, topic: str) -> int:
        """Return how many messages of a topic were received."""
        return self.source(topic).received

    def source(self, name: str) -> Any:
        """Return the node's report on a source (topic, status or logger), or an empty one."""
        answer = self._robot.call(ListSources, f"/{self._node}/list_sources")
        return next((item for item in answer.sources if item.name == name), SourceReport())
