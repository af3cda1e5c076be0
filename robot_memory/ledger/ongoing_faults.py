"""Which faults are present now: onsets without an end since the machine started."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from robot_memory.ledger.displayed_text import displayed_summary
from robot_memory.ledger.key import Key
from robot_memory.ledger.observation import Kind, Observation

NEWEST_ROWS = 20_000
"""Rows that are read at first; an onset before them is not found."""


@dataclass(frozen=True)
class OngoingFault:
    """A fault that is there.

    Attributes:
        entry_id: the entry that it is evidence for.
        since: its onset, UTC.
    """

    entry_id: str
    summary: str
    since: datetime


class OngoingFaults:
    """Follows the ledger: each row is looked at once."""

    def __init__(self) -> None:
        self._boot = ""
        self._open: dict[Key, OngoingFault] = {}

    def follow(self, rows: Iterable[Observation]) -> None:
        """Take in the rows that came, oldest first."""
        for row in rows:
            if row.key is None or row.kind not in (Kind.ONSET, Kind.END):
                continue
            if row.instant.boot != self._boot:  # of what was there before, nobody saw the end
                self._boot = row.instant.boot
                self._open.clear()
            if row.kind is Kind.ONSET:
                self._open[row.key] = OngoingFault(
                    row.entry_id,
                    displayed_summary(row.component, row.summary, row.detail),
                    row.time,
                )
            else:
                self._open.pop(row.key, None)

    def now(self) -> tuple[OngoingFault, ...]:
        """Return the faults, the newest first."""
        return tuple(sorted(self._open.values(), key=lambda fault: fault.since, reverse=True))
