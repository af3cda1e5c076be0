"""All values that the report shows, as read from a memory home before the page is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from robot_memory.applications.reliability.reliability_report import ReliabilityReport
from robot_memory.applications.report.memory_record import MemoryRecord
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.entries.place_rules import count_of
from robot_memory.foundation.identity.trust_store import TrustedRobot
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.time.period import Period
from robot_memory.governance.approval_gate import ApprovalGate
from robot_memory.governance.audit import AuditPart
from robot_memory.governance.packet import Packet
from robot_memory.governance.run_history import Run
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.place import Place

#: Kinds of rows that are evidence for an entry.
EVIDENCE = (Kind.ONSET, Kind.NOTE, Kind.PLACE, Kind.LIMIT, Kind.OUTCOME)


@dataclass(frozen=True)
class RobotIdentity:
    """Whose memory it is, and which state of it.

    Attributes:
        rrn: the robot's name; empty where it has none yet.
        version: of the software that made the extract.
        ledger_id: of the evidence; empty where there is none yet.
        time_kind: ``wall``, ``simulated`` or ``recording``.
        file_sha256: of the memory file; empty where there is none.
        seq: the newest row of the ledger that the extract speaks of.
    """

    rrn: str
    version: str
    ledger_id: str
    time_kind: str
    file_sha256: str
    seq: int


@dataclass(frozen=True)
class RunningTime:
    """How the robot ran, as far as moments of it were kept.

    Attributes:
        seconds: running time by the hour in which it ended (UTC).
        boots: first and last moment by boot.
        conditions: operating conditions that were known, by name.
    """

    seconds: Mapping[datetime, float] = field(default_factory=dict)
    boots: Mapping[str, tuple[datetime, datetime]] = field(default_factory=dict)
    conditions: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ApprovedChanges:
    """What was done to stored evidence (document 004) and to procedural memory (document 002).

    Attributes:
        packets: what was proposed, each with what became of it.
        runs: what was tried, applied and rolled back, oldest first.
        gates: what must be passed first.
        head: name and SHA-256 of the newest receipt; empty where there is none.
    """

    packets: tuple[tuple[Packet, str], ...] = ()
    runs: tuple[Run, ...] = ()
    gates: tuple[ApprovalGate, ...] = ()
    head: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class ReportFacts:
    """All that an extract is made of.

    Attributes:
        now: the time in the record when it was made; confidence is what it was worth then.
        settings: in force when it was made.
        entries: all entries with their confidence at that time, strongest first.
        in_context: the ids of those that an agent is told of then, unless it asks for others.
        rows: the evidence, oldest first, without the signals that were kept with it.
        frames: of each entry the newest observation of the period with signals, those included.
        reliability: how often it failed in the period.
        signals: signals of which detectors had learned what is normal.
        rules: which detector watches what, in words: pairs.
        audit: whether record, receipts and signatures are what was written.
        trusted: robots that were ever trusted.
        peers: what other robots said last.
        health: ``health.json``, as the night shift wrote it; empty where it did not.
        made_at: when it was made by the machine's clock; None where a time was given.
    """

    identity: RobotIdentity
    now: Instant
    period: Period
    settings: Settings
    entries: tuple[tuple[float, MemoryEntry], ...]
    rows: tuple[Observation, ...]
    record: MemoryRecord
    in_context: frozenset[str] = frozenset()
    frames: Mapping[str, Observation] = field(default_factory=dict)
    audit: tuple[AuditPart, ...] = ()
    places: tuple[Place, ...] = ()
    running: RunningTime = field(default_factory=RunningTime)
    reliability: ReliabilityReport = field(default_factory=ReliabilityReport)
    signals: tuple[str, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    changes: ApprovedChanges = field(default_factory=ApprovedChanges)
    trusted: tuple[TrustedRobot, ...] = ()
    peers: Mapping[str, PeerMemory] = field(default_factory=dict)
    health: Mapping[str, object] = field(default_factory=dict)
    issues: tuple[str, ...] = ()
    made_at: datetime | None = None

    @cached_property
    def rows_in_period(self) -> tuple[Observation, ...]:
        """The evidence of the period."""
        return tuple(row for row in self.rows if self.period.holds(row.time))

    @cached_property
    def row_by_id(self) -> Mapping[int, Observation]:
        """The evidence by the numbers of its rows."""
        return {row.id: row for row in self.rows}

    @cached_property
    def evidence(self) -> Mapping[str, Sequence[Observation]]:
        """The evidence of the period for each entry that has some, oldest first."""
        found: dict[str, list[Observation]] = {}
        for row in self.rows_in_period:
            if row.entry_id and row.kind in EVIDENCE:
                found.setdefault(row.entry_id, []).append(row)
        return found

    @cached_property
    def resolves(self) -> Mapping[str, Observation]:
        """The newest row that resolved each entry by its id."""
        return {row.entry_id: row for row in self.rows if row.kind is Kind.RESOLVE}

    @cached_property
    def observed(self) -> Mapping[str, int]:
        """How often each entry was observed in the period; a row may speak for several times."""
        return {entry_id: sum(map(count_of, rows)) for entry_id, rows in self.evidence.items()}

    @cached_property
    def open_entries(self) -> list[tuple[float, MemoryEntry]]:
        """Entries that are not resolved, strongest first."""
        return [pair for pair in self.entries if pair[1].type is not EntryType.RESOLVED]

    @cached_property
    def chief_entries(self) -> list[MemoryEntry]:
        """Entries that were observed in the period: open ones first, each sort strongest first.

        What only agents say comes behind all others (rules.md §2.14).
        """
        seen = [entry for _, entry in self.entries if self.evidence.get(entry.id)]
        return sorted(seen, key=lambda one: (one.is_agents_word, one.type is EntryType.RESOLVED))

    @cached_property
    def entry_by_id(self) -> Mapping[str, MemoryEntry]:
        """Entries by their ids."""
        return {entry.id: entry for _, entry in self.entries}

    @cached_property
    def span(self) -> tuple[datetime, datetime]:
        """From when to when the extract looks: the period, as far as the record goes."""
        begin = max(filter(None, (self.period.since, self.first)))
        end = min(filter(None, (self.period.until, self.now.time)))
        return (begin, max(begin, end))

    @cached_property
    def has_record(self) -> bool:
        """Whether the period reaches into the time that the record is of."""
        begun = self.period.until is None or self.first < self.period.until
        return bool(self.rows) and begun

    @cached_property
    def first(self) -> datetime:
        """When the first row of evidence is of; the time of the extract where there is none."""
        return min((row.time for row in self.rows), default=self.now.time)


def author(row: Observation) -> tuple[str, str]:
    """Return what sort of author a row has, and the name where one was given."""
    by = row.detail.get("by")
    name = by if isinstance(by, str) else ""
    return {
        Source.PERSON: ("a person", name),
        Source.AGENT: ("an agent", name),
        Source.CLAIMED: (f"somebody {CLAIM}", name),
        Source.PEER: ("another robot", row.component),
        Source.DETECTOR: ("a detector", row.detector),
    }[row.source]
