"""All values that the report shows, as read from a memory home before the page is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from robot_memory.applications.reliability.reliability_report import ReliabilityReport
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.entry_rules import count_of
from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.foundation.identity.trust_store import TrustedRobot
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.time.period import Period
from robot_memory.foundation.time.stamps import time_of
from robot_memory.governance.approval_gate import ApprovalGate
from robot_memory.governance.audit import AuditPart
from robot_memory.governance.packet import Packet
from robot_memory.governance.run_history import Run
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.place import Place
from robot_memory.long_term.levels import ChainHead
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.hash_chain import NO_HEAD

#: Template values by name.
Values = dict[str, object]


@dataclass(frozen=True)
class RecordEvent:
    """One line of the event log."""

    time: datetime | None  # when it was written; None if the line does not say
    what: str  # its type: ``entry_created``, ``proposal_approved`` …
    data: Mapping[str, Any]

    @property
    def entry_id(self) -> str:
        """The entry concerned; empty if there is none."""
        found = self.data.get("id")
        return found if self.what.startswith("entry_") and isinstance(found, str) else ""

    @property
    def row(self) -> int:
        """The ledger row that caused it; 0 if there is none."""
        row = self.data.get("row")
        return row if type(row) is int else 0

    def text(self, name: str) -> str:
        """Return a text field of the line; empty if it is no text."""
        value = self.data.get(name)
        return value if isinstance(value, str) else ""


@dataclass(frozen=True)
class MemoryRecord:
    """The lines of the event log up to a head."""

    head: ChainHead = NO_HEAD  # the newest line
    happenings: tuple[RecordEvent, ...] = ()  # the lines, oldest first

    def of(self, *kinds: str, period: Period | None = None) -> list[RecordEvent]:
        """Return the lines of some kinds, optionally within a period, oldest first."""
        return [
            one
            for one in self.happenings
            if one.what in kinds
            and (period is None or (one.time is not None and period.holds(one.time)))
        ]

    @cached_property
    def by_entry(self) -> Mapping[str, list[RecordEvent]]:
        """The lines about each entry, oldest first, without repetitions that a crash caused."""
        found: dict[str, list[RecordEvent]] = {}
        seen: set[tuple[str, str, int]] = set()
        for one in self.happenings:
            mark = (one.entry_id, one.what, one.row)
            if not one.entry_id or (one.row and mark in seen):
                continue
            seen.add(mark)
            found.setdefault(one.entry_id, []).append(one)
        return found


def read_record(log: EventLog, head: ChainHead) -> MemoryRecord:
    """Read the event log with its archives up to a head; later lines are left out.

    Lines of other tools are not the memory's own, and are left out too.
    """
    found = []
    for line in log.find('"type"', after=0):
        what = line.get("type")
        if isinstance(what, str) and _seq(line) <= head.seq:
            found.append(RecordEvent(time_of(line.get("timestamp")), what, line))
    return MemoryRecord(head, tuple(found))


def _seq(data: Mapping[str, Any]) -> int:
    chain = data.get("chain")
    seq = chain.get("seq") if isinstance(chain, Mapping) else None
    return seq if type(seq) is int else 0


#: Kinds of rows that are evidence for an entry.
EVIDENCE = (Kind.ONSET, Kind.NOTE, Kind.PLACE, Kind.LIMIT, Kind.OUTCOME)


@dataclass(frozen=True)
class RobotIdentity:
    """The robot whose memory it is, and the state of that memory."""

    rrn: str  # the robot's name; empty if it has none yet
    version: str  # version of the software that made the extract
    ledger_id: str  # id of the ledger; empty if there is none yet
    time_kind: str  # ``wall``, ``simulated`` or ``recording``
    file_sha256: str  # hash of the memory file; empty if there is none
    seq: int  # the newest ledger row that the extract covers


@dataclass(frozen=True)
class RunningTime:
    """The robot's operation, as far as samples were kept."""

    # running time by the hour in which it ended (UTC)
    seconds: Mapping[datetime, float] = field(default_factory=dict)
    # first and last moment by boot
    boots: Mapping[str, tuple[datetime, datetime]] = field(default_factory=dict)
    conditions: frozenset[str] = frozenset()  # names of known operating conditions


