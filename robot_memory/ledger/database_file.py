"""The files of an SQLite database, handled without losing this process's locks.

POSIX locks belong to a process: if it closes any descriptor of a file, it loses all its locks on
that file, SQLite's too. The next process that closes the database then believes that it is the last
user, and deletes the journal that others still use. So a database that may be open is opened only
through SQLite. It is inspected with ``stat``, made before the first connection, and copied by a
child process.
"""

from __future__ import annotations

import errno
import os
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass
from pathlib import Path

from robot_memory.foundation.disk.file_lock import read_kernel_locks, take_lock
from robot_memory.foundation.disk.files import PRIVATE_FILE

_PATIENCE = 10.0  # seconds to wait for a process that opens or restores the same database
#: Errors of file systems that cannot lock a folder.
_NO_LOCKS = (errno.EBADF, errno.ENOLCK, errno.ENOTSUP, errno.EINVAL)

_File = tuple[int, int] | None  # device and inode; None if the file does not exist


@dataclass(frozen=True)
class DatabaseFiles:
    """The files that a database, its write-ahead log and the log's index are at the moment."""

    main: _File
    journal: _File
    index: _File

    def __str__(self) -> str:
        return " ".join("-" if file is None else f"{file[0]}:{file[1]}" for file in astuple(self))


def beside(path: Path, suffix: str) -> Path:
    """Return the path of a database's further file: ``-wal`` or ``-shm``."""
    return path.with_name(path.name + suffix)


def find_files(path: Path) -> DatabaseFiles:
    """Return the files at the path of a database now.

    Raises:
        OSError: access is denied.
    """
    name = str(path)
    return DatabaseFiles(_find(name), _find(f"{name}-wal"), _find(f"{name}-shm"))


def _find(path: str) -> _File:
    try:
        status = os.stat(path)  # noqa: PTH116  this is asked before each access
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_dev, status.st_ino


def require_access(path: Path, *, write: bool) -> None:
    """Check that a database may be opened.

    Raises:
        OSError: it does not exist, is no regular file, or must not be read or written.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "is not a regular file", str(path))
    mode = os.R_OK | (os.W_OK if write else 0)
    if not os.access(path, mode, effective_ids=os.access in os.supports_effective_ids):
        is_fixed = write and bool(os.statvfs(path).f_flag & os.ST_RDONLY)
        code = errno.EROFS if is_fixed else errno.EACCES
        raise OSError(code, os.strerror(code), str(path))


def make_private(path: Path) -> None:
    """Make the file of a database if it is missing; call it within :func:`opening`.

    Raises:
        OSError: the file cannot be made, or the existing file must not be written.
    """
    if not path.exists():
        new = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        with suppress(FileExistsError):  # another process has just made it
            os.close(os.open(path, new | os.O_EXCL, PRIVATE_FILE))
    require_access(path, write=True)


@contextmanager
def opening(path: Path) -> Iterator[None]:
    """Keep others from opening or restoring databases in the same folder.

    Nobody else can connect between making the file and the first connection, so closing the file's
    descriptor drops nobody's locks.

    Raises:
        TimeoutError: another process took too long.
    """
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _lock(folder, path)
        yield
    finally:
        os.close(folder)


def _lock(folder: int, path: Path) -> None:
    try:
        is_taken = take_lock(folder, _PATIENCE)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        return
    if not is_taken:
        problem = f"another process has been opening a database there for {_PATIENCE:.0f} s"
        raise TimeoutError(errno.ETIMEDOUT, problem, str(path))


def is_torn(path: Path) -> bool:
    """Whether a running process has files of this database open that are no longer at its path.

    A process with an open database holds a lock on it and one on its journal's index. Processes
    that are invisible from here, such as in another container, are not noticed.
    """
    files = find_files(path)
    if files.main is None and files.index is None:
        return False
    locks = read_kernel_locks()
    locked = {f"{lock.device}:{lock.inode}" for lock in locks if lock.kind == "POSIX"}
    is_main_locked, is_index_locked = _name(files.main) in locked, _name(files.index) in locked
    return is_main_locked != is_index_locked or (is_main_locked and files.journal is None)


def _name(file: _File) -> str:
    """Return the file's name in ``/proc/locks``."""
    return f"{os.major(file[0]):02x}:{os.minor(file[0]):02x}:{file[1]}" if file else ""


def copy(path: Path, folder: Path, *, journal: bool) -> Path:
    """Copy a database into a folder, in a child process, and return the copy's path.

    Args:
        journal: whether to copy the write-ahead log, too.

    Raises:
        OSError: the database cannot be copied.
    """
    sources = [path, *([beside(path, "-wal")] if journal else [])]
    command = ["cp", "--", *map(str, sources), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(errno.EIO, f"cannot be copied: {done.stderr.strip()}", str(path))
    return folder / path.name
