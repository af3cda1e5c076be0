"""A robot's presence among the others in DDS: a node, a publisher and a subscription."""

from __future__ import annotations

from collections.abc import Callable

import rclpy
from rclpy.context import Context
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.subscription import Subscription

from robot_memory.msg import PeerUpdate
from robot_memory.ros.internal_node import internal_node

#: Robots on one topic. History is kept by topic, not by writer: a late joiner with a shorter one
#: hears only the last of them (rules.md §6.3).
MOST_ROBOTS = 256


class PeerParticipant:
    """Publishes and hears updates on the topic of the fleet.

    Args:
        node: whose name, namespace and remappings apply.
        topic: of the fleet, fully qualified.
        context: of its own, which makes it a DDS participant of its own; None for the node's.
    """

    def __init__(self, node: Node, topic: str, context: Context | None) -> None:
        self._context = context
        self._topic = topic
        self.node = internal_node(node, "peers", context)
        self._publisher = self.node.create_publisher(PeerUpdate, topic, _latched(1))
        self._subscription: Subscription | None = None

    @classmethod
    def in_domain(cls, node: Node, topic: str, domain_id: int) -> PeerParticipant:
        """Make one with a context of its own, in a DDS domain."""
        context = Context()
        rclpy.init(context=context, domain_id=domain_id)
        return cls(node, topic, context)

    def publish(self, message: PeerUpdate) -> None:
        """Tell the others."""
        self._publisher.publish(message)

    @property
    def is_subscribed(self) -> bool:
        """Whether others are heard."""
        return self._subscription is not None

    def subscribe(self, take: Callable[[bytes], None]) -> None:
        """Hear the others; all that is latched is delivered, too."""
        depth = _latched(MOST_ROBOTS)
        self._subscription = self.node.create_subscription(
            PeerUpdate, self._topic, take, depth, raw=True
        )

    def unsubscribe(self) -> None:
        """Hear nobody any more."""
        if self._subscription is not None:
            self.node.destroy_subscription(self._subscription)
            self._subscription = None

    def count_others(self) -> int:
        """Return how many others publish, as far as they were discovered."""
        return int(self.node.count_publishers(self._topic)) - 1

    def close(self) -> None:
        """Let go."""
        self.node.destroy_node()
        if self._context is not None:
            rclpy.shutdown(context=self._context)


def _latched(depth: int) -> QoSProfile:
    return QoSProfile(
        depth=depth,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    )
