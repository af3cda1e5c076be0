"""How much work a piece of code is, told so that a slow or busy machine changes nothing.

`instructions` counts what Python executes: the same on each machine. Where the work is inside of
a regular expression, which is one instruction, `processor_time` is compared with that of a text
that is known to be harmless, in the same process.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any


def instructions(action: Callable[[], object]) -> int:
    """How many bytecode instructions the action executes in this thread."""
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
    """Seconds of the processor that the action takes here, without garbage collection."""
    gc.disable()  # what other tests left would be collected at any time
    try:
        began = time.process_time()
        action()
        return time.process_time() - began
    finally:
        gc.enable()
