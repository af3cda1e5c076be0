"""Step 7 — Health check: looks at the home and writes ``health.json`` (003 §4)."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from robot_memory.clock import Instant
from robot_memory.files import read_regular
from robot_memory.graph import FactGraph
from robot_memory.levels import Levels
from robot_memory.levels.json_files import parse_line, write_json
from robot_memory.night_shift.digest_files import DigestFiles
from robot_memory.night_shift.disk_use import measure_disk
from robot_memory.night_shift.home_health import (
    DiskUsage,
    HomeHealth,
    LastConsolidation,
    document_warnings,
    own_warnings,
    read_last_times,
)
from robot_memory.night_shift.night_settings import NightSettings
from robot_memory.night_shift.night_state import NightState


class HealthCheck:
    """Looks at a home.

    Args:
        home: the memory home.
        facts, levels, digests: what it holds.
        settings: what is too much.
    """

    def __init__(
        self,
        home: Path,
        facts: FactGraph,
        levels: Levels,
        digests: DigestFiles,
        settings: NightSettings,
    ) -> None:
        self.path = home / "health.json"
        self._home = home
        self._facts = facts
        self._levels = levels
        self._digests = digests
        self._settings = settings

    def last_times(self) -> tuple[datetime | None, LastConsolidation | None]:
        """Return when health.json was written, and the last consolidation that it tells of."""
        try:
            return read_last_times(parse_line(read_regular(self.path)))
        except FileNotFoundError:
            return None, None

    def examine(
        self, now: Instant, state: NightState, done: LastConsolidation | None
    ) -> HomeHealth:
        """Return the state of the home; nothing is changed.

        Args:
            now: the time.
            state: the last probe, and the steps that fail.
            done: the consolidation that ends now; None: as health.json says.
        """
        last = done or self.last_times()[1]
        disk = self._measure()
        counts = self._facts.counts(now=now.time)
        warnings = [
            *document_warnings(disk, counts, last),
            *own_warnings(disk, state.probe, state.failed, self._settings, trusted=now.trusted),
        ]
        return HomeHealth(now.time, disk, counts, last, tuple(warnings), bool(state.failed))

    def write(self, health: HomeHealth) -> None:
        """Write health.json in one step; durable when this returns."""
        write_json(self.path, health.as_record())

    def _measure(self) -> DiskUsage:
        if not self._home.exists():
            return DiskUsage()
        return measure_disk(
            self._home, len(self._digests.paths()), len(self._levels.sessions.logs())
        )
