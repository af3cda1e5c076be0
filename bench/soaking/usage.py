"""What processes and a memory home take, and whether that grows."""

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


def usage_of(process: subprocess.Popen[bytes]) -> Usage:
    """Return what a process takes.

    Raises:
        OSError: it has ended.
    """
    folder = Path("/proc") / str(process.pid)
    megabytes = resident_megabytes(process)
    handles, threads = (sum(1 for _ in (folder / name).iterdir()) for name in ("fd", "task"))
    return Usage(megabytes, handles, threads, cpu_seconds(process))


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
