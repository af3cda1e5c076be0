"""File operations that fail at a chosen position; see ``interposer.c``."""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntFlag
from pathlib import Path

_SOURCE = Path(__file__).with_name("interposer.c")
_BUILD = Path(__file__).parents[2] / ".build"


class Kind(IntFlag):
    """A kind of operation; the values are those of ``interposer.c``."""

    OPEN = 1
    READ = 2
    MAKE = 4  # create a missing file
    WRITE = 8
    SYNC = 16
    ERASE = 32  # unlink, rmdir, truncate
    NAME = 64  # mkdir, rename, link
    EDIT = 128  # open an existing file for writing
    LIST = 256  # open a folder for listing


_TAKES_ROOM = Kind.MAKE | Kind.NAME | Kind.WRITE
_CHANGES = _TAKES_ROOM | Kind.ERASE | Kind.EDIT
_INTERRUPTIBLE = Kind.OPEN | Kind.READ | Kind.MAKE | Kind.EDIT | Kind.WRITE | Kind.SYNC


@dataclass(frozen=True)
class Fault:
    """How operations fail.

    Attributes:
        name: for messages.
        kinds: the operations that are counted and can fail.
        code: errno.
        lasts: whether all later operations fail too, until the disk is repaired.
        is_short: whether only half of a write is done, without an error.
    """

    name: str
    kinds: Kind
    code: int
    lasts: bool = False
    is_short: bool = False

    @property
    def keeps_names(self) -> bool:
        """Whether nothing can be removed: a temporary file then stays until it is swept up."""
        return self.lasts and Kind.ERASE in self.kinds


FAULTS = (
    Fault("EIO", Kind(511), errno.EIO),
    Fault("ENOSPC", _TAKES_ROOM | Kind.SYNC, errno.ENOSPC),
    Fault("EINTR", _INTERRUPTIBLE, errno.EINTR),
    Fault("short write", Kind.WRITE, 0, is_short=True),
    Fault("full until freed", _TAKES_ROOM, errno.ENOSPC, lasts=True),
    Fault("read-only until remounted", _CHANGES, errno.EROFS, lasts=True),
)


@dataclass
class Damage:
    """The effect of a fault.

    Attributes:
        operations: the number of counted operations.
        failed: the first operation that failed, such as ``fsync /home/file``; empty if none did.
    """

    operations: int = 0
    failed: str = field(default="")


def build() -> Path | None:
    """Compile the interposer if needed; return its path, or None without a compiler."""
    digest = hashlib.sha256(_SOURCE.read_bytes()).hexdigest()[:16]
    library = _BUILD / f"faulty_disk-{digest}.so"
    if library.exists():
        return library
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    _BUILD.mkdir(exist_ok=True)
    draft = library.with_suffix(f".{os.getpid()}")
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(draft), str(_SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    draft.replace(library)
    return library


@contextmanager
def faulty(folder: Path, fault: Fault, position: int) -> Iterator[Damage]:
    """Let an operation below a folder fail while the block runs.

    The process must have been started with the library of :func:`build` in ``LD_PRELOAD``.

    Args:
        folder: a real path, without links.
        fault: which operations count, and how they fail.
        position: counted from zero; -1 lets none fail.
    """
    library = ctypes.CDLL(None)
    library.faulty_disk_disarm.restype = ctypes.c_long
    library.faulty_disk_failed.restype = ctypes.c_char_p
    damage = Damage()
    library.faulty_disk_arm(
        os.fsencode(folder), ctypes.c_long(position), int(fault.kinds), fault.code,
        int(fault.lasts and position >= 0), int(fault.is_short),
    )  # fmt: skip
    try:
        yield damage
    finally:
        damage.operations = library.faulty_disk_disarm()
        damage.failed = os.fsdecode(library.faulty_disk_failed())
