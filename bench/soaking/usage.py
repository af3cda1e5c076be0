"""The use of resources by processes and a memory home, and its growth."""

from __future__ import annotations

import statistics
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from process_usage import cpu_seconds, resident_megabytes

MONTH = 30  # days


@dataclass(frozen=True)
class Usage:
    """The resources of a process at a moment.

    Attributes:
        megabytes: resident.
        handles: the open ones.
        threads: the running ones.
        processor: seconds of processor time since it started.
    """

    megabytes: float
    handles: int
    threads: int
    processor: float


def usage_of(process: subprocess.Popen[bytes]) -> Usage:
    """Return the present resources of a process.

    Raises:
        OSError: the process has ended.
    """
    folder = Path("/proc") / str(process.pid)
    megabytes = resident_megabytes(process)
    handles, threads = (sum(1 for _ in (folder / name).iterdir()) for name in ("fd", "task"))
    return Usage(megabytes, handles, threads, cpu_seconds(process))


def megabytes_in(folder: Path) -> float:
    """Return the size of all files below a folder; files that vanish meanwhile do not count."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            continue
    return total / 1e6


@dataclass(frozen=True)
class Growth:
    """The daily change of a value, in the first month and in the later months.

    Attributes:
        first, later: the daily gain of a line fitted to the days.
        level: the median of the first month.
    """

    first: float
    later: float
    level: float

    def is_flat(self, share: float, days: int) -> bool:
        """Return whether the gain over ``days`` later days is at most a share of the level."""
        return self.later * days <= share * self.level


def growth(values: Sequence[float], learning: int) -> Growth:
    """Return the growth of a daily value.

    Args:
        values: of each day.
        learning: first days that do not count: bounded parts are filling.
    """
    days = list(range(len(values)))
    return Growth(
        _slope(days[learning:MONTH], values[learning:MONTH]),
        _slope(days[MONTH:], values[MONTH:]),
        statistics.median(values[learning:MONTH]),
    )


def _slope(days: Iterable[int], values: Sequence[float]) -> float:
    return statistics.linear_regression(list(days), values).slope
