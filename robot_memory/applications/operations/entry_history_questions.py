"""What stands behind a confidence and a limit: the history of an entry, the moments of a limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import Any, ClassVar, TypedDict

from robot_memory.applications.limits.limit import terms_of
from robot_memory.applications.operations.occurrences_questions import (
    OccurrenceRecord,
    occurrence_records,
)
from robot_memory.applications.operations.operation import EntryId, Question, RecordAnswer
from robot_memory.entries.field_limits import MOST_ROWS
from robot_memory.entries.lifecycle import effective
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.errors import NotThere
from robot_memory.foundation.time import stamps
from robot_memory.ledger import Observation
from robot_memory.ledger.occurrence_span import find_spans
from robot_memory.long_term.limit_search.risk_set import Moment, moments_of
from robot_memory.memory import RobotMemory

_RAISING = ("entry_created", "entry_reinforced", "entry_reopened")
_CURVE_STEPS = 40


class RaisedRecord(TypedDict):
    """What raised the confidence of an entry; ``before`` is the decayed value."""

    time: datetime
    before: float | None
    confidence: float


class CurveRecord(TypedDict):
    """A point of the curve of decay."""

    time: datetime
    confidence: float


@dataclass(frozen=True)
class EntryHistory(RecordAnswer):
    """The confidence of an entry over time.

    Attributes:
        raised: what raised it, oldest first.
        decay: the curve since the last observation.
        inject_min, prune_min: below these it is not told, and not kept.
    """

    id: str
    raised: list[RaisedRecord]
    decay: list[CurveRecord]
    occurrences: list[OccurrenceRecord]
    decay_per_day: float
    inject_min: float
    prune_min: float


@dataclass(frozen=True)
class ShowEntryHistory(Question):
    """Return the confidence of an entry over time, and its occurrences."""

    id: EntryId

    PATH: ClassVar[str] = "/entries/{id}/history"

    def ask(self, memory: RobotMemory) -> EntryHistory:
        """Answer it; see :class:`.Question`.

        Raises:
            UnknownEntry: no entry has that id.
        """
        entry, rows = memory.why(self.id, limit=MOST_ROWS)
        now, settings = memory.clock.now().time, memory.settings
        events = memory.long_term.levels.events.find(entry.id, after=0)
        # From the last observation on the curve is computed: it falls by the decay in force.
        begin, span = entry.last_reinforced, max(now - entry.last_reinforced, timedelta())
        times = [begin + span * step / _CURVE_STEPS for step in range(_CURVE_STEPS + 1)]
        return EntryHistory(
            entry.id, _raised(entry, rows, events, settings.decay_per_day),
            [
                {"time": time, "confidence": effective(entry, time, settings.decay_per_day)}
                for time in times
            ],
            occurrence_records(find_spans(reversed(rows))),
            settings.decay_per_day, settings.inject_min, settings.prune_min,
        )  # fmt: skip


def _raised(
    entry: MemoryEntry,
    rows: Sequence[Observation],
    events: Sequence[Mapping[str, Any]],
    decay_per_day: float,
) -> list[RaisedRecord]:
    """Return what raised the confidence, oldest first; ``before`` is the decayed value."""
    seen = {row.id: row.time for row in rows}
    points = []
    for event in events:
        value, row = event.get("confidence"), event.get("row")
        time = seen.get(row) if isinstance(row, int) else None
        time = time or stamps.time_of(event.get("timestamp"))
        is_raised = event.get("id") == entry.id and event.get("type") in _RAISING
        if is_raised and time is not None and isinstance(value, (int, float)):
            points.append((time, float(value)))
    raised: list[RaisedRecord] = []
    last: MemoryEntry | None = None
    for time, value in sorted(points):
        before = effective(last, time, decay_per_day) if last else None
        raised.append({"time": time, "before": before, "confidence": value})
        last = replace(entry, confidence=value, last_reinforced=time)
    return raised


class MomentRecord(TypedDict):
    """What the variable of a limit was at a time."""

    time: datetime
    value: float | str


@dataclass(frozen=True)
class LimitMomentsShown(RecordAnswer):
    """What a limit rests on.

    Attributes:
        explains: the entry of the fault.
        time: what the time of the others is called, 'driving' or 'running'.
        onsets: the variable shortly before each onset.
        others: the variable in moments without the fault.
    """

    id: str
    explains: str
    variable: str
    bound: str
    value: float | str
    unit: str
    time: str
    onsets: list[MomentRecord]
    others: list[MomentRecord]


@dataclass(frozen=True)
class ShowLimitMoments(Question):
    """Return what a limit rests on: before each onset, and in 400 moments without the fault."""

    id: EntryId

    PATH: ClassVar[str] = "/entries/{id}/limit"

    def ask(self, memory: RobotMemory) -> LimitMomentsShown:
        """Answer it; see :class:`.Question`.

        Raises:
            NotThere: no entry has that id, or it is no limit.
        """
        entry, _ = memory.why(self.id, limit=1)
        row = memory.ledger.newest_limit(entry.id) if memory.has_ledger else None
        terms = None if row is None else terms_of(memory.rrn, row)
        if row is None or terms is None:
            raise NotThere(f"{entry.id} is no limit that this robot learned")
        fault, _ = memory.why(str(row.detail.get("explains")), limit=1)
        found = moments_of(memory.ledger, fault, terms.variable)
        return LimitMomentsShown(
            entry.id, fault.id, terms.variable, terms.bound.value, terms.value, terms.unit,
            found.time, list(map(_moment, found.onsets)), list(map(_moment, found.others)),
        )  # fmt: skip


def _moment(moment: Moment) -> MomentRecord:
    seconds, value = moment
    return {"time": datetime.fromtimestamp(seconds, timezone.utc), "value": value}
