"""Durable files: atomic replacement, locks, private modes (document 000 §8.1 and §8.3).

Specification: rules.md §3.3, §3.4 and §3.5.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import hashlib
import io
import logging
import os
import re
import secrets
import signal
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from robot_memory.foundation.disk.named_file import UNCHANGED, NamedFile, naming

_LOG = logging.getLogger(__name__)
PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_F_SETSIG = 10  # Python's fcntl has no name for it
_libc = ctypes.CDLL(None, use_errno=True)


def make_private_folder(folder: Path) -> None:
    """Create ``folder`` and its missing parents, readable only by their owner.

    The names are on disk on return, for all parents that can be opened.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        with suppress(PermissionError):  # a writable folder need not be readable
            sync_folder(path.parent)


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading, without ever blocking.

    Opening a pipe would wait for its writer, and reading a device has no end.

    Raises:
        OSError: the file is not regular, or cannot be opened; the error names it.
    """
    _check_regular(path, path.stat().st_mode)  # opening a device may have side effects
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        _check_regular(path, os.fstat(descriptor).st_mode)
        return io.BufferedReader(NamedFile(descriptor, path))
    except BaseException:
        os.close(descriptor)
        raise


def read_regular(path: Path, largest: int = -1) -> bytes:
    """Return the content of a regular file, or its first bytes; see :func:`open_regular`."""
    with open_regular(path) as file:
        # Python allocates the requested size, even if the file is small.
        is_larger = 0 <= largest < os.fstat(file.fileno()).st_size
        return file.read(largest) if is_larger else file.read()


def read_existing(path: Path) -> bytes | None:
    """Return the content of a regular file, or None if missing; see :func:`open_regular`."""
    try:
        return read_regular(path)
    except FileNotFoundError:
        return None


class Signature(NamedTuple):
    """Values that change with every change of a file; the size is in bytes."""

    device: int
    inode: int
    mtime_ns: int
    size: int


def signature_of(path: Path) -> Signature | None:
    """Return the signature of a file, or None if it does not exist. This is cheap."""
    try:
        return signature_in(path.stat())
    except FileNotFoundError:
        return None


def signature_in(status: os.stat_result) -> Signature:
    """Return the signature of a file from its status."""
    return Signature(status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)


def take_lease(descriptor: int) -> bool:
    """Make programs that open a file for writing wait until this descriptor is closed.

    The kernel grants a read lease on a file that nobody has open for writing.

    Returns:
        False if there is no lease: for another user's file, and on some file systems.

    Raises:
        BlockingIOError: a process has the file open for writing.
    """
    try:
        fcntl.fcntl(descriptor, _F_SETSIG, signal.SIGURG)  # no effect by default
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True


def is_open_for_writing(path: Path) -> bool:
    """Whether a process has a file open for writing; False if that is unknown."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        take_lease(descriptor)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)  # this releases the lease
    return False


def check_replaceable(path: Path) -> None:
    """Check that a path is a regular file, or does not exist.

    Raises:
        OSError: the path is something else, which must not be replaced.
    """
    with suppress(FileNotFoundError):
        _check_regular(path, path.stat().st_mode)


_KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
    stat.S_IFSOCK: "a socket",
}


def _check_regular(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), "something else")
        problem = f"is {kind} and no regular file; it is left as it is: move it away"
        raise OSError(errno.EINVAL, problem, str(path))


def write_durably(
    path: Path, data: bytes, like: Path | None = None, *, outcome: str = UNCHANGED
) -> None:
    """Write a new file and force it to disk.

    Args:
        path: the file to make; an existing file of that name is removed first, never written to.
        like: the file that the new file will replace or is a copy of. Errors name this file. If it
            exists, its mode and owner are kept; otherwise the new file is private.
        outcome: what happened to the data if writing fails, for the error.
    """
    descriptor = _make(path)
    try:
        with naming(like or path, outcome):
            _copy_access(descriptor, like)
            _write_all(descriptor, data)
    finally:
        os.close(descriptor)


