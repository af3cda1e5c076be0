"""What all parts of the node share."""

from __future__ import annotations

from dataclasses import dataclass

from rclpy.node import Node

from robot_memory.clock import Clock
from robot_memory.ros.graph_namespace import GraphNamespace
from robot_memory.ros.health_issues import HealthIssues
from robot_memory.ros.node_log import NodeLog


@dataclass(frozen=True)
class NodeParts:
    """The nodes, the time, and who is told of what goes wrong.

    Attributes:
        node: the one that users see, whose parameters hold QoS overrides.
        ingest_node: the one that subscribes.
        graph_namespace: tells our own topics, and finds other robots.
        clock: the time.
        log: of the node.
        issues: told of everything that goes wrong.
    """

    node: Node
    ingest_node: Node
    graph_namespace: GraphNamespace
    clock: Clock
    log: NodeLog
    issues: HealthIssues
