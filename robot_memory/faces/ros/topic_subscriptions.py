"""Keeps one subscription for each topic that a rule binds and a node publishes.

See docs/reference/node.md, "What it subscribes to".
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rclpy.qos import QoSProfile
from rclpy.subscription import Subscription
from rclpy.topic_endpoint_info import TopicEndpointInfo

from robot_memory.faces.ros import qos
from robot_memory.faces.ros.clock_offset_watch import ClockOffsetWatch
from robot_memory.faces.ros.ingest_context import IngestContext
from robot_memory.faces.ros.message_recording import MessageRecording
from robot_memory.faces.ros.source_warnings import few
from robot_memory.faces.ros.topic_receiver import DIAGNOSTICS, TopicReceiver
from robot_memory.foundation.logged_problem import LoggedProblem
from robot_memory.long_term.episodes import EpisodeWatches
from robot_memory.long_term.episodes.rule_book import RuleBook
from robot_memory.perception.perception import Perception

GraphListener = Callable[[Sequence[tuple[str, Sequence[str]]]], None]
LOG = "rcl_interfaces/msg/Log"
_UPDATE_INTERVAL = 1.0  # s
_UPDATES = 10  # updates after which the publishers are queried even if their number is the same
_SETTLE = 0.5  # s to discover other robots
_MOST_TOPICS = 2000  # subscriptions: a robot has some hundred topics; each costs 10 kB
_GONE = 3600.0  # s without a publisher
_SETTLED = 3.0  # s without a change, after which the startup topics are complete
_INTERVAL = 60.0  # s, the minimum between two lines


@dataclass
class TopicSubscription:
    """One subscription; ``published`` is when its topic last had a publisher (monotonic, s)."""

    type: str
    profile: QoSProfile
    subscription: Subscription
    receiver: TopicReceiver
    published: float


class TopicSubscriptions:
    """Subscribes to the topics that rules read, with a QoS that fits all publishers.

    Args:
        context: nodes, clock, log; only the thread that spins its ``ingest_node`` may call
            perception.
        watches: called with the topics of the graph once a second.

    Attributes:
        problems: problems of subscriptions (type, QoS), by topic.
        unread: how many of the robot's topics no rule covers.
    """

    def __init__(
        self,
        context: IngestContext,
        perception: Perception,
        episodes: EpisodeWatches,
        recording: MessageRecording | None = None,
        watches: Sequence[GraphListener] = (),
        clocks: ClockOffsetWatch | None = None,
    ) -> None:
        self._watches, self._clocks = watches, clocks
        self._node, self._public_node = context.ingest_node, context.node
        self._clock, self._issues, self._log = context.clock, context.issues, context.log
        self._listening = ListeningLog(context.log.info)
        self._graph_namespace = graph_namespace = context.graph_namespace
        self._perception, self._episodes = perception, episodes
        self._recording = recording
        self._fixed_types = {
            graph_namespace.resolve("/diagnostics"): DIAGNOSTICS,
            graph_namespace.resolve("diagnostics"): DIAGNOSTICS,
            graph_namespace.resolve("/rosout"): LOG,
        }
        # In the root namespace, discover other robots first, to leave their topics out.
        self._due = time.monotonic() + (_SETTLE if graph_namespace.namespace == "/" else 0.0)
        self._publishers: dict[str, int] = {}
        self._topics: Sequence[tuple[str, Sequence[str]]] = ()
        self._unchanged_updates = 0
        self._had_time = self._clock.is_running
        self.by_topic: dict[str, TopicSubscription] = {}
        self.problems: dict[str, str] = {}
        self.unread = 0
        self._logged: dict[str, LoggedProblem] = {}

    def advance(self) -> None:
        """Advance the detectors' time; once a second, look for topics that came or went."""
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
        """Apply new rules; subscribe again where they bind a topic differently."""
        for topic in self._perception.use_rules(book.rules):
            if topic in self.by_topic:
                self._unsubscribe(topic)
        if self._episodes.use_rules(book.episodes):
            for subscription in self.by_topic.values():
                subscription.receiver.follow_episodes()
        self._update_soon()

    def _update_soon(self) -> None:
        """Make the next :meth:`advance` query all topics, changed or not."""
        self._due, self._unchanged_updates = 0.0, _UPDATES

    def _update(self) -> None:
        topics = self._topics = self._node.get_topic_names_and_types()
        self._graph_namespace.discover(topics)
        wanted = {
            topic for topic, types in topics
            if self._is_candidate(topic) and any(self._is_read(topic, name) for name in types)
        }  # fmt: skip
        # Counting publishers is four times as fast as querying their details.
        before = self._publishers
        self._publishers = {
            topic: self._node.count_publishers(topic) for topic in wanted.union(self._fixed_types)
        }
        self._unchanged_updates += 1
        if self._publishers != before or self.problems or self._unchanged_updates >= _UPDATES:
            self._unchanged_updates = 0
            self._fit_all(sorted(self._publishers))
        for watch in self._watches:
            watch(topics)
        if self._recording is not None:
            self._recording.update(topics, self.by_topic)
        for topic in self.by_topic.keys() - self._publishers.keys():
            self._unsubscribe(topic)  # now known to be another robot's
        self._listening.update({topic: item.type for topic, item in self.by_topic.items()})

    def _fit_all(self, topics: Iterable[str]) -> None:
        problems: dict[str, str] = {}
        for topic in topics:
            problem = self._fit(topic, self._node.get_publishers_info_by_topic(topic))
            if problem:
                problems[topic] = problem
        self._log_problems(problems)
        self.problems = problems
        is_unread = self._perception.topics.is_unread
        self.unread = sum(is_unread(*skipped) for skipped in self.skipped_topics())

    def _log_problems(self, problems: Mapping[str, str]) -> None:
        """Log a problem when it begins, each hour while it lasts, and when it ends."""
        now = time.monotonic()
        for topic, problem in problems.items():
            if self._logged.setdefault(topic, LoggedProblem()).found(now, problem):
                self._log.warning(problem)
        for topic in self._logged.keys() - problems.keys():
            if self._logged[topic].ended():
                self._log.info(f"{topic}: this problem is over")
            elif self._logged[topic].is_forgotten(now):
                del self._logged[topic]

    def _is_candidate(self, topic: str) -> bool:
        return "/_" not in topic and not self._graph_namespace.is_own(topic)

    def _is_read(self, topic: str, type_name: str) -> bool:
        return self._perception.topics.wants(topic, type_name) or self._episodes.wants(
            topic, type_name
        )

    def _fit(self, topic: str, publishers: Sequence[TopicEndpointInfo]) -> str | None:
        """Subscribe with the type and QoS of a topic's publishers; return any problem."""
        type_name = self._choose_type(topic, publishers)
        subscription = self.by_topic.get(topic)
        if subscription is not None:
            subscription.published = time.monotonic() if publishers else subscription.published
            if type_name is None and time.monotonic() - subscription.published > _GONE:
                self._unsubscribe(topic)
            elif type_name not in (None, subscription.type):
                # A participant can use a topic with one type only: destroy this subscription first,
                # and create the other one in the next update.
                self._unsubscribe(topic)
                self._update_soon()
                return None
        if type_name is None:
            return None
        is_new = subscription is None and topic not in self._fixed_types
        if is_new and len(self.by_topic) >= _MOST_TOPICS:
            return f"{topic}: it is not listened to, as {_MOST_TOPICS} topics are"
        problems = [_other_types(topic, publishers, type_name)]
        problems += self._subscribe_to_fit(
            topic, type_name, [item for item in publishers if item.topic_type == type_name]
        )
        return "; ".join(filter(None, problems)) or None

    def _choose_type(self, topic: str, publishers: Iterable[TopicEndpointInfo]) -> str | None:
        """Return the type to subscribe with, preferring the type already subscribed to."""
        if topic in self._fixed_types:
            return self._fixed_types[topic]
        types = sorted({item.topic_type for item in publishers})
        wanted = [name for name in types if self._is_read(topic, name)]
        subscription = self.by_topic.get(topic)
        return (
            subscription.type
            if subscription is not None and subscription.type in wanted
            else next(iter(wanted), None)
        )

    def _subscribe_to_fit(
        self, topic: str, type_name: str, publishers: Sequence[TopicEndpointInfo]
    ) -> list[str]:
        # Without a time, messages are dropped: latched ones are requested only afterwards.
        is_log, keeps = type_name == LOG, bool(publishers) and self._clock.is_running
        depth = qos.queue_depth(type_name)
        profile = qos.overridden(
            qos.fit(publishers, depth, latched=is_log or keeps),
            self._public_node, topic, "subscription",
        )  # fmt: skip
        subscription = self.by_topic.get(topic)
        why = "" if subscription is None else qos.must_change(subscription.profile, profile)
        if subscription is None or (why and (publishers or is_log)):
            if subscription is not None:
                words = f"{profile.reliability.name}, {profile.durability.name}".lower()
                self._log.info(f"{topic}: {why}: now {words}")
            try:
                subscription = self._subscribe(topic, type_name, profile)
            except Exception as error:  # type not installed, without Python support, or malformed
                hint = _hint(type_name) if isinstance(error, ModuleNotFoundError) else ""
                return [f"{topic}: cannot subscribe to {type_name}: {error}{hint}"]
        # Redelivered lines of /rosout are recognised by their stamps (rules.md §5.2).
        subscription.receiver.is_latched |= not is_log and any(map(qos.is_latched, publishers))
        incompatible = qos.incompatible(subscription.profile, publishers)
        return [f"{topic}: QoS is incompatible with {', '.join(incompatible)}"] * bool(incompatible)

    def _subscribe(self, topic: str, type_name: str, profile: QoSProfile) -> TopicSubscription:
        old = self.by_topic.get(topic)
        recording = self._recording
        record = None if recording is None else recording.recorder(topic, type_name)
        receiver = old.receiver if old is not None else TopicReceiver(
            topic, type_name, self._perception, self._episodes, self._clock, self._issues,
            record,
        )  # fmt: skip
        receiver.subscribed()
        if old is None and self._clocks is not None:
            receiver.note_time = self._clocks.listener(topic, receiver.message_type)
        subscription = qos.subscribe(
            self._node, receiver.message_type, topic, receiver.receive, profile
        )
        if old is not None:
            self._node.destroy_subscription(old.subscription)
        self._log.debug(
            f"subscribed to {topic} ({type_name}): {profile.reliability.name.lower()}, "
            f"{profile.durability.name.lower()}, depth {profile.depth}"
        )
        subscription = self.by_topic[topic] = TopicSubscription(
            type_name, profile, subscription, receiver, time.monotonic()
        )
        return subscription

    def _unsubscribe(self, topic: str) -> None:
        subscription = self.by_topic.pop(topic)
        self._node.destroy_subscription(subscription.subscription)
        self._log.debug(f"no longer subscribed to {topic}")
        self._perception.forget(topic)
        self._episodes.forget(topic)

    def skipped_topics(self) -> list[tuple[str, str]]:
        """Return the topics that are not subscribed to, with the first of their types."""
        return sorted(
            (topic, next(iter(types), ""))
            for topic, types in self._topics
            if topic not in self.by_topic and self._is_candidate(topic)
        )

    def count_outside(self) -> int:
        """Return how many topics match rules but lie in no known robot's namespace."""
        is_outside = self._perception.topics.is_outside
        return sum(is_outside(topic, type_name) for topic, type_name in self.skipped_topics())

    def counts(self, what: str) -> Mapping[str, int]:
        """Return one counter of each :class:`.TopicReceiver`, such as ``received``, by topic."""
        subscriptions = dict(self.by_topic)
        return {
            topic: getattr(subscription.receiver, what)
            for topic, subscription in sorted(subscriptions.items())
        }


