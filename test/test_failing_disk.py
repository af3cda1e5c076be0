"""One disk operation fails: nothing is lost, and the error is told (`make chaos` tries all)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
from faulty_disk import __main__ as all_writers
from faulty_disk.faulty_disk import build

TRIED = ("events", "chunks", "facts", "receipts", "limits", "webhooks", "black box", "fleet")


@pytest.fixture(scope="module")
def tallies():
    """The outcomes of the writers in ``disk_trials.py``."""
    library = build()
    if library is None:
        pytest.skip("no C compiler")
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("disk_trials.py"), *TRIED],
        env={**os.environ, "LD_PRELOAD": str(library)},
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", [*TRIED, "full"])
def test_a_writer_whose_disk_fails_once_loses_nothing_and_reports_it(tallies, name):
    tally = tallies[name]

    assert tally["defects"] == []
    assert tally["hit"] == tally["trials"] > 0


def test_a_writer_that_loses_data_and_hides_the_error_is_detected(tallies):
    defects = "\n".join(tallies["careless"]["defects"])

    assert "lost: first, which was there before" in defects
    assert "lost: second" in defects
    assert "nothing was said" in defects


def test_without_a_compiler_the_disk_trials_fail(monkeypatch, capsys):
    monkeypatch.setattr(all_writers, "build", lambda: None)
    monkeypatch.setattr(sys, "argv", ["faulty_disk"])

    assert all_writers.main() == 1
    assert "no operation of the disk was made to fail" in capsys.readouterr().err
