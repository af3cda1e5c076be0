"""Snapshots of state, the latest and the one before it (002 §Directory Structure)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels.json_files import locked, put_aside, read_json, to_json, write
from robot_memory.long_term.levels.level_tree import LevelTree


@dataclass(frozen=True)
class Checkpoint:
    """A snapshot, and when it was taken, UTC; None where another tool did not say."""

    time: datetime | None
    state: Mapping[str, Any]


class Checkpoints:
    """``ckpt_latest.json`` and ``ckpt_backup.json``: after a crash at any moment one is whole."""

    def __init__(self, tree: LevelTree) -> None:
        self._folder = tree.checkpoints
        self.latest = tree.checkpoints / "ckpt_latest.json"
        self.backup = tree.checkpoints / "ckpt_backup.json"

    def save(self, state: Mapping[str, Any], now: datetime) -> None:
        """Keep a snapshot; durable when this returns. The one before it becomes the backup.

        Raises:
            InvalidInput: it holds what JSON cannot hold; nothing was changed.
            OSError: the disk refused; the latest is the one before.
        """
        record = to_json({"timestamp": stamps.to_text(now), "state": dict(state)}, indent=2)
        with locked(self._folder):
            if _read(self.latest) is not None:
                write(self.backup, files.read_regular(self.latest))
            write(self.latest, record)

    def load(self) -> Checkpoint | None:
        """Return the newest snapshot that is whole; None where there is none.

        A damaged one is set aside and reported.
        """
        return _read(self.latest) or _read(self.backup)


def _read(path: Path) -> Checkpoint | None:
    data = read_json(path)
    if data is None:
        return None
    if not isinstance(data, dict):
        put_aside(path, "is not a JSON object")
        return None
    state = data.get("state")
    return Checkpoint(time_of(data.get("timestamp")), state if isinstance(state, dict) else data)
