"""A robot at its usual rates, with a few failures from day to day, at a constant rate."""

from __future__ import annotations

import copy
import math
import random
from functools import partial
from itertools import cycle
from typing import Any

from publishing import BytesPublisher, Source, call_at_rates, serialized
from standard_topics import sources

from soaking.calendar_clock import boot_seconds
from soaking.failures import FAILURES, Failure

_SPOILED = 20  # messages with a failure, published in turn


class _Topic:
    """A topic: its serialised messages, healthy and spoiled."""

    def __init__(self, node: Any, source: Source) -> None:
        messages = source.first_messages()
        self._publisher = BytesPublisher(node, source.topic, messages[0])
        self._healthy = cycle(serialized(messages))
        self._failures = [
            (failure, cycle(serialized(_spoil(messages[:_SPOILED], failure))))
            for failure in FAILURES if failure.topic == source.topic
        ]  # fmt: skip

    def publish(self, day: float) -> None:
        """Publish the next message, if there is one for this time."""
        messages = next((its for one, its in self._failures if one.holds(day)), self._healthy)
        data = next(messages, None)
        if data is not None:
            self._publisher.publish(data)


def _spoil(messages: list[Any], failure: Failure) -> list[Any]:
    """Return the messages during a failure; none if the topic falls silent."""
    if failure.spoil is None:
        return []
    spoiled = copy.deepcopy(messages)
    for message in spoiled:
        failure.spoil(message)
    return spoiled


def _log_line(now: float) -> Any:
    from rcl_interfaces.msg import Log

    return Log(level=20, name="controller", msg=f"Passing waypoint {now:.0f}")


def _one_status(now: float) -> Any:
    from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus

    status = [DiagnosticStatus(name=f"arm: joint {place}", message="ok") for place in range(4)]
    return DiagnosticArray(status=status)


def topics_of(robot: str) -> list[Source]:
    """Return the topics of a robot: ``first``, 101 messages a second, or ``second``, one."""
    if robot == "second":
        return [Source("/diagnostics", _one_status, 1.0)]
    return [*sources("usual"), Source("/rosout", _log_line, 1.0)]


def rate_of(robot: str) -> float:
    """Return a robot's messages a second."""
    return math.fsum(source.rate for source in topics_of(robot))


def publish(robot: str, domain: int, began: float, day: float) -> None:
    """Run as a robot's drivers until killed.

    Args:
        robot: its name.
        domain: the DDS domain.
        began: seconds since boot at which the calendar began.
        day: the length of a day, s.
    """
    import rclpy

    random.seed(1)
    rclpy.init(domain_id=domain)
    node = rclpy.create_node("drivers")
    topics = [(source.rate, _Topic(node, source)) for source in topics_of(robot)]

    def at_present(topic: _Topic, _: float) -> None:
        topic.publish((boot_seconds() - began) / day)

    call_at_rates([(rate, partial(at_present, topic)) for rate, topic in topics])
