"""What processes and a memory home take, and whether that grows."""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

MONTH = 30  # days


@dataclass(frozen=True)
class Usage:
    """What a process takes at a moment.

    Attributes:
        megabytes: resident.
        handles: that are open.
        threads: that run.
        processor: seconds of processor time since it started.
    """

    megabytes: float
    handles: int
    threads: int
    processor: float


def usage_of(pid: int) -> Usage:
    """Return what a process takes.

    Raises:
        OSError: it has ended.
    """
    folder = Path("/proc") / str(pid)
    lines = (folder / "status").read_text().splitlines()
    kilobytes = next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), None)
    if kilobytes is None:
        raise ProcessLookupError(f"process {pid} has ended")
    handles, threads = (sum(1 for _ in (folder / name).iterdir()) for name in ("fd", "task"))
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return Usage(kilobytes / 1024, handles, threads, ticks / os.sysconf("SC_CLK_TCK"))


def megabytes_in(folder: Path) -> float:
    """Return the size of all files below a folder; one that goes meanwhile does not count."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            continue
    return total / 1e6


@dataclass(frozen=True)
class Growth:
    """How something changes by the day, in the first month and in those after it.

    Attributes:
        first, later: what a straight line through the days gains a day.
        level: the median of the first month.
    """

    first: float
    later: float
    level: float

    def is_flat(self, share: float, days: int) -> bool:
        """Tell whether the later days gain less than a share of the level, in so many days."""
        return self.later * days <= share * self.level


def growth(values: Sequence[float], learning: int) -> Growth:
    """Return the growth of a value that was taken each day.

    Args:
        values: of each day.
        learning: days at the begin that do not count: what has a bound is being filled.
    """
    days = list(range(len(values)))
    return Growth(
        _slope(days[learning:MONTH], values[learning:MONTH]),
        _slope(days[MONTH:], values[MONTH:]),
        statistics.median(values[learning:MONTH]),
    )


def _slope(days: Iterable[int], values: Sequence[float]) -> float:
    return statistics.linear_regression(list(days), values).slope
