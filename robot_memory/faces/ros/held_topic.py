"""Topics on which Nav2 obeys the newest message, whoever sent it: ours is published again.

They are nav2_msgs/SpeedLimit, and the latched messages of costmap filters.

Specification: rules.md §12.3, §12.4 and §12.7.

See docs/reference/topics.md.
"""

from __future__ import annotations

import importlib
import logging
import math
import time
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile

from robot_memory.applications.limits.limit import LearnedSpeed, SpeedLimit, speed_to_publish
from robot_memory.faces.ros.qos import LATCHED, full_name, make_publisher, overridden, reliable
from robot_memory.faces.ros.source_warnings import few
from robot_memory.foundation.errors import Defect, InvalidSettings, NotYours

_REPEAT = 2.0  # s between two publications of the same message
_OWN = 100  # own messages that may still be on their way back to us
_WHILE = 60.0  # s after another publisher's message for which ours is at least repeated

_DEPTH = 10  # queue depth of the speed topic, as in Nav2's controller server
_PERCENTAGE = (
    "another publisher limits the speed to a percentage, which cannot be compared with a speed: "
    "what an operator signed holds in its place; let that publisher use metres per second"
)
_LOG = logging.getLogger(__name__)

_Content = Callable[[Any], Hashable]
Report = Callable[[str, Exception], None]


def nav2_type(name: str) -> Any:
    """Return a message type of nav2_msgs.

    Raises:
        InvalidSettings: nav2_msgs is not installed.
    """
    try:
        return getattr(importlib.import_module("nav2_msgs.msg"), name)
    except ImportError:
        problem = (
            "needs nav2_msgs, which is not installed: `sudo apt install ros-$ROS_DISTRO-nav2-msgs`"
        )
        raise InvalidSettings(
            "limits cannot act; nothing is published to Nav2", [Defect("limits.apply", problem)]
        ) from None


class HeldTopic:
    """Publishes on a topic and listens to its other publishers.

    Args:
        kind: the message type, which has a header.
        topic: as in ``Node.create_publisher``.
        content: returns a message's content without its header stamp.
        hear: called with each message of another publisher.
    """

    def __init__(
        self, node: Node, kind: Any, topic: str, profile: QoSProfile, *,
        content: _Content, hear: Callable[[Any], None],
    ) -> None:  # fmt: skip
        self._node, self._content, self._hear = node, content, hear
        self._publisher = make_publisher(node, kind, topic, profile)
        heard = overridden(profile, node, node.resolve_topic_name(topic), "subscription")
        self._subscription = node.create_subscription(kind, topic, self._receive, heard)
        self._published_at = -math.inf
        self._on_their_way: deque[Hashable] = deque(maxlen=_OWN)

    @property
    def name(self) -> str:
        """The full name of the topic."""
        return str(self._publisher.topic_name)

    @property
    def is_due(self) -> bool:
        """Whether it is time to repeat the last message."""
        return time.monotonic() - self._published_at >= _REPEAT

    def publish(self, message: Any) -> None:
        """Publish a message, stamped with the current time."""
        self._published_at = time.monotonic()
        message.header.stamp = self._node.get_clock().now().to_msg()
        self._on_their_way.append(self._stamped(message))
        self._publisher.publish(message)

    def others(self) -> list[str]:
        """Return the names of the other nodes that publish here, even if one has our name."""
        names = [full_name(end) for end in self._node.get_publishers_info_by_topic(self.name)]
        own = self._node.get_fully_qualified_name()
        if own in names:
            names.remove(own)
        return names

    def _receive(self, message: Any) -> None:
        sent = self._stamped(message)
        if sent in self._on_their_way:
            self._on_their_way.remove(sent)  # our own message comes back to us, once
        else:
            self._hear(message)

    def _stamped(self, message: Any) -> Hashable:
        stamp = message.header.stamp
        return stamp.sec, stamp.nanosec, self._content(message)


