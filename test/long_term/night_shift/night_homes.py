"""Homes and night shifts for the tests of the night shift."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.chunks import ChunkStore
from robot_memory.long_term.graph import FactGraph
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.night_shift import NightMemory, NightSettings, NightShift

BERLIN = ZoneInfo("Europe/Berlin")
#: 00:30 in Berlin, in winter.
NIGHT = datetime(2026, 12, 1, 23, 30, tzinfo=timezone.utc)
#: Files that may differ after two consolidations in a row.
MAY_DIFFER = ("health.json", "episodic/events/events.jsonl")


def at(days: float = 0, *, hours: float = 0, seconds: float = 0) -> datetime:
    return NIGHT + timedelta(days=days, hours=hours, seconds=seconds)


def wall(time: datetime = NIGHT) -> ManualClock:
    return ManualClock(time, kind="wall", boot="test")


class Night:
    """A night shift with its stores."""

    def __init__(
        self,
        home: Path,
        clock: ManualClock | None = None,
        *,
        entries: Sequence[tuple[float, MemoryEntry]] = (),
        rebuild: Callable[[], int] = lambda: 0,
        search: Callable[[str], Sequence[str]] = lambda query: [],
        zone=BERLIN,
        settings: NightSettings | None = None,
        session_days: int = 30,
        **more,
    ) -> None:
        self.home = home
        self.clock = clock or wall()
        self.entries = list(entries)
        self.facts = FactGraph(home)
        self.levels = Levels(home, self.clock, zone=zone, session_days=session_days)
        memory = NightMemory(
            self.facts, self.levels, open_chunks=self.chunks, entries=lambda: self.entries,
            rebuild_index=rebuild, search=search, **more,
        )  # fmt: skip
        self.shift = NightShift(home, self.clock, memory, settings=settings, zone=zone)
        self._chunks: ChunkStore | None = None

    def chunks(self) -> ChunkStore:
        if self._chunks is None:
            self._chunks = ChunkStore(self.home, clock=self.clock)
        return self._chunks

    def run(self, *steps: str, **more):
        return self.shift.run(steps, **more)

    def read(self, path: str) -> str:
        return (self.home / path).read_text()

    def health(self) -> dict:
        return json.loads(self.read("health.json"))

    def triples(self) -> set[tuple[str, str, str]]:
        return {(one.subject, one.predicate, one.object) for one in self.facts.facts.values()}


def talk(
    home: Path, *said: str, start: datetime = NIGHT - timedelta(hours=10), session="", role="user"
):
    """Write a transcript of these words, a minute apart."""
    session = session or f"{start.date()}_session1"
    turns = [
        {
            "timestamp": (start + timedelta(minutes=number)).isoformat(),
            "role": role,
            "content": text,
        }
        for number, text in enumerate(said)
    ]
    folder = home / "episodic" / "conversations"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{session}.json"
    path.write_text(
        json.dumps({"session_id": session, "start_time": start.isoformat(), "turns": turns})
    )
    return path


def entry(
    text: str = "Left motor runs hot above 2 m/s",
    entry_type: EntryType = EntryType.HARDWARE_OBSERVATION,
    *,
    seen: datetime = NIGHT - timedelta(hours=5),
    count: int = 1,
    days: int = 1,
    tags: tuple[str, ...] = ("left motor",),
    **extra,
) -> MemoryEntry:
    return MemoryEntry(
        mint_id(EntryType.HARDWARE_OBSERVATION, text), entry_type, text, 0.8,
        seen - timedelta(days=days - 1), seen, count, tags, {"days_observed": days, **extra},
    )  # fmt: skip


def tree(home: Path, *, all_files: bool = False) -> dict[str, str]:
    """Return the digest of each file in a home, without the files that may differ."""
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(home.rglob("*"))
        if path.is_file()
        and ((name := path.relative_to(home).as_posix()) not in MAY_DIFFER or all_files)
    }
