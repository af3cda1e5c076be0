"""Locks of files (``flock``): held, waited for, and whose they are (document 000 §8.1)."""

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
_WAITED_FOR = "->"  # before the kind of a lock that is waited for


@dataclass(frozen=True)
class FileLock:
    """A lock that a process holds on a file.

    Attributes:
        kind: ``FLOCK`` or ``POSIX``.
        process: that holds it; 0 or less where it cannot be seen from here.
        device: of the file, as ``major:minor`` in hexadecimal digits; not always the one of
            ``stat``.
        inode: of the file.
    """

    kind: str
    process: int
    device: str
    inode: int


def read_kernel_locks() -> frozenset[FileLock]:
    """Return all locks; none where the kernel does not list them.

    The kernel hands its list out in pieces. A lock that is there all the time can be missing when
    others come and go between two pieces. So the list is read several times.
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


#: Seconds for which a lock is waited for. Who holds one for longer hangs, or was stopped.
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
    """Hold an exclusive lock, between threads and processes, that ends with the process.

    A lock that is there can be held on a disk that takes nothing: what is kept on it can be read.

    Args:
        patience: seconds to wait for another holder.
        otherwise: what becomes of the data where the lock cannot be had, for the error.

    Raises:
        LockHeld: another one kept the lock all the time; says who.
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
    """Take the exclusive lock of an open file; False where another one kept it for so long, s."""
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
    """Return who holds a lock, in words: ``process 123 (python3), which is stopped``."""
    process = _holder(path)
    if process is None:
        return "another process"
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has just ended
        return f"process {process}"
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    name = "".join(filter(str.isprintable, fields.get("Name", "?")))
    stopped = f", which is stopped (`kill -CONT {process}` lets it go on)"
    return f"process {process} ({name}){stopped if fields.get('State', '')[:1] in 'Tt' else ''}"


def _holder(path: Path) -> int | None:
    """Return the process that holds a lock; None where the kernel does not tell."""
    try:
        inode = path.stat().st_ino
    except OSError:
        return None
    holders = (lock for lock in read_kernel_locks() if (lock.kind, lock.inode) == ("FLOCK", inode))
    return next((lock.process for lock in holders if lock.process > 0), None)


def is_locked(path: Path) -> bool:
    """Tell whether a process holds the lock (``flock``) of a file; it is tried for a moment.

    Raises:
        OSError: the file cannot be opened, or is not there.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False
