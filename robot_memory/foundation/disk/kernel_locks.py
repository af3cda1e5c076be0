"""Locks on files as the kernel lists them, of all processes that can be seen from here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

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
