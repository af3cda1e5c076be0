"""A robot at its usual rates, on which a few things fail from day to day, always as often."""

from __future__ import annotations

import copy
import heapq
import math
import random
import struct
import time
from collections.abc import Callable
from typing import Any

from standard_topics import sources

from soaking.failures import FAILURES, Failure

_POOL = 500  # messages of a topic, published in turn


class _Topic:
    """A topic: its messages in bytes, healthy ones and spoiled ones."""

    def __init__(self, node: Any, topic: str, make: Callable[[float], Any], rate: float) -> None:
        from rclpy.serialization import serialize_message

        pool = [make(count / rate) for count in range(_POOL)]
        self.rate, self._count = rate, 0
        self._publisher = node.create_publisher(type(pool[0]), topic, 10)
        self._is_stamped = hasattr(pool[0], "header") or hasattr(pool[0], "stamp")
        self._healthy = [bytearray(serialize_message(message)) for message in pool]
        self._failures: list[tuple[Failure, list[bytearray]]] = []
        for failure in (one for one in FAILURES if one.topic == topic):
            spoiled = [copy.deepcopy(message) for message in pool[:20]]
            if failure.spoil is not None:
                for message in spoiled:
                    failure.spoil(message)
            data = [bytearray(serialize_message(message)) for message in spoiled]
            self._failures.append((failure, data if failure.spoil is not None else []))

    def publish(self, day: float) -> None:
        """Publish the next message, if there is one at this time."""
        pool = next((data for one, data in self._failures if one.holds(day)), self._healthy)
        self._count += 1
        if not pool:
            return
        data = pool[self._count % len(pool)]
        if self._is_stamped:  # the time of a header stands right behind the encapsulation
            struct.pack_into("<iI", data, 4, *divmod(time.time_ns(), 10**9))
        self._publisher.publish(bytes(data))


def _log_line(now: float) -> Any:
    from rcl_interfaces.msg import Log

    return Log(level=20, name="controller", msg=f"Passing waypoint {now:.0f}")


def _one_status(now: float) -> Any:
    from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus

    status = [DiagnosticStatus(name=f"arm: joint {place}", message="ok") for place in range(4)]
    return DiagnosticArray(status=status)


def topics_of(robot: str) -> list[tuple[str, Callable[[float], Any], float]]:
    """Return the topics of a robot: ``first``, 101 messages a second, or ``second``, one."""
    if robot == "second":
        return [("/diagnostics", _one_status, 1.0)]
    return [*sources("usual"), ("/rosout", _log_line, 1.0)]


def rate_of(robot: str) -> float:
    """Return how many messages a second a robot publishes."""
    return math.fsum(rate for *_, rate in topics_of(robot))


def publish(robot: str, domain: int, began: float, day: float) -> None:
    """Be a robot's drivers until killed.

    Args:
        robot: which.
        domain: of DDS.
        began: seconds since boot at which the calendar began.
        day: seconds that a day takes.
    """
    import rclpy

    from soaking.calendar_clock import boot_seconds

    random.seed(1)
    rclpy.init(domain_id=domain)
    node = rclpy.create_node("drivers")
    topics = [_Topic(node, *given) for given in topics_of(robot)]
    start = time.perf_counter()
    due = [(start + place / len(topics) / one.rate, place) for place, one in enumerate(topics)]
    heapq.heapify(due)
    while True:
        when, place = due[0]
        time.sleep(max(0.0, when - time.perf_counter()))
        topics[place].publish((boot_seconds() - began) / day)
        heapq.heapreplace(due, (when + 1.0 / topics[place].rate, place))
