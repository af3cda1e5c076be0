"""Publishes prepared messages, each topic at its rate."""

from __future__ import annotations

import heapq
import struct
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle
from typing import Any, NamedTuple, NoReturn

_POOL = 500  # messages of a topic, published in turn


class Source(NamedTuple):
    """A topic: a function that makes its message for a time, and its rate in Hz."""

    topic: str
    make: Callable[[float], Any]
    rate: float

    def first_messages(self) -> list[Any]:
        """Return the first messages of the topic, which are repeated later."""
        return [self.make(count / self.rate) for count in range(_POOL)]


class BytesPublisher:
    """Publishes serialised messages, so that publishing costs little.

    Args:
        node: the publishing node.
        topic: its name.
        message: an example of the messages.
    """

    def __init__(self, node: Any, topic: str, message: Any) -> None:
        self._publisher = node.create_publisher(type(message), topic, 10)
        self._is_stamped = hasattr(message, "header") or hasattr(message, "stamp")

    def publish(self, data: bytearray) -> None:
        """Publish a message; a time stamp in it is set to the present time."""
        if self._is_stamped:  # the header's time is right behind the encapsulation
            struct.pack_into("<iI", data, 4, *divmod(time.time_ns(), 10**9))
        self._publisher.publish(bytes(data))


def serialized(messages: Iterable[Any]) -> list[bytearray]:
    """Return the bytes of messages, for :meth:`BytesPublisher.publish`."""
    from rclpy.serialization import serialize_message

    return [bytearray(serialize_message(message)) for message in messages]


def publish_sources(node: Any, sources: Sequence[Source]) -> NoReturn:
    """Publish the messages of sources, each at its rate, until the process is killed."""
    actions = []
    for source in sources:
        messages = source.first_messages()
        publisher = BytesPublisher(node, source.topic, messages[0])
        actions.append((source.rate, _publish_in_turn(publisher, serialized(messages))))
    call_at_rates(actions)


def _publish_in_turn(publisher: BytesPublisher, pool: list[bytearray]) -> Callable[[float], None]:
    messages = cycle(pool)
    return lambda now: publisher.publish(next(messages))


def call_at_rates(actions: Sequence[tuple[float, Callable[[float], None]]]) -> NoReturn:
    """Call each action at its rate until the process is killed.

    Args:
        actions: rates in Hz, and functions. A function gets its due time, in seconds since the
            start.
    """
    due = [(place / len(actions) / rate, place) for place, (rate, _) in enumerate(actions)]
    heapq.heapify(due)
    start = time.perf_counter()
    while True:
        when, place = due[0]
        rate, action = actions[place]
        time.sleep(max(0.0, start + when - time.perf_counter()))
        action(when)
        heapq.heapreplace(due, (when + 1.0 / rate, place))