class HeldMessage:
    """A latched message that no other publisher can replace for long.

    Nav2 logs a warning at each message on these topics. So ours is repeated only while another
    publisher sends a different one: a late subscriber gets both, in any order.
    """

    def __init__(
        self, node: Node, kind: Any, topic: str, content: _Content, report: Report
    ) -> None:
        self._topic = HeldTopic(node, kind, topic, LATCHED, content=content, hear=self._hear)
        self._content, self._report = content, report
        self._message: Any = None
        self._is_replaced = False
        self._heard_at = -math.inf

    @property
    def topic(self) -> str:
        """The full name of the topic."""
        return self._topic.name

    def publish(self, message: Any) -> None:
        """Publish a message, which holds from now on."""
        self._message = message
        self._publish()

    def replace(self) -> None:
        """Publish our message again at the next tick."""
        self._is_replaced = True

    def tick(self) -> bool:
        """Publish our message again if another publisher may have replaced it; return whether."""
        if self._message is None or not (self._is_replaced or self._is_contested()):
            return False
        if not (self._is_replaced or self._topic.is_due):
            return False
        self._publish()
        return True

    def _publish(self) -> None:
        self._is_replaced = False
        self._topic.publish(self._message)

    def _hear(self, message: Any) -> None:
        if self._message is not None and self._content(message) == self._content(self._message):
            return
        self._is_replaced = self._message is not None
        self._heard_at = time.monotonic()  # it may still publish once we have a message
        self._tell(self._topic.others())

    def _is_contested(self) -> bool:
        """Whether another publisher was heard, and is still present or left only a moment ago."""
        if self._heard_at == -math.inf:
            return False
        others = self._topic.others()
        if others:
            self._tell(others)
        elif time.monotonic() - self._heard_at >= _WHILE:
            self._heard_at = -math.inf
        return self._heard_at > -math.inf

    def _tell(self, others: list[str]) -> None:
        who = few(others) or "a node that has left"
        answer = (
            "what is signed is published again and again" if self._message is not None
            else "nothing is signed here, so it stays"
        )  # fmt: skip
        problem = (
            f"{who} publishes here what nobody signed, and Nav2 obeys the newest message; "
            f"{answer}: stop that node, or close the topic with SROS2"
        )
        self._report(self.topic, NotYours(problem))


class SpeedLimiter:
    """Limits the robot to a learned speed through Nav2's speed limit.

    Nav2 obeys the newest message on the topic, whoever sent it. So this class subscribes as well:
    if another publisher sets a looser limit, the learned limit is published again; if it sets a
    lower limit, that limit is repeated; and when the learned limit ends, the other publisher's
    limit is published. When the node stops, Nav2 keeps the last speed, as nobody has signed its
    end. Limits that others set before the start are not known: this topic is not latched.

    Attributes:
        in_force: the learned speed that limits the robot, also while others set a lower one.

    Raises:
        InvalidSettings: nav2_msgs is not installed.
    """

    def __init__(self, node: Node, topic: str) -> None:
        self._type = nav2_type("SpeedLimit")
        self._topic = HeldTopic(
            node, self._type, topic, reliable(_DEPTH), content=_speed_content, hear=self._hear
        )
        self.in_force: LearnedSpeed | None = None
        self._others = SpeedLimit()
        self._newest = SpeedLimit()

    def hold(self, learned: LearnedSpeed | None) -> None:
        """Limit the robot to a learned speed from now on; None: to no learned speed."""
        self.in_force = learned
        self._publish_if_other()

    def repeat(self) -> None:
        """Publish the current limit again if it is due: late subscribers get no history.

        It is the learned speed, or a lower speed that another publisher set. That publisher may
        have left since, and then a controller that starts later would not know the limit.
        """
        if self.in_force is not None and self._topic.is_due:
            self._publish(self._newest)

    def release(self) -> None:
        """Withdraw a speed that an earlier run published and whose end was signed since."""
        self._publish(self._others)

    def _hear(self, message: Any) -> None:
        self._others = SpeedLimit(float(message.speed_limit), bool(message.percentage))
        self._newest = self._others
        self._publish_if_other()
        if self.in_force is not None and self._others.is_percentage and self._others.limits:
            _LOG.warning(_PERCENTAGE)

    def _publish_if_other(self) -> None:
        wanted = speed_to_publish(self.in_force, self._others)
        if wanted != self._newest:
            self._publish(wanted)

    def _publish(self, wanted: SpeedLimit) -> None:
        self._newest = wanted
        self._topic.publish(self._type(percentage=wanted.is_percentage, speed_limit=wanted.speed))


def _speed_content(message: Any) -> tuple[bool, float]:
    return bool(message.percentage), float(message.speed_limit)
