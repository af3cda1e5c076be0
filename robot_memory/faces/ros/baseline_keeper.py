"""Stores learned baselines, and drops those of replaced parts (rules.md §10.3)."""

from __future__ import annotations

import time
from collections import deque

from robot_memory.faces.ros.action_queue import ActionQueue
from robot_memory.ledger import Ledger
from robot_memory.perception import Perception

_STORE_INTERVAL = 3600.0  # s; they are some hundred kilobytes, and change slowly
_LOOK_INTERVAL = 5.0  # s


class BaselineKeeper:
    """Stores baselines once an hour, and finds repairs by their rows in the ledger.

    Args:
        perception: learns what is normal.
        ledger: stores it, and knows the repairs.
        queue: takes what may wait for the disk.
    """

    def __init__(self, perception: Perception, ledger: Ledger, queue: ActionQueue) -> None:
        self._perception, self._ledger, self._queue = perception, ledger, queue
        self._seen = self._looked = ledger.baselines_up_to()
        self._repairs: deque[tuple[int, str]] = deque()
        self._look_due = 0.0
        self._store_due = time.monotonic() + _STORE_INTERVAL

    def advance(self) -> None:
        """Do what is due; called where perception is fed."""
        now = time.monotonic()
        if now >= self._look_due:
            self._look_due = now + _LOOK_INTERVAL
            self._queue.put(self._find_repairs)
        while self._repairs:
            self._seen, component = self._repairs.popleft()
            self._perception.renew(component)
        if now >= self._store_due:
            self._store_due = now + _STORE_INTERVAL
            self.store()

    def store(self) -> None:
        """Hand over what is normal now."""
        states, seen = self._perception.baselines.states(), self._seen
        self._queue.put(lambda: self._ledger.keep_baselines(states, seen))

    def _find_repairs(self) -> None:
        found, self._looked = self._ledger.repairs(after=self._looked)
        self._repairs.extend(found)
