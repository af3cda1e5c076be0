"""The file of a run: what it measured, when and where; and how a later run differs."""

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

#: The last run that was recorded.
FILE = Path(__file__).with_name("recorded.json")
#: A ratio may change by this factor, either way.
MOST_CHANGE = 1.20


@dataclass(frozen=True)
class RunRecord:
    """A run.

    Attributes:
        day: when it began, ISO 8601.
        machine: what it ran on, by name.
        ratios: costs beside others.
        growths: how costs grow.
    """

    day: str
    machine: Mapping[str, str]
    ratios: tuple[CostRatio, ...]
    growths: tuple[Growth, ...]

    def write(self, path: Path) -> None:
        """Write it as JSON."""
        path.write_text(f"{json.dumps(asdict(self), indent=1)}\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> RunRecord:
        """Read what :meth:`write` wrote."""
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        growths = (
            Growth(**{**one, "points": tuple(map(tuple, one["points"]))}) for one in data["growths"]
        )
        ratios = (CostRatio(**one) for one in data["ratios"])
        return cls(data["day"], data["machine"], tuple(ratios), tuple(growths))


def changes(now: RunRecord, before: RunRecord) -> Iterator[str]:
    """Yield a sentence for each ratio that changed by more than :data:`MOST_CHANGE`.

    What only one of the runs measured is left out.
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
        folder: on the disk that is measured.
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
    """Return what a file of /proc says of something; "unknown" where it does not."""
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        head, _, value = line.partition(":")
        if head.strip() == name:
            return value.strip()
    return "unknown"
