"""Streams that each are in time order, merged into one, opened only when their time has come."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class TimedStream(Generic[Item]):
    """A stream of (time, …) tuples in time order, none of which is earlier than `start`."""

    start: int
    read: Callable[[], Iterable[Item]]


def in_time_order(
    spans: Iterable[TimedStream[Item]], time_of: Callable[[Item], int]
) -> Iterator[Item]:
    """Merge `spans`. Only those that overlap are open at once: memory is bounded by them."""
    waiting = deque(sorted(spans, key=lambda span: span.start))
    running: list[tuple[int, int, Item, Iterator[Item]]] = []
    opened = 0
    while waiting or running:
        if waiting and (not running or waiting[0].start <= running[0][0]):
            stream = iter(waiting.popleft().read())
            opened += 1
            for first in stream:
                heapq.heappush(running, (time_of(first), opened, first, stream))
                break
            continue
        _, order, item, stream = running[0]
        yield item
        for following in stream:
            heapq.heapreplace(running, (time_of(following), order, following, stream))
            break
        else:
            heapq.heappop(running)
