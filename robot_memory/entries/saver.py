"""Saves the memory file: entries and ``ledger_seq`` in one exchange of files.

Specification: rules.md §3.1, §3.2 and §3.13.

See docs/reference/memory-file.md, "Saving".
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from robot_memory.entries.entry_archive import Compaction
from robot_memory.entries.entry_event import DELETED, PRUNED, ROOM, EntryChange, EntryRemoval
from robot_memory.entries.memory_document import LARGEST
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.pruning import PruningGuard, StepWatch, hold_in_this_boot
from robot_memory.entries.ranking import LOG
from robot_memory.entries.time_rules import are_ahead
from robot_memory.foundation.errors import NewerSchema
from robot_memory.foundation.identity import local_rrn
from robot_memory.foundation.time.clock import BUILD_DATE, Clock, Instant, SystemClock
from robot_memory.ledger import Ledger

_LOG = logging.getLogger(__name__)
_PRUNE_INTERVAL = 3600.0  # s
_WARNING_INTERVAL = 3600.0  # s between two warnings about too many entries
_TOO_MANY = (
    "there are more than entries_max = %d entries: the %d weakest move to %s; raise that limit, or "
    "resolve entries that are settled"
)
_NO_ROOM = "the entries have no room in a memory file that can be read: the %d weakest move to %s"
_TOO_LARGE = (
    "%s would have %d characters, and with more than %d it could not be read: it is not saved, and "
    "the ledger keeps what is new; shorten what stands in it beside the entries"
)
#: The limit for the characters of all entries in the file, so that it can be read again (rules.md
#: §3.13). The number of entries is no such limit: a character that no terminal shows takes ten, and
#: resolved entries do not count. The other half is for people's texts, and for peers.
_ROOM = LARGEST // 2
_PATIENCE = 60.0  # seconds that a save waits for somebody who keeps writing to the file
#: So many changes wait in memory while the file cannot be saved; then they are noted without it.
_MOST_UNSAVED = 1_000


class Saver:
    """Brings the memory file up to date with the state.

    Args:
        on_removal: called for each entry that leaves the file.
        on_saving: called with the changes before the file that includes them is saved, or when too
            many wait for a file that cannot be saved; after a crash before the save, once more.
    """

    def __init__(
        self,
        state: MemoryState,
        ledger: Ledger,
        clock: Clock,
        on_removal: Callable[[EntryRemoval], None] = lambda removal: None,
        on_saving: Callable[[Sequence[EntryChange]], None] = lambda changes: None,
    ) -> None:
        self._state = state
        self._file = state.file
        self._archive = state.archive
        self._ledger = ledger
        self._clock = clock
        self._on_removal = on_removal
        self._on_saving = on_saving
        now = clock.now()
        self._guard = PruningGuard(
            now,
            state.last_stamp(),
            earlier=ledger.newest_of(now.boot),
            held_until=hold_in_this_boot(ledger, now.boot),
        )
        self._steps = StepWatch()
        self._settles = isinstance(clock, SystemClock)  # a clock set from outside is never wrong
        self._is_settled = not self._settles
        self._held_until = 0.0
        self._crowding_reported_at = -math.inf
        self._saved_at = now.uptime
        self._editing_since: float | None = None
        # Changes that a crash kept from being saved have waited long enough.
        self._waits_since = self._urgent_since = now.uptime if state.needs_saving else None

    def note(self, change: EntryChange) -> None:
        """Note that a change waits to be saved."""
        uptime = self._clock.now().uptime
        if self._waits_since is None:
            self._waits_since = uptime
        if self._urgent_since is None and change.kind != "reinforced":
            self._urgent_since = uptime

    def is_due(self) -> bool:
        """Whether a change has waited long enough (rules.md §3.2); call it every half second."""
        now = self._clock.now()
        self._may_prune(now)
        settings = self._state.settings
        waiting = self._waits_since
        if waiting is None and self._state.needs_saving:
            waiting = self._waits_since = now.uptime
        limits = (
            (waiting, settings.save_interval),
            (self._urgent_since, settings.urgent_save_interval / 2),
            (self._saved_at, _PRUNE_INTERVAL),
        )
        is_due = any(since is not None and now.uptime - since >= limit for since, limit in limits)
        is_due |= self._file.has_late_edit
        return is_due and not self._waits_for_editor(now)

    def _waits_for_editor(self, now: Instant) -> bool:
        """Whether a save waits because somebody is writing to the file; not for ever."""
        if not self._file.is_being_written:
            self._editing_since = None
            return False
        if self._editing_since is None:
            self._editing_since = now.uptime
        return now.uptime - self._editing_since < _PATIENCE

    def save(self, *, force: bool = False) -> bool:
        """Bring the file up to date; times are corrected before anything may be pruned.

        Args:
            force: write even without changes, such as for a new home.

        Returns:
            Whether the file was written.

        Raises:
            NewerSchema: a newer schema wrote the file, which is therefore read-only.
            RrnMismatch, NotAMemoryFile: the file was replaced by one that is not this robot's.
            OSError: the disk refused; the ledger still has everything.
            LockHeld: another process is saving, or hangs; retry soon, without holding locks.
        """
        if len(self._state.unsaved) > _MOST_UNSAVED:
            changes, self._state.unsaved = self._state.unsaved, []
            self._on_saving(changes)
        written = self._save(force=force)
        if self._settle():
            written |= self._save(force=False)
        return written

    def _settle(self) -> bool:
        """Correct the times of boots with a wrong clock; return whether that was done now.

        It waits for a reliable time; until then nothing is pruned (rules.md §4.5).
        """
        now = self._clock.now()
        if self._is_settled or not self._is_reliable(now) or now.time < BUILD_DATE:
            return False
        state = self._state
        is_ahead = are_ahead(state.entries.values(), now.time)
        with self._ledger.order_transaction() as order:
            self._is_settled = order.settle(now, after=state.seq, is_ahead=is_ahead)
        state.refresh()
        return self._is_settled

    def _save(self, *, force: bool) -> bool:
        state = self._state
        with self._file.locked():
            interrupted = self._file.interrupted()
            if interrupted is not None:
                self._take_displaced(interrupted)
                force = True
            self._read()
            written = self._write(force=force)
        state.needs_saving = False
        self._waits_since = self._urgent_since = None
        self._saved_at = self._clock.now().uptime
        return written

    def _read(self) -> None:
        """Read the file, once nobody is writing to it; a damaged file is set aside."""
        state = self._state
        self._file.wait_for_quiet()
        state.refresh()
        while state.problem:
            self._set_damaged_aside()
        if state.document.header.is_newer:
            raise NewerSchema(
                f"{self._file.path} has schema_version "
                f"{state.document.header.schema_version!r}: it is read, but not written; the "
                "ledger keeps what is new: upgrade robot_memory"
            )

    def compact_archive(self, dry_run: bool) -> Compaction:
        """Compact the archive to the number of items in the settings."""
        most = self._state.settings.archive_entries_max
        if dry_run:
            return self._archive.compact(most, dry_run=True)
        with self._file.locked():
            return self._archive.compact(most)

    def correct_times(self) -> None:
        """Give this boot's rows their right times (rules.md §4.2).

        This is due once the clock is trusted, and again after it was set by more than an hour: the
        earlier synchronised state was wrong.
        """
        now = self._clock.now()
        if not now.trusted:
            return
        if self._steps.look(now):
            self._steps.pending = self._ledger.has_stepped(now)
        if self._steps.pending or self._ledger.has_provisional(now.boot):
            self.save()
            self._ledger.retime(now, after=self._state.seq)
            self._state.refresh()

    def _write(self, *, force: bool) -> bool:
        text = self._render(force=force)
        while text is not None:
            self._on_saving(self._state.unsaved)
            if self._file.replace(text):
                self._state.unsaved = []
                self._state.keep_rrn()
                self._ledger.note_saved(self._state.seq, self._state.rrn, self._file.target)
                return True
            _LOG.info("%s was edited while it was saved; the edit is kept", self._file.path)
            self._read()
            text = self._render(force=True)
        return False

    def _render(self, *, force: bool) -> str | None:
        """Return the new text of the file; None if nothing has changed."""
        now = self._clock.now()
        state, document = self._state, self._state.document
        # Into the archive before the entries leave the file:
        self._archive_all([*self._pruned(now), *state.deleted.values()], now)
        state.deleted.clear()
        for entry_id in document.entries.keys() - state.entries.keys():
            document.drop(entry_id)
        document.put(state.entries.values())
        self._make_room(now)
        if self._may_prune(now):
            state.prune_peers(now.time)
        document.put_peers(state.peers)
        is_empty = self._file.text is None and not (state.entries or state.peers)
        if not force and (is_empty or not (document.touched or state.needs_saving)):
            return None
        document.set_header(
            # Another RRN in the file stays, and is reported.
            rrn=document.header.rrn or state.rrn or local_rrn(),
            last_updated=now.time.replace(microsecond=0),
            ledger_id=self._ledger.id,
            ledger_seq=state.seq,
        )
        text = document.render()
        if len(text) > LARGEST:
            self._warn(now, _TOO_LARGE, self._file.path, len(text), LARGEST)
            return None
        return text

    def _make_room(self, now: Instant) -> None:
        """Archive entries that do not fit into a readable file, whatever the clock says."""
        state, document = self._state, self._state.document
        sizes = document.sizes()
        excess = sum(sizes.values()) - _ROOM
        weakest_first = state.ranking.weakest_first(now.time, state.settings)
        leaving: list[MemoryEntry] = []
        while excess > 0:
            leaving.append(next(weakest_first))
            excess -= sizes[leaving[-1].id]
        if not leaving:
            return
        self._warn(now, _NO_ROOM, len(leaving), self._archive.path)
        removals = [EntryRemoval(one, ROOM, state.seq) for one in leaving]
        self._archive_all(removals, now)
        for entry in leaving:
            document.drop(entry.id)

    def _warn(self, now: Instant, message: str, *values: object) -> None:
        """Log a warning about the size, at most once an hour."""
        if now.uptime - self._crowding_reported_at >= _WARNING_INTERVAL:
            self._crowding_reported_at = now.uptime
            _LOG.warning(message, *values)

    def _archive_all(self, removals: Sequence[EntryRemoval], now: Instant) -> None:
        state = self._state
        self._archive.add_all(removals, now=now.time, rrn=state.rrn)
        for removal in removals:
            if removal.because != DELETED:
                state.remove(removal.entry.id)
            self._on_removal(removal)

    def _pruned(self, now: Instant) -> list[EntryRemoval]:
        """Return the entries to prune: decayed ones, and the weakest if there are too many."""
        state = self._state
        if not self._may_prune(now):
            return []
        ranking, settings = state.ranking, state.settings
        decayed = ranking.decayed(now.time, settings)
        crowded = ranking.over_capacity(now.time, settings)
        others = sum(1 for entry in crowded if entry.key is None or entry.key.detector != LOG)
        if others:
            self._warn(now, _TOO_MANY, settings.entries_max, others, self._archive.path)
        return [
            *(EntryRemoval(entry, PRUNED, state.seq) for entry in decayed),
            *(EntryRemoval(entry, ROOM, state.seq) for entry in crowded),
        ]

    def may_prune(self) -> bool:
        """Whether the clock is reliable enough for removals (rules.md §2.6, §4.3)."""
        return self._may_prune(self._clock.now())

    def _may_prune(self, now: Instant) -> bool:
        """Whether the time is reliable, and earlier times have been corrected."""
        is_reliable = self._is_reliable(now)
        self._is_settled &= is_reliable or not self._settles
        return is_reliable and self._is_settled

    def _is_reliable(self, now: Instant) -> bool:
        """Ask the guard, and store its hold for other and later processes."""
        allowed = self._guard.allows(now)
        if self._guard.held_until != self._held_until:
            self._held_until = self._guard.held_until
            self._ledger.note_pruning_hold(now.boot, self._held_until)
        return allowed

    # -- texts of editors ------------------------------------------------------------------

    def _take_displaced(self, text: str) -> None:
        """Take in a text that an editor saved during our save; keep a copy if it is unreadable."""
        self._state.take(text if text.strip() else None)
        if self._state.problem:
            self._report_damaged(self._file.set_displaced_aside())
            self._state.problem = None

    def _set_damaged_aside(self) -> None:
        self._report_damaged(self._file.set_damaged_aside())
        self._state.problem = None
        self._state.refresh()

    def _report_damaged(self, copy: Path | None) -> None:
        if copy is not None:
            _LOG.error(
                "%s: %s; it was moved to %s and the memory is written anew from the ledger: "
                "copy from it what is missing",
                self._file.path, self._state.problem, copy,
            )  # fmt: skip
