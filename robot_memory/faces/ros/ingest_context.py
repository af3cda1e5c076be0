"""The parts of the node that the ingest thread uses."""

from __future__ import annotations

from dataclasses import dataclass

from rclpy.node import Node

from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.faces.ros.namespace_claims import GraphNamespace
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.foundation.time.clock import Clock


@dataclass(frozen=True)
class IngestContext:
    """The rclpy nodes, the clock and the log of the ingest thread.

    Attributes:
        node: ``robot_memory``, the node in the graph; its parameters hold QoS overrides.
        ingest_node: an internal node, which holds the subscriptions.
    """

    node: Node
    ingest_node: Node
    graph_namespace: GraphNamespace
    clock: Clock
    log: NodeLog
    issues: HealthIssues
