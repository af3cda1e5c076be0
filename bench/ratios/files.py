"""The memory file beside PyYAML, and the ledger beside SQLite alone, on this disk."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timezone
from pathlib import Path

from figures import Ratio, timed
from memory_file import filled_memory, loaders, save_times

from ratios.measured import CostRatio, Growth
from ratios.turns import processor_time, take_turns
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Ledger, Observation

SIZES = (100, 1_000, 10_000)
_LOADS = {100: 21, 1_000: 9, 10_000: 3}
_SAVES = {100: 60, 1_000: 25, 10_000: 5}  # more rounds: the times of a disk vary more
_CONTEXTS = 50
_COMMITS, _BATCHES = 20, 75
_LOADER = "PyYAML's loader of the whole file"
_DUMPER = "PyYAML's dumper of the whole file, with fsync"


def memory_file() -> Iterator[CostRatio | Growth]:
    """Load a file, and save one change, beside PyYAML; build the context block."""
    loads, saves = [], []
    for size in SIZES:
        times = take_turns(*loaders(size), rounds=_LOADS[size])
        loads.append((size, times.ours * 1e3))
        yield CostRatio(
            "The memory file", f"load {size:,} entries", _LOADER, "ms",
            times.ours * 1e3, times.baseline * 1e3, times.cost,
        )  # fmt: skip
    for size in SIZES:
        ratio = Ratio.of(save_times(size, _SAVES[size]))
        saves.append((size, ratio.ours * 1e3))
        name = f"save one change of {size:,} entries, durably"
        yield _durable("The memory file", name, _DUMPER, ratio)
    yield Growth("load the memory file", "entries", "ms", tuple(loads))
    yield Growth("save one change", "entries", "ms", tuple(saves))
    contexts = tuple((size, _context_seconds(size) * 1e3) for size in SIZES)
    yield Growth("build the context block", "entries", "ms", contexts)


def _context_seconds(size: int) -> float:
    with filled_memory(size) as memory:
        memory.context()
        return min(processor_time(memory.context) for _ in range(_CONTEXTS))


def commits() -> Iterator[CostRatio]:
    """Commit rows of evidence one by one, beside rows of a bare table, both on this disk."""
    with (
        tempfile.TemporaryDirectory(dir=".build") as folder,
        closing(Ledger(Path(folder) / "observations.db")) as ledger,
        closing(sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)) as bare,
    ):
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)")
        rows = [_row(number) for number in range(_COMMITS)]
        text = rows[0].summary * 8  # as long as the row in the ledger

        def ours() -> None:
            for row in rows:
                ledger.append([row])

        def theirs() -> None:
            for _ in rows:
                bare.execute("INSERT INTO rows (text) VALUES (?)", (text,))

        pairs = [(timed(ours) / _COMMITS, timed(theirs) / _COMMITS) for _ in range(_BATCHES)]
    what = "store a row of evidence, durably"
    yield _durable("Durable writes", what, "a commit of SQLite alone", Ratio.of(pairs))


def _row(number: int) -> Observation:
    instant = Instant(datetime(2026, 12, 1, tzinfo=timezone.utc), float(number), "bench", True)
    return Observation(
        Kind.ONSET, instant, f"Motor {number} reports an error: over temperature",
        key=Key("diagnostics", f"motor {number}", "over temperature"), component=f"motor {number}",
        entry_type="hardware_observation", confidence=0.5,
    )  # fmt: skip


def _durable(group: str, name: str, baseline: str, ratio: Ratio) -> CostRatio:
    """Return the ratio of an action that waits for the disk: the median of pairs.

    A disk's times vary both ways, so the shortest time would be chance.
    """
    ours, theirs = ratio.ours * 1e3, ratio.baseline * 1e3
    return CostRatio(group, name, baseline, "ms", ours, theirs, ratio.cost)
