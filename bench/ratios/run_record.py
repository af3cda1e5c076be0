"""The file of a run: its results, date and machine; and the changes in a later run."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ratios.measured import CostRatio, Growth

#: The last recorded run.
FILE = Path(__file__).with_name("recorded.json")
#: The largest factor by which a ratio may change, either way.
MOST_CHANGE = 1.20


@dataclass(frozen=True)
class RunRecord:
    """A run.

    Attributes:
        day: when it began, ISO 8601.
        machine: its properties by name.
        ratios: costs beside others.
        growths: how costs grow.
    """

    day: str
    machine: Mapping[str, str]
    ratios: tuple[CostRatio, ...]
    growths: tuple[Growth, ...]

    def write(self, path: Path) -> None:
        """Write the run as JSON."""
        path.write_text(f"{json.dumps(asdict(self), indent=1)}\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> RunRecord:
        """Read a run from JSON."""
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        growths = (
            Growth(**{**one, "points": tuple(map(tuple, one["points"]))}) for one in data["growths"]
        )
        ratios = (CostRatio(**one) for one in data["ratios"])
        return cls(data["day"], data["machine"], tuple(ratios), tuple(growths))


def changes(now: RunRecord, before: RunRecord) -> Iterator[str]:
    """Yield a sentence for each ratio that changed by more than :data:`MOST_CHANGE`.

    A ratio that only one of the runs has is left out.
    """
    known = {(one.group, one.name): one for one in before.ratios}
    for one in now.ratios:
        then = known.get((one.group, one.name))
        if then is None:
            continue
        change = one.ratio / then.ratio
        if not 1 / MOST_CHANGE <= change <= MOST_CHANGE:
            yield (
                f"{one.group}, {one.name}: {one.ratio:.3g} times {one.baseline}, recorded were "
                f"{then.ratio:.3g}: {100 * (change - 1):+.0f} %"
            )


def today() -> str:
    """Return the day, UTC, ISO 8601."""
    return datetime.now(timezone.utc).date().isoformat()


def describe_machine(folder: Path) -> dict[str, str]:
    """Describe this machine, before anything is measured.

    Args:
        folder: a folder on the measured disk.
    """
    model = _line("/proc/cpuinfo", "model name")
    memory = int(_line("/proc/meminfo", "MemTotal").split()[0]) / 2**20
    disk = subprocess.run(
        ["df", "--output=fstype", str(folder)], capture_output=True, text=True, check=True
    ).stdout.split()[-1]
    return {
        "processor": f"{model}, {os.cpu_count()} cores",
        "memory": f"{memory:.0f} GiB",
        "file system": disk,
        "system": f"{platform.system()} {platform.release()}",
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "load before": f"{os.getloadavg()[0]:.1f} (average of a minute)",
    }


def _line(path: str, name: str) -> str:
    """Return the value of a name in a /proc file; "unknown" if it is missing."""
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        head, _, value = line.partition(":")
        if head.strip() == name:
            return value.strip()
    return "unknown"
