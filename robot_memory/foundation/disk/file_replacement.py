"""Replacing a file that people and other programs may write at the same time.

The new text replaces the file only if the file is unchanged since it was read. An editor may save
in between, in a new file of that name or in the same file. Its text then keeps the name, or gets it
back, and the caller reads the file again and retries.

Specification: rules.md §3.3.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import time
from contextlib import suppress
from pathlib import Path

from robot_memory.foundation.disk import files

_LOG = logging.getLogger(__name__)
_TRIES = 5
_PATIENCE = 2.0  # s; the longest wait for a file that is open for writing
_POLL = 0.01  # s


class ReplacementAttempts:
    """Counts the attempts to read a file, change its text and replace the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._failed = 0

    def fail(self) -> None:
        """Count a failed attempt: somebody changed the file meanwhile.

        Raises:
            OSError: there were too many failures; the file is as its editor left it.
        """
        self._failed += 1
        if self._failed >= _TRIES:
            raise OSError(
                f"{self._path} was changed {_TRIES} times while it was written; try later: nothing "
                "was written, and what others saved stays"
            )


def replace_unchanged(path: Path, expected: bytes | None, data: bytes) -> files.Signature | None:
    """Replace the content of a file if it is still as expected; durable on return.

    Writers of this package hold the lock of the file's store. After a crash, a file left under a
    temporary name is deleted, or set aside if an editor saved it: :func:`files.remove_abandoned`.

    Args:
        path: the file; a symbolic link is respected.
        expected: the content when the file was read; None if it did not exist.

    Returns:
        The signature of the new file; None if the file's content has changed, and is kept.

    Raises:
        OSError: the file stays open for writing, or cannot be written; it is unchanged.
    """
    target = path.resolve()
    files.check_replaceable(target)
    if expected is not None:
        _wait_for_writers(target)
    if files.read_existing(target) != expected:
        return None
    with files.new_version(target, data) as temporary:
        signature = files.signature_of(temporary)
        if expected is None:
            is_done = _give_name(temporary, target)
        else:
            is_done = _exchange(temporary, target, expected, data)
    files.sync_folder(target.parent)
    return signature if is_done else None


def remove_unchanged(path: Path, expected: bytes) -> bool:
    """Remove a file if its content is as expected; return whether it was.

    Raises as :func:`replace_unchanged`.
    """
    target = path.resolve()
    _wait_for_writers(target)
    leaving = files.displaced_path(target, expected, b"")
    try:
        target.rename(leaving)
    except FileNotFoundError:
        return False
    is_open = files.is_open_for_writing(leaving)
    is_expected = files.read_existing(leaving) == expected and not is_open
    if not is_expected and not _give_name(leaving, target):
        _keep_other(leaving, target, expected)
    leaving.unlink(missing_ok=True)
    files.sync_folder(target.parent)
    return is_expected


def _wait_for_writers(target: Path) -> None:
    """Wait until nobody has a file open for writing; OSError after too long."""
    until = time.monotonic() + _PATIENCE
    while files.is_open_for_writing(target):
        if time.monotonic() >= until:
            problem = "another program has it open for writing; nothing was changed: close it there"
            raise OSError(errno.EBUSY, problem, str(target))
        time.sleep(_POLL)


def _exchange(temporary: Path, target: Path, expected: bytes, data: bytes) -> bool:
    """Give the name to the new file; False if the file holds another text."""
    displaced = files.displaced_path(target, expected, data)
    temporary.rename(displaced)
    try:
        with _WriteBlock(target) as block:
            return _swap(displaced, target, expected, data, block)
    except (BlockingIOError, FileNotFoundError):  # a program has just opened or removed the file
        return False
    finally:
        displaced.unlink(missing_ok=True)


def _swap(displaced: Path, target: Path, expected: bytes, data: bytes, block: _WriteBlock) -> bool:
    if files.read_existing(target) != expected:
        return False
    if not files.exchange(displaced, target):
        if not target.exists():  # a program has just removed it
            return False
        displaced.replace(target)  # the file system cannot exchange names
        return True
    if not block.is_waited_for:
        block.end()
        # A program may have looked up the old file, and open it only now.
        is_open = files.is_open_for_writing(displaced)
        if not is_open and files.read_existing(displaced) == expected:
            return True
    _put_back(displaced, target, data)
    return False


class _WriteBlock:
    """Keeps other programs from opening a file for writing, if the kernel grants a lease.

    A program that opens the file waits until the block ends.

    Raises:
        BlockingIOError: a program has the file open for writing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> _WriteBlock:
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        self._descriptor = os.open(self._path, flags)
        with suppress(OSError):  # no cleanup deletes the displaced file while it is locked
            fcntl.flock(self._descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        try:
            self._is_granted = files.take_lease(self._descriptor)
        except BlockingIOError:
            os.close(self._descriptor)
            raise
        return self

    @property
    def is_waited_for(self) -> bool:
        """Whether a program waits to open the file for writing."""
        if not self._is_granted:
            return False
        return fcntl.fcntl(self._descriptor, fcntl.F_GETLEASE) != fcntl.F_RDLCK

    def end(self) -> None:
        """Let other programs open the file."""
        if self._is_granted:
            fcntl.fcntl(self._descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)


def _give_name(path: Path, target: Path) -> bool:
    """Give a file a name that is free; False if another file has just taken it."""
    try:
        os.link(path, target)  # unlike a rename, a link replaces nothing
    except FileExistsError:
        return False
    except PermissionError:  # a file system without hard links
        path.replace(target)
    return True


def _put_back(displaced: Path, target: Path, data: bytes) -> None:
    """Give the name back to the editor's text; a text saved meanwhile is newer."""
    ours, theirs = data, files.read_existing(displaced)
    for _ in range(_TRIES):
        if not files.exchange(displaced, target):  # the editor has just removed the file
            break
        found = files.read_existing(displaced)
        if found == ours:
            break
        ours, theirs = theirs or b"", found  # the editor saved twice meanwhile
    _keep_other(displaced, target, data)


def _keep_other(displaced: Path, target: Path, *known: bytes) -> None:
    """Set aside a text that is not among the known ones: an editor may have saved it."""
    text = files.read_existing(displaced)
    if text and text not in known and text != files.read_existing(target):
        copy = files.set_aside(displaced, name=target)
        _LOG.error(
            "%s was saved by another program while it was written: what was saved is in %s; copy "
            "from it what is missing",
            target, copy,
        )  # fmt: skip
