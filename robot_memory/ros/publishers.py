"""What the node publishes: context, entries, events, and its own health."""

from __future__ import annotations

from collections import deque

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from std_msgs.msg import String

from robot_memory.entries.events import Event
from robot_memory.memory import RobotMemory
from robot_memory.msg import MemoryEvent, MemorySnapshot
from robot_memory.ros.convert import entry_message, event_message, to_time
from robot_memory.ros.health import Health

_LATCHED = QoSProfile(
    depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL, reliability=ReliabilityPolicy.RELIABLE
)


class Publishers:
    """Publishes what the memory says, when it changes.

    Args:
        node: whose ``~`` the topics are under.
        memory: what is said.
    """

    def __init__(self, node: Node, memory: RobotMemory) -> None:
        settings = memory.settings
        self._node = node
        self._memory = memory
        self._events: deque[Event] = deque(maxlen=1000)
        self._event = node.create_publisher(MemoryEvent, "~/events", 100)
        self._diagnostics = node.create_publisher(DiagnosticArray, "/diagnostics", 10)
        self._context = (
            node.create_publisher(String, "~/context", _LATCHED)
            if settings.publish_context else None
        )  # fmt: skip
        self._entries = (
            node.create_publisher(MemorySnapshot, "~/entries", _LATCHED)
            if settings.publish_entries else None
        )  # fmt: skip
        self._last_context: str | None = None
        self._last_entries: tuple[object, ...] | None = None

    def queue(self, event: Event) -> None:
        """Take an event, in whichever thread it happens; it is published with the next update."""
        self._events.append(event)

    def publish_changes(self) -> None:
        """Publish the events that wait, and context and entries where they changed."""
        while self._events:
            self._event.publish(event_message(self._events.popleft()))
        self._publish_context()
        self._publish_entries()

    def _publish_context(self) -> None:
        if self._context is None:
            return
        text = self._memory.context().text
        if text != self._last_context:
            self._last_context = text
            self._context.publish(String(data=text))

    def _publish_entries(self) -> None:
        if self._entries is None:
            return
        entries = self._memory.entries(include_resolved=True)
        # Confidence fades all the time: a hundredth is worth a message, less is not.
        state = tuple((entry, round(confidence, 2)) for confidence, entry in entries)
        if state == self._last_entries:
            return
        self._last_entries = state
        self._entries.publish(
            MemorySnapshot(
                stamp=to_time(self._memory.clock.now().time),
                rrn=self._memory.rrn,
                ledger_seq=self._memory.seq,
                entries=[entry_message(confidence, entry) for confidence, entry in entries],
            )
        )

    def publish_health(self, health: list[Health]) -> None:
        """Publish the node's own health on ``/diagnostics``."""
        name = self._node.get_fully_qualified_name().lstrip("/")
        self._diagnostics.publish(
            DiagnosticArray(
                header=_header(self._memory),
                status=[
                    DiagnosticStatus(
                        level=bytes([item.level]),
                        name=f"{name}: {item.name}",
                        message=item.message,
                        hardware_id=self._memory.rrn,
                        values=[KeyValue(key=k, value=v) for k, v in item.values.items()],
                    )
                    for item in health
                ],
            )
        )


def _header(memory: RobotMemory) -> object:
    header = DiagnosticArray().header
    header.stamp = to_time(memory.clock.now().time)
    return header
