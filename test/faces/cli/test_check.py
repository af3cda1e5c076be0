"""``robot-memory check``: every defect, each with its path."""

from __future__ import annotations

import subprocess
import sys

import pytest

from robot_memory.foundation.home import Home

GOOD = """---
schema_version: "1.0"
rrn: RRN-000000000001
last_updated: 2026-04-01T02:00:00Z

entries:
  - id: mem-a3f9c1d2
    type: hardware_observation
    text: "Left wheel encoder intermittent"
    confidence: 0.92
    first_seen: 2026-03-28T14:00:00Z
    last_reinforced: 2026-04-01T02:00:00Z
    observation_count: 14
---
"""


@pytest.fixture
def check(command, tmp_path):
    def run(text: str):
        path = tmp_path / "file.md"
        path.write_text(text)
        return command("check", str(path))

    return run


def test_a_valid_file_passes(check):
    assert check(GOOD).status == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("0.92", "1.7", "entries[0].confidence: 1.7 is above 1.0"),
        ("14\n", "0\n", "entries[0].observation_count: 0 is below 1"),
        ("hardware_observation", "opinion", "entries[0].type: 'opinion' is not one of"),
        ("2026-03-28T14:00:00Z", "yesterday", "entries[0].first_seen: 'yesterday' is not"),
        ('    text: "Left wheel encoder intermittent"\n', "", "entries[0].text: is missing"),
        ("RRN-000000000001", "R2D2", "rrn: 'R2D2' is not a Robot Resource Name"),
    ],
)
def test_a_defect_is_named_with_its_path_value_and_limit(check, old, new, said):
    assert old in GOOD
    checked = check(GOOD.replace(old, new, 1))

    assert checked.status == 1
    assert said in checked.out


def test_a_truncated_file_is_reported_as_cut_off(check):
    assert "cut off" in check(GOOD.rstrip().removesuffix("---")).out


def test_damaged_copies_beside_a_file_are_listed_but_are_no_defect(check, tmp_path):
    (tmp_path / "file.damaged-20260401T020000Z.md").write_text("torn")
    (tmp_path / "file.archive.damaged-20260401T020000Z.md").write_text("torn")
    checked = check(GOOD)

    assert checked.status == 0
    assert "1 damaged copy beside it, the oldest file.damaged-20260401T020000Z.md" in checked.out
    assert "the 20 newest stay" in checked.out


@pytest.mark.parametrize("field", ["first_seen: 2026-03-28", "last_reinforced: 2026-04-01"])
def test_a_time_far_in_the_future_is_reported(check, field):
    name = field.partition(":")[0]
    checked = check(GOOD.replace(field, f"{name}: 2099-01-01", 1))

    assert checked.status == 1
    assert f"mem-a3f9c1d2.{name}: 2099-01-01 lies ahead of now, " in checked.out


def test_a_byte_that_is_not_utf_8_is_reported_with_its_line(command, tmp_path):
    path = tmp_path / "file.md"
    path.write_bytes(GOOD.replace("wheel", "Küche").encode("latin-1"))
    checked = command("check", str(path))

    assert checked.status == 1
    assert "line 9 is not UTF-8 (byte 0xfc)" in checked.out


def test_a_file_in_utf_16_is_read(command, tmp_path):
    path = tmp_path / "file.md"
    for encoding in ("utf-16", "utf-16-be"):
        mark = "\ufeff" if encoding == "utf-16-be" else ""
        path.write_bytes((mark + GOOD).encode(encoding))
        assert command("check", str(path)).out.endswith("1 entries, no defect\n")


KILLED = """
import os, sys
from pathlib import Path
from robot_memory import RobotMemory
memory = RobotMemory.open(Path(sys.argv[1]))
memory.remember("environment_note", "Dock is wet")
memory.save(force=True)
memory.remember("environment_note", "Ramp is steep")
memory.remember("environment_note", "Lift is slow")
os._exit(1)
"""


def test_entries_not_saved_by_a_killed_process_are_reported_beside_the_file(command, home):
    subprocess.run([sys.executable, "-c", KILLED, str(home)], timeout=60)

    checked = command("check")

    assert checked.status == 0
    assert "1 entries, no defect" in checked.out
    assert "2 entries more, which are not in the file yet: nothing is lost" in checked.out


def test_an_unreadable_ledger_is_a_defect(command, home):
    assert command("remember", "environment_note", "Dock is wet").status == 0
    ledger = Home(home, home / "robot-memory.md").ledger
    ledger.write_bytes(b"this is no database" * 100)

    checked = command("check")

    assert checked.status == 1
    assert f"{ledger}: the evidence cannot be read: " in checked.out
