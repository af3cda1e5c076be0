"""The newest messages, in memory only; the oldest are dropped by age and by size.

See docs/reference/security.md, "Tables in memory".
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict, deque
from itertools import takewhile
from typing import NamedTuple

_OVERHEAD = 200  # bytes that Python needs for a message besides its data
_SLACK = 0.5  # s by which the oldest message may be too old: many are dropped at once
_LATCHED_SHARE = 0.25  # of the ring: more would leave too few seconds before a fault
_MOST_LEFT = 1000  # topics remembered as lacking: a robot has some hundred


class RingMessage(NamedTuple):
    """A serialized message as received."""

    number: int  # counts all messages, from 1
    topic: str  # full name
    type: str  # ROS type
    # reception time, seconds on the axis of :class:`~robot_memory.foundation.time.clock.Instant`
    uptime: float
    # publication time by the publisher's clock, seconds since the epoch; 0: unknown
    published: float
    data: bytes  # the message, as CDR


class MessageRing:
    """Keeps messages for some seconds. One thread may add, any may read.

    Args:
        seconds: how long a message stays, up to half a second longer.
        limit: bytes of all messages together. Latched messages kept beyond their time take at most
            a quarter: the oldest are dropped, and :meth:`left` names their topics.
    """

    def __init__(self, seconds: float, limit: int) -> None:
        self._seconds, self._limit = seconds, limit
        self._messages: deque[RingMessage] = deque()
        self._latched: OrderedDict[str, RingMessage] = OrderedDict()
        self._left: OrderedDict[str, RingMessage] = OrderedDict()
        self._latched_size = 0
        self._lock = threading.Lock()
        self._size = self._number = 0
        self._drop_at = -math.inf

    def add(
        self, topic: str, type_name: str, uptime: float, published: float, data: bytes,
        *, is_latched: bool = False,
    ) -> None:  # fmt: skip
        """Add a message (see :class:`RingMessage`), and drop messages beyond age and size limits.

        The newest message of a latched topic, which its publisher keeps for late subscribers, stays
        here too, whatever its age.
        """
        with self._lock:
            self._number = number = self._number + 1
            message = RingMessage(number, topic, type_name, uptime, published, data)
            self._messages.append(message)
            if is_latched:
                self._latch(message)
            self._size = size = self._size + len(data) + _OVERHEAD
            if size + self._latched_size > self._limit or uptime >= self._drop_at:
                self._drop(uptime - self._seconds)

    def _latch(self, message: RingMessage) -> None:
        """Keep the newest message of a latched topic; drop the oldest ones above their share."""
        latched, left = self._latched, self._left
        old = latched.pop(message.topic, None)
        left.pop(message.topic, None)
        latched[message.topic] = message
        size = self._latched_size + _size(message) - (_size(old) if old is not None else 0)
        while size > self._limit * _LATCHED_SHARE:
            topic, oldest = latched.popitem(last=False)
            size -= _size(oldest)
            left[topic] = oldest._replace(data=b"")
        while len(left) > _MOST_LEFT:
            left.popitem(last=False)
        self._latched_size = size

    def _drop(self, oldest: float) -> None:
        """Drop messages older than ``oldest``, and the oldest ones above the size limit."""
        messages, size, limit = self._messages, self._size, self._limit - self._latched_size
        while messages and (size > limit or messages[0].uptime < oldest):
            size -= _size(messages.popleft())
        self._size = size
        first = messages[0].uptime if messages else oldest + self._seconds
        self._drop_at = first + self._seconds + _SLACK

    def newer_than(self, number: int) -> tuple[list[RingMessage], int]:
        """Return the messages after a number, oldest first, and how many of them were dropped."""
        with self._lock:
            newest = takewhile(lambda message: message.number > number, reversed(self._messages))
            found = list(newest)
            found.reverse()
            first = found[0].number if found else self._number + 1
            return found, first - number - 1

    def latched(self) -> list[RingMessage]:
        """Return the newest message of each latched topic, in the order of arrival."""
        with self._lock:
            return list(self._latched.values())

    def left(self) -> list[RingMessage]:
        """Return, without data, the newest messages of latched topics that had to be dropped.

        They are those of the last thousand such topics, unless a topic has a newer message.
        """
        with self._lock:
            return list(self._left.values())

    @property
    def size(self) -> int:
        """Bytes of all messages; a kept latched message counts twice until it is old."""
        return self._size + self._latched_size


def _size(message: RingMessage) -> int:
    return len(message.data) + _OVERHEAD
