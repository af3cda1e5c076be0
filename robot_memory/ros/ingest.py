"""Hears the robot: finds topics that rules want, and feeds perception."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.serialization import deserialize_message
from rclpy.subscription import Subscription

from robot_memory.perception import Perception

DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
LOG = "rcl_interfaces/msg/Log"
_DEPTH = 1000
_SENSOR_DEPTH = 50
_LOOK_AROUND = 1.0


class Ingest:
    """Subscribes raw, decodes only what a rule reads, and hands it to perception.

    Args:
        node: does the subscribing; its executor's thread is the only one that enters perception.
        names: the node whose remappings and namespace apply to topic names.
        perception: what is fed.

    Attributes:
        received: messages by topic.
        complaints: topics that cannot be heard, and why.
    """

    def __init__(self, node: Node, names: Node, perception: Perception) -> None:
        self._node = node
        self._perception = perception
        self._own_prefix = f"{names.get_fully_qualified_name()}/"
        self._subscriptions: dict[str, Subscription] = {}
        self._looked = 0.0
        self.received: dict[str, int] = {}
        self.complaints: dict[str, str] = {}
        latched = DurabilityPolicy.TRANSIENT_LOCAL
        for topic in dict.fromkeys(("/diagnostics", "diagnostics")):
            self._subscribe(names.resolve_topic_name(topic), DIAGNOSTICS)
        self._subscribe(names.resolve_topic_name("/rosout"), LOG, durability=latched)

    def advance(self) -> None:
        """Let time pass, and look now and then for topics that have appeared."""
        self._perception.advance()
        if time.monotonic() - self._looked >= _LOOK_AROUND:
            self._looked = time.monotonic()
            for topic, types in self._node.get_topic_names_and_types():
                self._consider(topic, types)

    def _consider(self, topic: str, types: Sequence[str]) -> None:
        if topic in self._subscriptions or topic.startswith(self._own_prefix):
            return
        if not self._perception.wants(topic, types[0]) or not self._is_published(topic):
            return
        if len(types) > 1:
            self.complaints[topic] = f"{topic} has several types ({', '.join(types)})"
            return
        self._subscribe(topic, types[0])

    def _is_published(self, topic: str) -> bool:
        return bool(self._node.count_publishers(topic))

    def _subscribe(
        self,
        topic: str,
        type_name: str,
        *,
        durability: DurabilityPolicy = DurabilityPolicy.VOLATILE,
    ) -> None:
        if topic in self._subscriptions:
            return
        try:
            message_type = find_type(type_name)
        except (ImportError, AttributeError):
            self.complaints[topic] = f"{topic}: the package of {type_name} is not installed"
            return
        fixed = type_name in (DIAGNOSTICS, LOG)
        profile = QoSProfile(
            depth=_DEPTH if fixed else _SENSOR_DEPTH,
            reliability=self._reliability(topic),
            durability=durability,
        )
        self.received[topic] = 0
        self.complaints.pop(topic, None)
        self._subscriptions[topic] = self._node.create_subscription(
            message_type,
            topic,
            self._receiver(topic, type_name, message_type),
            profile,
            raw=True,
            event_callbacks=SubscriptionEventCallbacks(
                incompatible_qos=lambda event: self._incompatible(topic, event)
            ),
        )

    def _reliability(self, topic: str) -> ReliabilityPolicy:
        """Ask for reliable delivery unless some publisher offers less: best effort fits both."""
        offered = [
            info.qos_profile.reliability for info in self._node.get_publishers_info_by_topic(topic)
        ]
        if ReliabilityPolicy.BEST_EFFORT in offered:
            return ReliabilityPolicy.BEST_EFFORT
        return ReliabilityPolicy.RELIABLE

    def _receiver(self, topic: str, type_name: str, message_type: Any) -> Callable[[bytes], None]:
        perception, received = self._perception, self.received
        if not perception.reads_content(topic, type_name):

            def count(data: bytes) -> None:
                received[topic] += 1
                perception.receive(topic, type_name, None)

            return count

        def decode(data: bytes) -> None:
            received[topic] += 1
            perception.receive(topic, type_name, deserialize_message(data, message_type))

        return decode

    def _incompatible(self, topic: str, event: Any) -> None:
        """A publisher offers less than we asked for: say so, and ask for less (rules.md §5.5)."""
        complaint = f"{topic}: a publisher's QoS did not match ours ({event.last_policy_kind!s})"
        self.complaints[topic] = complaint
        self._node.get_logger().warning(f"{complaint}; subscribing again as best effort")
        old = self._subscriptions.pop(topic, None)
        if old is not None:
            self._node.destroy_subscription(old)


def find_type(name: str) -> Any:
    """Return the class of a ROS message type, ``sensor_msgs/msg/Imu``.

    Raises:
        ImportError, AttributeError: its package is not installed or has no such message.
    """
    package, _, message = name.split("/")
    return getattr(importlib.import_module(f"{package}.msg"), message)
