"""A lock that allows one node per home, as a second node would count everything twice.

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

    The modification time of the file ``.node`` tells the next node when the last node was last
    alive, even if it was killed: log messages up to then were heard (rules.md §5.2). It is system
    time like the stamps of log messages, trusted or not, so it counts within one boot only.

    The file's further lines tell tools on this machine which node it is, which memory file it uses,
    and what it hears of its robot. If another folder replaces the locked one at the home's path,
    both folders get the file.

    Args:
        node: the node's full name and domain: "/robot_memory in domain 0".

    Attributes:
        last_seen: when a node was last alive in this boot, seconds since the epoch; 0: never.

    Raises:
        HomeKept: another node uses the home.
        OSError: the home cannot be written.
    """

    def __init__(self, home: Path, node: str = "", memory_file: Path | None = None) -> None:
        lines = f"{os.getpid()} {read_boot_id()}\n{node}\n{memory_file or ''}\n"
        self._lines = lines.encode("utf-8", "surrogateescape")
        self._home = home
        self.last_seen = 0.0
        self._files = [self._take()]
        self._folders = [_identity(home)]

    def _take(self) -> int:
        """Lock the file of the folder at the home's path; return the file descriptor."""
        home = self._home
        make_private_folder(home)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        file = os.open(home / NODE_LOCK, flags, PRIVATE_FILE)
        try:
            _lock(home, file)
            self.last_seen = self.last_seen or _find_last_seen(file)
            with naming(home / NODE_LOCK):
                os.ftruncate(file, 0)
                os.pwrite(file, self._lines, 0)
        except BaseException:
            os.close(file)
            raise
        return file

    def moved_words(self) -> str:
        """Return a sentence if the home's path no longer holds the opened folder; else empty.

        A new folder at the path is locked too, so that its file also describes the node.
        """
        now = _identity(self._home)
        if now == self._folders[0]:
            for file in self._files[1:]:  # files of the folders that stood there meanwhile
                os.close(file)
            del self._files[1:], self._folders[1:]
            return ""
        if now is not None and now not in self._folders:
            self._folders.append(now)
            with suppress(OSError, HomeKept):
                self._files.append(self._take())
        return (
            f"{self._home} is not the folder that the node opened: that was moved, deleted or "
            "replaced while the node ran, and what is remembered since is not with what was "
            "before; stop the node, put the folder back or give its new place (-p home:=…), and "
            "start it again"
        )

    def refresh(self) -> None:
        """Mark the node as alive. This is cheap and causes no disk write by itself."""
        for file in self._files:
            with suppress(OSError):  # the code that needs the disk more reports the error
                os.utime(file)

    def tell(self, hearing: Hearing) -> None:
        """Write what is heard, and mark the node as alive."""
        self.refresh()  # also if the disk takes no data
        line = f"{hearing.to_line()}\n".encode()
        for file in self._files:
            with suppress(OSError):
                os.pwrite(file, line, len(self._lines))
                os.ftruncate(file, len(self._lines) + len(line))

    def release(self) -> None:
        """Release the home."""
        self.refresh()
        for file in self._files:
            os.close(file)


def _identity(folder: Path) -> tuple[int, int] | None:
    """Return the device and inode of a folder; None if it cannot be read or does not exist."""
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _read(file: int) -> tuple[str, str]:
    line = os.pread(file, 200, 0).decode("ascii", "replace").partition("\n")[0]
    process, _, boot = line.partition(" ")
    return process, boot.strip()


def _find_last_seen(file: int) -> float:
    _, boot = _read(file)
    if boot != read_boot_id():
        return 0.0
    # If the clock was set back since, lines logged from now on were not heard yet.
    return min(os.fstat(file).st_mtime, time.time())


def _lock(home: Path, file: int) -> None:
    """Take the lock; a node that is just being stopped may still hold it for a moment."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= until:
                process, _ = _read(file)
                raise HomeKept(
                    f"{home} is kept by another robot_memory node (process {process}), and "
                    "two would count everything twice; nothing was changed: stop that one, "
                    "or give this robot a home of its own (-p home:=…)"
                ) from None
            time.sleep(0.1)


def name_in_domain(name: str, domain: int) -> str:
    """Return a node's name as written in the file."""
    return f"{name} in domain {domain}"


def memory_file_kept(home: Path, node: str) -> Path | None:
    """Return the memory file that a node of this machine uses; None if it does not use this home.

    A node's own statement over ROS is only a claim: the lock file in its home is proof.

    Args:
        node: the name as returned by :func:`name_in_domain`.
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
