"""Lets a process die at a chosen file operation."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dying

from robot_memory.foundation.disk import files

#: What changes a disk. Forcing it there is left out: a killed process leaves what it wrote.
_OPERATIONS = [
    (os, "write"), (os, "truncate"), (os, "ftruncate"), (os, "link"), (os, "replace"),
    (Path, "replace"), (Path, "rename"), (Path, "unlink"), (Path, "mkdir"), (files, "exchange"),
    (shutil, "rmtree"),
]  # fmt: skip


def operations(monkeypatch: Any, action: Callable[[], object]) -> list[str]:
    """Do something; return the files that its operations are about, in order."""
    done: list[str] = []

    def watched(real: Any) -> Any:
        def operation(target: Any, *arguments: Any, **options: Any) -> Any:
            is_open = isinstance(target, int)
            done.append(str(Path(f"/proc/self/fd/{target}").readlink() if is_open else target))
            return real(target, *arguments, **options)

        return operation

    with monkeypatch.context() as patch:
        for owner, name in _OPERATIONS:
            patch.setattr(owner, name, watched(getattr(owner, name)))
        action()
    return done


def dies_at(step: int, action: Callable[[], object]) -> bool:
    """Do something in a process that is killed before its file operation ``step``."""
    return dying.dies_at(step, action, _OPERATIONS)
