"""The write side of a memory: the ledger's queue, the file's saver, places, the event log."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as CommitTimeout
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from robot_memory.entries.entry_event import EntryEvent, EntryRemoval, removal_event
from robot_memory.entries.keep_rules import confirmations
from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.places.place_keeper import PlaceKeeper
from robot_memory.entries.saver import Saver
from robot_memory.foundation.disk.file_lock import LOCK_PATIENCE
from robot_memory.foundation.errors import LockHeld
from robot_memory.foundation.time.clock import Clock, SystemClock
from robot_memory.ledger import (
    Key,
    Kind,
    Ledger,
    LedgerWriter,
    Observation,
    OperatingSample,
    filtered_row,
)
from robot_memory.long_term.levels.entry_event_recorder import EntryEventRecorder
from robot_memory.long_term.levels.event_log import EventLog

_COMMIT_TIMEOUT = 10.0  # s
_LOCK_PAUSE = 0.05  # s
_LOOK_INTERVAL = 600.0  # s between two checks of kept entries
_MOST_BEGUN = 64  # onsets whose entry is remembered until it exists; a chain has at most 32 causes


class NotStoredYet(CommitTimeout):
    """The disk did not take an observation in time; it waits in memory.

    Args:
        failure: the disk's error; None if there was none.
        row: becomes the id of the row, or the error with which it was given up.
    """

    def __init__(self, failure: str | None, row: Future[int]) -> None:
        super().__init__(
            f"the disk did not take it within {_COMMIT_TIMEOUT:.0f} s "
            f"({failure or 'it is too slow, or another process keeps the ledger'}); it waits in "
            "memory"
        )
        self.row = row


class MemoryWriter:
    """Stores observations, and saves the resulting entries.

    Not thread-safe, except :attr:`rows` and :meth:`store`.

    Args:
        on_event: called for each entry that is pruned, or was deleted from the file.

    Attributes:
        rows: the queue of rows, and the thread that stores them.
        saver: brings the file up to date; any thread may ask it whether the clock is reliable, and
            to compact the archive.
        on_stored: called after each commit, in the storing thread. It must not wait for anything
            that waits for a row to be stored.
    """

    def __init__(
        self,
        state: MemoryState,
        ledger: Ledger,
        events: EventLog,
        clock: Clock,
        on_event: Callable[[EntryEvent], None],
    ) -> None:
        self._state = state
        self._ledger = ledger
        self._clock = clock
        self._on_event = on_event
        self.on_stored: Callable[[], None] = lambda: None
        self._begun: dict[Key, str] = {}  # the entries of the latest onsets
        self._looked_at = -math.inf  # uptime of the last check of kept entries
        self._held_since: float | None = None  # uptime since which another process holds a lock
        self._audit = EntryEventRecorder(events, clock)
        self.saver = Saver(state, ledger, clock, self._note_removal, self._audit.saving)
        self._places = PlaceKeeper(ledger, clock, lambda entry_id: state.entries.get(entry_id))
        self.rows = LedgerWriter(ledger, on_commit=self._committed)

    def begin(self) -> None:
        """Catch up with work left since the memory was last closed."""
        if self._state.is_ahead:
            self.save()
        self._places.follow()
        self._confirm()

    @property
    def problems(self) -> tuple[str | None, ...]:
        """Why data cannot be stored now."""
        return self._ledger.problem, self.rows.problem, self._audit.problem

    def _committed(self) -> None:
        try:
            self._places.follow()
        finally:
            self.on_stored()

    def store(self, rows: Sequence[Observation]) -> None:
        """Store rows; durable on return.

        Raises:
            NotStoredYet: the disk did not take a row within ten seconds; all rows wait.
        """
        last = len(rows) - 1
        stored = [
            self.rows.submit(row, commit_now=number == last) for number, row in enumerate(rows)
        ]
        for each in stored:
            try:
                each.result(_COMMIT_TIMEOUT)
            except CommitTimeout:
                if not each.done():
                    raise NotStoredYet(self.rows.failure, each) from None
                each.result()  # SQLite's error, or stored at the last moment

    def prepared(self, row: Observation) -> Observation:
        """Return a detector's row without secrets, and with its entry's id."""
        row = filtered_row(row)
        entry_id = self._state.identify_row(row)
        if row.kind is Kind.ONSET and row.key is not None:
            self._begun[row.key] = entry_id
            if len(self._begun) > _MOST_BEGUN:
                del self._begun[next(iter(self._begun))]
        elif row.kind is Kind.FOLLOWS and row.key is not None and not self._state.knows(row.key):
            entry_id = self._begun.get(row.key, entry_id)  # its cause is queued, without an entry
        return replace(row, entry_id=entry_id)

    def store_at_once(self, rows: Sequence[Observation], also: Callable[[], None]) -> None:
        """Store rows, and the ledger writes of ``also``: all durably, or nothing.

        Raises:
            sqlite3.Error: the disk refused everything.
        """
        self.rows.flush()  # earlier queued rows come first
        with self._ledger.at_once():
            self._ledger.append([self.prepared(row) for row in rows])
            also()
        self._committed()

    def add_exposure(
        self, amounts: Mapping[tuple[str, str], float], ran: Sequence[OperatingSample]
    ) -> None:
        """Store the robot's exposure and operating samples."""
        may_drop = self.saver.may_prune()
        self._ledger.add_exposure(amounts, self._clock.now(), ran, may_drop=may_drop)
        self._places.look_for_clean()

    def tick(self) -> bool:
        """Correct times and save if that is due; return whether the file was written.

        Raises:
            LockHeld: another process has blocked saving for ten seconds.
        """
        self._confirm()
        try:
            if isinstance(self._clock, SystemClock):
                self.saver.correct_times()
            is_saved = self.saver.is_due() and self.saver.save()
        except LockHeld:
            uptime = self._clock.now().uptime
            self._held_since = uptime if self._held_since is None else self._held_since
            if uptime - self._held_since >= LOCK_PATIENCE:
                raise
            return False
        self._held_since = None
        return is_saved

    def _confirm(self) -> None:
        """Confirm kept entries if that is due (rules.md §1.17)."""
        now = self._clock.now()
        if now.uptime - self._looked_at >= _LOOK_INTERVAL:
            self._looked_at = now.uptime
            for row in confirmations(self._state.entries.values(), now):
                self.rows.offer(row)

    def save(
        self, *, force: bool = False, lock: AbstractContextManager[object] | None = None
    ) -> bool:
        """Save, waiting for another process that is saving.

        Args:
            force: see :meth:`Saver.save`.
            lock: held during each attempt, but not between attempts.

        Raises:
            LockHeld: another process has blocked saving for ten seconds.
        """
        until = time.monotonic() + LOCK_PATIENCE
        while True:
            try:
                with lock or nullcontext():
                    return self.saver.save(force=force)
            except LockHeld:
                if time.monotonic() >= until:
                    raise
            time.sleep(_LOCK_PAUSE)

    def _note_removal(self, removal: EntryRemoval) -> None:
        event = removal_event(removal, self._clock.now().time)
        self._audit.departed(event)
        if removal.row is None:  # an event by a row is reported when the row is folded
            self._on_event(event)
