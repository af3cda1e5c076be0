"""Processes that are killed before one of their file operations."""

from __future__ import annotations

import itertools
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

#: Whose function of which name: ``(os, "write")``.
Operation = tuple[Any, str]


def dies_at(step: int, action: Callable[[], object], operations: Sequence[Operation]) -> bool:
    """Do something in a process that is killed before its operation ``step``.

    Of a write, half is done. Returns whether the process came so far as to be killed.
    """
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        numbers = itertools.count()
        for owner, name in operations:
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
