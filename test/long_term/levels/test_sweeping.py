"""A crash's temporary files are removed; those of a writing process stay."""

from __future__ import annotations

import fcntl
import os
from datetime import datetime, timedelta, timezone

from robot_memory.long_term.levels.json_files import sweep_temporaries

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
LATER = NOON + timedelta(days=3650)  # a clock off by ten years


def old(folder, name):
    path = folder / name
    path.write_bytes(b"half")
    os.utime(path, (NOON.timestamp(),) * 2)
    return path


def test_a_locked_temporary_file_is_not_removed_even_if_it_looks_old(tmp_path):
    left, writing = old(tmp_path, ".a.tmp"), old(tmp_path, ".b.tmp")
    with writing.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        sweep_temporaries([left, writing], LATER)

    assert (left.exists(), writing.exists()) == (False, True)


def test_a_temporary_file_that_disappeared_is_no_error(tmp_path):
    gone, left = tmp_path / ".a.tmp", old(tmp_path, ".b.tmp")
    sweep_temporaries([gone, left], LATER)

    assert not left.exists()
