"""A queue of what waits to be told; where too much waits, the oldest leave and are counted."""

from __future__ import annotations

import threading
from collections import deque
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


class BoundedQueue(Generic[_Item]):
    """A first-in, first-out queue of bounded length. Thread-safe.

    Args:
        most: how many items wait at most.
    """

    def __init__(self, most: int) -> None:
        self._items: deque[_Item] = deque(maxlen=most)
        self._lost = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many items wait."""
        return len(self._items)

    def append(self, item: _Item) -> None:
        """Add an item; the oldest leaves where there is no room."""
        with self._lock:
            self._lost += len(self._items) == self._items.maxlen
            self._items.append(item)

    def pop(self) -> _Item | None:
        """Return the oldest item, which waits no more; None where nothing waits."""
        with self._lock:
            return self._items.popleft() if self._items else None

    def put_back(self, item: _Item) -> None:
        """Let an item wait again, as the oldest; it is lost where newer ones took its place."""
        with self._lock:
            if len(self._items) == self._items.maxlen:
                self._lost += 1
            else:
                self._items.appendleft(item)

    def take_lost(self) -> int:
        """Return how many items have left for want of room since this was asked last."""
        with self._lock:
            lost, self._lost = self._lost, 0
        return lost
