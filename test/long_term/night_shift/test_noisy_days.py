"""A robot whose drivers keep producing new texts: files, disk use and tables stop growing."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from held_tables import grown, tables

from robot_memory import RobotMemory
from robot_memory import long_term_memory as long_term
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.long_term.graph import fact_archive
from robot_memory.long_term.levels import archiving, event_archive, retention
from robot_memory.long_term.night_shift import ledger_maintenance

START = datetime(2026, 12, 1, tzinfo=timezone.utc)
#: Small bounds, so that a few days of the test reach them.
BOUNDS = Settings(
    log_entries_max=15, archive_entries_max=100, memory_oracle_max_facts=30,
    memory_oracle_session_retention_days=3, memory_oracle_daily_retention_days=3,
)  # fmt: skip
NEW_TEXTS = 12  # a day
WARM, DAYS = 22, 34


@pytest.fixture(autouse=True)
def short_retention(monkeypatch):
    """Shorten retention to days, and limit archives to few files."""
    policy = {"max_age_days": 3, "max_files": 100}
    monkeypatch.setitem(retention.RETENTION_POLICY["episodic"], "conversations", policy)
    monkeypatch.setitem(retention.RETENTION_POLICY["episodic"], "events",
                        {"max_age_days": 3, "max_size_mb": 100})  # fmt: skip
    for constant in ("RAW", "DEPARTED_STAY", "ATTEMPTS_STAY"):
        monkeypatch.setattr(ledger_maintenance, constant, timedelta(days=3))
    settings_of = long_term.night_settings_of
    monkeypatch.setattr(
        long_term, "night_settings_of",
        lambda settings: replace(settings_of(settings), archive_limit_bytes=60_000),
    )  # fmt: skip
    monkeypatch.setattr(fact_archive, "_LARGEST", 20_000)
    for module in (archiving, event_archive):
        monkeypatch.setattr(module, "LOOSE", 4)


def words(source):
    return " ".join("".join(source.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(5))


def live(memory: RobotMemory, clock: ManualClock, day: int, source: random.Random) -> None:
    """Let a day of one-off faults pass, and the night after it."""
    session = memory.long_term.levels.sessions.start(clock.now().time)
    for number in range(NEW_TEXTS):
        clock.set(START + timedelta(days=day, hours=1.5 * number))
        text = words(source)
        for kind in (Kind.ONSET, Kind.END):
            memory.observe(Observation(
                kind, clock.now(), f"planner logs a warning: {text}",
                key=Key("log", "planner", text), component="planner",
                entry_type="hardware_observation", confidence=0.45, detail={"lasted": 1.0},
            ))  # fmt: skip
        session.add_turn("robot", f"I learned: {text}", clock.now().time, entry="mem-1")
    memory.flush()
    memory.save()
    session.end(clock.now().time)
    clock.set(START + timedelta(days=day, hours=23))
    report = memory.consolidate()
    assert report.success, report.summary()
    memory.long_term.recall.refresh()


def usage(home: Path) -> Counter[str]:
    """Return the number of files in each folder, and their total size."""
    held: Counter[str] = Counter()
    for path in home.rglob("*"):
        name = path.relative_to(home).as_posix()
        if path.is_file():
            folder = "chunks" if name.startswith("chunks/") else path.parent.relative_to(home)
            held[f"files in {folder}"] += 1
            size = 0 if name.endswith("-wal") else path.stat().st_size
            whole = "archives" if "archive" in path.parts else Path(name).parts[0]
            held[f"bytes of {name if path.parent == home else whole}"] += size
    return held


def test_files_disk_and_tables_of_a_noisy_robot_stop_growing(tmp_path):
    home, source = tmp_path / "home", random.Random(1)
    clock = ManualClock(START, kind="simulated", boot="b1")
    seen: list[Counter[str]] = []
    held: list[Counter[str]] = []
    with RobotMemory.open(home, clock=clock, settings=BOUNDS) as memory:
        for day in range(DAYS):
            live(memory, clock, day, source)
            seen.append(usage(home))
            if day >= WARM - 5:
                held.append(tables(memory))

    middle = (WARM + DAYS) // 2
    more = grown(seen[WARM:middle], seen[middle:], 1.15)
    # The text index is merged only now and then; the test counts its rows below.
    slack = {"bytes of index.db": 131_072}
    assert {name for name, (was, now) in more.items() if now > was + slack.get(name, 4096)} == set()
    more = grown(held[: len(held) // 2], held[len(held) // 2 :], 1.1)
    assert more == {}
    assert seen[-1]["files in chunks"] <= 3 * (BOUNDS.memory_oracle_daily_retention_days + 2)