def _make(path: Path) -> int:
    """Make a new file; an existing link or pipe of that name is not followed."""
    path.unlink(missing_ok=True)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(path, flags, PRIVATE_FILE)


def append_durably(path: Path, data: bytes) -> Signature:
    """Append to a file, which is made if missing, and force it to disk.

    If that fails (a full disk) the file is as before. If a crash left the last line without its
    end, a newline is added first. If an editor replaced the file meanwhile, the data is appended to
    the new file too.

    Returns:
        The signature of the file; another program may have appended to it, too.
    """
    while True:
        signature = _append(path, data)
        found = signature_of(path)
        is_same = found is not None and (found.device, found.inode) == signature[:2]
        if is_same or data in (read_existing(path) or b""):  # the editor had read the data
            return signature


def _append(path: Path, data: bytes) -> Signature:
    check_replaceable(path)
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(path, flags, PRIVATE_FILE)
    try:
        with naming(path, "nothing was added"):
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                data = b"\n" + data
            try:
                _write_all(descriptor, data)
            except OSError:
                os.ftruncate(descriptor, size)
                raise
            signature = signature_in(os.fstat(descriptor))
    finally:
        os.close(descriptor)
    if not size:
        sync_folder(path.parent)
    return signature


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
    os.fsync(descriptor)


def _copy_access(descriptor: int, like: Path | None) -> None:
    try:
        status = like.stat() if like is not None else None
    except FileNotFoundError:
        status = None
    if status is None:
        os.fchmod(descriptor, PRIVATE_FILE)
        return
    own = os.fstat(descriptor)
    if (own.st_uid, own.st_gid) != (status.st_uid, status.st_gid):
        try:
            os.fchown(descriptor, status.st_uid, status.st_gid)
        except PermissionError:
            # Only root may give a file away; keep the group at least, if we are a member of it.
            try:
                os.fchown(descriptor, -1, status.st_gid)
            except PermissionError:
                os.fchmod(descriptor, status.st_mode & PRIVATE_FILE)
                return
    os.fchmod(descriptor, status.st_mode & 0o7777)


def sync_folder(folder: Path) -> None:
    """Force the names in ``folder`` to disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with naming(folder, "a power cut may undo what was changed in it a moment ago"):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def exchange(first: Path, second: Path) -> bool:
    """Swap two names atomically; False if the file system cannot (nothing is changed then).

    Unlike a rename, an exchange loses nothing: the old ``second`` is now ``first``.
    """
    done = _libc.renameat2(
        _AT_FDCWD, os.fsencode(first), _AT_FDCWD, os.fsencode(second), _RENAME_EXCHANGE
    )
    if done == 0:
        return True
    code = ctypes.get_errno()
    if code in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.ENOENT, errno.EPERM):
        return False
    raise OSError(code, os.strerror(code), str(first), None, str(second))


@contextmanager
def new_version(target: Path, data: bytes) -> Iterator[Path]:
    """Write the durable new version of a file, with the file's mode and owner.

    Yields:
        Its temporary path; a file still there at the end is removed.
    """
    check_replaceable(target)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(8)}.tmp")
    descriptor = _make(temporary)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)  # no cleanup deletes the file while it is locked
        while not os.fstat(descriptor).st_nlink:  # a cleanup deleted it before the lock
            os.close(descriptor)
            descriptor = _make(temporary)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        with naming(target, UNCHANGED):
            _copy_access(descriptor, target)
            _write_all(descriptor, data)
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)
        os.close(descriptor)


def replace_durably(path: Path, data: bytes) -> None:
    """Replace the content of ``path`` atomically: temporary file, fsync, rename, fsync folder."""
    target = path.resolve()
    with new_version(target, data) as temporary:
        temporary.replace(target)
    sync_folder(target.parent)


_DISPLACED = ".displaced.tmp"
_DIGITS = 8


def displaced_path(target: Path, old: bytes, new: bytes) -> Path:
    """Return a file's path while its text is replaced; the name holds digests of both texts."""
    return target.with_name(f".{target.name}.{_digest(old)}{_digest(new)}{_DISPLACED}")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


