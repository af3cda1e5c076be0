"""An executor that takes all waiting messages at once (rules.md §5.8).

Other executors wake up for each message. That costs several times as much as reading one, and each
wake-up finds cold caches. Here messages may wait, as the middleware has noted their arrival times.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from rclpy.node import Node
from rclpy.subscription import Subscription

from robot_memory.foundation.time.clock import read_uptime

#: Seconds between two rounds of dispatching. With half a second, each message took a tenth more
#: processor time, as each round begins with cold caches.
REST = 1.0
_WAITING = 200  # messages of a topic that may wait, …
_FILLED = 0.25  # … and the share of its queue that they may fill
_SHORTEST = 100  # messages; a shorter queue was set by somebody to keep only the newest ones
_LEAST_PASSED = 0.05  # s; over a shorter time the message rate is unknown
_MOST = 1000  # of one topic in one round, so that a flood does not delay the others
_NANOSECOND = 1e-9

_Callback = Callable[[Any, float | None, float | None], None]
_Waiting = tuple[float, _Callback, Any, float]
"""Arrival time by some clock, callback, message, and send time; in seconds."""


class SubscriptionExecutor:
    """Takes messages and hands each to its subscription's callback.

    A callback gets the message, the uptime at which it arrived, and the publication time by the
    clock of its publisher (seconds since the epoch).

    Nothing else may spin the node.

    Args:
        node: its subscriptions are served, including later ones.
        clock: seconds since boot, as
            :class:`~robot_memory.foundation.time.clock.SystemClock` counts.
        begin: called before each message.
    """

    def __init__(
        self,
        node: Node,
        clock: Callable[[], float] = read_uptime,
        begin: Callable[[], object] = lambda: None,
    ) -> None:
        self._node, self._clock, self._begin = node, clock, begin
        self._slots: dict[Subscription, _Slot] = {}
        self._received = _SenderClock()
        self._dispatched = -math.inf
        self._due = math.inf

    def spin_once(self, timeout: float) -> None:
        """Rest for at most ``timeout`` seconds, less if many messages arrive, and then dispatch."""
        time.sleep(min(timeout, max(0.0, self._due - self._clock())))
        if self._clock() >= self._due:
            self.dispatch()

    def dispatch(self) -> None:
        """Hand over all waiting messages, in the order of arrival.

        Call it every :data:`REST` seconds, and before advancing time: messages that arrived before
        would otherwise count as later.

        Raises:
            Exception: a topic's messages could not be taken, or a message could not be handled; all
                other messages were handed over.
        """
        since, self._dispatched = self._dispatched, self._clock()
        self._due = math.inf
        fullest = self._dispatch(since)
        passed = min(max(self._dispatched - since, _LEAST_PASSED), REST)
        if fullest and (rest := passed / fullest) < REST:
            self._due = self._dispatched + rest

    def _dispatch(self, since: float) -> float:
        """Hand over the messages since ``since``; return the fullest topic's share of its limit."""
        fullest = 0.0
        received: list[_Waiting] = []
        waiting: list[_Waiting] = []
        failure = None
        senders: list[tuple[_SenderClock, list[_Waiting]]] = [(self._received, received)]
        for slot in self._current_slots():
            sent: list[_Waiting] = []
            before = len(received)
            try:
                slot.take(received, sent)
            except Exception as error:
                failure = error
            fullest = max(fullest, (len(received) - before + len(sent)) / slot.may_wait)
            if sent:
                senders.append((slot.sender, sent))
        now = self._clock()
        for clock, messages in senders:
            if messages:
                offset = clock.adjust([stamp for stamp, *_ in messages], since, now)
                waiting += [(stamp + offset, *rest) for stamp, *rest in messages]
        waiting.sort(key=itemgetter(0))
        for arrived, callback, message, sent_at in waiting:
            self._begin()
            try:
                callback(message, arrived, sent_at)
            except Exception as error:
                failure = error
        if failure is not None:
            raise failure
        return fullest

    def _current_slots(self) -> list[_Slot]:
        slots = {sub: self._slots.get(sub) or _Slot(sub) for sub in self._node.subscriptions}
        self._slots = slots
        return list(slots.values())


class _Slot:
    """The incoming messages of one subscription.

    Attributes:
        sender: the clock of the topic's publishers.
        may_wait: how many messages may wait between two rounds.
    """

    def __init__(self, subscription: Subscription) -> None:
        self.callback: _Callback = subscription.callback
        self.sender = _SenderClock()
        depth = max(_SHORTEST, subscription.qos_profile.depth)
        self.may_wait = min(_WAITING, _FILLED * depth)
        self._take = subscription.handle.take_message
        self._kind, self._is_raw = subscription.msg_type, subscription.raw

    def take(self, received: list[_Waiting], sent: list[_Waiting]) -> None:
        """Take the messages that wait.

        Args:
            received: gets the messages whose arrival time the middleware noted.
            sent: gets the other messages, with their send time, which every middleware notes.
        """
        take, kind, is_raw, callback = self._take, self._kind, self._is_raw, self.callback
        for _ in range(_MOST):
            waiting = take(kind, is_raw)
            if waiting is None:
                return
            message, info = waiting
            came, sent_at = info["received_timestamp"], info["source_timestamp"] * _NANOSECOND
            if came:
                received.append((came * _NANOSECOND, callback, message, sent_at))
            else:
                sent.append((sent_at, callback, message, sent_at))


class _SenderClock:
    """A clock that is not ours: it may be wrong, and may step. Its offset to our time is in s."""

    def __init__(self) -> None:
        self.offset = math.inf

    def adjust(self, stamps: Sequence[float], since: float, now: float) -> float:
        """Adjust the offset: messages waiting now arrived before ``now`` but after ``since``.

        Returns:
            The new offset.
        """
        latest, earliest = now - max(stamps), since - min(stamps)
        self.offset = min(max(self.offset, earliest), latest)
        return self.offset
