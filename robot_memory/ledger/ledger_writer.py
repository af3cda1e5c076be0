"""Group commit off the hot path."""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from robot_memory.errors import HomeRefused
from robot_memory.ledger.ledger import Ledger
from robot_memory.ledger.observation import Observation
from robot_memory.logged_problem import LoggedProblem

_LOG = logging.getLogger(__name__)
_RETRY_PAUSE = 1.0
_NO_ROOM = "the disk took none for too long"

_Item = tuple[Observation, "Future[int]"]


class LedgerWriter:
    """A thread that stores observations in groups, in the order in which they were submitted.

    Args:
        ledger: where to.
        gather: seconds to wait for more before a commit that nobody waits for; bounds the
            commits of a chattering source.
        capacity: observations that may wait, while the disk is full or slow, before
            :meth:`submit` refuses more.
        on_commit: called in the thread after each commit.

    Attributes:
        failure: why the disk takes nothing right now.
        lost: offered observations that were not stored: too many waited, or they cannot be.
        loss: why the last of them was not; empty once the disk that caused it takes some again.
    """

    def __init__(
        self,
        ledger: Ledger,
        *,
        gather: float = 0.1,
        capacity: int = 10_000,
        on_commit: Callable[[], None] = lambda: None,
    ) -> None:
        self._ledger = ledger
        self._gather = gather
        self._on_commit = on_commit
        self._queue: queue.Queue[_Item | threading.Event | None] = queue.Queue(capacity)
        self._hurry = threading.Event()
        self._closing = threading.Event()
        self.failure: str | None = None
        self._logged = LoggedProblem()
        self.lost = 0
        self.loss = ""
        self._counting = threading.Lock()
        self._lost_before = 0  # of these, before the disk took something the last time
        self._thread = threading.Thread(target=self._run, name="ledger-writer", daemon=True)
        self._thread.start()

    def submit(self, observation: Observation, *, hurry: bool = False) -> Future[int]:
        """Queue an observation.

        Args:
            observation: what to store.
            hurry: somebody waits for the result: commit at once.

        Returns:
            A future of the row number; done means stored durably.

        Raises:
            queue.Full: the disk has kept too many waiting; the observation was not taken.
            HomeRefused: the writer is closed.
        """
        if self._closing.is_set():
            raise HomeRefused(f"{self._ledger.path} is closed; the observation was not stored")
        future: Future[int] = Future()
        self._queue.put_nowait((observation, future))
        if hurry:
            self._hurry.set()
        return future

    def offer(self, observation: Observation) -> None:
        """Queue an observation that nobody waits for; what there is no room for is lost."""
        try:
            self.submit(observation).add_done_callback(self._count_unstorable)
        except queue.Full:
            self._count_loss(_NO_ROOM, is_of_disk=True)

    def _count_unstorable(self, stored: Future[int]) -> None:
        error = stored.exception()
        if error is not None:
            self._count_loss(str(error) or type(error).__name__, is_of_disk=False)

    def _count_loss(self, why: str, *, is_of_disk: bool) -> None:
        with self._counting:
            self.lost += 1
            self.loss = why
            self._lost_before += not is_of_disk

    @property
    def problem(self) -> str | None:
        """What keeps observations from being stored, and how many that has cost so far."""
        return "; ".join(filter(None, (self.failure, self._lost_to_disk()))) or None

    def _lost_to_disk(self) -> str:
        lost = self.lost - self._lost_before
        return f"{lost} observations were lost: {_NO_ROOM}" if lost else ""

    def flush(self) -> None:
        """Return once all that was submitted before is stored."""
        reached = threading.Event()
        self._queue.put(reached)
        self._hurry.set()
        reached.wait()

    def close(self) -> None:
        """Store all that waits, then stop; what the disk still refuses then is given up."""
        self._closing.set()
        self._queue.put(None)
        self._hurry.set()
        self._thread.join()

    def _run(self) -> None:
        stopping = False
        while not stopping:
            group = [self._queue.get()]
            if isinstance(group[0], tuple):
                self._hurry.wait(self._gather)
            self._hurry.clear()
            while not self._queue.empty():
                group.append(self._queue.get())
            stopping = None in group
            self._store([item for item in group if isinstance(item, tuple)])
            for item in group:
                if isinstance(item, threading.Event):
                    item.set()

    def _store(self, group: list[_Item]) -> None:
        """Store a group. The thread must outlive whatever is wrong with a row or with the disk."""
        while group:
            last_chance = self._closing.is_set()
            try:
                numbers = self._ledger.append([observation for observation, _ in group])
            except sqlite3.OperationalError as error:
                # Disk full or locked: the rows stay here, in order, until there is room.
                self.failure = f"{self._ledger.path}: {error}; {len(group)} observations wait"
                if self._logged.found(time.monotonic()):
                    _LOG.error("%s", self.failure)
                if last_chance:
                    self._give_up(group, error)
                    return
                self._closing.wait(_RETRY_PAUSE)
            except Exception as error:
                self._store_one_by_one(group, error)
                return
            else:
                self._recover()
                for (_, future), number in zip(group, numbers, strict=True):
                    future.set_result(number)
                self._tell()
                return

    def _recover(self) -> None:
        """Note that the disk takes observations; say so where it did not before."""
        with self._counting:
            loss, self.failure, self._lost_before = self._lost_to_disk(), None, self.lost
            is_over = self._logged.ended() or bool(loss)
            self.loss = "" if is_over else self.loss
        if is_over:
            words = "observations are stored again"
            _LOG.warning("%s: %s%s", self._ledger.path, words, f"; {loss}" if loss else "")

    def _tell(self) -> None:
        try:
            self._on_commit()
        except Exception:
            _LOG.exception("what follows from new rows of %s waits for the next", self._ledger.path)

    def _store_one_by_one(self, group: list[_Item], error: Exception) -> None:
        """Keep a row that cannot be stored from costing the others of its group."""
        if len(group) == 1:
            _LOG.error("not stored: %s: %r", error, group[0][0])
            self._give_up(group, error)
            return
        for item in group:
            self._store([item])

    @staticmethod
    def _give_up(group: list[_Item], error: Exception) -> None:
        for _, future in group:
            future.set_exception(error)
