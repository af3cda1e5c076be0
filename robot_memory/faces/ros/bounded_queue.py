"""Queues between threads: of what waits to be told, and of work that waits for the disk."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

_CAPACITY = 10_000


class ActionQueue:
    """Runs actions one after another: sessions, episodes, exposure, baselines.

    Observations do not come here: :meth:`RobotMemory.observe` queues them for the ledger.

    Args:
        report: told of an action that failed, or for which there was no room.
    """

    def __init__(self, report: Callable[[str, Exception], None]) -> None:
        self._report = report
        self._actions: queue.Queue[Callable[[], object] | None] = queue.Queue(_CAPACITY)
        self._thread = threading.Thread(target=self._run, name="files", daemon=True)
        self._thread.start()

    def put(self, action: Callable[[], object]) -> None:
        """Let an action be run soon; where too many wait it is dropped."""
        try:
            self._actions.put_nowait(action)
        except queue.Full:
            self._report("files", queue.Full(f"{_CAPACITY} actions wait for the disk already"))

    def close(self) -> None:
        """Run what waits, then stop."""
        self._actions.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (action := self._actions.get()) is not None:
            try:
                action()
            except Exception as error:  # the disk, mostly; what comes next may work again
                self._report("what was seen could not be handed over", error)


_Item = TypeVar("_Item")


class BoundedQueue(Generic[_Item]):
    """A first-in, first-out queue of bounded length. Thread-safe."""

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
