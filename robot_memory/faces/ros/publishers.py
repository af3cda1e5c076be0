"""The publishers of the node: context, entries, events, markers, diagnostics (rules.md §5.6).

See docs/reference/topics.md; docs/reference/security.md, "Parameters that close the network".
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.node import Node
from std_msgs.msg import String
from visualization_msgs.msg import MarkerArray

from robot_memory.applications.operations.context_question import GetContext
from robot_memory.entries import MemoryEntry
from robot_memory.entries.entry_event import EntryEvent
from robot_memory.entries.presence import Presence
from robot_memory.faces.ros.bounded_queue import BoundedQueue
from robot_memory.faces.ros.convert import entry_message, event_message, to_text, to_time
from robot_memory.faces.ros.diagnostic_statuses import HealthStatus
from robot_memory.faces.ros.markers import Markers
from robot_memory.faces.ros.qos import LATCHED, make_publisher, reliable
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.memory import RobotMemory
from robot_memory.msg import MemoryEvent, MemorySnapshot

_LOG = logging.getLogger(__name__)
_EVENT_DEPTH = 100  # messages
_HEALTH_DEPTH = 10  # messages
_COMMIT_INTERVAL = 0.5  # s, the minimum between two publications after commits
_LOOK_INTERVAL = 5.0  # s between two checks for entries that decayed or that a person edited
_DECAY_INTERVAL = 60.0  # s
_DECAY = 0.01  # confidence


class _Published(NamedTuple):
    confidence: float
    entry: MemoryEntry
    presence: Presence | None


class Publishers:
    """Publishes context, entries, markers and events when they change. Thread-safe."""

    def __init__(
        self,
        node: Node,
        memory: RobotMemory,
        events: BoundedQueue[EntryEvent],
        log_event: Callable[[EntryEvent], None],
    ) -> None:
        settings = memory.settings
        self._memory = memory
        self._events, self._log_event = events, log_event
        self._log = node.get_logger()
        self._name = node.get_fully_qualified_name().lstrip("/")
        self._event = make_publisher(node, MemoryEvent, "~/events", reliable(_EVENT_DEPTH))
        self._diagnostics = make_publisher(
            node, DiagnosticArray, "/diagnostics", reliable(_HEALTH_DEPTH)
        )
        self._context = self._entries = self._markers = None
        if settings.publish_context:
            self._context = make_publisher(node, String, "~/context", LATCHED)
        if settings.publish_entries:
            self._entries = make_publisher(node, MemorySnapshot, "~/entries", LATCHED)
            markers = make_publisher(node, MarkerArray, "~/markers", LATCHED)
            self._markers = Markers(memory, markers)
        self._last_context: str | None = None
        self._last_entries: list[_Published] | None = None
        self._last_snapshot = 0.0
        self._looked: tuple[int, float] = (-1, 0.0)
        self._lock = threading.Lock()
        self._published = 0.0

    def publish_after_commit(self) -> None:
        """Publish the changes after a commit; called in the thread ``ledger-writer``.

        It never blocks, as the holder of a lock may be waiting for that thread: if the memory is in
        use, :meth:`publish_changes` publishes the same changes within half a second.
        """
        if time.monotonic() - self._published < _COMMIT_INTERVAL:
            return
        if self._lock.acquire(blocking=False):
            try:
                self._memory.unless_busy(self._publish_changes)
            finally:
                self._lock.release()

    def publish_changes(self) -> None:
        """Publish the waiting events, and context, entries and markers if they changed.

        Changes by new evidence are published at once, changes by time alone within seconds.
        """
        with self._lock:
            self._publish_changes()

    def _publish_changes(self) -> None:
        self._published = time.monotonic()
        self.publish_events()
        seq, now = self._memory.seq, time.monotonic()
        if seq == self._looked[0] and now - self._looked[1] < _LOOK_INTERVAL:
            return
        self._publish_context()
        self._publish_entries()
        if self._markers is not None:
            self._markers.publish_changes()
        self._looked = (seq, now)

    def publish_events(self) -> None:
        """Publish the waiting events."""
        memory = self._memory
        while (event := self._events.pop()) is not None:
            self._log_event(event)
            self._event.publish(event_message(event, memory.settings.decay_per_day, memory.rrn))
        lost = self._events.take_lost()
        if lost:
            self._log.warning(
                f"{lost} changes were not published on ~/events, as more came at once than can "
                f"wait; the changes of entries are in {memory.long_term.levels.events.path}"
            )

    def _publish_context(self) -> None:
        if self._context is None:
            return
        text = GetContext().ask(self._memory).context
        if text != self._last_context:
            self._context.publish(String(data=storable(text)))
            _LOG.debug("published ~/context: %d characters", len(text))
            self._last_context = text

    def _publish_entries(self) -> None:
        if self._entries is None:
            return
        hours = self._memory.running_hours()
        entries = [
            _Published(confidence, entry, hours.presence_of(entry))
            for confidence, entry in self._memory.entries(include_resolved=True)
        ]
        if not self._has_changed(entries):
            return
        now = self._memory.clock.now().time
        self._entries.publish(
            MemorySnapshot(
                stamp=to_time(now),
                rrn=self._memory.rrn,
                ledger_seq=self._memory.seq,
                entries=[
                    entry_message(one.confidence, one.entry, now, presence=one.presence)
                    for one in entries
                ],
            )
        )
        _LOG.debug("published ~/entries: %d", len(entries))
        self._last_entries = entries
        self._last_snapshot = time.monotonic()

    def _has_changed(self, entries: list[_Published]) -> bool:
        """Whether any entry changed, came or went; decay by 0.01 counts once a minute."""
        published = self._last_entries
        if published is None or len(published) != len(entries):
            return True
        before = {one.entry.id: one for one in published}
        has_decayed = False
        for one in entries:
            known = before.get(one.entry.id)
            if known is None or known[1:] != one[1:]:
                return True
            has_decayed |= abs(known.confidence - one.confidence) >= _DECAY
        return has_decayed and time.monotonic() - self._last_snapshot >= _DECAY_INTERVAL

    def publish_health(self, health: list[HealthStatus]) -> None:
        """Publish the node's own health on ``/diagnostics``."""
        array = DiagnosticArray(
            status=[
                DiagnosticStatus(
                    level=bytes([item.level]),
                    name=f"{self._name}: {item.name}",
                    message=to_text(item.message),
                    hardware_id=self._memory.rrn,
                    values=[KeyValue(key=k, value=to_text(v)) for k, v in item.values.items()],
                )
                for item in health
            ]
        )
        array.header.stamp = to_time(self._memory.clock.now().time)
        self._diagnostics.publish(array)
