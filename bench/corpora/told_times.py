"""Plays a table to the shipped rules, and returns the intervals with a reported fault."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

from robot_memory.foundation.settings import Settings, default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.perception.perception import Perception
from robot_memory.perception.replay import player
from robot_memory.perception.replay.opening import open_recording
from robot_memory.perception.rules_file import load_rules

Interval = tuple[float, float]


def told_times(table: Path) -> list[Interval]:
    """Return the intervals in which a fault was reported, in seconds since the epoch.

    Args:
        table: a recording that ``robot-memory replay`` reads, without labels.
    """
    recording = open_recording(table)
    start = datetime.fromtimestamp(recording.start or 0.0, timezone.utc)
    clock = ManualClock(start, kind="recording", boot=table.name)
    rows: list[Observation] = []
    perception = Perception(load_rules(default_rules_file()), Settings(), clock, rows.append)
    player.play(recording, perception, clock)
    return _intervals(rows, clock.now().time.timestamp())


def _intervals(rows: Sequence[Observation], end: float) -> list[Interval]:
    began: dict[Key, float] = {}
    found = []
    for row in rows:
        if row.key is None:
            continue
        if row.kind is Kind.ONSET:
            began.setdefault(row.key, row.time.timestamp())
        elif row.kind is Kind.END and row.key in began:
            found.append((began.pop(row.key), row.time.timestamp()))
    return found + [(begin, end) for begin in began.values()]
