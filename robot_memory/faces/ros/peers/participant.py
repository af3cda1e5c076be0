"""A robot's presence among the others in DDS: a node, publishers and a subscription.

Specification: rules.md §6.3.

See docs/reference/topics.md.
"""

from __future__ import annotations

from collections.abc import Callable

import rclpy
from rclpy.context import Context
from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.subscription import Subscription

from robot_memory.faces.ros.internal_node import internal_node
from robot_memory.faces.ros.node_executor import NodeExecutor
from robot_memory.msg import PeerUpdate
from robot_memory.sharing.federation.flood_guard import MOST_PEERS


class PeerParticipant:
    """Publishes and hears updates on the topic of the fleet.

    One publisher is there from the start, so that others can count this robot before its first
    update. Each robot whose update is passed on has one of its own, which latches it.

    Args:
        node: whose name, namespace and remappings apply.
        topic: of the fleet, fully qualified.
        context: of its own, which makes it a DDS participant of its own; None for the node's.
    """

    def __init__(self, node: Node, topic: str, context: Context | None) -> None:
        self._context = context
        self._topic = topic
        self._node = internal_node(node, "peers", context)
        self._free: list[Publisher] = [self._make_publisher()]
        self._publishers: dict[str, Publisher] = {}
        self._subscription: Subscription | None = None
        self._executor: NodeExecutor | None = None

    @classmethod
    def in_domain(cls, node: Node, topic: str, domain_id: int) -> PeerParticipant:
        """Make one with a context of its own, in a DDS domain."""
        context = Context()
        rclpy.init(context=context, domain_id=domain_id)
        return cls(node, topic, context)

    def publish(self, rrn: str, data: bytes) -> None:
        """Tell the others a robot's update, serialized."""
        if rrn not in self._publishers:
            self._publishers[rrn] = self._free.pop() if self._free else self._make_publisher()
        self._publishers[rrn].publish(data)

    def withdraw(self, rrn: str) -> None:
        """End what is latched of a robot."""
        publisher = self._publishers.pop(rrn, None)
        if publisher is not None:
            self._node.destroy_publisher(publisher)

    @property
    def is_subscribed(self) -> bool:
        """Whether others are heard."""
        return self._subscription is not None

    def subscribe(self, take: Callable[[bytes], None]) -> None:
        """Hear the others; all that is latched is delivered, too."""
        # History is kept by topic, not by writer: a late joiner with a shorter one hears only the
        # last robots of a topic (rules.md §6.3).
        self._subscription = self._node.create_subscription(
            PeerUpdate, self._topic, take, _latched(MOST_PEERS), raw=True
        )

    def unsubscribe(self) -> None:
        """Hear nobody any more."""
        if self._subscription is not None:
            self._node.destroy_subscription(self._subscription)
            self._subscription = None

    def spin_once(self, patience: float) -> None:
        """Handle what came; wait for more no longer than ``patience`` seconds."""
        if self._executor is None:  # in the thread that spins
            self._executor = NodeExecutor(self._node)
        self._executor.spin_once(patience)

    def count_others(self) -> int:
        """Return how many others publish, as far as they were discovered."""
        own = len(self._free) + len(self._publishers)
        return int(self._node.count_publishers(self._topic)) - own

    def close(self) -> None:
        """Let go."""
        if self._executor is not None:
            self._executor.shutdown()
        self._node.destroy_node()
        if self._context is not None:
            rclpy.shutdown(context=self._context)

    def _make_publisher(self) -> Publisher:
        return self._node.create_publisher(PeerUpdate, self._topic, _latched(1))


def _latched(depth: int) -> QoSProfile:
    return QoSProfile(
        depth=depth,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    )
