"""Runs a command as if this machine had just been switched on.

    python3 tools/fresh_boot.py COMMAND

The clocks that count from boot begin anew in a time namespace of Linux; wall time stays as it is.
Needs `unshare` of util-linux, and a kernel that lets this user have a namespace. Needs nothing but
Python's standard library.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import NoReturn


def command_line(
    command: list[str], *, is_root: bool, monotonic: float, boottime: float
) -> list[str]:
    """Return the command that runs another one with both clocks at zero to one second."""
    user = [] if is_root else ["--user", "--map-current-user"]
    offsets = [f"--monotonic={-int(monotonic)}", f"--boottime={-int(boottime)}"]
    return ["unshare", *user, "--time", *offsets, "--", *command]


def main(command: list[str]) -> NoReturn:
    """Replace this process by the command."""
    if not command or shutil.which("unshare") is None:
        sys.exit("fresh_boot: needs a COMMAND, and unshare of util-linux")
    line = command_line(
        command,
        is_root=os.geteuid() == 0,
        monotonic=time.clock_gettime(time.CLOCK_MONOTONIC),
        boottime=time.clock_gettime(time.CLOCK_BOOTTIME),
    )
    os.execvp(line[0], line)


if __name__ == "__main__":
    main(sys.argv[1:])
