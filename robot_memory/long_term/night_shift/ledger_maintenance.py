"""Nightly upkeep of the ledger: decides which rows are kept (rules.md §7.1, §7.2 and §13.6).

It also lists rows for an operator to review.

Rows of ended occurrences fold into one a day and key after 30 days. What packets and receipts name
stays, and so do the newest rows of each entry, which ``why`` shows. What an operator said counts
(document 004): what must be remembered stays as it is, what is out of date or of no importance
folds as soon as its day is over. Of attempts at a task the newest thousand of detectors, of persons
and of all others stay, of all others 20,000 at all tasks, and all of the last 30 days; what
detectors or persons told moves to an archive. Of entries that left the memory file, evidence of the
newest stays; older evidence moves to an archive.

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

#: So long evidence stays as it was written; then a day folds into a row (rules.md §7.1).
RAW = timedelta(days=30)
#: So long evidence of entries that left the memory file stays.
DEPARTED_STAY = timedelta(days=30)
#: So long all attempts at tasks stay (rules.md §13.6).
ATTEMPTS_STAY = timedelta(days=30)
#: What ``why`` shows of an entry.
SHOWN = 20
#: So many attempts at each task stay, however old: of detectors, of persons, and of all others.
ATTEMPTS = 1000
#: So many attempts at all tasks stay of those who are neither, however many tasks they name.
OF_AGENTS = 20_000
#: So much of the newest evidence is looked at for packets.
LOOKED_AT = 20_000
_PROVEN = frozenset(source.value for source in Source if source.is_proven)


class Packets(Protocol):
    """What the night shift asks of packets: :class:`robot_memory.governance.AssistPath` is that."""

    def named_rows(self) -> Collection[int]:
        """Return the rows that packets and receipts name."""

    def suggest(self, rows: Sequence[Observation], *, by: str, now: Instant) -> Sequence[object]:
        """Write packets about rows that an operator should look at; return them."""


@dataclass(frozen=True)
class LedgerMaintenance:
    """The ledger, as the night shift looks after it."""

    ledger: Ledger
    packets: Packets  # what operators decide about (document 004)
    # returns the ids of the entries that have not left the memory file
    entries: Callable[[], Collection[str]]
    most: int  # of so many entries that have left, the newest, evidence stays in the ledger

    def maintain(self, step: StepProgress) -> None:
        """Roll up what is old, and propose packets; a dry run tells what would fold."""
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
        """Move the evidence of entries that left long ago to an archive; return how many rows."""
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
        """Delete old attempts, once those of detectors and persons are archived; return how many.

        Those of agents are not archived: they would take the room of what others told.
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
        """Return entries with evidence that may fold, their parts, and before when it was over."""
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
        # What the memory file does not speak for yet is still to be folded into entries.
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
