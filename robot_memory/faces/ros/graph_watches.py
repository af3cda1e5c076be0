"""Watches of the ROS graph besides the subscriptions, as enabled in the settings."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from rclpy.topic_endpoint_info import TopicEndpointInfo

from robot_memory.faces.ros import qos
from robot_memory.faces.ros.action_watch import ActionWatch
from robot_memory.faces.ros.clock_offset_watch import ClockOffsetWatch
from robot_memory.faces.ros.ingest_context import IngestContext
from robot_memory.faces.ros.parameter_reader import ParameterReader
from robot_memory.faces.ros.topic_subscriptions import GraphListener
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Key
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.perception import Perception
from robot_memory.perception.ros_graph.graph_faults import (
    LostPublishers,
    gone_node,
    is_tool,
    lost_publisher,
    qos_mismatch,
    same_name,
)
from robot_memory.perception.scope import Scope

_INTERVAL = 5.0  # s between two checks
# After this many checks a topic is checked again even if its number of endpoints is the same.
_LOOKS = 12
_OF_EVERY_NODE = ("rosout", "parameter_events")  # topics that every node has
_MOST_PAIRS = 1000  # pairs of a publisher and a subscription of one topic


class GraphWatch:
    """Tells perception about problems in the graph. Only the ingest thread may call it."""

    def __init__(
        self, context: IngestContext, perception: Perception, scope: Scope, settings: Settings
    ) -> None:
        self._context, self._perception, self._scope = context, perception, scope
        self._settings = settings
        self._due = 0.0
        self._looks = 0
        self._counts: dict[str, tuple[int, int]] = {}
        self._qos_mismatches: dict[str, list[Detection]] = {}
        self._lost = LostPublishers()
        self._publishers: dict[str, tuple[int, frozenset[str]]] = {}  # how many, of which nodes
        self._reported: dict[Key, tuple[str, Detection]] = {}

    def update(self, topics: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Check the topics whose endpoints changed, and the names of all nodes.

        Calls within 5 s of the last check do nothing. ``perception.topics.publisher_left`` is
        called for each topic that has fewer publishers than before.
        """
        if time.monotonic() < self._due or not self._context.clock.is_running:
            return
        self._due = time.monotonic() + _INTERVAL
        self._looks += 1
        ours = {topic for topic, _ in topics if self._is_ours(topic)}
        for topic in self._counts.keys() - ours:
            del self._counts[topic]
            self._qos_mismatches.pop(topic, None)
            self._publishers.pop(topic, None)
        names = self._node_names()
        for topic in ours:
            self._look(topic, names)
        found = [(topic, item) for topic, items in self._qos_mismatches.items() for item in items]
        same = [same_name(name, self._settings) for name, count in names.items() if count > 1]
        of_nodes = (*same, *self._lost_publishers(names))
        found += [(item.key.component, item) for item in of_nodes]
        self._report({item.key: (topic, item) for topic, item in found})

    def _is_ours(self, topic: str) -> bool:
        return (
            "/_" not in topic
            and not self._context.graph_namespace.is_own(topic)
            and self._scope.keeps_topic(topic, is_shared=False)
        )

    def _look(self, topic: str, names: Collection[str]) -> None:
        node = self._context.ingest_node
        counts = node.count_publishers(topic), node.count_subscribers(topic)
        before = self._counts.get(topic)
        if before is not None and counts[0] < before[0]:
            self._perception.topics.publisher_left(topic)
        if counts == before and self._looks % _LOOKS:
            return
        self._counts[topic] = counts
        self._qos_mismatches.pop(topic, None)
        if all(counts) and counts[0] * counts[1] <= _MOST_PAIRS:
            publishers = node.get_publishers_info_by_topic(topic)
            self._note_publishers(topic, publishers, names)
            pairs = _mismatches(publishers, node.get_subscriptions_info_by_topic(topic))
            self._qos_mismatches[topic] = [
                qos_mismatch(topic, *pair, self._settings) for pair in pairs
            ]

    def _note_publishers(
        self, topic: str, publishers: Sequence[TopicEndpointInfo], names: Collection[str]
    ) -> None:
        """Remember the nodes that publish on a topic, including nodes that left, until replaced."""
        now = frozenset(qos.full_name(item) for item in publishers).intersection(names)
        before = self._publishers.get(topic)
        if before is None or len(publishers) >= before[0]:
            self._publishers[topic] = len(publishers), now

    def _node_names(self) -> Counter[str]:
        found = self._context.ingest_node.get_node_names_and_namespaces()
        parts = (
            f"{namespace.rstrip('/')}/{name}" for name, namespace in found if not is_tool(name)
        )
        return Counter(name for name in parts if self._scope.keeps_topic(name, is_shared=False))

    def _lost_publishers(self, names: Collection[str]) -> Iterator[Detection]:
        """Yield the nodes that left, and the topics whose publisher left while its node remained.

        Topics whose silence a detector reports are omitted, but not the nodes that caused it.
        """
        published = {
            topic: count
            for topic, (count, _) in self._counts.items()
            if topic.rpartition("/")[2] not in _OF_EVERY_NODE
        }
        topics_of: dict[str, dict[str, str]] = defaultdict(dict)  # by node; each with a subscriber
        for topic in sorted(self._lost.observe(time.monotonic(), published, names)):
            gone = self._publishers.get(topic, (0, frozenset[str]()))[1].difference(names)
            if not gone and self._perception.topics.is_counted(topic):
                continue
            infos = self._context.ingest_node.get_subscriptions_info_by_topic(topic)
            subscribers = sorted(qos.full_name(item) for item in infos if _is_part(item))
            if subscribers and not gone:
                yield lost_publisher(topic, subscribers[0], self._settings)
            for node in gone if subscribers else ():
                topics_of[node][topic] = subscribers[0]
        for node, listened in topics_of.items():
            yield gone_node(node, list(listened), next(iter(listened.values())), self._settings)

    def _report(self, found: dict[Key, tuple[str, Detection]]) -> None:
        for key in self._reported.keys() - found.keys():
            topic, item = self._reported[key]
            self._perception.add_detection(topic, replace(item, present=False))
        for topic, item in found.values():
            self._perception.add_detection(topic, item)
        self._reported = found


