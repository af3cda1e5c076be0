"""Names in the ROS graph: which robot they belong to, and how they are remapped (rules.md §5.1).

See docs/explanation/perception.md, "Several robots in one domain", and
docs/reference/security.md, "Tables in memory".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rclpy.node import Node

from robot_memory.long_term.episodes.rule_book import RuleBook
from robot_memory.perception.rules.rule import Rule

_MEMORY_EVENT = "robot_memory/msg/MemoryEvent"
#: Robots beside this one that are told apart: as many as a fleet may have. Each is asked about with
#: each log line.
MOST_OTHERS = 1024
_WILDCARDS = frozenset("*?[")


class GraphNamespace:
    """This robot's part of the graph.

    A robot with a namespace has what is beneath it. A robot without one has all but the
    namespaces in which another memory node lives: that is how one robot is told from another. What
    was another's once stays another's, also while its memory node is down.

    Args:
        node: the public node, whose namespace and remappings apply.

    Attributes:
        namespace: this robot's, '/' where it has none.
        others: namespaces of other robots; the set grows while they are discovered, up to
            :data:`MOST_OTHERS`. Whoever comes later takes the place of none that was found.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self._own = f"{node.get_fully_qualified_name()}/"
        self._own_events = node.resolve_topic_name("~/events")
        self.namespace = str(node.get_namespace())
        self.others: set[str] = set()

    def discover(self, topics: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Find other robots: wherever a memory node publishes its events."""
        for topic, types in topics:
            node = topic.rpartition("/")[0]
            is_events = _MEMORY_EVENT in types and node and not self.is_own(topic)
            if is_events and self._node.count_publishers(topic):
                # Without a namespace only the other memory node itself is known to be another's.
                other = node.rpartition("/")[0] or node
                has_room = len(self.others) < MOST_OTHERS
                if has_room and not f"{self.namespace}/".startswith(f"{other}/"):
                    self.others.add(other)

    def is_own(self, topic: str) -> bool:
        """Tell whether a topic is the memory node's own."""
        return topic.startswith(self._own) or topic == self._own_events

    def resolve(self, name: str) -> str:
        """Return a topic's full name: namespace and remappings apply."""
        return str(self._node.resolve_topic_name(name))

    def resolve_rules(self, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        """Return rules whose topics are named as they are in the graph; patterns stay."""
        return tuple(
            replace(
                rule,
                topic=self._resolve_name(rule.topic),
                exceptions=tuple(map(self._resolve_name, rule.exceptions)),
            )
            for rule in rules
        )

    def resolve_book(self, book: RuleBook) -> RuleBook:
        """Return all rules of a file, with topics named as they are in the graph."""
        episodes = (rule.renamed(self._resolve_name) for rule in book.episodes)
        return RuleBook(self.resolve_rules(book.rules), tuple(episodes))

    def _resolve_name(self, topic: str) -> str:
        return topic if _WILDCARDS.intersection(topic) else self.resolve(topic)
