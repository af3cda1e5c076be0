"""Queues between threads: items waiting to be published, and work waiting for the disk."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

_CAPACITY = 10_000


class ActionQueue:
    """Runs actions one after another: sessions, episodes, exposure, baselines.

    Observations are not queued here: :meth:`RobotMemory.observe` queues them for the ledger.

    Args:
        report: called for an action that failed or found the queue full.
    """

    def __init__(self, report: Callable[[str, Exception], None]) -> None:
        self._report = report
        self._actions: queue.Queue[Callable[[], object] | None] = queue.Queue(_CAPACITY)
        self._thread = threading.Thread(target=self._run, name="files", daemon=True)
        self._thread.start()

    def put(self, action: Callable[[], object]) -> None:
        """Queue an action; drop it if too many are waiting."""
        try:
            self._actions.put_nowait(action)
        except queue.Full:
            self._report("files", queue.Full(f"{_CAPACITY} actions wait for the disk already"))

    def close(self) -> None:
        """Run the waiting actions, then stop."""
        self._actions.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (action := self._actions.get()) is not None:
            try:
                action()
            except Exception as error:  # mostly the disk; the next action may work again
                self._report("what was seen could not be handed over", error)


_Item = TypeVar("_Item")


class BoundedQueue(Generic[_Item]):
    """A first-in, first-out queue of bounded length. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._items: deque[_Item] = deque(maxlen=most)
        self._lost = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """The number of waiting items."""
        return len(self._items)

    def append(self, item: _Item) -> None:
        """Add an item; the oldest is dropped if the queue is full."""
        with self._lock:
            self._lost += len(self._items) == self._items.maxlen
            self._items.append(item)

    def pop(self) -> _Item | None:
        """Remove and return the oldest item; None if the queue is empty."""
        with self._lock:
            return self._items.popleft() if self._items else None

    def put_back(self, item: _Item) -> None:
        """Put an item back as the oldest; it is lost if newer items filled the queue."""
        with self._lock:
            if len(self._items) == self._items.maxlen:
                self._lost += 1
            else:
                self._items.appendleft(item)

    def take_lost(self) -> int:
        """Return how many items were lost to a full queue since the last call."""
        with self._lock:
            lost, self._lost = self._lost, 0
        return lost