def _other_types(topic: str, publishers: Iterable[TopicEndpointInfo], type_name: str) -> str | None:
    others = sorted(
        f"{item.topic_type} (by {qos.full_name(item)})"
        for item in publishers
        if item.topic_type != type_name
    )
    return f"{topic}: subscribed to {type_name}, not to {', '.join(others)}" if others else None


def _hint(type_name: str) -> str:
    package = type_name.partition("/")[0]
    return f"; source the workspace that has {package} before this node starts"


class ListeningLog:
    """Logs changes in the subscribed topics."""

    def __init__(
        self, log: Callable[[str], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._log, self._clock = log, clock
        self._seen: frozenset[str] = frozenset()
        self._logged: frozenset[str] = frozenset()
        self._changed = self._due = clock()

    def update(self, types: Mapping[str, str]) -> None:
        """Log changes since the last line once they settle; at most one line a minute."""
        now, topics = self._clock(), frozenset(types)
        if topics != self._seen:
            self._seen, self._changed = topics, now
        is_settled = now - self._changed >= _SETTLED or now - self._due >= _INTERVAL
        if topics == self._logged or now < self._due or not is_settled:
            return
        came, gone = sorted(topics - self._logged), sorted(self._logged - topics)
        text = f"listening to {len(topics)} topics"
        if came:
            names = few([f"{topic} ({types[topic]})" for topic in came])
            text += f"; new: {names}" if self._logged else f": {names}"
        if gone:
            text += f"; no longer: {few(gone)}"
        self._log(text)
        self._logged, self._due = topics, now + _INTERVAL
