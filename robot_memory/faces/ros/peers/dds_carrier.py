"""Updates over DDS: one topic for a site, one latched message a robot (rules.md §6.6)."""

from __future__ import annotations

import time
from collections.abc import Callable, Set

import rclpy
from rclpy.context import Context
from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.signals import SignalHandlerOptions
from rclpy.subscription import Subscription

from robot_memory.faces.ros.spinning import NodeExecutor, internal_node
from robot_memory.foundation.time.clock import read_uptime
from robot_memory.msg import PeerUpdate
from robot_memory.sharing.carriers.carrier import CarrierStatus, Take
from robot_memory.sharing.federation.flood_guard import MOST_PEERS
from robot_memory.sharing.federation.peer_record import TOPIC
from robot_memory.sharing.federation.signed_envelope import MAX_SAMPLE, digest_of


class PeerParticipant:
    """Publishes and hears updates on the topic of the fleet.

    One publisher is there from the start, so that others can count this robot before its first
    update. Each robot whose update is passed on has one of its own, which latches it.

    Args:
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


_MOST_LATCHED = 4 * MOST_PEERS  # updates since the last reading whose digests are kept
_FOUND = 4.0  # s from the start, until which some that are there may not have been found yet
#: s, suspend included, between two ticks, after which others may have dropped this robot: DDS does
#: so 20 s after its last word, which it says every three seconds.
_STANDSTILL = 8.0


class DdsCarrier:
    """Carries updates over DDS; see :class:`robot_memory.sharing.carriers.carrier.Carrier`.

    Args:
        node: whose name, namespace and remappings apply.
        domain_id: DDS domain of the peers; None for the node's own.
    """

    name = "dds"
    capacity: int | None = MOST_PEERS

    def __init__(self, node: Node, domain_id: int | None) -> None:
        self._node = node
        self._topic = node.resolve_topic_name(TOPIC)
        self._domain_id = node.context.get_domain_id() if domain_id is None else domain_id
        self._participant = (
            PeerParticipant(node, self._topic, None)
            if domain_id is None
            else PeerParticipant.in_domain(node, self._topic, domain_id)
        )
        self._data: dict[str, bytes] = {}
        self._take: Take | None = None
        self._ticked = read_uptime()
        self._found_at = time.monotonic() + _FOUND
        self._others = 0  # publishers, at the last look
        self._latched: set[str] = set()  # digests of what came since all was read
        self._latched_at = self._found_at  # from when on what is latched has come

    def publish(self, rrn: str, data: bytes) -> None:
        """Send a robot's update, and keep it latched."""
        self._data[rrn] = data
        self._participant.publish(rrn, data)

    def withdraw(self, rrn: str) -> None:
        """End the publisher of a robot."""
        self._data.pop(rrn, None)
        self._participant.withdraw(rrn)

    def listen(self, take: Take) -> None:
        """Subscribe; all that is latched is delivered."""
        self._take = take
        self._latched.clear()
        self._latched_at = time.monotonic() + _FOUND
        self._participant.subscribe(self._receive)

    def pause(self) -> None:
        """End the subscription."""
        self._take = None
        self._participant.unsubscribe()

    @property
    def is_listening(self) -> bool:
        """Whether there is a subscription."""
        return self._participant.is_subscribed

    def deliver(self, patience: float) -> None:
        """Handle what came; wait for more no longer than that."""
        self._participant.spin_once(patience)

    def tick(self, now: float) -> None:
        """Join as another participant, where this process stood still."""
        before, self._ticked = self._ticked, read_uptime()
        if self._ticked - before >= _STANDSTILL:
            self._rejoin(self._ticked - before)

    def awaits(self, heard: Set[str]) -> bool:
        """Tell whether more publish than were heard, as far as they were discovered."""
        if time.monotonic() < self._found_at:
            return True
        return not 0 <= self._participant.count_others() <= len(heard)

    def offers(self, rrn: str, digest: str) -> bool:
        """Tell whether others offer an update; not known for some seconds once one has gone.

        DDS does not tell whose update has gone with a publisher. So all that is latched is read
        anew then.
        """
        before, self._others = self._others, self._participant.count_others()
        if self._others < before and self._take is not None:
            self._participant.unsubscribe()
            self.listen(self._take)
        if self._take is None or time.monotonic() < self._latched_at:
            return True
        return digest in self._latched or len(self._latched) >= _MOST_LATCHED

    def status(self) -> CarrierStatus:
        """DDS says nothing of its network; who is silent is seen from the robots heard."""
        return CarrierStatus()

    def close(self) -> None:
        """Let go."""
        self._participant.close()

    def _receive(self, data: bytes) -> None:
        if len(data) <= MAX_SAMPLE and len(self._latched) < _MOST_LATCHED:
            self._latched.add(digest_of(data))
        if self._take is not None:
            self._take("", data)

    def _rejoin(self, still: float) -> None:
        """Take part under another identity in DDS, after this process stood still.

        Who was stopped or suspended for longer than the lease of discovery was dropped by others,
        and has not dropped them itself. In Fast DDS such a pair never finds each other again: the
        one asks for the other's publishers and subscriptions under a count that starts at zero,
        and the other takes that for old, and all for acknowledged. No new publisher or
        subscription is found either. A participant with another identity is.
        """
        self._node.get_logger().warning(
            f"the process was stopped for {still:.0f} s: other robots may have dropped this "
            "one, so it connects to them again"
        )
        joined = PeerParticipant.in_domain(self._node, self._topic, self._domain_id)
        left, self._participant = self._participant, joined
        self._found_at = time.monotonic() + _FOUND
        left.close()
        for rrn, data in self._data.items():
            joined.publish(rrn, data)
        if self._take is not None:
            self.listen(self._take)


class FleetDdsCarrier(DdsCarrier):
    """Carries updates between a site and the server of a fleet, which has a node for that alone.

    Args:
        domain_id: DDS domain of the peers; None for the one of the environment.
    """

    def __init__(self, domain_id: int | None) -> None:
        self._context = Context()
        rclpy.init(
            context=self._context, domain_id=domain_id,
            signal_handler_options=SignalHandlerOptions.NO,
        )  # fmt: skip
        self._own = Node(
            "robot_memory_fleet", context=self._context, start_parameter_services=False,
            enable_rosout=False,
        )  # fmt: skip
        super().__init__(self._own, self._context.get_domain_id())

    def close(self) -> None:
        """Let go, also of the node."""
        super().close()
        self._own.destroy_node()
        rclpy.shutdown(context=self._context)
