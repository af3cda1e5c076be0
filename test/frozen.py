"""Stopped processes that hold a lock."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FREEZE = """
import os, signal, sys
from pathlib import Path
from robot_memory.foundation.disk.file_lock import locked

with locked(Path(sys.argv[1])):
    print(flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)
"""


@contextmanager
def frozen_holder(path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process that takes a lock and is then stopped, for the time of the block."""
    with subprocess.Popen([sys.executable, "-c", FREEZE, path], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.waitpid(process.pid, os.WUNTRACED)
        try:
            yield process
        finally:
            process.send_signal(signal.SIGCONT)
