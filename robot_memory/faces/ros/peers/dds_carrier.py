"""Updates over DDS: one topic per site, one latched message per robot (rules.md §6.6)."""

from __future__ import annotations

import time
from collections.abc import Set

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

_MOST_LATCHED = 4 * MOST_PEERS  # digests kept of updates since the last full reading
_FOUND = 4.0  # s from the start in which existing publishers may not have been discovered yet
#: s between two ticks, suspend included, after which others may have dropped this robot: DDS drops
#: a participant 20 s after its last announcement, which is sent every three seconds.
_STANDSTILL = 8.0


class DdsCarrier:
    """Carries updates over DDS; see :class:`robot_memory.sharing.carriers.carrier.Carrier`.

    One publisher exists from the start, so that others can count this robot before its first
    update. Each robot whose update is passed on gets its own publisher, which latches the update.

    Args:
        domain_id: DDS domain of the peers; None for the node's own.
    """

    name = "dds"
    capacity: int | None = MOST_PEERS

    def __init__(self, node: Node, domain_id: int | None) -> None:
        self._node = node
        self._topic = node.resolve_topic_name(TOPIC)
        self._domain_id = node.context.get_domain_id() if domain_id is None else domain_id
        self._join(None if domain_id is None else self._make_context())
        self._data: dict[str, bytes] = {}
        self._take: Take | None = None
        self._ticked = read_uptime()
        self._found_at = time.monotonic() + _FOUND
        self._others = 0  # publishers, at the last check
        self._latched: set[str] = set()  # digests received since the last full reading
        self._latched_at = self._found_at  # when the latched messages have arrived

    def _make_context(self) -> Context:
        context = Context()
        rclpy.init(context=context, domain_id=self._domain_id)
        return context

    def _join(self, context: Context | None) -> None:
        """Join DDS; a separate context gives it a separate DDS identity."""
        self._context = context
        self._part = internal_node(self._node, "peers", context)
        self._free: list[Publisher] = [self._make_publisher()]
        self._publishers: dict[str, Publisher] = {}
        self._subscription: Subscription | None = None
        self._executor: NodeExecutor | None = None

    def _make_publisher(self) -> Publisher:
        return self._part.create_publisher(PeerUpdate, self._topic, _latched_profile(1))

    def publish(self, rrn: str, data: bytes) -> None:
        """Send a robot's update and keep it latched."""
        self._data[rrn] = data
        if rrn not in self._publishers:
            self._publishers[rrn] = self._free.pop() if self._free else self._make_publisher()
        self._publishers[rrn].publish(data)

    def withdraw(self, rrn: str) -> None:
        """End a robot's publisher."""
        self._data.pop(rrn, None)
        publisher = self._publishers.pop(rrn, None)
        if publisher is not None:
            self._part.destroy_publisher(publisher)

    def listen(self, take: Take) -> None:
        """Subscribe; all latched updates are delivered."""
        self._take = take
        self._latched.clear()
        self._latched_at = time.monotonic() + _FOUND
        # History is kept per topic, not per writer: with a shorter history, a late joiner receives
        # only the last robots of a topic (rules.md §6.3).
        self._subscription = self._part.create_subscription(
            PeerUpdate, self._topic, self._receive, _latched_profile(MOST_PEERS), raw=True
        )

    def pause(self) -> None:
        """End the subscription."""
        self._take = None
        self._unsubscribe()

    def _unsubscribe(self) -> None:
        if self._subscription is not None:
            self._part.destroy_subscription(self._subscription)
            self._subscription = None

    @property
    def is_listening(self) -> bool:
        """Whether there is a subscription."""
        return self._subscription is not None

    def deliver(self, patience: float) -> None:
        """Handle received updates; wait for more for at most ``patience`` seconds."""
        if self._executor is None:  # created in the thread that spins
            self._executor = NodeExecutor(self._part)
        self._executor.spin_once(patience)

    def tick(self, now: float) -> None:
        """Rejoin as a new participant if this process stood still."""
        before, self._ticked = self._ticked, read_uptime()
        if self._ticked - before >= _STANDSTILL:
            self._rejoin(self._ticked - before)

    def awaits(self, heard: Set[str]) -> bool:
        """Whether there are more publishers than robots heard, as far as discovered."""
        if time.monotonic() < self._found_at:
            return True
        return not 0 <= self._count_others() <= len(heard)

    def _count_others(self) -> int:
        own = len(self._free) + len(self._publishers)
        return int(self._part.count_publishers(self._topic)) - own

    def offers(self, rrn: str, digest: str) -> bool:
        """Whether others offer an update; assumed for some seconds after a publisher left.

        DDS does not say whose update left with a publisher. So all latched updates are read again
        then.
        """
        before, self._others = self._others, self._count_others()
        if self._others < before and self._take is not None:
            self._unsubscribe()
            self.listen(self._take)
        if self._take is None or time.monotonic() < self._latched_at:
            return True
        return digest in self._latched or len(self._latched) >= _MOST_LATCHED

    def status(self) -> CarrierStatus:
        """Return an empty status: DDS reports nothing about its network."""
        return CarrierStatus()

    def close(self) -> None:
        """Leave DDS."""
        _leave(self._executor, self._part, self._context)

    def _receive(self, data: bytes) -> None:
        if len(data) <= MAX_SAMPLE and len(self._latched) < _MOST_LATCHED:
            self._latched.add(digest_of(data))
        if self._take is not None:
            self._take("", data)

    def _rejoin(self, still: float) -> None:
        """Rejoin DDS under a new identity after this process stood still.

        A process that was stopped or suspended for longer than the discovery lease was dropped by
        others but has not dropped them. In Fast DDS such a pair never finds each other again: one
        side asks for the other's publishers and subscriptions with a count that starts at zero, and
        the other side takes the request as old and everything as acknowledged. New publishers or
        subscriptions are not found either. A participant with a new identity is.
        """
        self._node.get_logger().warning(
            f"the process was stopped for {still:.0f} s: other robots may have dropped this "
            "one, so it connects to them again"
        )
        left = self._executor, self._part, self._context
        self._join(self._make_context())
        self._found_at = time.monotonic() + _FOUND
        _leave(*left)
        for rrn, data in self._data.items():
            self.publish(rrn, data)
        if self._take is not None:
            self.listen(self._take)


def _leave(executor: NodeExecutor | None, part: Node, context: Context | None) -> None:
    if executor is not None:
        executor.shutdown()
    part.destroy_node()
    if context is not None:
        rclpy.shutdown(context=context)


def _latched_profile(depth: int) -> QoSProfile:
    return QoSProfile(
        depth=depth,
        reliability=ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL,
    )


class FleetDdsCarrier(DdsCarrier):
    """Carries updates between a site and a fleet server, which has its own node for this.

    Args:
        domain_id: DDS domain of the peers; None for the environment's domain.
    """

    def __init__(self, domain_id: int | None) -> None:
        self._site_context = Context()
        rclpy.init(
            context=self._site_context, domain_id=domain_id,
            signal_handler_options=SignalHandlerOptions.NO,
        )  # fmt: skip
        self._site = Node(
            "robot_memory_fleet", context=self._site_context, start_parameter_services=False,
            enable_rosout=False,
        )  # fmt: skip
        super().__init__(self._site, self._site_context.get_domain_id())

    def close(self) -> None:
        """Leave DDS and destroy the node."""
        super().close()
        self._site.destroy_node()
        rclpy.shutdown(context=self._site_context)
