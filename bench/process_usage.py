"""What a process uses."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

#: Which clock of a process counts the time for which it had a processor (clock_getcpuclockid(3)).
_SCHEDULED = 2


def cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return the processor time that a process has used, by its own clock: in nanoseconds."""
    return time.clock_gettime(~process.pid << 3 | _SCHEDULED)


def resident_megabytes(process: subprocess.Popen[bytes]) -> float:
    """Return the memory that a process has resident."""
    return _megabytes(process, "status", "VmRSS:")


def shared_out_megabytes(process: subprocess.Popen[bytes]) -> float:
    """Return the same, but of what several processes share only this one's part (PSS)."""
    return _megabytes(process, "smaps_rollup", "Pss:")


def _megabytes(process: subprocess.Popen[bytes], file: str, name: str) -> float:
    for line in Path(f"/proc/{process.pid}/{file}").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1]) / 1024
    raise OSError(f"process {process.pid} has ended")
