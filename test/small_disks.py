"""Small disks that can be full or read-only."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class SmallDisk:
    """A tmpfs.

    Args:
        folder: its mount point.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self, *, free: int = 0) -> None:
        """Fill the disk up to ``free`` bytes, rounded down to pages."""
        with self._ballast.open("ab", buffering=0) as file:
            disk = os.statvfs(self.folder)
            if free == 0:
                while disk.f_bavail:
                    file.write(bytes(disk.f_bavail * disk.f_bsize))
                    disk = os.statvfs(self.folder)
            else:
                file.write(bytes(max(0, disk.f_bavail * disk.f_bsize - free)))

    def make_room(self) -> None:
        """Undo :meth:`fill`."""
        self._ballast.unlink()

    def remount(self, options: str) -> None:
        """Remount the disk with other options, such as ``ro``."""
        _run("mount", "-o", f"remount,{options}", str(self.folder))


@contextmanager
def small_disk(folder: Path, size: str = "2m") -> Iterator[SmallDisk]:
    """Mount a small disk for the time of the block; skip the test without the right to mount."""
    folder.mkdir()
    try:
        _run("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("a small disk needs the right to mount one")
    try:
        yield SmallDisk(folder)
    finally:
        _run("umount", "--lazy", str(folder))


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