def _mismatches(
    publishers: Sequence[TopicEndpointInfo], subscriptions: Sequence[TopicEndpointInfo]
) -> Iterator[tuple[str, str, str]]:
    known_publishers = [item for item in publishers if _is_part(item)]
    for subscription in filter(_is_part, subscriptions):
        for publisher in known_publishers:
            why = qos.mismatch(publisher.qos_profile, subscription.qos_profile)
            if why:
                yield qos.full_name(publisher), qos.full_name(subscription), why


def _is_part(endpoint: TopicEndpointInfo) -> bool:
    """Whether an endpoint belongs to a node of the robot, not to a tool."""
    return not is_tool(endpoint.node_name)


class GraphWatches:
    """The watches of the graph that settings enable.

    Args:
        seen_until: when a node last ran here, seconds since the epoch.

    Attributes:
        asking: the watches that call services of nodes, which only the main thread may do.
        listeners: called with the topics of the graph.
        clocks: compares header stamps with reception times; None: they are not compared.
    """

    def __init__(
        self,
        context: IngestContext,
        perception: Perception,
        scope: Scope,
        settings: Settings,
        seen_until: float,
    ) -> None:
        self.asking: list[ActionWatch | ParameterReader] = []
        self.clocks: ClockOffsetWatch | None = None
        if settings.actions_enabled:
            self.asking.append(ActionWatch(context, perception, scope, seen_until))
        if settings.graph_parameters:
            self.asking.append(ParameterReader(context, perception, scope))
        self.listeners: list[GraphListener] = [item.update for item in self.asking]
        if settings.graph_enabled:
            self.clocks = ClockOffsetWatch(context, perception, settings)
            graph = GraphWatch(context, perception, scope, settings)
            self.listeners += [graph.update, self.clocks.update]
