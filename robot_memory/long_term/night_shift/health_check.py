"""Step 7 — Health check: looks at the home and writes ``health.json`` (003 §4).

See docs/reference/night-shift.md, "health.json".
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from robot_memory.foundation.disk.files import read_existing
from robot_memory.foundation.time.clock import Instant
from robot_memory.long_term.graph import FactGraph
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.json_files import parse_line, write_json
from robot_memory.long_term.night_shift.digest_files import DigestFiles
from robot_memory.long_term.night_shift.health_json import (
    DiskUsage,
    HomeHealth,
    LastConsolidation,
    document_warnings,
    own_warnings,
    read_last_times,
)
from robot_memory.long_term.night_shift.night_settings import NightSettings
from robot_memory.long_term.night_shift.night_state import NightState

_ARCHIVE = "archive"


@dataclass(frozen=True)
class HealthCheck:
    """Looks at a home.

    Attributes:
        settings: what is too much.
    """

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
        """Return when health.json was written, and the last consolidation that it tells of."""
        return read_last_times(parse_line(read_existing(self.path) or b""))

    def examine(
        self, now: Instant, state: NightState, done: LastConsolidation | None
    ) -> HomeHealth:
        """Return the state of the home; nothing is changed.

        Args:
            done: the consolidation that ends now; None: as health.json says.
        """
        last = done or self.last_times()[1]
        disk = self._measure()
        counts = self.facts.counts(now=now.time)
        warnings = [
            *document_warnings(disk, counts, last),
            *own_warnings(disk, state.probe, state.failed, self.settings, trusted=now.trusted),
        ]
        return HomeHealth(now.time, disk, counts, last, tuple(warnings), bool(state.failed))

    def write(self, health: HomeHealth) -> None:
        """Write health.json in one step; durable when this returns."""
        write_json(self.path, health.as_record())

    def _measure(self) -> DiskUsage:
        if not self.home.exists():
            return DiskUsage()
        return measure_disk(self.home, len(self.digests.paths()), len(self.levels.sessions.logs()))


def measure_disk(home: Path, daily_files: int, session_files: int) -> DiskUsage:
    """Measure what a home takes; symbolic links are not followed.

    Args:
        daily_files, session_files: how many of them there are.
    """
    total = archived = 0
    for folder, size in _files(home, is_archive=False):
        total += size
        archived += size if folder else 0
    usage = shutil.disk_usage(home)
    return DiskUsage(
        home_bytes=total,
        percent=round(100.0 * usage.used / usage.total, 1) if usage.total else 0.0,
        daily_files=daily_files,
        session_files=session_files,
        index_bytes=_size(home / "embeddings" / "index.bin"),
        archive_bytes=archived,
    )


def _files(folder: Path, *, is_archive: bool) -> Iterator[tuple[bool, int]]:
    """Yield whether each file is in an archive, and its bytes; what goes away meanwhile is none."""
    with suppress(FileNotFoundError), os.scandir(folder) as items:
        for item in items:
            if item.is_dir(follow_symlinks=False):
                below = is_archive or item.name == _ARCHIVE
                yield from _files(Path(item.path), is_archive=below)
            elif item.is_file(follow_symlinks=False):
                with suppress(FileNotFoundError):
                    yield is_archive, item.stat(follow_symlinks=False).st_size


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
