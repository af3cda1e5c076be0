"""A memory home as after years of use: 1,000 entries, a million rows of evidence, with places."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from memory_file import make_entries

from robot_memory.entries import MemoryDocument, MemoryEntry
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Ledger, Observation

_AT_ONCE = 20_000  # rows in a transaction
_DAYS = 720.0


def make_large_home(home: Path, now: datetime, *, entries: int = 1000, rows: int = 10**6) -> None:
    """Fill a home that does not exist yet.

    Args:
        home: the home's folder.
        now: the time of the newest row, UTC.
        entries: the number of entries.
        rows: the number of rows of evidence.
    """
    shift = now - max(entry.last_reinforced for entry in make_entries(entries))
    known = [_moved(entry, shift) for entry in make_entries(entries)]
    ledger = Ledger(home / "observations.db")
    try:
        batch: list[Observation] = []
        for row in _rows(known, now, rows):
            batch.append(row)
            if len(batch) == _AT_ONCE:
                ledger.append(batch)
                batch = []
        ledger.append(batch)
        document = MemoryDocument()
        document.put(known)
        document.set_header(
            rrn="RRN-000000000001", last_updated=now, ledger_id=ledger.id, ledger_seq=ledger.last()
        )
    finally:
        ledger.close()
    (home / "robot-memory.md").write_text(document.render(), encoding="utf-8")


def _moved(entry: MemoryEntry, shift: timedelta) -> MemoryEntry:
    from dataclasses import replace

    return replace(
        entry,
        first_seen=entry.first_seen + shift,
        last_reinforced=entry.last_reinforced + shift,
    )


def _rows(entries: list[MemoryEntry], now: datetime, count: int) -> Iterator[Observation]:
    """Yield pairs of onset and end, spread evenly over the time; seeded."""
    chance = random.Random(1)
    pairs = count // 2
    for number in range(pairs):
        entry = entries[chance.randrange(len(entries))]
        begin = now - timedelta(days=_DAYS) * (1 - number / pairs)
        key = Key("diagnostics", f"component {entry.id}", "stutters")
        at = {"frame": "map", "x": round(chance.uniform(-40, 40), 2),
              "y": round(chance.uniform(-25, 25), 2), "sigma": 0.1}  # fmt: skip
        for kind, seconds, detail in (
            (Kind.ONSET, 0.0, {"at": at, "message": "over temperature", "value": number % 97}),
            (Kind.END, 20.0, {"lasted": 20.0}),
        ):
            time = begin + timedelta(seconds=seconds)
            yield Observation(
                kind, Instant(time, 40.0 * number + seconds, f"boot-{number // 5000}", True),
                entry.text, key=key, detector="diagnostics", topic="/diagnostics",
                component=f"component {entry.id}", entry_id=entry.id, entry_type=entry.type.value,
                confidence=0.5, tags=("component",), context={"battery_voltage": 24.1},
                detail=detail,
            )  # fmt: skip
