"""Lets a process die, or its disk be full, at a chosen file operation."""

from __future__ import annotations

import errno
import itertools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dying

from robot_memory import files
from robot_memory.graph import memory_page

#: What changes a disk, and what forces that to it.
_OPERATIONS = [
    (os, "write"), (os, "fsync"), (os, "ftruncate"), (os, "link"), (Path, "replace"),
    (Path, "rename"), (Path, "unlink"), (Path, "mkdir"), (files, "exchange"),
]  # fmt: skip


def dies_at(step: int, action: Callable[[], object]) -> bool:
    """Do something in a process that is killed before its file operation ``step``."""
    return dying.dies_at(step, action, _OPERATIONS)


@contextmanager
def full_disk(monkeypatch: Any, step: int) -> Iterator[list[int]]:
    """Let write number ``step`` and all later ones fail, after half of it; yields their count."""
    write, failed = os.write, [0]
    numbers = itertools.count()

    def limited(descriptor: int, data: bytes) -> int:
        number = next(numbers)
        if number == step:
            return write(descriptor, data[: len(data) // 2])
        if number > step:
            failed[0] += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data)

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", limited)
        yield failed


assert memory_page.files is files  # or patches would miss it
