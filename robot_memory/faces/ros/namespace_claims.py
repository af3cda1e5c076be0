"""Which robot a name in the ROS graph belongs to, and which robots take over names (rules.md §5.1).

A robot without a namespace learns nothing in the namespaces of other memory nodes, and anybody in
the domain may publish as such a node. So the parts that it stops learning about are reported.

See docs/how-to/keep-robots-apart.md.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from rclpy.node import Node

from robot_memory.entries import MemoryEntry
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.source_warnings import few
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.long_term.episodes.rule_book import RuleBook
from robot_memory.perception.scope import Scope

_MEMORY_EVENT = "robot_memory/msg/MemoryEvent"
#: The most other robots that are distinguished, as many as a fleet may have. Each is looked up for
#: each log line.
MOST_OTHERS = 1024
_WILDCARDS = frozenset("*?[")


class GraphNamespace:
    """This robot's part of the graph.

    A robot with a namespace owns everything below it. A robot without a namespace owns everything
    except the namespaces in which another memory node runs: this tells robots apart. A name that
    belonged to another robot stays that robot's, also while its memory node is down.

    Attributes:
        namespace: this robot's namespace; '/' if it has none.
        others: namespaces of other robots; the set grows as they are discovered, up to
            :data:`MOST_OTHERS`. A robot found later never replaces an earlier one.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self._own = f"{node.get_fully_qualified_name()}/"
        self._own_events = node.resolve_topic_name("~/events")
        self.namespace = str(node.get_namespace())
        self.others: set[str] = set()

    def discover(self, topics: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Find other robots, by the topics on which their memory nodes publish events."""
        for topic, types in topics:
            node = topic.rpartition("/")[0]
            is_events = _MEMORY_EVENT in types and node and not self.is_own(topic)
            if is_events and self._node.count_publishers(topic):
                # A memory node without a namespace claims only its own name.
                other = node.rpartition("/")[0] or node
                has_room = len(self.others) < MOST_OTHERS
                if has_room and not f"{self.namespace}/".startswith(f"{other}/"):
                    self.others.add(other)

    def is_own(self, topic: str) -> bool:
        """Whether a topic belongs to this memory node."""
        return topic.startswith(self._own) or topic == self._own_events

    def resolve(self, name: str) -> str:
        """Return a topic's full name, with namespace and remappings applied."""
        return str(self._node.resolve_topic_name(name))

    def resolve_book(self, book: RuleBook) -> RuleBook:
        """Return a file's rules with the topics' full graph names; patterns stay unchanged."""

        def named(topic: str) -> str:
            return topic if _WILDCARDS.intersection(topic) else self.resolve(topic)

        rules = (
            replace(rule, topic=named(rule.topic), exceptions=tuple(map(named, rule.exceptions)))
            for rule in book.rules
        )
        return RuleBook(tuple(rules), tuple(rule.renamed(named) for rule in book.episodes))


class NamespaceClaims:
    """Compares the namespaces of other robots with the unresolved entries of this one."""

    def __init__(
        self, scope: Scope, entries: Callable[[], Iterable[MemoryEntry]], log: NodeLog
    ) -> None:
        self._scope, self._entries, self._log = scope, entries, log
        self._told: set[str] = set()  # namespaces already logged

    def check(self) -> None:
        """Log each newly found robot once."""
        new = set(self._scope.others) - self._told if self._scope.namespace == "/" else set()
        if not new:
            return
        self._told |= new
        problems = self._by_namespace()
        for other in sorted(new):
            if other in problems:
                self._log.warning(problems[other])
            else:
                self._log.info(f"another memory node is in {other}: what is there is its robot's")
        if len(self._told) >= MOST_OTHERS:
            self._log.warning(
                f"there are {MOST_OTHERS} namespaces of other memory nodes, and more are not told "
                "apart: find out who publishes there, and restart this node"
            )

    def problems(self) -> list[str]:
        """Return a line for each other robot's namespace that entries of this robot are about."""
        is_concerned = self._scope.namespace == "/" and self._scope.others
        return list(self._by_namespace().values()) if is_concerned else []

    def _by_namespace(self) -> dict[str, str]:
        try:
            entries = list(self._entries())
        except (RobotMemoryError, OSError, sqlite3.Error):
            return {}  # the status `memory` reports the read error
        parts: defaultdict[str, list[str]] = defaultdict(list)
        for entry in entries:
            name = entry.component
            if other := self._scope.claimed_by(name):
                parts[other].append(name)
        return {other: _words(other, names) for other, names in sorted(parts.items())}


def _words(other: str, names: list[str]) -> str:
    return (
        f"another memory node is in {other}, so nothing more is learned about "
        f"{few(sorted(set(names)))}: if that is this robot's, start its memory node in a namespace "
        "of its own, and find out who publishes there"
    )
