"""Operations on files that fail at a chosen place; see ``interposer.c``."""

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
    """What an operation does; the values are those of ``interposer.c``."""

    OPEN = 1
    READ = 2
    MAKE = 4  # open a file that is not there, to create it
    WRITE = 8
    SYNC = 16
    ERASE = 32  # unlink, rmdir, truncate
    NAME = 64  # mkdir, rename, link
    EDIT = 128  # open a file that is there, to write
    LIST = 256  # open a folder to list it


_TAKES_ROOM = Kind.MAKE | Kind.NAME | Kind.WRITE
_CHANGES = _TAKES_ROOM | Kind.ERASE | Kind.EDIT
_INTERRUPTIBLE = Kind.OPEN | Kind.READ | Kind.MAKE | Kind.EDIT | Kind.WRITE | Kind.SYNC


@dataclass(frozen=True)
class Fault:
    """How operations fail.

    Attributes:
        name: for messages.
        kinds: the operations that are counted, and can fail.
        code: errno.
        lasts: whether all later ones fail as well, until the disk is mended.
        is_short: whether of a write half is done, without an error.
    """

    name: str
    kinds: Kind
    code: int
    lasts: bool = False
    is_short: bool = False

    @property
    def keeps_names(self) -> bool:
        """Whether nothing can be removed: then a temporary file stays until it is swept up."""
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
    """What came of a fault.

    Attributes:
        operations: how many were counted.
        failed: the first one that failed, ``fsync /home/file``; empty where none did.
    """

    operations: int = 0
    failed: str = field(default="")


def build() -> Path | None:
    """Compile the interposer where that was not done yet; None where there is no compiler."""
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
    """Let an operation below a folder fail, for as long as the block lasts.

    Needs a process that was started with the library of :func:`build` in ``LD_PRELOAD``.

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
