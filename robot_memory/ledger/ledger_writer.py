"""Group commit: a queue, and a thread that commits all queued rows in one transaction."""

from __future__ import annotations

import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from robot_memory.foundation.errors import HomeRefused
from robot_memory.foundation.logged_problem import LoggedProblem
from robot_memory.ledger.ledger import Ledger
from robot_memory.ledger.observation import Observation

_LOG = logging.getLogger(__name__)
_RETRY_PAUSE = 1.0  # s
_NO_ROOM = "the disk took none for too long"

_Item = tuple[Observation, "Future[int]"]


class LedgerWriter:
    """A thread that stores observations in groups, in the order in which they were submitted.

    Args:
        commit_delay: seconds to wait for more rows before a commit, unless a caller waits for the
            result; it limits the commits per second for a busy source.
        capacity: the length of the queue; if it is full because the disk is full or slow,
            :meth:`submit` refuses.
        on_commit: called in the thread after each commit.

    Attributes:
        failure: why commits fail now; None while they succeed.
        lost: the number of offered observations that were lost: the queue was full, or the row was
            invalid.
        loss: why the last one was lost; empty once the disk accepts rows again.
    """

    def __init__(
        self,
        ledger: Ledger,
        *,
        commit_delay: float = 0.1,
        capacity: int = 10_000,
        on_commit: Callable[[], None] = lambda: None,
    ) -> None:
        self._ledger = ledger
        self._commit_delay = commit_delay
        self._on_commit = on_commit
        self._queue: queue.Queue[_Item | threading.Event | None] = queue.Queue(capacity)
        self._commit_now = threading.Event()
        self._closing = threading.Event()
        self.failure: str | None = None
        self._logged = LoggedProblem()
        self.lost = 0
        self.loss = ""
        self._counting = threading.Lock()
        self._lost_earlier = 0  # the part of ``lost`` not due to the present disk failure
        self._thread = threading.Thread(target=self._run, name="ledger-writer", daemon=True)
        self._thread.start()

    def submit(self, observation: Observation, *, commit_now: bool = False) -> Future[int]:
        """Queue an observation.

        Args:
            commit_now: the caller waits for the result: commit without delay.

        Returns:
            A future of the row id; when it is done, the row is stored durably.

        Raises:
            queue.Full: the queue is full; the observation was not queued.
            HomeRefused: the writer is closed.
        """
        if self._closing.is_set():
            raise HomeRefused(f"{self._ledger.path} is closed; the observation was not stored")
        future: Future[int] = Future()
        self._queue.put_nowait((observation, future))
        if commit_now:
            self._commit_now.set()
        return future

    def offer(self, observation: Observation) -> None:
        """Queue an observation without waiting; with a full queue it is lost and counted."""
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
            self._lost_earlier += not is_of_disk

    @property
    def problem(self) -> str | None:
        """Why observations cannot be stored, and how many were lost so far."""
        return "; ".join(filter(None, (self.failure, self._lost_to_disk()))) or None

    def _lost_to_disk(self) -> str:
        lost = self.lost - self._lost_earlier
        return f"{lost} observations were lost: {_NO_ROOM}" if lost else ""

    def flush(self) -> None:
        """Return once all earlier submissions are stored."""
        reached = threading.Event()
        self._queue.put(reached)
        self._commit_now.set()
        reached.wait()

    def close(self) -> None:
        """Store the queued rows, then stop; rows that the disk still refuses are given up."""
        self._closing.set()
        self._queue.put(None)
        self._commit_now.set()
        self._thread.join()

    def _run(self) -> None:
        stopping = False
        while not stopping:
            group = [self._queue.get()]
            if isinstance(group[0], tuple):
                self._commit_now.wait(self._commit_delay)
            self._commit_now.clear()
            while not self._queue.empty():
                group.append(self._queue.get())
            stopping = None in group
            rows = [item for item in group if isinstance(item, tuple)]
            try:
                self._store(rows)
            except Exception as error:  # otherwise all later rows would wait for ever
                _LOG.exception("%s: %d observations may be lost", self._ledger.path, len(rows))
                self._give_up(rows, error)
            for item in group:
                if isinstance(item, threading.Event):
                    item.set()

    def _store(self, group: list[_Item]) -> None:
        """Commit a group; an invalid row fails alone, and a full disk is retried."""
        while group:
            last_chance = self._closing.is_set()
            try:
                numbers = self._ledger.append([observation for observation, _ in group])
            except sqlite3.OperationalError as error:
                # Disk full or locked: the rows wait here, in order, until there is room.
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
                self._run_on_commit()
                return

    def _recover(self) -> None:
        with self._counting:
            loss, self.failure, self._lost_earlier = self._lost_to_disk(), None, self.lost
            is_over = self._logged.ended() or bool(loss)
            self.loss = "" if is_over else self.loss
        if is_over:
            words = "observations are stored again"
            _LOG.warning("%s: %s%s", self._ledger.path, words, f"; {loss}" if loss else "")

    def _run_on_commit(self) -> None:
        try:
            self._on_commit()
        except Exception:
            _LOG.exception(
                "a listener to new rows of %s failed; it is called again with the next rows",
                self._ledger.path,
            )

    def _store_one_by_one(self, group: list[_Item], error: Exception) -> None:
        """Store the rows of a group one by one, so that only an invalid row fails."""
        if len(group) == 1:
            _LOG.error("not stored: %s: %r", error, group[0][0])
            self._give_up(group, error)
            return
        for item in group:
            self._store([item])

    @staticmethod
    def _give_up(group: list[_Item], error: Exception) -> None:
        for _, future in group:
            if not future.done():
                future.set_exception(error)
