"""QoS of subscriptions: the QoS that all publishers of a topic offer; best effort for streams.

Specification: rules.md §5.5.

See docs/reference/node.md, "What it subscribes to".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Any

from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import (
    DurabilityPolicy,
    HistoryPolicy,
    QoSCompatibility,
    QoSProfile,
    ReliabilityPolicy,
    qos_check_compatible,
)
from rclpy.subscription import Subscription
from rclpy.topic_endpoint_info import TopicEndpointInfo

from robot_memory.applications.black_box.topic_choice import is_large
from robot_memory.foundation.errors import Defect

_UNKNOWN = "_NODE_NAME_UNKNOWN_"  # rmw's name for a node during discovery
#: For topics whose newest message late subscribers get too.
LATCHED = QoSProfile(
    depth=1, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL
)

#: Types of small messages that arrive many times a second. The next message makes up for a lost
#: one, so nothing is acknowledged or sent again: this saves a quarter of our reception cost, and
#: costs of the publishers.
STREAMS = frozenset({
    "geometry_msgs/msg/TransformStamped", "geometry_msgs/msg/Twist",
    "geometry_msgs/msg/TwistStamped", "nav_msgs/msg/Odometry", "sensor_msgs/msg/Imu",
    "sensor_msgs/msg/JointState", "sensor_msgs/msg/LaserScan", "sensor_msgs/msg/Range",
    "tf2_msgs/msg/TFMessage",
})  # fmt: skip
#: Types that all nodes of a robot may publish at the same moment.
_BURSTS = frozenset({"diagnostic_msgs/msg/DiagnosticArray", "rcl_interfaces/msg/Log"})
_OVERRIDES = "qos_overrides."
_OVERRIDE = re.compile(r"(?P<end>(?P<topic>/[^.]+)\.(?:publisher|subscription))\.(?P<policy>\w+)")
_DEEPEST = 100_000  # messages
_POLICIES: Mapping[str, Any] = {
    "reliability": ReliabilityPolicy,
    "durability": DurabilityPolicy,
    "history": HistoryPolicy,
}


def reliable(depth: int) -> QoSProfile:
    """Return the profile for reliable messages, of which ``depth`` may wait."""
    return QoSProfile(depth=depth, reliability=ReliabilityPolicy.RELIABLE)


def queue_depth(type_name: str) -> int:
    """Return how many messages of a topic may wait: more than arrive in a second.

    A queue of large messages is short: while a disk or a core keeps the node waiting, it may hold
    that many messages in memory.
    """
    if type_name in _BURSTS:
        return 1000
    return 100 if is_large(type_name) else 800


def fit(publishers: Iterable[TopicEndpointInfo], depth: int, *, latched: bool) -> QoSProfile:
    """Return a profile that all publishers match: reliable except for :data:`STREAMS`.

    Args:
        publishers: the current publishers; later ones may require a weaker profile.
        latched: whether earlier messages are wanted too, if all publishers keep them.
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


def overridden(profile: QoSProfile, node: Node, topic: str, end: str) -> QoSProfile:
    """Return a profile changed by the parameters ``qos_overrides.TOPIC.END.…``.

    Subscriptions come and go with their topics, so these parameters are read, not declared.

    Args:
        profile: the profile to copy and change.
        node: holds the parameters, which were checked at its start.
        topic: full name.
    """
    given = node.get_parameters_by_prefix(f"{_OVERRIDES}{topic}.{end}")
    changed = copy(profile)
    for name, parameter in given.items():
        value = parameter.value
        setattr(changed, name, value if name == "depth" else _POLICIES[name][str(value).upper()])
    return changed


def make_publisher(node: Node, kind: Any, topic: str, profile: QoSProfile) -> Publisher:
    """Make a publisher like ``Node.create_publisher``, with QoS that parameters can override."""
    profile = overridden(profile, node, node.resolve_topic_name(topic), "publisher")
    return node.create_publisher(kind, topic, profile)


