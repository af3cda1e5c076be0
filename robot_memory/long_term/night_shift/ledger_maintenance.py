"""Nightly upkeep of the ledger: decides which rows are kept (rules.md §7.1, §7.2 and §13.6).

It also suggests rows for an operator to review.

Rows of ended occurrences are rolled up into one row per day and key after 30 days. Rows named by
packets and receipts stay, and so do the newest rows of each entry, which ``why`` shows. Operators'
marks count (document 004): rows that must be remembered stay unchanged, rows that are out of date
or of no importance are rolled up as soon as their day is over.

Of the attempts at each task, the newest thousand stay of detectors, of persons and of all others;
of all others at most 20,000 at all tasks; and all attempts of the last 30 days. Older attempts that
detectors or persons reported move to an archive. Of the entries that left the memory file, the
evidence of the newest stays; older evidence moves to an archive.

Specification: rules.md §8.10.

See docs/reference/governance.md, "Effect"; docs/reference/night-shift.md, "What moves to archives";
docs/explanation/night-shift.md, "Evidence is rolled up".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, timezone
from typing import Protocol, cast

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Ledger, Observation, Source
from robot_memory.ledger.day_row import DayRow, day_rows
from robot_memory.ledger.row_worth import RowWorth, importance_of, label_of
from robot_memory.long_term.levels.archiving import archive_bytes
from robot_memory.long_term.levels.level_tree import EVIDENCE_ARCHIVE as ARCHIVE
from robot_memory.long_term.night_shift.shift_report import StepProgress

#: For this long evidence stays unchanged; then a day becomes one row (rules.md §7.1).
RAW = timedelta(days=30)
#: For this long the evidence of entries that left the memory file stays.
DEPARTED_STAY = timedelta(days=30)
#: For this long all attempts at tasks stay (rules.md §13.6).
ATTEMPTS_STAY = timedelta(days=30)
#: The rows of an entry that ``why`` shows.
SHOWN = 20
#: The newest attempts at each task that stay: of detectors, of persons, and of all others.
ATTEMPTS = 1000
#: The newest attempts of all others that stay, over all tasks.
OF_AGENTS = 20_000
#: The newest rows of evidence to search for packets.
LOOKED_AT = 20_000
_PROVEN = frozenset(source.value for source in Source if source.is_proven)


class Packets(Protocol):
    """The night shift's view of packets: :class:`robot_memory.governance.AssistPath`."""

    def named_rows(self) -> Collection[int]:
        """Return the rows that packets and receipts name."""

    def suggest(self, rows: Sequence[Observation], *, by: str, now: Instant) -> Sequence[object]:
        """Write packets about rows that an operator should review; return them."""


@dataclass(frozen=True)
class LedgerMaintenance:
    """Maintains the ledger for the night shift."""

    ledger: Ledger
    packets: Packets  # the packets for operators' decisions (document 004)
    # returns the ids of the entries that have not left the memory file
    entries: Callable[[], Collection[str]]
    most: int  # the number of departed entries, newest first, whose evidence stays in the ledger

    def maintain(self, step: StepProgress) -> None:
        """Roll up old rows, and propose packets; a dry run only counts the rows to roll up."""
        step.count("rows_folded", 0)
        now, named, entries = step.now, self.packets.named_rows(), self.entries()
        for entry_id, component, until in self._due(now):
            if step.stop():
                return
            days = self._days(entry_id, component, until, now.boot, named, entries)
            if step.dry_run or not days:
                step.count("rows_folded", sum(len(day.removed) for day in days))
                continue
            with self.ledger.days() as book:
                step.count("rows_folded", book.fold(days))
        step.count("rows_archived", self._archive(entries, now, named, dry_run=step.dry_run))
        if not step.dry_run:
            step.count("attempts_dropped", self._drop_attempts(now, named))
            with self.ledger.days() as book:
                rows = book.newest_evidence(LOOKED_AT)
            packets = self.packets.suggest(rows, by="the night shift", now=now)
            step.count("packets_proposed", len(packets))

    def _archive(
        self, entries: Collection[str], now: Instant, named: Collection[int], *, dry_run: bool
    ) -> int:
        """Archive the evidence of entries that left long ago; return the number of rows."""
        with self.ledger.days() as book:
            leaving = book.departed(
                entries, self.most, now.time - DEPARTED_STAY, self.ledger.saved()
            )
            records = [row for entry, _ in leaving for row in book.records(entry)]
        kept = {row["entry_id"] for row in records if row["id"] in named}
        records = [row for row in records if row["entry_id"] not in kept]
        if records and not dry_run:
            self._keep("evidence", records)
            with self.ledger.days() as book:
                book.remove(_ids(records))
        return len(records)

    def _drop_attempts(self, now: Instant, named: Collection[int]) -> int:
        """Delete old attempts, after archiving those of detectors and persons; return the number.

        Agents' attempts are not archived: they would take the room of what others reported.
        """
        with self.ledger.days() as book:
            old = book.old_attempts(now.time - ATTEMPTS_STAY, ATTEMPTS, OF_AGENTS, named)
        proven = [row for row in old if row["source"] in _PROVEN]
        if proven:
            self._keep("attempts", proven)
        with self.ledger.days() as book:
            book.drop_attempts(_ids(old))
        return len(old)

    def _keep(self, name: str, records: Sequence[Mapping[str, object]]) -> None:
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in records]
        rows = _ids(records)
        file = f"{name}-{min(rows):09d}-{max(rows):09d}.jsonl"
        archive_bytes("".join(lines).encode(), file, self.ledger.path.parent / ARCHIVE)

    def _due(self, now: Instant) -> list[tuple[str, str, datetime]]:
        """Return entries with rows to roll up, their components, and the end of those rows."""
        today = datetime.combine(now.time.astimezone(timezone.utc).date(), time(), timezone.utc)
        with self.ledger.days() as book:
            history = {
                entry for entry, worth in book.worths().of_entry.items() if _is_history(worth)
            }
            old, ended = book.raw(today - RAW), book.raw(today) if history else {}
        over = {entry: part for entry, part in ended.items() if entry in history}
        return [
            (entry, part, today if entry in history else today - RAW)
            for entry, part in {**old, **over}.items()
        ]

    def _days(
        self,
        entry_id: str,
        component: str,
        until: datetime,
        boot: str,
        named: Collection[int],
        entries: Collection[str],
    ) -> list[DayRow]:
        with self.ledger.days() as book:
            shown = book.newest(entry_id, SHOWN if entry_id in entries else 0)
        saved = self.ledger.saved()
        rows = self.ledger.occurrences(entry_id, component)
        # Rows that the memory file does not cover yet must still be folded into entries.
        keep = {*named, *shown, *(row.id for row in rows if row.id > saved)}
        precious = {row.time.date() for row in rows
                    if label_of(importance_of(row.detail)) == "must_remember"}  # fmt: skip
        found = day_rows(rows, until=until, boot=boot, keep=keep)
        return [day for day in found if day.kept.time.date() not in precious]


def _ids(records: Iterable[Mapping[str, object]]) -> list[int]:
    return [cast(int, row["id"]) for row in records]


def _is_history(worth: RowWorth) -> bool:
    """Tell whether an operator called an entry's evidence out of date, or of no importance."""
    return worth.stale or label_of(worth.importance) == "ignore"
