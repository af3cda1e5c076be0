"""Node and command line never consolidate at the same time, and keep the promises of 003."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from datetime import timedelta
from pathlib import Path

import pytest
from night_homes import NIGHT, Night, talk, tree
from watched_process import WATCH

from robot_memory.foundation.errors import NightShiftBusy


@pytest.fixture
def night(home):
    talk(home, "The depot opened on May 15, 2026.", "I prefer tea.")
    return Night(home)


HOLD = """
import sys, time
from pathlib import Path
from robot_memory.long_term.night_shift.night_shift import one_at_a_time
with one_at_a_time(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_night_shift_is_refused_and_changes_nothing(night):
    with subprocess.Popen([sys.executable, "-c", HOLD, str(night.home)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as other:  # fmt: skip
        assert other.stdout.readline() == "held\n"
        before = tree(night.home, all_files=True)
        with pytest.raises(NightShiftBusy, match=f"another night shift is at work in {night.home}"):
            night.run()
        assert tree(night.home, all_files=True) == before
        assert night.run(dry_run=True).success  # which changes nothing
        other.kill()
    assert night.run().success  # the lock ends with the process


WATCHED = f"""{WATCH}
sys.path[:0] = [sys.argv[2]]
from pathlib import Path
from night_homes import Night

night = Night(Path(sys.argv[1]))
sys.addaudithook(watch)
night.run()
night.shift.probe()
night.shift.check_health()
for action in night.shift.due():
    night.shift.act(action)
"""


def test_003_safety_guarantees_hold_during_a_night(night):
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(night.home), str(Path(__file__).parent)],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert (night.home / "health.json").exists()


def test_memory_use_does_not_grow_with_the_length_of_a_session(night):
    log = night.home / "sessions" / "2026-12-01-120000.jsonl"
    log.parent.mkdir(parents=True)
    time = (NIGHT - timedelta(hours=5)).isoformat()
    line = {"role": "assistant", "timestamp": time, "content": "I see a door. " * 200}
    with log.open("w") as file:
        for _ in range(1000):
            file.write(json.dumps(line) + "\n")
    tracemalloc.start()
    night.run("summarize")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000
    assert "1000 turns" in night.read("daily/2026-12-01.md")
