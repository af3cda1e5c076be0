"""A temporary folder beside its result; the next one removes folders that a crash left."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_RANDOM = "?" * 8  # the random part that tempfile appends to a prefix


@contextmanager
def scratch_folder(parent: Path, purpose: str) -> Iterator[Path]:
    """Make a private folder inside another one, and remove it at the end.

    Folders of dead processes are removed first. An error of the block is raised; a failed removal
    is ignored.

    Raises:
        OSError: the folder cannot be made.
    """
    prefix = f".robot-memory-{purpose}-"
    for left in parent.glob(f"{prefix}{_RANDOM}"):
        with suppress(OSError):  # in use, or not ours
            _remove_abandoned(left)
    folder, lock = _make(parent, prefix)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _make(parent: Path, prefix: str) -> tuple[Path, int]:
    """Return a new folder, and the descriptor that holds its lock."""
    while True:
        folder = Path(tempfile.mkdtemp(dir=parent, prefix=prefix))
        with suppress(FileNotFoundError):  # another process removed it as abandoned
            lock = _open(folder)
            with suppress(OSError):  # a disk without locks: nobody removes it there
                fcntl.flock(lock, fcntl.LOCK_EX)
            if folder.exists():
                return folder, lock
            os.close(lock)


def _remove_abandoned(folder: Path) -> None:
    lock = _open(folder)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(lock).st_uid == os.geteuid():
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _open(folder: Path) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
