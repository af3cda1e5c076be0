"""`make test-boot` runs tests as on a freshly booted machine."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import fresh_boot
import pytest

TELL = "import time; print(*map(time.clock_gettime, (time.CLOCK_MONOTONIC, time.CLOCK_BOOTTIME)))"


#: The offset of this process's clocks from the machine's, if known.
OFFSETS = Path("/proc/self/timens_offsets")


@pytest.mark.skipif(
    OFFSETS.exists() and set(OFFSETS.read_text().split()) > {"monotonic", "boottime", "0"},
    reason="is in such a namespace already: offsets are those of the machine's clocks",
)
def test_clocks_since_boot_start_at_zero_and_wall_time_is_unchanged() -> None:
    words = [sys.executable, "-c", f"{TELL}; print(time.time())"]
    done = subprocess.run(
        [sys.executable, Path(fresh_boot.__file__), *words],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    if done.stderr.startswith(("unshare: ", "fresh_boot: ")):
        pytest.skip(f"this machine lets nobody begin its clocks anew: {done.stderr.strip()}")

    monotonic, boottime, wall = map(float, done.stdout.split())
    assert 0.0 <= monotonic < 60.0
    assert 0.0 <= boottime < 60.0
    assert abs(wall - time.time()) < 60.0


@pytest.mark.parametrize(("is_root", "more"), [(True, []), (False, ["--map-current-user"])])
def test_a_user_who_is_not_root_gets_a_user_namespace_too(is_root, more) -> None:
    line = fresh_boot.command_line(["true"], is_root=is_root, monotonic=9.9, boottime=19.9)

    assert [word for word in line if word.startswith("--map")] == more
    assert line[-5:] == ["--time", "--monotonic=-9", "--boottime=-19", "--", "true"]
