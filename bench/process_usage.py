"""The processor time and memory of a process."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

#: The clock of a process that counts its processor time (clock_getcpuclockid(3)).
_SCHEDULED = 2


def cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    """Return the processor time of a process in seconds; its clock counts nanoseconds."""
    return time.clock_gettime(~process.pid << 3 | _SCHEDULED)


def resident_megabytes(process: subprocess.Popen[bytes]) -> float:
    """Return the resident memory of a process."""
    return _megabytes(process, "status", "VmRSS:")


def shared_out_megabytes(process: subprocess.Popen[bytes]) -> float:
    """Return the memory of a process, counting only its share of shared pages (PSS)."""
    return _megabytes(process, "smaps_rollup", "Pss:")


def _megabytes(process: subprocess.Popen[bytes], file: str, name: str) -> float:
    for line in Path(f"/proc/{process.pid}/{file}").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1]) / 1024
    raise OSError(f"process {process.pid} has ended")
