"""Tells when another node of the domain has this node's name: both then answer each other's calls.

See docs/reference/node.md, "Health".
"""

from __future__ import annotations

import time

from rclpy.node import Node

from robot_memory.faces.ros.health_issues import INGEST, HealthIssues
from robot_memory.foundation.errors import RobotMemoryError

_INTERVAL = 2.0  # s between two looks
#: s for which a node that was killed may still be seen: DDS waits 20 s for its next sign of life.
_SEEN_AFTER_DEATH = 30.0
_WHAT = "the name of the node"


class NameWatch:
    """Counts the nodes that have this node's full name.

    Args:
        node: whose name it is.
        issues: told while there are several.
        last_seen: when the last node of this home was there, seconds since the epoch: it may have
            been killed, and is not taken for another one.
    """

    def __init__(self, node: Node, issues: HealthIssues, last_seen: float) -> None:
        self._node, self._issues = node, issues
        ago = min(max(0.0, time.time() - last_seen), _SEEN_AFTER_DEATH)
        self._due = time.monotonic() + _SEEN_AFTER_DEATH - ago

    def tick(self) -> None:
        """Look, where that is due."""
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + _INTERVAL
        own = self._node.get_name(), self._node.get_namespace()
        count = self._node.get_node_names_and_namespaces().count(own)
        self._issues.update(_WHAT, self._problem(count) if count > 1 else None, status=INGEST)

    def _problem(self, count: int) -> RobotMemoryError:
        return RobotMemoryError(
            f"{count} nodes of this domain are called {self._node.get_fully_qualified_name()}, and "
            "answer each other's calls: give each robot a namespace (namespace:=robot1 for the "
            "launch file, -r __ns:=/robot1 for the node) or a ROS_DOMAIN_ID of its own"
        )
