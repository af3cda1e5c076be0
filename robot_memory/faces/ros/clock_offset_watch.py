"""Compares message stamps with reception times to find clocks that differ.

Specification: rules.md §5.13.
"""

from __future__ import annotations

import math
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rosidl_parser.definition import NamespacedType

from robot_memory.faces.ros import qos
from robot_memory.faces.ros.cdr import ENCAPSULATION
from robot_memory.faces.ros.ingest_context import IngestContext
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import read_uptime
from robot_memory.ledger import Key
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.perception import Perception
from robot_memory.perception.ros_graph.clock_offsets import (
    HEADER,
    SENT,
    ClockOffset,
    OffsetTrack,
    by_computer,
)
from robot_memory.perception.ros_graph.graph_faults import (
    different_clock,
    is_same_clock,
    is_tool,
    odd_headers,
)

TimeListener = Callable[[bytes, float, float], None]
"""Called with a message, its reception time (uptime) and send time (seconds since the epoch)."""

_INTERVAL = 10.0  # s between two checks
_SPACING = 0.1  # s between two messages of a topic whose stamps are compared
_MOST_KNOWN = 50  # clocks whose names are kept
_STAMP = {b"\x00\x01": struct.Struct("<iI"), b"\x00\x00": struct.Struct(">iI")}
_MEASURES = ("sensor_msgs", "nav_msgs/Odometry")


@dataclass
class _Topic:
    """The stamps of one topic; ``due`` is when the next message is examined (uptime)."""

    sent: OffsetTrack = field(default_factory=lambda: OffsetTrack(SENT))
    header: OffsetTrack = field(default_factory=lambda: OffsetTrack(HEADER))
    due: float = -math.inf


class ClockOffsetWatch:
    """Tells perception which computers or sensors have a clock that differs from the others.

    A message's send time comes from its computer's clock, the reception time from ours. The
    header's measurement time often comes from a sensor's clock. Nothing is judged under simulated
    time, and messages published by tools such as `ros2 bag play` are not judged.
    """

    def __init__(self, context: IngestContext, perception: Perception, settings: Settings) -> None:
        self._context, self._perception, self._settings = context, perception, settings
        self._topics: dict[str, _Topic] = {}
        self._due = 0.0
        self._reported: dict[Key, Detection] = {}
        self._known: dict[Key, Detection] = {}

    def listener(self, topic: str, message_type: Any) -> TimeListener | None:
        """Return the function that receives a topic's messages; None under simulated time."""
        if self._context.clock.kind != "wall":
            return None
        times = self._topics[topic] = _Topic()
        has_header = _has_header(message_type)

        def note(data: bytes, received_at: float, sent: float) -> None:
            if received_at < times.due:
                return
            times.due = received_at + _SPACING
            times.sent.observe(received_at, sent - (received_at + time.time() - read_uptime()))
            layout = _STAMP.get(data[:2]) if has_header else None
            if layout is not None and len(data) >= ENCAPSULATION + layout.size:
                seconds, nanoseconds = layout.unpack_from(data, ENCAPSULATION)
                times.header.observe(received_at, seconds + nanoseconds * 1e-9 - sent)

        return note

    def update(self, topics: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Judge the clocks; forget topics that are no longer published."""
        now = read_uptime()
        if now < self._due or self._context.clock.kind != "wall":
            return
        self._due = now + _INTERVAL
        for topic in self._topics.keys() - {name for name, _ in topics}:
            del self._topics[topic]
        self._report(self._named(self._faults(now)))

    def _faults(self, now: float) -> Iterator[Detection]:
        headers = _differing({name: it.header for name, it in self._topics.items()}, now)
        for clock in by_computer(headers, self._publishers(headers)):
            yield odd_headers(clock, self._settings)
        if not self._context.clock.now().trusted:
            return  # our own clock may be the one that is wrong
        sent = _differing({name: it.sent for name, it in self._topics.items()}, now)
        for clock in by_computer(sent, self._publishers(sent)):
            yield different_clock(clock, self._settings)

    def _named(self, items: Iterable[Detection]) -> dict[Key, Detection]:
        """Give clocks their first names: the node that named a clock may be silent now."""
        found: dict[Key, Detection] = {}
        for item in items:
            alike = (known for known in self._known.values() if is_same_clock(known, item))
            first = next((known for known in alike if known.key not in found), item)
            found[first.key] = replace(item, key=first.key, text=first.text)
        self._known = dict(list({**self._known, **found}.items())[-_MOST_KNOWN:])
        return found

    def _publishers(self, topics: Iterable[str]) -> Mapping[str, str]:
        """Return the publisher of each topic that has only one, unless it is a tool."""
        found: dict[str, str] = {}
        for topic in topics:
            infos = self._context.ingest_node.get_publishers_info_by_topic(topic)
            if len(infos) == 1 and not is_tool(infos[0].node_name):
                found[topic] = qos.full_name(infos[0])
        return found

    def _report(self, found: dict[Key, Detection]) -> None:
        for key in self._reported.keys() - found.keys():
            self._perception.add_detection(
                key.component, replace(self._reported[key], present=False)
            )
        for key, item in found.items():
            self._perception.add_detection(key.component, item)
        self._reported = found


def _differing(tracks: Mapping[str, OffsetTrack], now: float) -> dict[str, ClockOffset]:
    offsets = {topic: track.offset(now) for topic, track in tracks.items()}
    return {topic: offset for topic, offset in offsets.items() if offset is not None}


def _has_header(message_type: Any) -> bool:
    """Whether messages begin with a header that holds a measurement time."""
    package, name = message_type.__module__.partition(".")[0], message_type.__name__
    first = next(iter(message_type.SLOT_TYPES), None)
    is_header = isinstance(first, NamespacedType) and first.name == "Header"
    return is_header and (package in _MEASURES or f"{package}/{name}" in _MEASURES)
