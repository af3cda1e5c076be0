"""How rows about places change entries: counts, merging and splitting."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.ledger import Key, Kind, Observation, day_row
from robot_memory.ledger.observation import stamp_from_text


def count_of(row: Observation) -> int:
    """Return how many observations a row of evidence brings."""
    return int(row.detail["events"]) if row.kind is Kind.PLACE else day_row.count_of(row)


def first_of(row: Observation) -> datetime:
    """Return when the first observation was that a row of evidence brings."""
    first = row.detail.get("first") if row.kind is Kind.PLACE else ""
    return min(stamp_from_text(first) if first else day_row.first_of(row), row.time)


def merged_key(row: Observation) -> Key | None:
    """Return the key of the place that is one with another now."""
    return Key.from_list(row.detail["from"])


def grown_by_merging(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return the entry of a place that another turned out to be part of.

    The counts are the row's, not the other entry's: folding anew, with that one in the archive
    already, must come to the same.
    """
    first = row.detail.get("first")
    return replace(
        entry,
        observation_count=entry.observation_count + int(row.detail["events"]),
        first_seen=min(entry.first_seen, stamp_from_text(first)) if first else entry.first_seen,
    )


def left_by_merging(entry: MemoryEntry, into: MemoryEntry | None, row: Observation) -> MemoryEntry:
    """Return the entry that goes into the archive, with a pointer to the one that stays."""
    stays = into.id if into is not None else row.entry_id
    return replace(entry, extra={**entry.extra, "merged_into": stays})


def shrunk_by_splitting(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return the entry of a place of which a part turned out to be another place."""
    left = max(1, entry.observation_count - int(row.detail["events"]))
    return replace(entry, observation_count=left)
