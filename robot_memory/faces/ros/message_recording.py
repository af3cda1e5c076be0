"""Feeds subscribed messages to the black box, and subscribes to topics that no rule reads."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rclpy.qos import QoSProfile
from rclpy.subscription import Subscription

from robot_memory.applications.black_box import (
    BlackBox,
    BlackBoxLimits,
    MessagesLeftOut,
    TopicChoice,
)
from robot_memory.applications.black_box.fault_recordings import asked_trigger, trigger_of
from robot_memory.applications.black_box.topic_choice import patterns
from robot_memory.entries.entry_event import EntryEvent
from robot_memory.faces.ros import qos
from robot_memory.faces.ros.ingest_context import IngestContext
from robot_memory.faces.ros.service_server import ServiceServer, check_time
from robot_memory.faces.ros.topic_receiver import Recorder, find_type
from robot_memory.foundation.errors import HomeRefused
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.memory import RobotMemory
from robot_memory.perception.message_definition import full_definition, read_definition
from robot_memory.perception.scope import Scope
from robot_memory.srv import RecordNow

_MOST_TOPICS = 200  # topics subscribed to only for the black box
_LARGE = 64_000  # bytes above which a message counts as large
_LARGE_EVERY = 1.0  # s between two large messages of a topic
_UPDATES = 10  # updates after which the publishers are queried even if the topics are the same


@dataclass
class _Extra:
    """A topic subscribed to only for the black box; ``is_latched``: whether a publisher latches."""

    type: str
    profile: QoSProfile
    subscription: Subscription
    is_latched: bool


class MessageRecording:
    """The black box in the node.

    Only the ingest thread calls :meth:`update` and the recorders.
    """

    def __init__(self, context: IngestContext, memory: RobotMemory) -> None:
        settings = memory.settings
        self._context, self._clock = context, memory.clock
        self._choice = TopicChoice(
            patterns(settings.black_box_include),
            patterns(settings.black_box_leave_out),
            settings.black_box_keep_undecodable,
        )
        self._box = BlackBox(
            memory.home.black_box, BlackBoxLimits.of(settings), self._choice, memory.clock,
            partial(full_definition, read=read_definition), self._report,
        )  # fmt: skip
        self._extras: dict[str, _Extra] = {}
        self._refused: set[tuple[str, str]] = set()
        self._topics: Sequence[tuple[str, Sequence[str]]] = ()
        self._unchanged = _UPDATES
        self.scope: Scope | None = None

    # -- triggers; any thread ------------------------------------------------------------------

    def add_event(self, event: EntryEvent) -> None:
        """Start a recording if an onset created or reopened an entry."""
        trigger = trigger_of(event)
        if trigger is not None:
            self._box.record(trigger)

    def record_now(self, why: str) -> None:
        """Start a recording on request."""
        self._box.record(asked_trigger(why, self._clock.now()))

    def close(self) -> None:
        """Write the pending recordings and end."""
        self._box.close()

    # -- messages; the ingest thread -------------------------------------------------------------

    def recorder(self, topic: str, type_name: str) -> Recorder | None:
        """Return the function that keeps a topic's messages; None if they are not kept.

        Large messages are kept only if the settings name the topic, at most one a second.
        """
        if not self._choice.records(topic, type_name):
            return None
        takes_large, clock, add = self._choice.is_asked_for(topic), self._clock, self._box.ring.add
        large_due = 0.0

        def record(
            data: bytes, received_at: float | None, published: float | None, is_latched: bool
        ) -> None:
            nonlocal large_due
            if len(data) > _LARGE:
                now = time.monotonic() if received_at is None else received_at
                if not takes_large or now < large_due:
                    return
                large_due = now + _LARGE_EVERY
            # Under simulated time, a message's age follows the clock, not its arrival.
            if received_at is None or clock.kind != "wall":
                received_at = clock.now().uptime
            add(topic, type_name, received_at, published or 0.0, data, is_latched=is_latched)

        return record

    def update(
        self, topics: Sequence[tuple[str, Sequence[str]]], subscribed: Collection[str]
    ) -> None:
        """Subscribe to the topics that are to be recorded and that no rule reads."""
        for topic in self._extras.keys() & subscribed:
            self._drop(topic)
        self._unchanged += 1
        if topics == self._topics and self._unchanged < _UPDATES:
            return
        self._topics, self._unchanged = topics, 0
        self._refused &= {(topic, name) for topic, types in topics for name in types}
        wanted = {
            topic: types[0] for topic, types in topics
            if topic not in subscribed and len(types) == 1 and self._wants(topic, types[0])
        }  # fmt: skip
        for topic in self._extras.keys() - wanted.keys():
            self._drop(topic)
        for topic, type_name in sorted(wanted.items()):
            if topic in self._extras or len(self._extras) < _MOST_TOPICS:
                self._fit(topic, type_name)

    def _wants(self, topic: str, type_name: str) -> bool:
        return (
            "/_" not in topic
            and (topic, type_name) not in self._refused
            and not self._context.graph_namespace.is_own(topic)
            and self._choice.records(topic, type_name)
            and (self.scope is None or self.scope.keeps_topic(topic, is_shared=_is_shared(topic)))
        )

    def _fit(self, topic: str, type_name: str) -> None:
        node = self._context.ingest_node
        publishers = node.get_publishers_info_by_topic(topic)
        if not publishers:
            if topic in self._extras:
                self._drop(topic)
            return
        depth = qos.queue_depth(type_name)
        profile = qos.overridden(
            qos.fit(publishers, depth, latched=self._clock.is_running),
            self._context.node, topic, "subscription",
        )  # fmt: skip
        old = self._extras.get(topic)
        if old is not None and old.type == type_name:
            old.is_latched |= any(map(qos.is_latched, publishers))
            if not qos.must_change(old.profile, profile):
                return
        if old is not None:
            self._drop(topic)
        try:
            self._extras[topic] = self._subscribe(topic, type_name, profile, publishers)
        except (ImportError, AttributeError) as error:
            self._refused.add((topic, type_name))
            self._context.issues.note_ingest(f"{topic}: the black box cannot record it", error)

    def _subscribe(
        self, topic: str, type_name: str, profile: QoSProfile, publishers: Collection[object]
    ) -> _Extra:
        record = self.recorder(topic, type_name)
        extra: _Extra

        def receive(
            data: bytes, received_at: float | None = None, published: float | None = None
        ) -> None:
            if record is not None and self._clock.is_running:
                record(data, received_at, published, extra.is_latched)

        kind = find_type(type_name)
        subscription = qos.subscribe(self._context.ingest_node, kind, topic, receive, profile)
        extra = _Extra(type_name, profile, subscription, any(map(qos.is_latched, publishers)))
        return extra

    def _drop(self, topic: str) -> None:
        extra = self._extras.pop(topic)
        self._context.ingest_node.destroy_subscription(extra.subscription)

    def _report(self, error: Exception | None) -> None:
        issues = self._context.issues
        if isinstance(error, MessagesLeftOut):
            issues.note_ingest(f"{error.topic}: black box", error)
        else:
            issues.update("black box", error)


def _is_shared(topic: str) -> bool:
    """Whether several robots publish on a topic."""
    return topic.rpartition("/")[2] in ("tf", "tf_static", "parameter_events")


_LONGEST_REASON = 1000  # characters


class RecordService:
    """Offers ``~/record_now``: writes the messages of the last and next seconds to a file."""

    def __init__(
        self, server: ServiceServer, memory: RobotMemory, recording: MessageRecording | None
    ) -> None:
        self._memory, self._recording = memory, recording
        if memory.settings.accept_writes:
            server.offer_write(RecordNow, "record_now", self._record)

    def _record(self, request: Any, response: Any) -> None:
        if self._recording is None:
            raise HomeRefused(
                "the black box is off, so nothing was recorded: start the node with "
                "black_box.enabled:=true"
            )
        check_time(self._memory, ", so messages have no time; nothing was recorded")
        self._recording.record_now(without_secrets(request.why[:_LONGEST_REASON]))
        response.message = f"a file is being written in {self._memory.home.black_box}"
