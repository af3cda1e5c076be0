"""The write side of a memory: the ledger's queue, the saver of the file, places, the event log."""

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
_LOOK_INTERVAL = 600.0  # s between two looks at what persons keep
_MOST_BEGUN = 64  # onsets whose entry is remembered until it is there: causes of chains are 32


class NotStoredYet(CommitTimeout):
    """The disk has not taken an observation in time; it waits in memory.

    Args:
        failure: what the disk said, None where it said nothing.
        row: becomes the number of the row, or the error with which it was given up.
    """

    def __init__(self, failure: str | None, row: Future[int]) -> None:
        super().__init__(
            f"the disk did not take it within {_COMMIT_TIMEOUT:.0f} s "
            f"({failure or 'it is too slow, or another process keeps the ledger'}); it waits in "
            "memory"
        )
        self.row = row


class MemoryWriter:
    """Stores what is observed, and saves what follows from it.

    Not safe to share between threads by itself, but for :attr:`rows` and :meth:`store`.

    Args:
        on_event: called for each entry that is pruned, or was deleted from the file.

    Attributes:
        rows: the queue of rows, and the thread that stores them.
        saver: brings the file up to date; threads may ask it whether the clock may be trusted, and
            to put the archive in order.
        on_stored: called after each commit, in the thread that stores. It must wait for nothing
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
        self._looked_at = -math.inf  # uptime of the last look at what persons keep
        self._held_since: float | None = None  # uptime since which a lock is another process's
        self._audit = EntryEventRecorder(events, clock)
        self.saver = Saver(state, ledger, clock, self._note_removal, self._audit.saving)
        self._places = PlaceKeeper(ledger, clock, lambda entry_id: state.entries.get(entry_id))
        self.rows = LedgerWriter(ledger, on_commit=self._committed)

    def begin(self) -> None:
        """Catch up with what was left when the memory was closed last."""
        if self._state.is_ahead:
            self.save()
        self._places.follow()
        self._confirm()

    @property
    def problems(self) -> tuple[str | None, ...]:
        """What keeps things from being stored right now."""
        return self._ledger.problem, self.rows.problem, self._audit.problem

    def _committed(self) -> None:
        try:
            self._places.follow()
        finally:
            self.on_stored()

    def store(self, rows: Sequence[Observation]) -> None:
        """Store rows; durable when this returns.

        Raises:
            NotStoredYet: the disk did not take one within ten seconds; all wait.
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
                each.result()  # SQLite's own error, or stored at the last moment

    def prepared(self, row: Observation) -> Observation:
        """Return a detector's row without secrets, and with the entry that it is about."""
        row = filtered_row(row)
        entry_id = self._state.identify_row(row)
        if row.kind is Kind.ONSET and row.key is not None:
            self._begun[row.key] = entry_id
            if len(self._begun) > _MOST_BEGUN:
                del self._begun[next(iter(self._begun))]
        elif row.kind is Kind.FOLLOWS and row.key is not None and not self._state.knows(row.key):
            entry_id = self._begun.get(row.key, entry_id)  # its cause is queued, and no entry yet
        return replace(row, entry_id=entry_id)

    def store_at_once(self, rows: Sequence[Observation], also: Callable[[], None]) -> None:
        """Store rows, and what ``also`` writes to the ledger: all of it durably, or nothing.

        Raises:
            sqlite3.Error: the disk took nothing.
        """
        self.rows.flush()  # what was queued before comes first
        with self._ledger.at_once():
            self._ledger.append([self.prepared(row) for row in rows])
            also()
        self._committed()

    def add_exposure(
        self, amounts: Mapping[tuple[str, str], float], ran: Sequence[OperatingSample]
    ) -> None:
        """Store how the robot ran."""
        may_drop = self.saver.may_prune()
        self._ledger.add_exposure(amounts, self._clock.now(), ran, may_drop=may_drop)
        self._places.look_for_clean()

    def tick(self) -> bool:
        """Correct times and save where that is due; return whether the file was written.

        Raises:
            LockHeld: another process has kept the file from being saved for ten seconds.
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
        """Confirm what persons keep, where that is due (rules.md §1.17)."""
        now = self._clock.now()
        if now.uptime - self._looked_at >= _LOOK_INTERVAL:
            self._looked_at = now.uptime
            for row in confirmations(self._state.entries.values(), now):
                self.rows.offer(row)

    def save(
        self, *, force: bool = False, lock: AbstractContextManager[object] | None = None
    ) -> bool:
        """Save, and wait for another process that saves.

        Args:
            force: see :meth:`Saver.save`.
            lock: held for each try, and not while this waits.

        Raises:
            LockHeld: another process has kept the file from being saved for ten seconds.
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
        if removal.row is None:  # what a row does is told when it is folded
            self._on_event(event)
