"""The record of what the memory did, as an extract needs it: events.jsonl, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from robot_memory.foundation.time.period import Period
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels import ChainHead
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.hash_chain import NO_HEAD


@dataclass(frozen=True)
class RecordEvent:
    """One line of the record.

    Attributes:
        time: when it was written; None where the line does not say.
        what: its type: ``entry_created``, ``proposal_approved`` …
    """

    time: datetime | None
    what: str
    data: Mapping[str, Any]

    @property
    def entry_id(self) -> str:
        """The entry that it is about; empty where it is about none."""
        found = self.data.get("id")
        return found if self.what.startswith("entry_") and isinstance(found, str) else ""

    @property
    def row(self) -> int:
        """The row of the ledger that did it; 0 where none did."""
        row = self.data.get("row")
        return row if type(row) is int else 0

    def text(self, name: str) -> str:
        """Return what it says under a name; empty where that is no text."""
        value = self.data.get(name)
        return value if isinstance(value, str) else ""


@dataclass(frozen=True)
class MemoryRecord:
    """The lines of the record up to a head.

    Attributes:
        head: the newest line.
        happenings: the lines, oldest first.
    """

    head: ChainHead = NO_HEAD
    happenings: tuple[RecordEvent, ...] = ()

    def of(self, *kinds: str, period: Period | None = None) -> list[RecordEvent]:
        """Return the lines of some kinds, oldest first; of a period where it is given."""
        return [
            one
            for one in self.happenings
            if one.what in kinds and (period is None or _is_in(one.time, period))
        ]

    @cached_property
    def by_entry(self) -> Mapping[str, list[RecordEvent]]:
        """The lines about each entry, oldest first, each once: a crash may repeat some."""
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
    """Read the record, its archives included, up to a head: what came meanwhile is left out.

    What other tools wrote is no word of the memory's.
    """
    lines = [line for line in log.find('"type"', after=0) if _seq(line) <= head.seq]
    return MemoryRecord(head, tuple(_happenings(lines)))


def _happenings(lines: Iterable[Mapping[str, Any]]) -> Iterable[RecordEvent]:
    for data in lines:
        what = data.get("type")
        if isinstance(what, str):
            yield RecordEvent(time_of(data.get("timestamp")), what, data)


def _seq(data: Mapping[str, Any]) -> int:
    chain = data.get("chain")
    seq = chain.get("seq") if isinstance(chain, Mapping) else None
    return seq if type(seq) is int else 0


def _is_in(time: datetime | None, period: Period) -> bool:
    return time is not None and period.holds(time)