def check_overrides(given: Mapping[str, object], fixed: Mapping[str, str]) -> list[Defect]:
    """Return the defects of the parameters that override QoS.

    Args:
        fixed: the reasons why the QoS of some topics cannot be changed, by ``TOPIC.END``.
    """
    found = (
        (name, _problem_with(name, value, fixed))
        for name, value in given.items() if name.startswith(_OVERRIDES)
    )  # fmt: skip
    return [Defect(name, problem) for name, problem in found if problem]


def _problem_with(name: str, value: object, fixed: Mapping[str, str]) -> str:
    match = _OVERRIDE.fullmatch(name.removeprefix(_OVERRIDES))
    if match is None:
        return "is not qos_overrides./TOPIC.publisher.POLICY or qos_overrides./TOPIC.subscription.…"
    policy = match["policy"]
    if match["end"] in fixed:
        return f"the QoS of {match['topic']} cannot be overridden: {fixed[match['end']]}"
    if policy == "depth":
        is_usable = type(value) is int and 0 < value <= _DEEPEST
        return "" if is_usable else f"{value!r:.80} is not a whole number from 1 to {_DEEPEST}"
    if policy not in _POLICIES:
        return f"the policy {policy} cannot be overridden, only {', '.join([*_POLICIES, 'depth'])}"
    words = [word.lower() for word in _POLICIES[policy].__members__ if word != "UNKNOWN"]
    is_usable = isinstance(value, str) and value.lower() in words
    return "" if is_usable else f"{value!r:.80} is not one of {', '.join(words)}"


def unused_overrides(node: Node) -> list[str]:
    """Return topics whose publisher QoS is overridden but that the node does not publish."""
    published = {publisher.topic_name for publisher in node.publishers}
    matches = map(_OVERRIDE.fullmatch, node.get_parameters_by_prefix("qos_overrides"))
    topics = {match["topic"] for match in matches if match and match["end"].endswith("publisher")}
    return sorted(topics - published)


def is_latched(publisher: TopicEndpointInfo) -> bool:
    """Whether a publisher keeps messages for late subscribers."""
    return bool(publisher.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL)


def must_change(before: QoSProfile, now: QoSProfile) -> str:
    """Return why a subscription must be replaced; empty if it can stay.

    It must be replaced if some publishers no longer match it, or if all of them now keep earlier
    messages. A subscription that is less reliable than possible stays: each replacement may lose
    messages.
    """
    if now.reliability == ReliabilityPolicy.BEST_EFFORT != before.reliability:
        return "a publisher offers less"
    if now.durability == before.durability:
        return ""
    is_latched = now.durability == DurabilityPolicy.TRANSIENT_LOCAL
    return "all publishers are latched" if is_latched else "a publisher is not latched"


def incompatible(profile: QoSProfile, publishers: Iterable[TopicEndpointInfo]) -> list[str]:
    """Return the nodes whose messages do not arrive with this profile, and why."""
    found = ((item, mismatch(item.qos_profile, profile)) for item in publishers)
    return [f"{full_name(publisher)} ({why})" for publisher, why in found if why]


def mismatch(offered: QoSProfile, asked: QoSProfile) -> str:
    """Return why a publisher's messages do not reach a subscription; empty if they do."""
    verdict, reason = qos_check_compatible(offered, asked)
    if verdict != QoSCompatibility.ERROR:
        return ""
    # rmw names the mismatched policies only in this text: "ERROR: Best effort publisher and
    # reliable subscription;"
    return str(reason).replace("ERROR: ", "").rstrip("; ").replace(";", ", ").lower()


def subscribe(
    node: Node, kind: Any, topic: str, take: Callable[..., None], profile: QoSProfile
) -> Subscription:
    """Subscribe to serialized messages; QoS mismatches are reported elsewhere."""
    return node.create_subscription(
        kind, topic, take, profile, raw=True,
        event_callbacks=SubscriptionEventCallbacks(use_default_callbacks=False),
    )  # fmt: skip


def full_name(endpoint: TopicEndpointInfo) -> str:
    """Return the fully qualified name of an endpoint's node."""
    if endpoint.node_name == _UNKNOWN:
        return "a node that is not known yet"
    return f"{endpoint.node_namespace.rstrip('/')}/{endpoint.node_name}"
