"""QoS of subscriptions: what every publisher of the topic offers, and best effort for streams.

Specification: rules.md §5.5.

See docs/reference/node.md, "What it subscribes to".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rclpy.node import Node
from rclpy.qos import (
    DurabilityPolicy,
    HistoryPolicy,
    QoSCompatibility,
    QoSProfile,
    ReliabilityPolicy,
    qos_check_compatible,
)
from rclpy.topic_endpoint_info import TopicEndpointInfo

from robot_memory.black_box.topic_choice import is_large

_UNKNOWN = "_NODE_NAME_UNKNOWN_"  # rmw's, while a node is being discovered
#: Of what a late subscriber is given too: the newest message.
LATCHED = QoSProfile(
    depth=1, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL
)
#: Small messages that come many times a second. The next one makes up for a lost one, so nothing is
#: acknowledged or sent again: that costs us a quarter of what receiving takes, and publishers too.
STREAMS = frozenset({
    "geometry_msgs/msg/TransformStamped", "geometry_msgs/msg/Twist",
    "geometry_msgs/msg/TwistStamped", "nav_msgs/msg/Odometry", "sensor_msgs/msg/Imu",
    "sensor_msgs/msg/JointState", "sensor_msgs/msg/LaserScan", "sensor_msgs/msg/Range",
    "tf2_msgs/msg/TFMessage",
})  # fmt: skip
#: All nodes of a robot may publish on their topics at the same moment.
_BURSTS = frozenset({"diagnostic_msgs/msg/DiagnosticArray", "rcl_interfaces/msg/Log"})
_POLICIES: Mapping[str, Any] = {
    "reliability": ReliabilityPolicy,
    "durability": DurabilityPolicy,
    "history": HistoryPolicy,
}


def queue_depth(type_name: str) -> int:
    """Return how many messages of a topic may wait: more than come in a second.

    A queue of large messages is short, as it takes up to so many times their size of memory while
    a disk or a core keeps the node waiting.

    Args:
        type_name: the topic's ROS type.
    """
    if type_name in _BURSTS:
        return 1000
    return 100 if is_large(type_name) else 800


def fit(publishers: Iterable[TopicEndpointInfo], depth: int, *, latched: bool) -> QoSProfile:
    """Return a profile that all publishers match: reliable, but for :data:`STREAMS`.

    Args:
        publishers: who is there now; the profile may have to be weaker once others come.
        depth: messages that may wait.
        latched: whether earlier messages are wanted too, where all publishers keep them.
    """
    offers = [(item.topic_type, item.qos_profile) for item in publishers]
    is_volatile = any(qos.durability == DurabilityPolicy.VOLATILE for _, qos in offers)
    keeps = latched and not is_volatile
    is_lossy = any(
        qos.reliability == ReliabilityPolicy.BEST_EFFORT or (name in STREAMS and not keeps)
        for name, qos in offers
    )
    return QoSProfile(
        depth=depth,
        reliability=ReliabilityPolicy.BEST_EFFORT if is_lossy else ReliabilityPolicy.RELIABLE,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if keeps else DurabilityPolicy.VOLATILE,
    )


def override(profile: QoSProfile, node: Node, topic: str) -> None:
    """Apply what the parameters ``qos_overrides.TOPIC.subscription.…`` say.

    Subscriptions come and go with the topics, so these are read, not declared.

    Raises:
        ValueError: says which parameter cannot be used, and why; the rest was applied.
    """
    prefix = f"qos_overrides.{topic}.subscription"
    defects = []
    for name, parameter in node.get_parameters_by_prefix(prefix).items():
        value = parameter.value
        if name == "depth" and type(value) is int and value > 0:
            profile.depth = value
        elif name in _POLICIES and str(value).upper() in _POLICIES[name].__members__:
            setattr(profile, name, _POLICIES[name][str(value).upper()])
        else:
            defects.append(f"{prefix}.{name}: {value!r} cannot be used")
    if defects:
        raise ValueError("; ".join(defects))


def is_latched(publisher: TopicEndpointInfo) -> bool:
    """Tell whether a publisher keeps messages for whoever subscribes later."""
    return bool(publisher.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL)


def must_change(before: QoSProfile, now: QoSProfile) -> str:
    """Say why a subscription must be made anew; empty where it can stay.

    It must where some publishers no longer match it, and where all keep earlier messages by now. A
    subscription that is less reliable than it could be stays: each change may lose messages.
    """
    if now.reliability == ReliabilityPolicy.BEST_EFFORT != before.reliability:
        return "a publisher offers less"
    if now.durability == before.durability:
        return ""
    is_latched = now.durability == DurabilityPolicy.TRANSIENT_LOCAL
    return "all publishers are latched" if is_latched else "a publisher is not latched"


def incompatible(profile: QoSProfile, publishers: Iterable[TopicEndpointInfo]) -> list[str]:
    """Return the nodes whose messages do not arrive with this profile, and why."""
    found = []
    for publisher in publishers:
        verdict, reason = qos_check_compatible(publisher.qos_profile, profile)
        if verdict == QoSCompatibility.ERROR:
            why = reason.replace("ERROR: ", "").rstrip(";").replace(";", ", ").lower()
            found.append(f"{full_name(publisher)} ({why})")
    return found


def full_name(endpoint: TopicEndpointInfo) -> str:
    """Return the fully qualified name of the node that an endpoint is of."""
    if endpoint.node_name == _UNKNOWN:
        return "a node that is not known yet"
    return f"{endpoint.node_namespace.rstrip('/')}/{endpoint.node_name}"
