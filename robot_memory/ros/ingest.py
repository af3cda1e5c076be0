"""Subscriptions: to the topics that rules want, for as long as somebody publishes there."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.qos import QoSProfile
from rclpy.subscription import Subscription
from rclpy.topic_endpoint_info import TopicEndpointInfo

from robot_memory.episodes import EpisodeWatches
from robot_memory.episodes.rule_book import RuleBook
from robot_memory.perception import Perception
from robot_memory.ros import qos
from robot_memory.ros.node_parts import NodeParts
from robot_memory.ros.topic_receiver import DIAGNOSTICS, TopicReceiver

LOG = "rcl_interfaces/msg/Log"
_DEPTH = 1000
_SENSOR_DEPTH = 400
_UPDATE_INTERVAL = 1.0
_UPDATES = 10  # after which it is asked who publishes, also where nobody seems to come or go
_SETTLE = 0.5
_GONE = 3600.0


@dataclass
class TopicSubscription:
    """One subscribed topic; ``published`` is when it last had a publisher, monotonic."""

    type: str
    profile: QoSProfile
    subscription: Subscription
    receiver: TopicReceiver
    published: float


class Ingest:
    """Subscribes to the topics that rules read, with a QoS that fits all publishers.

    Args:
        parts: of the node; the thread that takes the messages of its ``ingest_node`` is the only
            one that enters perception.
        perception: what is fed.
        episodes: what is fed beside perception.

    Attributes:
        subscriptions: what is heard, by topic.
        complaints: what cannot be heard as it should be, and why, by topic.
    """

    def __init__(self, parts: NodeParts, perception: Perception, episodes: EpisodeWatches) -> None:
        self._parts = parts
        self._node, self._names, self._clock = parts.ingest_node, parts.node, parts.clock
        self._graph_namespace = graph_namespace = parts.graph_namespace
        self._perception, self._episodes = perception, episodes
        self._fixed = {
            graph_namespace.resolve("/diagnostics"): DIAGNOSTICS,
            graph_namespace.resolve("diagnostics"): DIAGNOSTICS,
            graph_namespace.resolve("/rosout"): LOG,
        }
        # What another robot says must not be heard before it is known to be another's.
        self._due = time.monotonic() + (_SETTLE if graph_namespace.namespace == "/" else 0.0)
        self._publishers: dict[str, int] = {}
        self._topics: Sequence[tuple[str, Sequence[str]]] = ()
        self._unchanged_updates = 0
        self._had_time = self._clock.is_running
        self.subscriptions: dict[str, TopicSubscription] = {}
        self.complaints: dict[str, str] = {}

    def advance(self) -> None:
        """Let time pass, and look now and then for topics that have appeared or gone."""
        if self._clock.is_running:
            if not self._had_time:
                self._had_time = True
                self._update_soon()
            self._perception.advance()
            self._episodes.advance()
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + _UPDATE_INTERVAL
            self._update()

    def use_rules(self, book: RuleBook) -> None:
        """Go on with other rules; topics that they bind otherwise are heard anew."""
        for topic in self._perception.use_rules(book.rules):
            if topic in self.subscriptions:
                self._unsubscribe(topic)
        if self._episodes.use_rules(book.episodes):
            for subscription in self.subscriptions.values():
                subscription.receiver.follow_episodes()
        self._update_soon()

    def _update_soon(self) -> None:
        """Update as soon as possible, whether anything has changed or not."""
        self._due, self._unchanged_updates = 0.0, _UPDATES

    def _update(self) -> None:
        topics = self._topics = self._node.get_topic_names_and_types()
        self._graph_namespace.discover(topics)
        wanted = {topic for topic, types in topics if self._wants(topic, types)}
        # Who publishes takes four times as long to ask as how many do.
        before = self._publishers
        self._publishers = {
            topic: self._node.count_publishers(topic) for topic in wanted.union(self._fixed)
        }
        self._unchanged_updates += 1
        if self._publishers != before or self.complaints or self._unchanged_updates >= _UPDATES:
            self._unchanged_updates = 0
            self._fit_all(sorted(self._publishers))
        for topic in self.subscriptions.keys() - self._publishers.keys():
            self._unsubscribe(topic)  # another robot's, as has turned out

    def _fit_all(self, topics: Iterable[str]) -> None:
        complaints: dict[str, str] = {}
        for topic in topics:
            complaint = self._fit(topic, self._node.get_publishers_info_by_topic(topic))
            if complaint:
                complaints[topic] = complaint
        for topic, complaint in complaints.items():
            if self.complaints.get(topic) != complaint:
                self._names.get_logger().warning(complaint)
        self.complaints = complaints

    def _wants(self, topic: str, types: Iterable[str]) -> bool:
        return self._is_candidate(topic) and any(self._is_read(topic, name) for name in types)

    def _is_candidate(self, topic: str) -> bool:
        return "/_" not in topic and not self._graph_namespace.is_own(topic)

    def _is_read(self, topic: str, type_name: str) -> bool:
        return self._perception.topics.wants(topic, type_name) or self._episodes.wants(
            topic, type_name
        )

    def _fit(self, topic: str, publishers: Sequence[TopicEndpointInfo]) -> str | None:
        """Subscribe to a topic as its publishers offer it; return what is wrong with that."""
        type_name = self._choose_type(topic, publishers)
        subscription = self.subscriptions.get(topic)
        if subscription is not None:
            subscription.published = time.monotonic() if publishers else subscription.published
            if type_name is None and time.monotonic() - subscription.published > _GONE:
                self._unsubscribe(topic)
            elif type_name not in (None, subscription.type):
                # The middleware knows one type by a topic's name: the new one must wait until the
                # old one is let go.
                self._unsubscribe(topic)
                self._update_soon()
                return None
        if type_name is None:
            return None
        complaints = [_other_types(topic, publishers, type_name)]
        complaints += self._subscribe_to_fit(
            topic, type_name, [item for item in publishers if item.topic_type == type_name]
        )
        return "; ".join(filter(None, complaints)) or None

    def _choose_type(self, topic: str, publishers: Iterable[TopicEndpointInfo]) -> str | None:
        """Return what a topic is to be heard as; of several types the one that is heard already."""
        if topic in self._fixed:
            return self._fixed[topic]
        types = sorted({item.topic_type for item in publishers})
        wanted = [name for name in types if self._is_read(topic, name)]
        subscription = self.subscriptions.get(topic)
        return (
            subscription.type
            if subscription is not None and subscription.type in wanted
            else next(iter(wanted), None)
        )

    def _subscribe_to_fit(
        self, topic: str, type_name: str, publishers: Sequence[TopicEndpointInfo]
    ) -> list[str]:
        complaints = []
        depth = _DEPTH if type_name in (DIAGNOSTICS, LOG) else _SENSOR_DEPTH
        # Before there is a time, what is latched would be left out, and not be delivered again.
        is_log, keeps = type_name == LOG, bool(publishers) and self._clock.is_running
        profile = qos.fit(publishers, depth, latched=is_log or keeps)
        try:
            qos.override(profile, self._names, topic)
        except ValueError as error:
            complaints.append(str(error))
        subscription = self.subscriptions.get(topic)
        why = "" if subscription is None else qos.must_change(subscription.profile, profile)
        if subscription is None or (why and (publishers or is_log)):
            if subscription is not None:
                words = f"{profile.reliability.name}, {profile.durability.name}".lower()
                self._names.get_logger().info(f"{topic}: {why}: now {words}")
            try:
                subscription = self._subscribe(topic, type_name, profile)
            except Exception as error:  # not installed, or not for Python, or not well-formed
                return [*complaints, f"{topic}: {type_name} cannot be heard: {error}"]
        # /rosout has its own way of telling what was logged before (rules.md §5.2).
        subscription.receiver.is_latched |= not is_log and any(map(qos.is_latched, publishers))
        misfits = qos.misfits(subscription.profile, publishers)
        if misfits:
            complaints.append(f"{topic}: QoS keeps us from hearing {', '.join(misfits)}")
        return complaints

    def _subscribe(self, topic: str, type_name: str, profile: QoSProfile) -> TopicSubscription:
        old = self.subscriptions.get(topic)
        receiver = old.receiver if old is not None else TopicReceiver(
            topic, type_name, self._perception, self._episodes, self._clock, self._parts.issues
        )  # fmt: skip
        receiver.subscribed()
        subscription = self._node.create_subscription(
            receiver.message_type,
            topic,
            receiver.take,
            profile,
            raw=True,
            event_callbacks=SubscriptionEventCallbacks(use_default_callbacks=False),
        )
        if old is not None:
            self._node.destroy_subscription(old.subscription)
        subscription = self.subscriptions[topic] = TopicSubscription(
            type_name, profile, subscription, receiver, time.monotonic()
        )
        return subscription

    def _unsubscribe(self, topic: str) -> None:
        """Let go of a topic, so that topics that come and go don't pile up."""
        subscription = self.subscriptions.pop(topic)
        self._node.destroy_subscription(subscription.subscription)
        self._perception.forget(topic)
        self._episodes.forget(topic)

    def passed_over(self) -> list[tuple[str, str]]:
        """Return the topics that are not heard, with the first of their types."""
        return sorted(
            (topic, next(iter(types), ""))
            for topic, types in self._topics
            if topic not in self.subscriptions and self._is_candidate(topic)
        )

    def counts(self, what: str) -> Mapping[str, int]:
        """Return a count of each topic's :class:`TopicReceiver`, by its name."""
        subscriptions = dict(self.subscriptions)
        return {
            topic: getattr(subscription.receiver, what)
            for topic, subscription in sorted(subscriptions.items())
        }


def _other_types(
    topic: str, publishers: Iterable[TopicEndpointInfo], type_name: str | None
) -> str | None:
    """Say who publishes something else than what is heard."""
    others = sorted(
        f"{item.topic_type} (by {qos.full_name(item)})"
        for item in publishers
        if type_name is not None and item.topic_type != type_name
    )
    return f"{topic}: only {type_name} is heard, not {', '.join(others)}" if others else None