def remove_abandoned(temporary: Path) -> bool:
    """Remove a temporary file unless a process is writing it; return whether it was removed.

    Files that vanish meanwhile (their writer has finished), files we may not open, and links are
    left alone: we did not make them. If a crash interrupted a replacement, a text that an editor
    had saved is set aside under the file's own name.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        descriptor = os.open(temporary, flags)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The file may have been renamed since: this name is free now, or another file's.
        if os.path.samestat(os.fstat(descriptor), os.lstat(temporary)):
            _remove(temporary)
            return True
    except (BlockingIOError, FileNotFoundError):
        pass
    finally:
        os.close(descriptor)
    return False


def _remove(temporary: Path) -> None:
    """Remove a temporary file, or set it aside if it holds an editor's text."""
    stem, _, digests = temporary.name.removesuffix(_DISPLACED).rpartition(".")
    if temporary.name.endswith(_DISPLACED):
        found = _digest(read_regular(temporary))
        if found not in (digests[:_DIGITS], digests[_DIGITS:]):
            copy = set_aside(temporary, name=temporary.with_name(stem.removeprefix(".")))
            _LOG.error(
                "a crash interrupted the writing of %s; what another program saved just then is "
                "in %s: copy from it what is missing",
                stem.removeprefix("."), copy,
            )  # fmt: skip
            return
    temporary.unlink()


#: Damaged copies kept of one file. For each, the log asked to copy from it what is missing. If a
#: file is damaged more often, the cause still exists.
COPIES_KEPT = 20
_STAMP = r"\d{8}T\d{6}Z(-\d+)?"


def set_aside(path: Path, name: Path | None = None) -> Path:
    """Move a damaged file away: its new name holds its own name and its last change's time.

    If there are more than :data:`COPIES_KEPT` copies, one is deleted and this is logged.

    Args:
        name: the file that this is a version of; by default the file itself.

    Returns:
        The new path: ``robot-memory.damaged-20260401T020000Z.md``.
    """
    name = name or path
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(path.stat().st_mtime))
    target = name.with_name(f"{name.stem}.damaged-{stamp}{name.suffix}")
    number = 1
    while target.exists():
        number += 1
        target = name.with_name(f"{name.stem}.damaged-{stamp}-{number}{name.suffix}")
    path.rename(target)
    sync_folder(path.parent)
    with suppress(OSError):  # the damaged file is moved already; the next call makes room
        _make_room_for(target, damaged_copies(name))
    return target


def damaged_copies(name: Path) -> list[Path]:
    """Return the damaged copies of a file, as :func:`set_aside` names them, oldest first."""
    form = re.compile(f"{re.escape(name.stem)}\\.damaged-{_STAMP}{re.escape(name.suffix)}")
    found = [path for path in name.parent.iterdir() if form.fullmatch(path.name)]
    copies = [(path.lstat(), path) for path in found]
    return [
        path for _, path in sorted(
            (status.st_mtime_ns, path) for status, path in copies if stat.S_ISREG(status.st_mode)
        )
    ]  # fmt: skip


def _make_room_for(copy: Path, copies: list[Path]) -> None:
    """Delete the oldest of the other copies while there are too many.

    Copies with the same content as another copy go first: this loses nothing.
    """
    while len(copies) > COPIES_KEPT:
        digests = {path: hashlib.sha256(read_regular(path)).digest() for path in copies}
        seen = list(digests.values())
        others = [path for path in copies if path != copy]
        leaves = next((path for path in others if seen.count(digests[path]) > 1), others[0])
        is_elsewhere = seen.count(digests[leaves]) > 1
        leaves.unlink()
        copies.remove(leaves)
        if is_elsewhere:
            _LOG.info("%s was deleted: another damaged copy holds the same", leaves)
        else:
            _LOG.warning(
                "%s was deleted, the oldest of more than %d damaged copies of one file: find out "
                "what damages it, and move copies that you need elsewhere", leaves, COPIES_KEPT
            )  # fmt: skip
