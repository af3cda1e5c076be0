"""The explanation of an entry, shared by all interfaces that answer `why`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, TypedDict

from robot_memory.applications.black_box import FaultRecording, FaultRecordings
from robot_memory.applications.entry_changes import words_before_edit
from robot_memory.applications.reliability.failure import (
    FaultCheck,
    check_faults,
    failures_of,
    fault_regions,
)
from robot_memory.applications.reliability.operating_time import OperatingTime
from robot_memory.entries import MemoryEntry
from robot_memory.entries.confidence import effective
from robot_memory.entries.json_records import EntryRecord, EvidenceRecord, evidence_record
from robot_memory.entries.limit_rules import explains
from robot_memory.ledger import Kind, Observation
from robot_memory.long_term.limit_search.operating_history import OperatingHistory

if TYPE_CHECKING:
    from robot_memory.memory import RobotMemory

#: Row kinds of an occurrence.
_SPANS = (Kind.ONSET, Kind.PRESENT, Kind.END)
_NEWEST = 200  # rows of an entry: the newest occurrence is among them


class ExplanationRecord(TypedDict):
    """What stands behind an entry."""

    limits: Annotated[list[str], "Ids of the entries that say when its fault comes."]
    recordings: Annotated[list[str], "Files of the black box, oldest first."]
    last_checked: Annotated[datetime | None, "When its fault could have come, and did not."]
    exercised_hours: Annotated[float | None, "For how long the robot ran so since it was seen."]
    said_before: Annotated[str, "Its text before a person changed that in the file; else empty."]
    reported_by: Annotated[str, "The other robot whose word it is; else empty."]
    evidence: Annotated[list[EvidenceRecord], "Newest first."]


class WhyRecord(ExplanationRecord):
    """An entry, and what stands behind it."""

    entry: EntryRecord


@dataclass(frozen=True)
class EntryExplanation:
    """What stands behind an entry."""

    entry: MemoryEntry
    confidence: float  # effective confidence
    rows: tuple[Observation, ...]  # evidence, newest first; for a peer's entry, its last update
    limits: tuple[MemoryEntry, ...]  # entries that say when its fault occurs
    recordings: tuple[FaultRecording, ...]  # recordings of the black box, oldest first
    check: FaultCheck | None  # when its fault was last checked; None if it is no fault
    said_before: str = ""  # its text before a person changed it in the file; else empty
    reported_by: str = ""  # the other robot that reported it; empty: this robot's own

    def as_record(self) -> ExplanationRecord:
        """Return everything but the entry itself as JSON data."""
        check = self.check
        return {
            "limits": [one.id for one in self.limits],
            "recordings": [str(one.path) for one in self.recordings],
            "last_checked": check.last_checked if check else None,
            "exercised_hours": round(check.exercised_hours, 3) if check else None,
            "said_before": self.said_before,
            "reported_by": self.reported_by,
            "evidence": [evidence_record(row) for row in self.rows],
        }


def explain_entry(memory: RobotMemory, entry_id: str, *, limit: int = 20) -> EntryExplanation:
    """Return the explanation of an entry of this robot or a peer, with at most ``limit`` rows.

    Raises:
        UnknownEntry: no entry has that id.
    """
    entry, rows = memory.why(entry_id, limit=limit)
    limits = tuple(one for _, one in memory.entries() if explains(one, entry.id))
    now = memory.clock.now().time
    return EntryExplanation(
        entry=entry,
        confidence=effective(entry, now, memory.settings.decay_per_day),
        rows=tuple(rows),
        limits=limits,
        recordings=tuple(FaultRecordings(memory.home.black_box).about(entry.id, *entry.joined)),
        check=_check_entry(memory, entry, limits),
        said_before=words_before_edit(memory, entry),
        reported_by=memory.peers.label_of(entry.id),
    )


def _check_entry(
    memory: RobotMemory, entry: MemoryEntry, limits: Iterable[MemoryEntry]
) -> FaultCheck | None:
    """Return how far operation has checked an entry's fault since; None if it is no fault."""
    if not memory.has_ledger or entry.key is None:
        return None
    ledger = memory.ledger
    rows = ledger.rows_about((entry.id, *entry.joined), _NEWEST, _SPANS)
    records = failures_of(sorted(rows, key=lambda row: row.id))
    if not records:
        return None
    samples = list(ledger.operating_samples())
    operating = OperatingTime.of(samples)
    if operating.begins is None:
        return None
    regions = fault_regions(ledger, limits)
    one = [replace(record, entry_id=entry.id) for record in records]
    (check,) = check_faults(one, OperatingHistory.of(samples), regions, operating.boot)
    is_there = memory.running_hours().is_there(entry)
    return replace(check, last_checked=None, exercised_hours=0.0) if is_there else check
