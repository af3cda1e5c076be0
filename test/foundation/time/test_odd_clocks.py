"""Whatever the computer's clock does, all stores keep what they acknowledged (rules.md §4)."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from itertools import count
from pathlib import Path

import pytest

from robot_memory import RobotMemory
from robot_memory.entries import MemoryDocument
from robot_memory.foundation.time.clock import ClockReading, SystemClock
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.long_term.graph import Statement

START = datetime(2027, 12, 1, 12, tzinfo=timezone.utc)
TEN_YEARS = timedelta(days=3650)
_EVENING = timedelta(hours=9)

#: The wall clock at the n-th reading; each case begins at the right time.
CLOCKS: dict[str, Callable[[int], datetime]] = {
    "1970": lambda number: datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=number),
    "ten years ahead": lambda number: START + TEN_YEARS + timedelta(seconds=number),
    "ten years behind": lambda number: START - TEN_YEARS + timedelta(seconds=number),
    "backwards": lambda number: START - timedelta(minutes=number),
    "to and fro": lambda number: START + (TEN_YEARS if number % 2 else -TEN_YEARS),
}


def clock(boot: str, wall: Callable[[int], datetime], *, synchronised: bool) -> SystemClock:
    """Return the clock of a boot with this wall clock; its uptime is right."""
    numbers = count()

    def read() -> ClockReading:
        number = next(numbers)
        return ClockReading(wall(number), 0.05 * number, synchronised)

    return SystemClock(read=read, boot=boot)


def live(home: Path, of: SystemClock, name: str) -> list[str]:
    """Store something in every part of memory, consolidate, and return the acknowledged texts."""
    with RobotMemory.open(home, clock=of) as memory:
        now = of.now()
        memory.remember("environment_note", f"Ramp {name} is steep")
        memory.observe(
            Observation(
                kind=Kind.ONSET, instant=now, summary=f"lidar {name} fails", confidence=0.6,
                key=Key("diagnostics", f"lidar {name}", "fails"),
                entry_type="hardware_observation",
            )
        )  # fmt: skip
        memory.flush()
        memory.save()
        rooms = memory.long_term
        rooms.chunks.create_chunk(f"crate {name} is heavy")
        rooms.facts.learn([Statement(f"bay {name}", "is", "dark", "user-stated")], now=now.time)
        session = rooms.levels.sessions.start(now.time)
        session.add_turn("user", f"drive to {name}", of.now().time)
        session.end(of.now().time)
        rooms.levels.note("moved", to=f"corner {name}")
        memory.consolidate()
        memory.tick()
    return [f"Ramp {name} is steep", f"lidar {name} fails", f"crate {name} is heavy",
            f"bay {name}", f"drive to {name}", f"corner {name}"]  # fmt: skip


def everything(home: Path) -> str:
    """Return the content of all text files of a home, archives included."""
    kinds = {".md", ".json", ".jsonl", ".gz"}
    data = [
        gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for path in home.rglob("*")
        if path.is_file() and path.suffix in kinds
    ]
    return b"\n".join(data).decode()


@pytest.mark.parametrize(
    ("name", "synchronised"),
    [("1970", False), ("ten years ahead", True), ("ten years behind", True), ("backwards", False),
     ("to and fro", True)],
)  # fmt: skip
def test_each_store_keeps_its_data_and_counts_it_once_when_the_clock_was_wrong(
    home, name, synchronised
):
    right = clock("b1", lambda number: START + timedelta(seconds=number), synchronised=True)
    acknowledged = live(home, right, "one")
    acknowledged += live(home, clock("b2", CLOCKS[name], synchronised=synchronised), "two")
    evening = clock("b3", lambda number: START + _EVENING, synchronised=True)
    acknowledged += live(home, evening, "three")

    assert MemoryDocument((home / "robot-memory.md").read_text()).defects == []
    text = everything(home)
    assert [words for words in acknowledged if words not in text] == []
    with RobotMemory.open(home, clock=evening) as memory:
        entries = [entry for _, entry in memory.entries()]
        counted = {entry.text: entry.observation_count for entry in entries if entry.key}
        assert counted == {f"lidar {number} fails": 1 for number in ("one", "two", "three")}
        assert sum("Ramp" in entry.text for entry in entries) == 3
        assert memory.long_term.levels.verify().defects == ()
