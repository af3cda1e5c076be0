"""File locks (``flock``): holding, waiting, and finding the holder (document 000 §8.1)."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from robot_memory.foundation.disk.files import PRIVATE_FILE
from robot_memory.foundation.errors import LockHeld

_LIST = Path("/proc/locks")
_READS = 3
_WAITED_FOR = "->"  # marks a waiting process, before the kind of the lock


@dataclass(frozen=True)
class FileLock:
    """A lock that a process holds on a file.

    Attributes:
        kind: ``FLOCK`` or ``POSIX``.
        process: the holder; 0 or less if it is not visible from here.
        device: the file's device as ``major:minor`` in hexadecimal digits; it may differ from
            ``stat``.
        inode: of the file.
    """

    kind: str
    process: int
    device: str
    inode: int


def read_kernel_locks() -> frozenset[FileLock]:
    """Return all locks, or none if the kernel does not list them.

    The kernel returns its list in pieces. A held lock can be missing if other locks come and go
    between two pieces, so the list is read several times.
    """
    try:
        lists = [_LIST.read_text(encoding="ascii") for _ in range(_READS)]
    except OSError:
        return frozenset()
    return frozenset(
        _read_line(line) for text in lists for line in text.splitlines() if _WAITED_FOR not in line
    )


def _read_line(line: str) -> FileLock:
    """Read ``1: FLOCK  ADVISORY  WRITE 123 00:2f:4711 0 EOF``."""
    _, kind, _, _, process, file, *_ = line.split()
    device, _, inode = file.rpartition(":")
    return FileLock(kind, int(process), device, int(inode))


#: Seconds to wait for a lock. A process that holds a lock for longer hangs, or was stopped.
LOCK_PATIENCE = 10.0
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.002, 0.05  # s between two tries
_UNWRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)


@contextmanager
def locked(
    path: Path,
    *,
    patience: float = LOCK_PATIENCE,
    otherwise: str = "nothing was changed: try again once it is free",
) -> Iterator[None]:
    """Hold an exclusive lock between threads and processes; it ends with the process.

    An existing lock file on a read-only disk can be locked too, so that its data can be read.

    Args:
        patience: seconds to wait for another holder.
        otherwise: what happens to the data if the lock is not free, for the error.

    Raises:
        LockHeld: another process held the lock all the time; the error names it.
        OSError: there is no lock file, and none can be made.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
    except OSError as error:
        if error.errno not in _UNWRITABLE or not path.exists():
            raise
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not take_lock(descriptor, patience):
            waited = f" and was not free within {patience:g} s" if patience else ""
            raise LockHeld(f"{path} is held by {holder_of(path)}{waited}; {otherwise}")
        yield
    finally:
        os.close(descriptor)


def take_lock(descriptor: int, patience: float) -> bool:
    """Take the exclusive lock of an open file; False if not free in ``patience`` s."""
    until = time.monotonic() + patience
    pause = _SHORTEST_PAUSE
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            left = until - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(pause, left))
            pause = min(2 * pause, _LONGEST_PAUSE)


def holder_of(path: Path) -> str:
    """Return the holder of a lock in words: ``process 123 (python3), which is stopped``."""
    process = _holder(path)
    if process is None:
        return "another process"
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:  # the process has just ended
        return f"process {process}"
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    name = "".join(filter(str.isprintable, fields.get("Name", "?")))
    stopped = f", which is stopped (`kill -CONT {process}` lets it go on)"
    return f"process {process} ({name}){stopped if fields.get('State', '')[:1] in 'Tt' else ''}"


def _holder(path: Path) -> int | None:
    """Return the process that holds a lock, or None if the kernel does not show it."""
    try:
        inode = path.stat().st_ino
    except OSError:
        return None
    holders = (lock for lock in read_kernel_locks() if (lock.kind, lock.inode) == ("FLOCK", inode))
    return next((lock.process for lock in holders if lock.process > 0), None)


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock (``flock``) of a file; the check takes the lock briefly.

    Raises:
        OSError: the file does not exist, or cannot be opened.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
