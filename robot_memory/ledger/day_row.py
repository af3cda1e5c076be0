"""Folds old evidence into few rows: one for each day and key (rules.md §7.1 and §7.3). Pure.

See docs/reference/night-shift.md, "What moves to archives"; docs/explanation/night-shift.md,
"Evidence is rolled up".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger.key import Key
from robot_memory.ledger.observation import (
    LASTED,
    SHOWS,
    Kind,
    Observation,
    Severity,
    stamp_from_text,
    stamp_text,
)

#: The field of a row that stands for a day: ``{"first", "last", "count", "seconds", "longest",
#: "worst"}``. Rows of earlier versions lack ``longest``.
FOLDED = "folded"
#: A fault that lasts this long is new evidence again (rules.md §2.3), so a row per day stays.
_LONG = timedelta(hours=24)


@dataclass(frozen=True)
class DayRow:
    """Rows of one day and key that become one row.

    Attributes:
        kept: the last onset, which stays; in its present form.
        removed: the other rows, in their present form. Of a fault that lasted a day or longer, only
            rows between the first and the last.
    """

    kept: Observation
    detail: Mapping[str, Any]
    removed: tuple[Observation, ...]


@dataclass
class _Occurrence:
    """An onset with its later rows."""

    rows: list[Observation]
    is_over: bool = False

    @property
    def onset(self) -> Observation:
        return self.rows[0]

    @property
    def last(self) -> datetime:
        return max(last_of(self.onset), self.rows[-1].time)

    @property
    def seconds(self) -> float:
        return self._lasted + float(self.onset.detail.get(FOLDED, {}).get("seconds", 0.0))

    @property
    def longest(self) -> float:
        return max(self._lasted, longest_of(self.onset))

    @property
    def _lasted(self) -> float:
        return max(float(row.detail.get(LASTED, 0.0)) for row in self.rows)

    @property
    def is_long(self) -> bool:
        return self.rows[-1].time - self.onset.time >= _LONG

    def may_fold(self, until: datetime, boot: str, keep: Collection[int]) -> bool:
        is_over = self.is_over or self.onset.instant.boot != boot
        is_trusted = all(row.instant.trusted for row in self.rows)
        is_named = any(row.id in keep for row in self.rows)
        return is_over and is_trusted and not is_named and self.last < until


def count_of(row: Observation) -> int:
    """Return the number of occurrences that an onset row stands for."""
    return int(row.detail.get(FOLDED, {}).get("count", 1))


def longest_of(row: Observation) -> float:
    """Return the length of the row's longest occurrence, s, or the mean length if it is unknown.

    It is 0 for an occurrence that was not folded: its later rows hold the length.
    """
    folded = row.detail.get(FOLDED, {})
    mean = float(folded.get("seconds", 0.0)) / count_of(row)
    return float(folded.get("longest", mean))


def first_of(row: Observation) -> datetime:
    """Return the start of the row's first occurrence."""
    first = row.detail.get(FOLDED, {}).get("first")
    return stamp_from_text(first) if first else row.time


def last_of(row: Observation) -> datetime:
    """Return when the row's last occurrence was last known to exist."""
    last = row.detail.get(FOLDED, {}).get("last")
    return stamp_from_text(last) if last else row.time


def day_rows(
    rows: Iterable[Observation], *, until: datetime, boot: str, keep: Collection[int]
) -> Iterator[DayRow]:
    """Yield the groups of rows that become one.

    These occurrences stay as they are: those that have not ended, those with a row in ``keep``, and
    those with a provisional time. Occurrences before and after a resolution or a repair are not
    joined.

    Args:
        rows: the rows of an entry by :meth:`Ledger.occurrences`, oldest first.
        until: only occurrences that were over before this time.
        boot: the present boot, in which an occurrence may still go on.
        keep: ids of rows that stay.
    """
    groups: dict[tuple[int, Key, date], list[_Occurrence]] = defaultdict(list)
    for chapter, occurrence in _occurrences(rows):
        onset = occurrence.onset
        if onset.key is None or not occurrence.may_fold(until, boot, keep):
            continue
        if not occurrence.is_long:
            groups[chapter, onset.key, onset.time.date()].append(occurrence)
        elif removed := _in_between(occurrence.rows):
            yield DayRow(onset, onset.detail, removed)
    for group in groups.values():
        if len(group) > 1 or len(group[0].rows) > 1:
            yield _day_row(group)


def _occurrences(rows: Iterable[Observation]) -> list[tuple[int, _Occurrence]]:
    """Return occurrences, each with its chapter: a resolution or a repair begins a new one."""
    chapter = 0
    under_way: dict[Key | None, _Occurrence] = {}
    found: list[tuple[int, _Occurrence]] = []
    for row in rows:
        known = under_way.get(row.key)
        if row.kind in (Kind.RESOLVE, Kind.REPAIRED):
            chapter += 1
        elif row.kind is Kind.ONSET:
            if known is not None:
                known.is_over = True
            under_way[row.key] = _Occurrence([row], is_over=FOLDED in row.detail)
            found.append((chapter, under_way[row.key]))
        elif known is not None:
            known.rows.append(row)
            known.is_over = known.is_over or row.kind is Kind.END
    return found


def _in_between(rows: Sequence[Observation]) -> tuple[Observation, ...]:
    """Return the rows between the first and the last, except one for each 24 hours."""
    removed, kept_at = [], rows[0].time
    for row in rows[1:-1]:
        if row.time - kept_at >= _LONG:
            kept_at = row.time
        else:
            removed.append(row)
    return tuple(removed)


def _day_row(group: Sequence[_Occurrence]) -> DayRow:
    rows = [row for occurrence in group for row in occurrence.rows]
    kept = group[-1].onset
    peaks = [row.detail["peak"] for row in rows if isinstance(row.detail.get("peak"), (int, float))]
    folded = {
        "first": stamp_text(min(first_of(occurrence.onset) for occurrence in group)),
        "last": stamp_text(max(occurrence.last for occurrence in group)),
        "count": sum(count_of(occurrence.onset) for occurrence in group),
        "seconds": round(sum(occurrence.seconds for occurrence in group), 3),
        "longest": round(max(occurrence.longest for occurrence in group), 3),
        "worst": max(map(worst_of, rows), key=lambda severity: severity.rank).value,
    }
    detail = {**kept.detail, **({"peak": max(peaks)} if peaks else {}), FOLDED: folded}
    readings = VaryingText.merged(row.detail for row in rows)
    if readings is not None:
        detail[READINGS] = readings.as_list()
    for row in rows:
        if SHOWS in row.detail:
            detail[SHOWS] = row.detail[SHOWS]
    return DayRow(kept, detail, tuple(row for row in rows if row.id != kept.id))


def worst_of(row: Observation) -> Severity:
    """Return the worst severity of the occurrences that a row stands for."""
    folded = Severity(row.detail.get(FOLDED, {}).get("worst", row.severity.value))
    return max(folded, row.severity, key=lambda severity: severity.rank)
