"""Step 7, health check: examines the home, and keeps ``health.json`` with its warnings.

(003 §4 and §Monitoring and Health.) Specification: rules.md §7.5.

See docs/reference/night-shift.md, "health.json".
"""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk.files import signature_of
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.graph import FactCounts, FactGraph
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.json_files import read_object, write_json
from robot_memory.long_term.night_shift.digest_files import DigestFiles
from robot_memory.long_term.night_shift.schedule import NightState, ProbeResult
from robot_memory.long_term.night_shift.shift_report import NightSettings

_ARCHIVE = "archive"
_ARCHIVES_MAY = (
    "they may take; the oldest are removed beyond that: copy what you need from */archive/ in the "
    "memory home"
)
_DURATION = "consolidation_duration_seconds"
_PASS_MIN = 0.7  # the lowest share of passed canaries without a warning (003 §Quality Probe)
_WARNING_SHARE = 0.8  # share of a limit above which there is a warning (rules.md §7.5)


@dataclass(frozen=True)
class DiskUsage:
    """How full the disk is, and how much of it the memory home uses."""

    home_bytes: int = 0
    percent: float = 0.0
    daily_files: int = 0
    session_files: int = 0
    index_bytes: int = 0  # the embedding index
    archive_bytes: int = 0  # archived by retention


@dataclass(frozen=True)
class LastConsolidation:
    """The start of the last full consolidation, UTC, and its duration in seconds."""

    started: datetime
    seconds: float


@dataclass(frozen=True)
class HomeHealth:
    """The state of a memory home at one time, with the last consolidation if known."""

    time: datetime
    disk: DiskUsage
    counts: FactCounts
    consolidation: LastConsolidation | None
    warnings: tuple[str, ...] = ()
    failing: bool = False

    @property
    def status(self) -> str:
        """``healthy``, ``warning``, or ``failing`` if a step of the night shift fails."""
        if self.failing:
            return "failing"
        return "warning" if self.warnings else "healthy"

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data, with the document's fields in its order."""
        disk, counts, last = self.disk, self.counts, self.consolidation
        return {
            "timestamp": _second(self.time),
            "status": self.status,
            "disk_usage_bytes": disk.home_bytes,
            "disk_usage_percent": disk.percent,
            "total_facts": counts.total_facts,
            "active_facts": counts.active_facts,
            "archived_facts": counts.archived_facts,
            "avg_activation": counts.avg_activation,
            "daily_files_count": disk.daily_files,
            "session_files_count": disk.session_files,
            "embedding_index_size_bytes": disk.index_bytes,
            "memory_md_lines": counts.memory_md_lines,
            "last_consolidation": _second(last.started) if last else None,
            _DURATION: round(last.seconds, 1) if last else None,
            "warnings": list(self.warnings),
        }


def _second(time: datetime) -> str:
    """Return a time in the document's form, to the second."""
    return stamps.to_text(time.replace(microsecond=0))


def read_last_times(data: Any) -> tuple[datetime | None, LastConsolidation | None]:
    """Return the time of a health.json, and its last consolidation."""
    if not isinstance(data, Mapping):
        return None, None
    started, seconds = time_of(data.get("last_consolidation")), data.get(_DURATION)
    is_known = started is not None and type(seconds) in (int, float)
    last = LastConsolidation(started, float(seconds)) if is_known else None  # type: ignore[arg-type]
    return time_of(data.get("timestamp")), last


def document_warnings(
    disk: DiskUsage, counts: FactCounts, last: LastConsolidation | None
) -> list[str]:
    """Return the warnings of 003 §Warning Conditions, in its words and order.

    ``total_facts > 9000`` is checked on the active facts: archived ones, which ``total_facts``
    includes as in the document's example, do not count towards ``max_facts``. Without facts there
    is no warning about the average.
    """
    average = counts.avg_activation if counts.active_facts else None
    conditions = {
        "Disk usage high": disk.percent > 80,
        "Approaching fact limit": counts.active_facts > 9000,
        "Most facts are decaying; consider lowering half_life":
            average is not None and average < 0.2,
        "Facts not decaying enough; consider raising half_life":
            average is not None and average > 0.8,
        "MEMORY.md approaching 200-line limit": counts.memory_md_lines > 180,
        "Consolidation taking too long": last is not None and last.seconds > 600,
    }  # fmt: skip
    return [text for text, holds in conditions.items() if holds]


