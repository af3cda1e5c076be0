"""How much the levels hold (002 §API Endpoints: ``GET /api/memory/stats``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot_memory.levels.json_files import LOCK
from robot_memory.levels.level_tree import LevelTree, MemoryLevel
from robot_memory.levels.level_weights import DECAY


@dataclass(frozen=True)
class FolderUsage:
    """What a folder holds: files, and their bytes."""

    files: int
    size: int


@dataclass(frozen=True)
class LevelStats:
    """What the levels hold; archives are counted apart."""

    levels: Mapping[MemoryLevel, FolderUsage]
    archives: FolderUsage

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        levels = {
            level.value: {
                "file_count": held.files,
                "total_size_bytes": held.size,
                "decay_rate": DECAY[level],
            }
            for level, held in self.levels.items()
        }
        return {
            "levels": levels,
            "total_files": sum(held.files for held in self.levels.values()),
            "total_size_bytes": sum(held.size for held in self.levels.values()),
            "archive_size_bytes": self.archives.size,
        }


def count_files(tree: LevelTree) -> LevelStats:
    """Count the files of the levels."""
    archives = {level: tree.level(level) / "archive" for level in MemoryLevel}
    levels = {level: _count(tree.level(level), archives[level]) for level in MemoryLevel}
    kept = [_count(folder, None) for folder in archives.values()]
    return LevelStats(
        levels, FolderUsage(sum(one.files for one in kept), sum(one.size for one in kept))
    )


def _count(folder: Path, left_out: Path | None) -> FolderUsage:
    sizes = [
        path.lstat().st_size
        for path in folder.rglob("*")
        if path.is_file() and path.name != LOCK and not (left_out and path.is_relative_to(left_out))
    ]
    return FolderUsage(len(sizes), sum(sizes))
