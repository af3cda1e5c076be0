"""The callback of one subscription; errors of a message do not leave it.

See docs/reference/node.md, "What it subscribes to".
"""

from __future__ import annotations

import importlib
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timezone
from functools import partial
from typing import Any

from rclpy.serialization import deserialize_message

from robot_memory.faces.ros.cdr import OtherEncoding
from robot_memory.faces.ros.clock_offset_watch import TimeListener
from robot_memory.faces.ros.diagnostics_reader import DiagnosticsReader
from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.faces.ros.message_reader import MessageReader, Unplannable
from robot_memory.foundation.time.clock import Clock
from robot_memory.long_term.episodes import EpisodeWatches
from robot_memory.perception.occurrences.publication import Publication
from robot_memory.perception.perception import Perception

Recorder = Callable[[bytes, float | None, float | None, bool], None]
"""Called with a message, its reception and publication times, and whether it is latched."""

DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
_MOST_SEEN = 1000  # newest messages; more than a history depth, and so more than one re-delivery
_DELIVERY = 10.0  # s after subscribing within which latched messages are delivered
_OLD = 10.0  # s since publication; a fault in an older message began before it arrived


class TopicReceiver:
    """Counts a topic's messages, decodes the fields that rules read, and feeds perception.

    Args:
        record: keeps the bytes for the black box; None: they are not kept.

    Attributes:
        received: number of messages.
        unreadable: of these, messages that could not be deserialized.
        failed: of these, messages for which perception or an episode raised an error.
        early: of these, messages from before the first ``/clock``.
        repeated: of these, messages that a latched publisher delivered again.
        is_latched: whether a publisher is transient-local.
        note_time: called with each message that is not latched; None: not called.

    Raises:
        ImportError, AttributeError: the type's package is not installed or lacks the type.
    """

    def __init__(
        self,
        topic: str,
        type_name: str,
        perception: Perception,
        episodes: EpisodeWatches,
        clock: Clock,
        issues: HealthIssues,
        record: Recorder | None = None,
    ) -> None:
        self._record = record
        self._topic = topic
        self._type = type_name
        self.message_type = find_type(type_name)
        self._perception = perception
        self._episodes = episodes
        self._clock = clock
        self._issues = issues
        self._binding = perception.topics.of(topic, type_name)
        self._is_wall = clock.kind == "wall"  # else perception's stamps are no reception times
        topics = perception.topics
        is_read, fields = (
            topics.reads_content(topic, type_name),
            topics.fields_read(topic, type_name),
        )
        self._read = self._decoder(fields) if is_read else _nothing
        # If no detector is due, only a message's time is read.
        stamped = bool(self._binding.stamp_readers)
        self._read_stamp = self._decoder(self._binding.stamp_fields) if stamped else _nothing
        self._read_for_episodes: Callable[[bytes], Any] | None = None
        self.follow_episodes()
        self.received = self.unreadable = self.failed = self.early = self.repeated = 0
        self.is_latched = False
        self.note_time: TimeListener | None = None
        self._seen: OrderedDict[tuple[float, int], None] = OrderedDict()
        self._subscribed, self._delivered = 0.0, -math.inf

    def subscribed(self) -> None:
        """Note a new subscription, the first one or another: latched messages follow."""
        self._subscribed, self._delivered = time.time(), time.monotonic() + _DELIVERY

    def receive(
        self, data: bytes, received_at: float | None = None, published: float | None = None
    ) -> None:
        """Receive a serialized message.

        Args:
            received_at: its reception time, as uptime; None: now.
            published: its source timestamp, seconds since the epoch by the publisher's clock; None
                or 0: unknown.
        """
        self.received += 1
        if not self._clock.is_running:
            self.early += 1
            return
        if self.is_latched and published and self._is_repeated(published, data):
            self.repeated += 1
            return
        if self.note_time is not None and received_at and published and not self.is_latched:
            self.note_time(data, received_at, published)
        if self._record is not None:
            self._record(data, received_at, published, self.is_latched)
        try:
            came = received_at if self._is_wall else self._clock.now().uptime
            # On a fast topic, some fields are enough while no detector is due.
            rests = came is not None and self._binding.rests(came)
            content = (self._read_stamp if rests else self._read)(data)
        except Exception as error:  # malformed bytes: any error is possible
            self.unreadable += 1
            self._issues.note_ingest(f"{self._topic}: a message cannot be read", error)
            return
        try:
            self._perception.receive(
                self._topic, self._type, content, received_at=received_at,
                publication=self._publication(published) if self.is_latched else None,
                is_read=not rests,
            )  # fmt: skip
        except Exception as error:
            # If raised, it would end the executor, and the waiting messages would be lost.
            self.failed += 1
            self._issues.note_ingest(f"{self._topic}: a message could not be handled", error)
        if self._read_for_episodes is not None:
            self._offer(partial(self._load, self._read_for_episodes, data), received_at)

    def _is_repeated(self, published: float, data: bytes) -> bool:
        """Whether a message was seen before: each new subscription gets the latched ones again."""
        identity = (published, hash(data))
        if identity in self._seen:
            return True
        self._seen[identity] = None
        if len(self._seen) > _MOST_SEEN:
            self._seen.popitem(last=False)
        return False

    def _publication(self, published: float | None) -> Publication | None:
        if not published:
            return None
        is_earlier = published < self._subscribed and time.monotonic() < self._delivered
        return Publication(
            datetime.fromtimestamp(published, timezone.utc),
            is_earlier=is_earlier,
            is_old=is_earlier and time.time() - published > _OLD,
        )

    def _offer(self, load: Callable[[], Any], received_at: float | None) -> None:
        try:
            self._episodes.receive(self._topic, self._type, load, received_at=received_at)
        except Exception as error:
            self.failed += 1
            self._issues.note_ingest(f"{self._topic}: an episode could not use a message", error)

    def follow_episodes(self) -> None:
        """Apply the current episode rules, which determine the fields to read."""
        fields = self._episodes.fields_read(self._topic, self._type)
        is_wanted = self._episodes.wants(self._topic, self._type)
        self._read_for_episodes = self._decoder(fields) if is_wanted else None

    def _load(self, read: Callable[[bytes], Any], data: bytes) -> Any:
        """Deserialize a message for an episode step; None if it fails."""
        try:
            return read(data)
        except Exception as error:  # a decoder may raise any error for broken bytes
            self.unreadable += 1
            self._issues.note_ingest(f"{self._topic}: a message cannot be read", error)
            return None

    def _seconds(self) -> float:
        """Return the seconds of the robot's time; a simulation may run faster than real time."""
        return time.monotonic() if self._is_wall else self._clock.now().uptime

    def _decoder(self, fields: frozenset[str] | None) -> Callable[[bytes], Any]:
        """Return a deserializer for some fields of a message; ``fields`` None: for all."""
        message_type = self.message_type
        read = _partial_reader(self._type, message_type, fields, self._seconds)
        if read is None:
            return lambda data: deserialize_message(data, message_type)

        def decode(data: bytes) -> Any:
            try:
                return read(data)
            except OtherEncoding:
                return deserialize_message(data, message_type)

        return decode


def _nothing(data: bytes) -> None:
    """Read nothing from a message."""


def _partial_reader(
    type_name: str, message_type: Any, fields: frozenset[str] | None, clock: Callable[[], float]
) -> Callable[[bytes], Any] | None:
    """Return a partial deserializer for some fields; None if only rclpy can read them.

    ``clock`` returns seconds: the values of diagnostics are read twice a second.
    """
    if type_name == DIAGNOSTICS:
        reads_values = fields is None or any(
            field == "status" or field.startswith("status.values") for field in fields
        )
        return DiagnosticsReader(clock if reads_values else None).read
    if fields is None:
        return None
    try:
        return MessageReader(message_type, fields).read
    except Unplannable:
        return None


def find_type(name: str) -> Any:
    """Return the class of a ROS type, such as ``sensor_msgs/msg/Imu``.

    Raises:
        ImportError, AttributeError: its package is not installed or has no such type.
    """
    package, kind, own_name = name.split("/")
    return getattr(importlib.import_module(f"{package}.{kind}"), own_name)
