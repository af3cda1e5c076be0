"""Lets a process die at a chosen file operation."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import dying

from robot_memory.foundation.disk import files
from robot_memory.long_term.graph import memory_page

#: What changes a disk.
_OPERATIONS = [
    (os, "write"), (os, "ftruncate"), (os, "link"), (Path, "replace"),
    (Path, "rename"), (Path, "unlink"), (Path, "mkdir"), (files, "exchange"),
]  # fmt: skip


def dies_at(step: int, action: Callable[[], object]) -> bool:
    """Do something in a process that is killed before its file operation ``step``."""
    return dying.dies_at(step, action, _OPERATIONS)


assert memory_page.files is files  # or patches would miss it
