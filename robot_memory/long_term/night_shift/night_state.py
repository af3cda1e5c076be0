"""``night-shift.json``: the state that the night shift keeps between nights.

When consolidation and the health check were last done, ``health.json`` says. Two consolidations in
a row that go well leave this file as it is.

See docs/reference/night-shift.md, "Schedule".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk.files import read_existing
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels.json_files import parse_line, put_aside, write_json
from robot_memory.long_term.night_shift.quality_probe import ProbeResult, read_probe


@dataclass(frozen=True)
class NightState:
    """What is known across nights.

    Attributes:
        summarized: when the daily summarization by itself was done last, UTC; None: never.
        probe: the last quality probe; None where there was none.
        failed: steps that failed when they were done last, with what went wrong.
    """

    summarized: datetime | None = None
    probe: ProbeResult | None = None
    failed: Mapping[str, str] = field(default_factory=dict)

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "summarized": stamps.to_text(self.summarized) if self.summarized else None,
            "probe": self.probe.as_record() if self.probe else None,
            "failed": dict(self.failed),
        }


class NightStateFile:
    """The file, in the memory home."""

    def __init__(self, home: Path) -> None:
        self.path = home / "night-shift.json"

    def read(self) -> NightState:
        """Return what is known; of a damaged file nothing. Nothing is changed."""
        data = self._data() or {}
        failed = data.get("failed")
        return NightState(
            time_of(data.get("summarized")),
            read_probe(data.get("probe")),
            {str(key): str(value) for key, value in failed.items()}
            if isinstance(failed, dict) else {},
        )  # fmt: skip

    def write(self, state: NightState) -> None:
        """Keep what is known; no change, no write. A damaged file is set aside."""
        old, data = self._data(), state.as_record()
        if old is None and self.path.exists():
            put_aside(self.path, "is not a JSON object")
        if data not in (old, NightState().as_record() if old is None else None):
            write_json(self.path, data)

    def _data(self) -> dict[str, Any] | None:
        return parse_line(read_existing(self.path) or b"")