@dataclass(frozen=True)
class ApprovedChanges:
    """Changes of stored evidence (document 004) and of procedural memory (document 002)."""

    packets: tuple[tuple[Packet, str], ...] = ()  # proposals, each with its state
    runs: tuple[Run, ...] = ()  # dry runs, applications and rollbacks, oldest first
    gates: tuple[ApprovalGate, ...] = ()  # gates that must be passed first
    # name and SHA-256 of the newest receipt; empty if there is none
    head: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class ReportFacts:
    """All values of an extract."""

    identity: RobotIdentity
    now: Instant  # the memory's time when it was made; confidences are as of then
    period: Period
    settings: Settings  # in force when it was made
    # all entries with their confidence then, strongest first
    entries: tuple[tuple[float, MemoryEntry], ...]
    # the evidence, oldest first, without the stored signals
    rows: tuple[Observation, ...]
    record: MemoryRecord
    # ids of the entries that agents are told without asking
    in_context: frozenset[str] = frozenset()
    there: frozenset[str] = frozenset()  # ids of the entries that are present then
    # each entry's newest observation of the period with signals, including them
    frames: Mapping[str, Observation] = field(default_factory=dict)
    # whether event log, receipts and signatures are unchanged
    audit: tuple[AuditPart, ...] = ()
    places: tuple[Place, ...] = ()
    running: RunningTime = field(default_factory=RunningTime)
    # failures in the period
    reliability: ReliabilityReport = field(default_factory=ReliabilityReport)
    signals: tuple[str, ...] = ()  # signals whose normal range detectors have learned
    rules: tuple[tuple[str, str], ...] = ()  # pairs of a detector, and what it watches in words
    changes: ApprovedChanges = field(default_factory=ApprovedChanges)
    trusted: tuple[TrustedRobot, ...] = ()  # robots that were ever trusted
    peers: Mapping[str, PeerMemory] = field(default_factory=dict)  # other robots' last updates
    # ``health.json`` from the night shift; empty if there is none
    health: Mapping[str, object] = field(default_factory=dict)
    issues: tuple[str, ...] = ()
    # the machine's time when it was made; None if a time was given
    made_at: datetime | None = None

    @cached_property
    def rows_in_period(self) -> tuple[Observation, ...]:
        """The evidence in the period."""
        return tuple(row for row in self.rows if self.period.holds(row.time))

    @cached_property
    def row_by_id(self) -> Mapping[int, Observation]:
        """The evidence by row id."""
        return {row.id: row for row in self.rows}

    def time_of(self, line: RecordEvent) -> datetime | None:
        """Return the time of a line's row; without a row, the time when the line was written."""
        row = self.row_by_id.get(line.row)
        return row.time if row is not None else line.time

    @cached_property
    def evidence(self) -> Mapping[str, Sequence[Observation]]:
        """The evidence in the period for each entry that has some, oldest first."""
        found: dict[str, list[Observation]] = {}
        for row in self.rows_in_period:
            if row.entry_id and row.kind in EVIDENCE:
                found.setdefault(row.entry_id, []).append(row)
        return found

    @cached_property
    def resolves(self) -> Mapping[str, Observation]:
        """The newest row that resolved each entry, by entry id."""
        return {row.entry_id: row for row in self.rows if row.kind is Kind.RESOLVE}

    @cached_property
    def observed(self) -> Mapping[str, int]:
        """The number of observations of each entry in the period; one row may stand for several."""
        return {entry_id: sum(map(count_of, rows)) for entry_id, rows in self.evidence.items()}

    @cached_property
    def open_entries(self) -> list[tuple[float, MemoryEntry]]:
        """Entries that are not resolved, strongest first."""
        return [pair for pair in self.entries if pair[1].type is not EntryType.RESOLVED]

    @cached_property
    def chief_entries(self) -> list[MemoryEntry]:
        """Entries observed in the period: open ones before resolved ones, each strongest first.

        Entries only from agents come after all others (rules.md §2.14).
        """
        seen = [entry for _, entry in self.entries if self.evidence.get(entry.id)]
        return sorted(seen, key=lambda one: (one.is_agents_word, one.type is EntryType.RESOLVED))

    @cached_property
    def entry_by_id(self) -> Mapping[str, MemoryEntry]:
        """Entries by their ids."""
        return {entry.id: entry for _, entry in self.entries}

    @cached_property
    def span(self) -> tuple[datetime, datetime]:
        """The time span of the extract: the period, as far as the record goes."""
        begin = max(filter(None, (self.period.since, self.first)))
        end = min(filter(None, (self.period.until, self.now.time)))
        return (begin, max(begin, end))

    @cached_property
    def has_record(self) -> bool:
        """Whether the period overlaps the time covered by the record."""
        begun = self.period.until is None or self.first < self.period.until
        return bool(self.rows) and begun

    @cached_property
    def first(self) -> datetime:
        """The time of the first evidence row; the extract's time if there is none."""
        return min((row.time for row in self.rows), default=self.now.time)


def author(row: Observation) -> tuple[str, str]:
    """Return a row's kind of author, and the name if one was given."""
    by = row.detail.get("by")
    name = by if isinstance(by, str) else ""
    return {
        Source.PERSON: ("a person", name),
        Source.AGENT: ("an agent", name),
        Source.CLAIMED: (f"somebody {CLAIM}", name),
        Source.PEER: ("another robot", row.component),
        Source.DETECTOR: ("a detector", row.detector),
    }[row.source]
