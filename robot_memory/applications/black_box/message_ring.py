"""The newest messages, in memory only: the oldest leave by age and by size."""

from __future__ import annotations

import math
import threading
from collections import deque
from itertools import takewhile
from typing import NamedTuple

_OVERHEAD = 200  # bytes that Python needs for a message beside its data
_SLACK = 0.5  # s that the oldest message may be too old: many are dropped at once


class RingMessage(NamedTuple):
    """A serialized message as it was received.

    Attributes:
        number: counts all messages, from 1.
        topic: its full name.
        type: its ROS type.
        uptime: reception time, seconds on the axis of
            :class:`~robot_memory.foundation.time.clock.Instant`.
        published: publication time by the publisher's clock, seconds since the epoch; 0: unknown.
        data: the message, as CDR.
    """

    number: int
    topic: str
    type: str
    uptime: float
    published: float
    data: bytes


class MessageRing:
    """Keeps messages for some seconds. One thread adds, any may read.

    Args:
        seconds: how long a message stays, or half a second longer.
        limit: bytes of all messages together.
    """

    def __init__(self, seconds: float, limit: int) -> None:
        self._seconds, self._limit = seconds, limit
        self._messages: deque[RingMessage] = deque()
        self._latched: dict[str, RingMessage] = {}
        self._lock = threading.Lock()
        self._size = self._number = 0
        self._drop_at = -math.inf

    def add(
        self, topic: str, type_name: str, uptime: float, published: float, data: bytes,
        *, is_latched: bool = False,
    ) -> None:  # fmt: skip
        """Add a message, and drop those that are too old or too many.

        Args:
            topic, type_name, uptime, published, data: see :class:`RingMessage`.
            is_latched: whether its publisher keeps it for whoever subscribes later. The newest one
                of its topic stays here too, whatever its age.
        """
        with self._lock:
            self._number = number = self._number + 1
            message = RingMessage(number, topic, type_name, uptime, published, data)
            self._messages.append(message)
            if is_latched:
                self._latched[topic] = message
            self._size = size = self._size + len(data) + _OVERHEAD
            if size > self._limit or uptime >= self._drop_at:
                self._drop(uptime - self._seconds)

    def _drop(self, oldest: float) -> None:
        """Drop what is older than a time, and as much as is too much."""
        messages, size, limit = self._messages, self._size, self._limit
        while messages and (size > limit or messages[0].uptime < oldest):
            size -= len(messages.popleft().data) + _OVERHEAD
        self._size = size
        first = messages[0].uptime if messages else oldest + self._seconds
        self._drop_at = first + self._seconds + _SLACK

    def newer_than(self, number: int) -> tuple[list[RingMessage], int]:
        """Return the messages after a number, oldest first, and how many of them are gone."""
        with self._lock:
            newest = takewhile(lambda message: message.number > number, reversed(self._messages))
            found = list(newest)
            found.reverse()
            first = found[0].number if found else self._number + 1
            return found, first - number - 1

    def latched(self) -> list[RingMessage]:
        """Return the newest message of each latched topic, in the order in which they came."""
        with self._lock:
            return sorted(self._latched.values())

    @property
    def size(self) -> int:
        """Bytes that the messages take."""
        return self._size
