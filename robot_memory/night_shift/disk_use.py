"""How full the disk is, and what the memory home takes of it (003 §Monitoring and Health)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from robot_memory.night_shift.home_health import DiskUsage

_ARCHIVE = "archive"


def measure_disk(home: Path, daily_files: int, session_files: int) -> DiskUsage:
    """Measure what a home takes; symbolic links are not followed.

    Args:
        home: the memory home.
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
