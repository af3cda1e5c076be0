"""RobotMemory, the public class: a facade that the node, command line and web API go through."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from robot_memory.entries.context_block import (
    BELOW,
    NOTHING_FOUND,
    ContextBlock,
    EntryLines,
    build_own_context,
)
from robot_memory.entries.context_changes import build_context_with_changes, checked_caller
from robot_memory.entries.context_filter import ContextFilter, select
from robot_memory.entries.entry_archive import EntryArchive
from robot_memory.entries.entry_event import EntryChange, EntryEvent, change_event
from robot_memory.entries.family_rules import find_entry
from robot_memory.entries.field_limits import MOST_ROWS, SHARE, TYPES
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.memory_file import MemoryFile
from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.others_words import EndedWords
from robot_memory.entries.presence import Presences
from robot_memory.entries.ranking import choose
from robot_memory.entries.running_hours import RunningHours
from robot_memory.foundation.checked_call import Bounds, checked
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.foundation.errors import Defect, HomeRefused
from robot_memory.foundation.home import Home, find_home
from robot_memory.foundation.node_watch import read_node_watch
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Clock, SystemClock
from robot_memory.ledger import Key, Kind, Ledger, Observation, OperatingSample, filtered_row
from robot_memory.ledger.ledger import clock_for, newest_before
from robot_memory.long_term.outcomes.outcome_analysis import OutcomeAnalysis
from robot_memory.long_term.outcomes.outcome_writes import OutcomeReceipt, OutcomeWrites
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome
from robot_memory.long_term_memory import LongTerm
from robot_memory.memory_writer import MemoryWriter
from robot_memory.sharing.federation.announcer import Describe, MemoryAccess
from robot_memory.sharing.federation.exchange_setup import open_exchange
from robot_memory.sharing.federation.peer_knowledge import PeerKnowledge
from robot_memory.sharing.federation.update_verdict import PeerEvent

if TYPE_CHECKING:
    from robot_memory.long_term.night_shift import ShiftReport
    from robot_memory.long_term.recall.query import Hit, Query
    from robot_memory.sharing.federation.peer_exchange import PeerExchange

_UNTOLD = "nothing was returned"
#: Kinds of evidence that are shown; a kept entry itself shows that it is kept.
_SHOWN = tuple(kind for kind in Kind if kind is not Kind.KEPT)


class RobotMemory(OutcomeWrites):
    """The memory of one robot. Threads may share it.

    The statements of people and agents come in through :class:`.memory_writes.MemoryWrites`, the
    results of tasks through its subclass :class:`OutcomeWrites`.

    Use :meth:`open`. As a context manager it saves and closes at the end::

        with RobotMemory.open(home="/var/lib/robot") as memory:
            memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
            print(memory.context().text)
    """

    def __init__(
        self,
        home: Home,
        settings: Settings,
        clock: Clock,
        ledger: Ledger | None,
        on_event: Callable[[EntryEvent], None],
        *,
        read_only: bool,
    ) -> None:
        self.home = home
        self.clock = clock
        self._lock = threading.RLock()
        self._on_event = on_event
        self._ledger = ledger
        known = self._refreshed, self.entries, ledger, clock, self._store, home.peers
        self.peers = PeerKnowledge(*known, lambda: self.long_term.assist.operators())
        every, lineage = partial(self.entries, include_resolved=True), self.peers.lineage
        self.long_term = LongTerm(
            home, clock, settings, ledger, every, lineage,
            lambda: EndedWords.of(self._state), self.running_hours,
        )  # fmt: skip
        self._writer: MemoryWriter | None = None
        file = MemoryFile(home.memory_file)
        archive = EntryArchive(home.archive, ledger.id if ledger else "")
        presences = None
        if ledger is not None:
            presences = Presences(
                ledger, lambda: self.clock.now().boot,
                lambda: read_node_watch(home.folder, self.clock.now().boot),
            )  # fmt: skip
        self._state = MemoryState(
            file, archive, ledger, settings, self._changed, home.card, presences
        )
        super().__init__(self._state, clock, self._lock, self._store, lineage)
        if isinstance(clock, SystemClock):
            last_updated = self._state.document.header.last_updated
            clock.newest = newest_before(clock.boot, ledger, last_updated)
        if ledger is not None and not read_only:
            events = self.long_term.levels.events
            self._writer = MemoryWriter(self._state, ledger, events, clock, on_event)
            self._writer.begin()
            saver = self._writer.saver
            self.long_term.keep(saver.may_prune, saver.compact_archive)

    @classmethod
    def open(
        cls,
        home: str | Path = "",
        *,
        settings: Settings | None = None,
        clock: Clock | None = None,
        read_only: bool = False,
        on_event: Callable[[EntryEvent], None] = lambda event: None,
    ) -> RobotMemory:
        """Open a memory home.

        Args:
            home: its folder; empty: the one of the settings or of the environment.
            settings: thresholds and step sizes, and this robot's RRN (its registered name).
            clock: the time; by default this machine's.
            read_only: change nothing but search indexes; a home that does not exist reads as empty.
            on_event: called for what happens to entries, in whichever thread it happens.

        Raises:
            HomeRefused: the home belongs to another robot, to a newer version or to another
                kind of time (wall, simulated, recording).
        """
        settings = settings or Settings()
        settings = replace(settings, home=str(home or settings.home))
        found = find_home(settings)
        if read_only and not found.ledger.exists():
            return cls(found, settings, clock or SystemClock(), None, on_event, read_only=True)
        kind = None if read_only else (clock or SystemClock()).kind
        ledger = Ledger(found.ledger, time_kind=kind)
        try:
            clock = clock or clock_for(ledger)
            return cls(found, settings, clock, ledger, on_event, read_only=read_only)
        except BaseException:
            ledger.close()
            raise

    def close(self) -> None:
        """Store and save what waits, then close the files; a second call does nothing."""
        self.is_closed = True
        writer, self._writer = self._writer, None
        with ExitStack() as closing:
            if self._ledger is not None:
                closing.callback(self._ledger.close)
            closing.callback(self.long_term.close)
            if writer is not None:
                writer.rows.close()
                writer.save(lock=self._lock)

    def __enter__(self) -> RobotMemory:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def settings(self) -> Settings:
        """The settings in use."""
        return self._state.settings

    @property
    def rrn(self) -> str:
        """This robot's name; empty until one is configured or made."""
        return self._state.rrn

    @property
    def defects(self) -> tuple[Defect, ...]:
        """What is wrong with the memory file; defective items stay in it, unused."""
        return self._state.defects

    @property
    def problem(self) -> str | None:
        """What keeps the memory from being read or stored right now, None where all is well."""
        writing = self._writer.problems if self._writer else ()
        return "; ".join(filter(None, (self._state.problem, *writing))) or None

    @property
    def ledger(self) -> Ledger:
        """The evidence: observations, exposure, baselines.

        Raises:
            HomeRefused: opened read-only, and there is no evidence yet.
        """
        if self._ledger is None:
            raise HomeRefused(f"there is no evidence yet: {self.home.ledger} is missing")
        return self._ledger

    @property
    def has_ledger(self) -> bool:
        """Whether there is evidence: a home that is only read may have none yet."""
        return self._ledger is not None

    def configure(self, settings: Settings) -> None:
        """Use other settings from now on; those that are fixed at start stay."""
        with self._lock:
            self._state.configure(settings)

    # -- evidence in -----------------------------------------------------------------------

    def observe(self, observation: Observation) -> None:
        """Queue a detector's observation; it is stored durably within a fraction of a second.

        It never waits: neither for the disk nor for another thread. While the disk takes nothing,
        ten thousand wait. What comes after that is lost, and :attr:`loss` says how many.
        """
        writer = self._open_writer()
        writer.rows.offer(writer.prepared(observation))

    def store_at_once(self, rows: Sequence[Observation], also: Callable[[], None]) -> None:
        """Store detectors' rows, and what ``also`` writes to the ledger: all of it, or nothing."""
        self._open_writer().store_at_once(rows, also)

    @property
    def loss(self) -> tuple[int, str]:
        """How many observations were lost, and why the last was: empty once the disk takes them."""
        return (self._writer.rows.lost, self._writer.rows.loss) if self._writer else (0, "")

    @property
    def unstored(self) -> str:
        """What keeps observations from being stored, and how many wait; empty: nothing."""
        return (self._writer.rows.problem or "") if self._writer else ""

    def when_stored(self, action: Callable[[], None]) -> None:
        """Run an action after each commit, in the thread of the ledger writer.

        It must not wait for a lock whose holder may wait for that thread: see :meth:`unless_busy`.
        """
        self._open_writer().on_stored = action

    def unless_busy(self, action: Callable[[], object]) -> None:
        """Fold new rows and run an action; do nothing if the lock is held, or after closing."""
        if self._lock.acquire(blocking=False):
            try:
                if not self.is_closed:
                    self._state.refresh()
                    action()
            finally:
                self._lock.release()

    def knows(self, key: Key) -> bool:
        """Tell whether a key has an entry, in the file or the archive; it waits for no lock."""
        return self._state.knows(key)

    def add_exposure(
        self, amounts: Mapping[tuple[str, str], float], ran: Sequence[OperatingSample] = ()
    ) -> None:
        """Add seconds, passes or metres by (variable, bin), and samples of normal operation."""
        self._open_writer().add_exposure(amounts, ran)

    def analyse(self) -> int:
        """Search the evidence for limits, recovered faults and outcomes; return the rows it stored.

        Without new evidence it does nothing. It takes up to seconds, without holding the lock.
        """
        # imported late: most callers need none of it
        from robot_memory.long_term.limit_search.evidence_analysis import EvidenceAnalysis

        given = (self.ledger, dict(self._refreshed().entries), self.settings, self.clock.now())
        outcomes = OutcomeAnalysis(*given).seen_since(self.ledger.analysed())
        rows = [*outcomes, *EvidenceAnalysis(*given).rows()]
        for row in rows:
            self.observe(row)
        self.flush()
        return len(rows)

    def _store(self, *observations: Observation) -> None:
        self._open_writer().store([filtered_row(each) for each in observations])
        self._refreshed()  # the thread of ``peers`` calls this without the lock

    def _open_writer(self) -> MemoryWriter:
        if self._writer is None:
            raise HomeRefused("this memory is closed, or was opened read-only; nothing was stored")
        return self._writer

    @checked("nothing was stored")
    def report_outcome(self, outcome: TaskOutcome) -> OutcomeReceipt:
        """Write down how an attempt at a task went; stored durably when this returns.

        An attempt makes no entry; enough of them do, where they show something beyond chance
        (docs/explanation/outcomes.md). Values of parameters may be numbers, kept as texts.

        Raises:
            InvalidInput: attempts do not count (`outcomes.enabled`), or who says so is neither a
                person nor an agent; nothing was stored.
        """
        named = {name: str(value) for name, value in outcome.parameters.items()}
        return super().report_outcome(replace(outcome, parameters=named))

    outcomes = checked("nothing was returned")(OutcomeWrites.outcomes)

    @checked("nothing was done")
    def consolidate(self, steps: Collection[str] = (), *, dry_run: bool = False) -> ShiftReport:
        """Run the night shift now (document 003 §4).

        Raises:
            InvalidInput, NightShiftBusy: nothing was done; says why.
        """
        if not dry_run:
            self.save()  # recent changes belong to the day as well
        return self.long_term.night.run(tuple(steps), dry_run=dry_run)

    # -- memory out ------------------------------------------------------------------------

    @checked(_UNTOLD, token_budget=Bounds(0), min_confidence=SHARE)
    def context(
        self,
        token_budget: int = 0,
        *,
        min_confidence: float = 0.0,
        tags: Collection[str] = (),
        query: str = "",
        since_last: bool = False,
        caller: str = "",
    ) -> ContextBlock:
        """Return what an agent is told now (document 000 §5).

        Args:
            token_budget: upper bound; 0 for the setting.
            min_confidence: may only raise the setting ``inject_min``.
            tags: where given, only entries with at least one of them.
            query: where given, entries that share words with it come first.
            since_last: begin the block with what is new, worse or told no more since the caller's
                last block with ``since_last``; that one is kept in the ledger, across restarts.
            caller: the caller's name, at most 80 characters; all that give none count as one.

        Raises:
            InvalidInput: the caller's name cannot be used.
        """
        budget = token_budget or self.settings.token_budget
        caller, asked = checked_caller(caller), ContextFilter(min_confidence, tags, query)
        with self._lock:
            state, now, settings = self._refreshed(), self.clock.now().time, self.settings
            hours = state.running_hours(now)
            lines = EntryLines(now, hours, state.short_ids)
            chosen, is_found = asked.own(state.ranking.eligible(now, settings, asked, hours=hours))
            if not since_last:
                news = (NOTHING_FOUND,) if chosen and not is_found else ()
                if not is_found and asked.is_below(state.ranking.all(now, settings), settings):
                    news = (BELOW,)
                return build_own_context(chosen, budget, lines, news)
            told = list(state.ranking.eligible(now, settings, hours=hours))
            return build_context_with_changes(
                self.ledger, caller, told, state.entries, chosen, budget, lines
            )

    def short_ids(self) -> Mapping[str, str]:
        """Return the short forms of the ids of all entries (rules.md §1.16)."""
        with self._lock:
            return self._refreshed().short_ids

    def running_hours(self) -> RunningHours:
        """Return how long the robot ran, and how often what came in it (rules.md §1.10)."""
        with self._lock:
            return self._refreshed().running_hours(self.clock.now().time)

    def _refreshed(self) -> MemoryState:
        with self._lock:
            self._state.refresh()
            return self._state

    @property
    def seq(self) -> int:
        """The newest row of the ledger that the entries include."""
        return self._state.seq

    @checked(_UNTOLD, types=Bounds(choices=TYPES), min_confidence=SHARE)
    def entries(
        self,
        *,
        types: Collection[str] = (),
        tags: Collection[str] = (),
        include_resolved: bool = False,
        min_confidence: float = 0.0,
    ) -> list[tuple[float, MemoryEntry]]:
        """Return entries with effective confidence, strongest first; resolved ones if asked for."""
        with self._lock:  # no fold may run in between, because the ranking is cached
            valued = self._refreshed().ranking.all(self.clock.now().time, self.settings)
        chosen = choose(
            valued, types=types, include_resolved=include_resolved, min_confidence=min_confidence
        )
        return list(select(chosen, tags=tags))

    @checked("nothing was searched")
    def recall(self, query: Query | str) -> list[Hit]:
        """Search all that is remembered; facts that it returns gain activation.

        Args:
            query: a question, or words; as a :class:`Query` with limits to time, source and part.

        Raises:
            InvalidInput: lists all that is wrong with the query.
        """
        return self.long_term.recall.recall(query)

    @checked(_UNTOLD, limit=Bounds(1, MOST_ROWS))
    def why(self, entry_id: str, *, limit: int = 20) -> tuple[MemoryEntry, list[Observation]]:
        """Return an entry and its evidence, newest first; of a peer's entry, its last update.

        Raises:
            UnknownEntry: no entry has that id.
        """
        of_peer = self.peers.why(entry_id)
        if of_peer is not None:
            return of_peer
        state = self._refreshed()
        entry = find_entry(state.entries, entry_id)
        if self._ledger is None:
            return entry, []
        rows = self._ledger.rows_about((entry.id, *entry.joined), limit, _SHOWN)
        repairs = (row for row in state.changes_of(entry) if row.kind is Kind.REPAIRED)
        rows = sorted((*rows, *repairs), key=lambda row: row.id, reverse=True)
        return entry, in_shared_room(rows, limit, lambda row: row.source.is_proven)

    def changes_of(self, entry: MemoryEntry) -> list[Observation]:
        """Return what people and agents said of an entry, and repairs of its part; in no order."""
        return self._refreshed().changes_of(entry)

    def federate(
        self, on_news: Callable[[PeerEvent], None], describe: Describe = lambda: None
    ) -> PeerExchange:
        """Open the exchange with other robots; the caller brings the carriers.

        Raises:
            FederationRefused: ``cryptography`` is not there, or this robot's keys are not.
        """
        shared, head, gone = self.peers.shared, self.long_term.audit_head, self.peers.gone
        describe = self.peers.describing(describe)
        access = MemoryAccess(self.ledger, self.clock, shared, self._store, head, gone, describe)
        is_open = self.settings.federation_trust == "open"
        return open_exchange(self.home, self.rrn, access, is_open=is_open, on_news=on_news)

    # -- the file --------------------------------------------------------------------------

    def tick(self) -> bool:
        """Do what is due: take in rows, correct times, save; return whether that wrote the file.

        Call it every half second.
        """
        with self._lock:
            self._state.refresh()
            return self._writer is not None and self._writer.tick()

    def flush(self) -> None:
        """Return once all that was observed before is stored durably."""
        self._open_writer().rows.flush()

    def save(self, *, force: bool = False) -> bool:
        """Bring the file up to date; see :meth:`Saver.save` for what it raises."""
        return self._open_writer().save(force=force, lock=self._lock)

    def _changed(self, change: EntryChange) -> None:
        if self._writer is not None:
            self._writer.saver.note(change)
        self._on_event(change_event(change))
