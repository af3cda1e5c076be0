"""Kill -9 at random moments (`make chaos` does it two hundred times)."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

_SCRIPT = Path(__file__).parents[1] / "bench" / "chaos.py"


@pytest.fixture
def chaos(monkeypatch):
    monkeypatch.syspath_prepend(str(_SCRIPT.parent))
    spec = importlib.util.spec_from_file_location("chaos", _SCRIPT)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "chaos", module)
    spec.loader.exec_module(module)
    return module


def test_no_kill_loses_an_acknowledged_write_or_counts_an_occurrence_twice(chaos, home):
    outcome = chaos.run(12, home, seed=1, between=3)
    print(f"{outcome.between} of {outcome.kills} kills fell between commit and rename")

    assert outcome.defects == []
    assert outcome.kills >= 12
    assert outcome.between >= 3
    assert outcome.acknowledged > 12


def test_killing_beside_command_lines_loses_no_write_and_all_processes_end(
    chaos, tmp_path, monkeypatch
):
    started, start = [], subprocess.Popen

    def popen(*command, **options):
        started.append(start(*command, **options))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", popen)
    tally = chaos.beside.run(3, tmp_path, seed=3)
    print(tally)

    assert tally.defects == []
    assert tally.kills == 3
    assert tally.by_keeper > 3
    assert tally.by_command >= 1
    assert started
    assert all(process.returncode is not None for process in started)


def test_a_part_that_could_not_run_is_not_a_success(chaos, monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["chaos.py", "0", "--beside=0", "--nodes=1", "--operations=0"])

    assert chaos.main() == 1
    assert "--nodes 0 leaves that part out" in capsys.readouterr().out
