"""``health.json``: reader and writer, and its warnings (003 §Monitoring and Health).

Specification: rules.md §7.5.

See docs/reference/night-shift.md, "health.json".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.graph import FactCounts
from robot_memory.long_term.night_shift.night_settings import NightSettings
from robot_memory.long_term.night_shift.quality_probe import ProbeResult


@dataclass(frozen=True)
class DiskUsage:
    """How full the disk is, and what of it the memory home takes.

    Attributes:
        home_bytes: all files of the home.
        percent: of the home's file system that is used, by whatever.
        daily_files, session_files: how many there are.
        index_bytes: the embedding index.
        archive_bytes: what retention has moved away.
    """

    home_bytes: int = 0
    percent: float = 0.0
    daily_files: int = 0
    session_files: int = 0
    index_bytes: int = 0
    archive_bytes: int = 0


@dataclass(frozen=True)
class LastConsolidation:
    """When the last full consolidation began, UTC, and how many seconds it took."""

    started: datetime
    seconds: float


@dataclass(frozen=True)
class HomeHealth:
    """The state of a memory home at one time.

    Attributes:
        time: when, UTC.
        consolidation: the last full one; None where there was none.
        failing: whether a step of the night fails.
    """

    time: datetime
    disk: DiskUsage
    counts: FactCounts
    consolidation: LastConsolidation | None
    warnings: tuple[str, ...] = ()
    failing: bool = False

    @property
    def status(self) -> str:
        """``healthy``, ``warning``, or ``failing`` where a step of the night fails."""
        if self.failing:
            return "failing"
        return "warning" if self.warnings else "healthy"

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data: the document's fields in its order."""
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
            "consolidation_duration_seconds": round(last.seconds, 1) if last else None,
            "warnings": list(self.warnings),
        }


def _second(time: datetime) -> str:
    """Return a time as the document writes it, to the second."""
    return stamps.to_text(time.replace(microsecond=0))


def read_last_times(data: Any) -> tuple[datetime | None, LastConsolidation | None]:
    """Return when a health.json was written, and what it says of the last consolidation."""
    if not isinstance(data, Mapping):
        return None, None
    started, seconds = (
        time_of(data.get("last_consolidation")),
        data.get("consolidation_duration_seconds"),
    )
    is_number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    last = LastConsolidation(started, float(seconds)) if started and is_number else None  # type: ignore[arg-type]
    return time_of(data.get("timestamp")), last


def document_warnings(
    disk: DiskUsage, counts: FactCounts, last: LastConsolidation | None
) -> list[str]:
    """Return the warnings of 003 §Warning Conditions, in its words and order.

    ``total_facts > 9000`` is asked of the active facts: archived ones, which ``total_facts``
    includes as in the document's example, do not count towards ``max_facts``. Without a fact
    there is no average to warn of.
    """
    has_facts = counts.active_facts > 0
    conditions = (
        (disk.percent > 80, "Disk usage high"),
        (counts.active_facts > 9000, "Approaching fact limit"),
        (
            has_facts and counts.avg_activation < 0.2,
            "Most facts are decaying; consider lowering half_life",
        ),
        (
            has_facts and counts.avg_activation > 0.8,
            "Facts not decaying enough; consider raising half_life",
        ),
        (counts.memory_md_lines > 180, "MEMORY.md approaching 200-line limit"),
        (last is not None and last.seconds > 600, "Consolidation taking too long"),
    )
    return [text for holds, text in conditions if holds]


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
    if probe is not None and probe.ratio < settings.canary_pass_min:
        warnings.append(
            f"Recall answered {probe.passed} of {probe.asked} canaries ({probe.ratio:.0%}), "
            f"below {settings.canary_pass_min:.0%}"
        )
    limit = settings.home_limit_bytes * settings.disk_warning_share
    if limit and disk.home_bytes > limit:
        warnings.append(
            f"The memory takes {_size(disk.home_bytes)} of the {_size(settings.home_limit_bytes)} "
            "that it may take"
        )
    if disk.archive_bytes > settings.archive_limit_bytes * settings.disk_warning_share:
        warnings.append(
            f"Archives take {_size(disk.archive_bytes)} of the "
            f"{_size(settings.archive_limit_bytes)} that they may take; the oldest are removed "
            "beyond that: copy what you need from */archive/ in the memory home"
        )
    if not trusted:
        warnings.append("The clock is not trusted: nothing is pruned and nothing leaves")
    return warnings


def _size(number: float) -> str:
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.1f} MB"
