"""`make demo` runs to its end, and docs/demo.svg shows its output."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from reference.demo_picture import CUT, shown_lines

from robot_memory.applications.black_box.fault_recordings import FaultRecordings
from robot_memory.perception.replay import open_recording

pytestmark = pytest.mark.ros
_ROOT = Path(__file__).parents[3]
_COMPARED = 80  # characters of a truncated line: the position of the cut depends on its numbers


def masked(line: str) -> str:
    """Replace the parts of a line that differ between runs: numbers, times, ids, bars."""
    line = line[:_COMPARED] if line.endswith(CUT) else line
    line = re.sub(r'chunk-[\w-]+|mem-[0-9a-f]{8}|"[0-9a-f]{12}"', "ID", line)
    line = re.sub(r"\d+(?:[-.:,T]\d+)*Z?", "N", line)
    return " ".join(re.sub(r"[▁-█]+", "BARS", line).split())


def steps(lines: list[str]) -> list[str]:
    """Return the demo's comments and commands, which are the same in each run."""
    return [line for line in lines if line.startswith(("# ", "$ ", "robot-memory "))]


def lines_of(picture: str) -> list[str]:
    return [unescape(line) for line in re.findall(r"<text [^>]*>(.*)</text>", picture)]


@pytest.mark.timeout(240)
def test_the_picture_of_the_demo_shows_the_output_of_the_demo(domains):
    demo = subprocess.run(
        [sys.executable, "demo/demo.py"], cwd=_ROOT, text=True, check=True, timeout=200,
        env={**os.environ, "ROS_DOMAIN_ID": str(domains.take())}, stdout=subprocess.PIPE,
    )  # fmt: skip

    shown = list(map(masked, lines_of((_ROOT / "docs" / "demo.svg").read_text(encoding="utf-8"))))
    printed = ["$ make demo", "", *map(masked, shown_lines(demo.stdout))]
    again = "the demo prints something else: run `make demo-picture`"
    assert steps(shown) == steps(printed), again
    # The rover's faults in its half minute depend on the load: each fault has several lines.
    known = set(printed)
    gone = [line for line in shown if line not in known and "BARS" not in line]
    assert len(gone) < len(shown) / 3, f"{again}: {gone}"
    # The rover runs well for 10 s. A busy computer finds its topics some seconds later: how much of
    # the 10 s is in the file depends on the load; that the file begins before the fault does not.
    first, *_ = FaultRecordings(_ROOT / ".build/demo/black_box").all()
    start = open_recording(first.path).start
    assert start is not None and first.triggers[0].time.timestamp() - start > 1.0
