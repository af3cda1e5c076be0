"""Where faults come, as learned limits tell it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from robot_memory.entries import MemoryEntry
from robot_memory.entries.limit_rules import explained_by
from robot_memory.ledger import Ledger
from robot_memory.limit_search.region import Region, RegionSide


def fault_regions(ledger: Ledger, entries: Iterable[MemoryEntry]) -> dict[str, Region]:
    """Return the region beyond the limit of each fault that has one, by the id of its entry.

    Args:
        ledger: has the rows of limits; one that does not say a region, as if it was edited, tells
            nothing.
        entries: limits among others; only theirs count.
    """
    found = {}
    for entry in entries:
        fault = explained_by(entry)
        row = ledger.newest_limit(entry.id) if fault else None
        region = _region_of(row.detail) if row is not None else None
        if region is not None:
            found[fault] = region
    return found


def _region_of(detail: Mapping[str, Any]) -> Region | None:
    try:
        return Region(detail["variable"], RegionSide(detail["side"]), detail["limit"])
    except (KeyError, ValueError):
        return None