def own_warnings(
    disk: DiskUsage,
    probe: ProbeResult | None,
    failed: Mapping[str, str],
    settings: NightSettings,
    *,
    trusted: bool,
) -> list[str]:
    """Return the warnings that the document does not list."""
    warnings = [f"Step {name} failed: {problem}" for name, problem in failed.items()]
    if probe is not None and probe.ratio < _PASS_MIN:
        warnings.append(
            f"Recall answered {probe.passed} of {probe.asked} canaries ({probe.ratio:.0%}), "
            f"below {_PASS_MIN:.0%}"
        )
    for size, most, what, advice in (
        (disk.home_bytes, settings.home_limit_bytes or math.inf, "The memory takes", "it may take"),
        (disk.archive_bytes, settings.archive_limit_bytes, "Archives take", _ARCHIVES_MAY),
    ):
        if size > most * _WARNING_SHARE:
            warnings.append(f"{what} {_gigabytes(size)} of the {_gigabytes(most)} that {advice}")
    if not trusted:
        warnings.append("The clock is not trusted: nothing is pruned and nothing leaves")
    return warnings


def _gigabytes(number: float) -> str:
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.1f} MB"


@dataclass(frozen=True)
class HealthCheck:
    """Examines a memory home."""

    home: Path
    facts: FactGraph
    levels: Levels
    digests: DigestFiles
    settings: NightSettings

    @property
    def path(self) -> Path:
        """``health.json``."""
        return self.home / "health.json"

    def last_times(self) -> tuple[datetime | None, LastConsolidation | None]:
        """Return the time of health.json, and its last consolidation."""
        return read_last_times(read_object(self.path))

    def examine(
        self, now: Instant, state: NightState, done: LastConsolidation | None
    ) -> HomeHealth:
        """Return the state of the home; nothing is changed.

        The last consolidation is the one that ends now, or the one in health.json.
        """
        last = done or self.last_times()[1]
        disk = measure_disk(self.home, len(self.digests.paths()), len(self.levels.sessions.logs()))
        counts = self.facts.counts(now=now.time)
        warnings = [
            *document_warnings(disk, counts, last),
            *own_warnings(disk, state.probe, state.failed, self.settings, trusted=now.trusted),
        ]
        return HomeHealth(now.time, disk, counts, last, tuple(warnings), bool(state.failed))

    def write(self, health: HomeHealth) -> None:
        """Write health.json atomically; durable when this returns."""
        write_json(self.path, health.as_record())


def measure_disk(home: Path, daily_files: int, session_files: int) -> DiskUsage:
    """Measure the disk usage of a home; symbolic links are not followed."""
    if not home.exists():
        return DiskUsage()
    sizes = list(_files(home, is_archive=False))
    usage = shutil.disk_usage(home)
    index = signature_of(home / "embeddings" / "index.bin")
    return DiskUsage(
        home_bytes=sum(size for _, size in sizes),
        percent=round(100.0 * usage.used / usage.total, 1) if usage.total else 0.0,
        daily_files=daily_files,
        session_files=session_files,
        index_bytes=index.size if index else 0,
        archive_bytes=sum(size for is_archived, size in sizes if is_archived),
    )


def _files(folder: Path, *, is_archive: bool) -> Iterator[tuple[bool, int]]:
    """Yield for each file whether it is archived, and its bytes; files that vanish are skipped."""
    with suppress(FileNotFoundError), os.scandir(folder) as items:
        for item in items:
            if item.is_dir(follow_symlinks=False):
                below = is_archive or item.name == _ARCHIVE
                yield from _files(Path(item.path), is_archive=below)
            elif item.is_file(follow_symlinks=False):
                with suppress(FileNotFoundError):
                    yield is_archive, item.stat(follow_symlinks=False).st_size
