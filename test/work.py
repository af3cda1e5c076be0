"""Measures work independently of the machine's speed and load.

`instructions` counts the instructions that Python executes: the same on each machine. A regular
expression is a single instruction, so `processor_time` is compared with the time for a harmless
text in the same process.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any


def instructions(action: Callable[[], object]) -> int:
    """Return the number of bytecode instructions that the action executes in this thread."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal count
        if event == "call":
            frame.f_trace_lines, frame.f_trace_opcodes = False, True
        elif event == "opcode":
            count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def processor_time(action: Callable[[], object]) -> float:
    """Return the action's processor time in seconds, without garbage collection."""
    gc.disable()  # other tests' garbage would be collected at any time
    try:
        began = time.process_time()
        action()
        return time.process_time() - began
    finally:
        gc.enable()
