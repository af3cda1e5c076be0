"""A lock: one node per home, as a second one would count everything twice.

See docs/reference/node.md, "Starting and stopping".
"""

from __future__ import annotations

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path

from robot_memory.foundation.disk.files import PRIVATE_FILE, make_private_folder, open_regular
from robot_memory.foundation.disk.named_file import naming
from robot_memory.foundation.errors import HomeKept
from robot_memory.foundation.home import NODE_LOCK, is_kept
from robot_memory.foundation.node_watch import Hearing
from robot_memory.foundation.time.clock import read_boot_id

_PATIENCE = 2.0  # s
_LONGEST = 10_000  # bytes of the file


class SingleNodeLock:
    """Holds the lock of a home; it ends with the process.

    The file ``.node`` also tells the next node until when the last one was there, even if that
    was killed: what was logged up to then was heard (rules.md §5.2). Its time is the system's, as
    that of log messages is, trusted or not, so it counts within one boot only.

    Its further lines tell tools on this machine which node it is, which memory file it uses, and
    what it hears of its robot.

    Args:
        node: the full name of the node, and its domain: "/robot_memory in domain 0".

    Attributes:
        last_seen: when a node was there last in this boot, seconds since the epoch; 0: never.

    Raises:
        HomeKept: another node keeps the home.
        OSError: the home cannot be written.
    """

    def __init__(self, home: Path, node: str = "", memory_file: Path | None = None) -> None:
        make_private_folder(home)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._file = os.open(home / NODE_LOCK, flags, PRIVATE_FILE)
        try:
            self._lock(home)
            self.last_seen = self._find_last_seen()
            lines = f"{os.getpid()} {read_boot_id()}\n{node}\n{memory_file or ''}\n"
            self._lines = lines.encode("utf-8", "surrogateescape")
            with naming(home / NODE_LOCK):
                os.ftruncate(self._file, 0)
                os.pwrite(self._file, self._lines, 0)
        except BaseException:
            os.close(self._file)
            raise

    def _read(self) -> tuple[str, str]:
        line = os.pread(self._file, 200, 0).decode("ascii", "replace").partition("\n")[0]
        process, _, boot = line.partition(" ")
        return process, boot.strip()

    def _find_last_seen(self) -> float:
        _, boot = self._read()
        if boot != read_boot_id():
            return 0.0
        # Where the clock was set back since, what is logged from now on was not heard yet.
        return min(os.fstat(self._file).st_mtime, time.time())

    def _lock(self, home: Path) -> None:
        """Take the lock; a node that is just being stopped may still hold it for a moment."""
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() >= until:
                    process, _ = self._read()
                    raise HomeKept(
                        f"{home} is kept by another robot_memory node (process {process}), and "
                        "two would count everything twice; nothing was changed: stop that one, "
                        "or give this robot a home of its own (-p home:=…)"
                    ) from None
                time.sleep(0.1)

    def refresh(self) -> None:
        """Say that we are still there. It is cheap and costs no write to the disk by itself."""
        with suppress(OSError):  # a disk that can't be written is reported by who needs it more
            os.utime(self._file)

    def tell(self, hearing: Hearing) -> None:
        """Say what is heard, and that we are still there."""
        self.refresh()  # also where the disk takes nothing
        line = f"{hearing.to_line()}\n".encode()
        with suppress(OSError):
            os.pwrite(self._file, line, len(self._lines))
            os.ftruncate(self._file, len(self._lines) + len(line))

    def release(self) -> None:
        """Let the home go."""
        self.refresh()
        os.close(self._file)


def name_in_domain(name: str, domain: int) -> str:
    """Return how the file names a node."""
    return f"{name} in domain {domain}"


def memory_file_kept(home: Path, node: str) -> Path | None:
    """Return the memory file that a node of this machine uses; None where it keeps no such home.

    What a node says of itself over ROS is only a claim: its home says who keeps it.

    Args:
        home: the folder that it is said to keep.
        node: as :func:`name_in_domain` names it.
    """
    if not is_kept(home):
        return None
    try:
        with open_regular(home / NODE_LOCK) as kept:
            lines = kept.read(_LONGEST).decode("utf-8", "surrogateescape")
    except OSError:
        return None
    _, name, file, *_ = (*lines.split("\n"), "", "", "")
    return Path(file) if name == node and file else None
