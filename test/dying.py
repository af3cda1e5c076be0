"""Processes killed before one of their file operations, and full disks."""

from __future__ import annotations

import errno
import itertools
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from robot_memory.foundation.disk import files

#: Functions as owner and name: ``(os, "write")``.
Operation = tuple[Any, str]
#: Operations that change a disk, without fsync: a killed process leaves what it wrote.
OPERATIONS: Sequence[Operation] = [
    *((os, name) for name in (
        "write", "truncate", "ftruncate", "link", "replace", "rename", "unlink", "mkdir", "rmdir",
        "utime",
    )),
    (files, "exchange"),
]  # fmt: skip


def dies_at(step: int, action: Callable[[], object]) -> bool:
    """Run an action in a process that is killed before its operation ``step``.

    A write is half done. Returns whether the process was killed, and did not end before.
    """
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        numbers = itertools.count()
        for owner, name in OPERATIONS:
            setattr(owner, name, _mortal(getattr(owner, name), name, numbers, step))
        try:
            action()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def _mortal(real: Any, name: str, numbers: Iterator[int], step: int) -> Any:
    def operation(*arguments: Any, **options: Any) -> Any:
        if next(numbers) == step:
            if name == "write":
                real(arguments[0], arguments[1][: len(arguments[1]) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **options)

    return operation


def killed_at(step: int, deed: Callable[[], object], end_before: Callable[[int], None]) -> bool:
    """Run an action in a process that ends before its operation ``step``.

    Args:
        step: counted from zero.
        deed: the action.
        end_before: makes its process exit with status 9 before that operation.

    Returns:
        Whether the process was cut off; False if it ended before.
    """
    child = os.fork()
    if child == 0:
        end_before(step)
        try:
            deed()
        except BaseException:
            os._exit(3)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, 9), f"the deed failed with {status}"
    return status == 9


@contextmanager
def full_disk(monkeypatch: Any, step: int) -> Iterator[list[int]]:
    """Do half of write number ``step`` and let all later ones fail; yields the failures' count."""
    write, failed = os.write, [0]
    numbers = itertools.count()

    def limited(descriptor: int, data: bytes) -> int:
        number = next(numbers)
        if number == step and len(data) > 1:
            return write(descriptor, data[: len(data) // 2])
        if number >= step:
            failed[0] += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", limited)
        yield failed
