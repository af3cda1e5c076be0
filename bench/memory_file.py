"""The file: fold, load, save after one change, context; 1,000 entries."""

from __future__ import annotations

import os
import random
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import yaml
from figures import Ratio, alternate, report, timed

from robot_memory import EntryType, MemoryEntry, RobotMemory
from robot_memory.entries import MemoryDocument
from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.fold import Fold
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.wording.varying_text import READINGS, SLOT, VaryingText
from robot_memory.ledger import Key, Kind, Observation

COUNT = 1000
_CHANGES = 5  # saves for each dump
NOW = datetime(2026, 12, 1, tzinfo=timezone.utc)


def make_entries(count: int) -> list[MemoryEntry]:
    """Return typical entries, with keys and tags."""
    kinds = [kind for kind in EntryType if kind is not EntryType.RESOLVED]
    texts = [f"Component {number} stutters — prefer speeds ≤0.3m/s" for number in range(count)]
    return [
        MemoryEntry(
            id=mint_id(kinds[number % 3], text),
            type=kinds[number % 3],
            text=text,
            confidence=round(0.3 + number % 70 / 100, 2),
            first_seen=NOW - timedelta(days=30),
            last_reinforced=NOW - timedelta(hours=number % 48),
            observation_count=1 + number % 20,
            tags=("component", "navigation", "load"),
            extra={"key": ["diagnostics", f"component {number}", "stutters"]},
        )
        for number, text in enumerate(texts)
    ]


def make_text(entries: list[MemoryEntry]) -> str:
    """Return a memory file."""
    document = MemoryDocument()
    document.put(entries)
    document.set_header(rrn="RRN-000000000001", last_updated=NOW, ledger_id="bench", ledger_seq=0)
    return document.render()


@contextmanager
def filled_memory(count: int = COUNT) -> Iterator[RobotMemory]:
    """Open a home with ``count`` entries."""
    with tempfile.TemporaryDirectory(dir=".build") as folder:
        Path(folder, "robot-memory.md").write_text(make_text(make_entries(count)))
        with RobotMemory.open(folder) as memory:
            memory.save(force=True)
            yield memory


def loaders(count: int) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return two loaders of so many entries: ours, and PyYAML's pure loader."""
    text = make_text(make_entries(count))
    front = text.split("---\n")[1]
    return lambda: MemoryDocument(text).entries, lambda: yaml.load(front, yaml.SafeLoader)


def bench_load() -> None:
    """Load against PyYAML's pure loader."""
    ratio = alternate(*loaders(COUNT))
    times = ratio.times_faster
    value = f"{times:.1f}x ({ratio.ours * 1e3:.0f} ms : {ratio.baseline * 1e3:.0f} ms)"
    report("load 1,000 entries, against PyYAML's pure loader", value, ">= 6x", times >= 6)


def save_times(count: int, rounds: int = 5) -> list[tuple[float, float]]:
    """Time saving one change, and dumping all with PyYAML's pure dumper, in turn, fsync included.

    Returns pairs of seconds. Ours is the median of several changes: each waits for a disk, and is
    short beside a dump.
    """
    with filled_memory(count) as memory:
        everything: Any = yaml.load(memory.home.memory_file.read_text().split("---\n")[1],
                                    yaml.CSafeLoader)  # fmt: skip
        number = iter(range(10**6))

        def change_and_save() -> float:
            memory.remember("environment_note", f"Doorway {next(number)} has a lip", confidence=0.8)
            return timed(memory.save)

        def dump() -> None:
            with memory.home.folder.joinpath("plain.yaml").open("w") as file:
                yaml.dump(everything, file, Dumper=yaml.SafeDumper)
                file.flush()
                os.fsync(file.fileno())

        return [
            (statistics.median(change_and_save() for _ in range(_CHANGES)), timed(dump))
            for _ in range(rounds)
        ]


def bench_save() -> None:
    """Save after one change against dumping all."""
    ratio = Ratio.of(save_times(COUNT))
    times = ratio.times_faster
    value = f"{times:.0f}x ({ratio.ours * 1e3:.1f} ms : {ratio.baseline * 1e3:.0f} ms)"
    report("save 1,000 entries, one changed, against pure dump", value, ">= 50x", times >= 50)


def bench_context() -> None:
    """Build the context block."""
    with filled_memory() as memory:
        memory.context()
        times = sorted(timed(memory.context) for _ in range(200))
        value = f"p50 {times[100] * 1e3:.2f} ms, p99 {times[198] * 1e3:.2f} ms"
        report("context block of 1,000 entries", value, "<= 0.5 ms", times[100] <= 5e-4)


def make_rows(count: int, keys: int) -> list[Observation]:
    """Return onsets of faults whose texts contain a different temperature each time."""
    chance = random.Random(1)
    rows = []
    for number in range(count):
        component, boot = f"motor {number % keys}", 30.0 * number
        pattern = f"{component} warns: Temperature is {SLOT}"
        text = VaryingText.of(pattern, [f"{chance.gauss(70.0, 2.0):.1f} °C"])
        rows.append(
            Observation(
                Kind.ONSET, Instant(NOW + timedelta(seconds=boot), boot, "bench", True), str(text),
                key=Key("diagnostics", component, "Temperature is …°C"), component=component,
                entry_id=f"mem-{number % keys:08x}", entry_type="hardware_observation",
                confidence=0.5, detail={READINGS: text.as_list()}, id=number + 1,
            )
        )  # fmt: skip
    return rows


def bench_fold() -> None:
    """Fold rows with values against the same rows without: the cost of ranges in texts."""
    rows = make_rows(20_000, COUNT)
    plain = [replace(row, detail={}) for row in rows]
    ratio = alternate(
        lambda: Fold({}, Settings()).add(rows), lambda: Fold({}, Settings()).add(plain)
    )
    times = ratio.ours / ratio.baseline
    value = f"{times:.1f}x ({ratio.ours * 1e3:.0f} ms : {ratio.baseline * 1e3:.0f} ms)"
    report("fold 20,000 rows with values, against none", value, "<= 4x", times <= 4)


def run() -> None:
    """Print the figures of this file."""
    bench_fold()
    bench_load()
    bench_save()
    bench_context()
