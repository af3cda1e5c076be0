"""Ends what is declared known: when a fault got worse, or when the date has passed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from robot_memory.clock import Instant
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.known_rules import KNOWN_SINCE
from robot_memory.entries.limit_rules import explains
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.memory import RobotMemory
from robot_memory.reliability.operating_time import OperatingTime
from robot_memory.reliability.worsening import KnownFault, Worsening, WorseSign

INTERVAL = 30.0  # s between two checks
_EVIDENCE = (Kind.ONSET, Kind.PRESENT, Kind.END)


def end_known(memory: RobotMemory) -> int:
    """Reopen the entries that are known and got worse, or whose date has passed.

    While wall time is not trusted nothing is judged. It takes up to a second, without holding the
    lock of the memory.

    Returns:
        How many it reopened.
    """
    now = memory.clock.now()
    entries = [entry for _, entry in memory.entries()]
    known = [entry for entry in entries if KNOWN_SINCE in entry.extra]
    if not known or not now.trusted:
        return 0
    rows = [row for entry in known for row in _row(memory, entry, entries, now)]
    for row in rows:
        memory.observe(row)
    if rows:
        memory.flush()
    return len(rows)


def _row(
    memory: RobotMemory, entry: MemoryEntry, entries: list[MemoryEntry], now: Instant
) -> Iterator[Observation]:
    worse = find_worsening(memory, entry, entries, now)
    if worse is None and entry.is_known(now.time):
        return
    until = entry.time_of("known_until")
    passed = f"it was known until {until:%Y-%m-%d %H:%M} UTC" if until else "no date is given"
    yield Observation(
        kind=Kind.NOT_KNOWN,
        instant=now,
        summary=f"it got worse: {worse.words}" if worse else passed,
        detector="known",
        component=entry.key.component if entry.key else "",
        entry_id=entry.id,
        detail={"cause": worse.sign.value if worse else "date"},
    )


def find_worsening(
    memory: RobotMemory, entry: MemoryEntry, entries: list[MemoryEntry], now: Instant
) -> Worsening | None:
    """Return how a known entry got worse since it was declared known; None where it did not.

    Args:
        memory: its evidence.
        entry: which one.
        entries: all of them, for limits that explain it.
        now: the time.
    """
    since = entry.time_of(KNOWN_SINCE)
    if since is None:
        return None
    ids = (entry.id, *entry.joined)
    evidence = [row for known in ids for row in memory.ledger.of_entry(known)
                if row.kind in _EVIDENCE and row.source is Source.DETECTOR]  # fmt: skip
    fault = KnownFault(since, sorted(evidence, key=lambda row: row.id))
    return (
        fault.worse_severity()
        or fault.longer(now.time, now.boot)
        or _more_often(memory, fault)
        or _new_condition(entry, entries, since)
    )


def _more_often(memory: RobotMemory, fault: KnownFault) -> Worsening | None:
    came_again = sum(row.time > fault.since and row.kind is Kind.ONSET for row in fault.rows)
    if not came_again:
        return None  # the operating samples need not be read
    return fault.more_often(OperatingTime.of(memory.ledger.operating_samples()))


def _new_condition(
    entry: MemoryEntry, entries: list[MemoryEntry], since: datetime
) -> Worsening | None:
    for limit in entries:
        is_live = limit.type is not EntryType.RESOLVED
        if explains(limit, entry.id) and is_live and limit.first_seen > since:
            return Worsening(WorseSign.CONDITION, f"it has a limit now ({limit.id}): {limit.text}")
    return None
