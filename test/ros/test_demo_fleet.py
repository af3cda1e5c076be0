"""`make demo-fleet` plays to its end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.ros
_ROOT = Path(__file__).parents[2]
_BOUND = 400.0  # s; a minute and a half where the computer has nothing else to do


@pytest.mark.timeout(_BOUND + 90)
def test_robots_tell_each_other_what_they_know_until_it_is_mended(domains):
    number = domains.take()
    demo = subprocess.Popen(
        [sys.executable, "demo/fleet.py"], cwd=_ROOT, text=True,
        env={**os.environ, "ROS_DOMAIN_ID": str(number)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        story, _ = demo.communicate(timeout=_BOUND)
    except subprocess.TimeoutExpired:
        demo.send_signal(signal.SIGINT)  # it stops its robots
        story, _ = demo.communicate(timeout=60)
        pytest.fail(f"it did not end within {_BOUND:.0f} s:\n{story}")
    finally:
        demo.kill()

    assert demo.returncode == 0, story
    assert "Bob was told" in story
    assert "Cleo is back, and knows it" in story
    assert story.rstrip("\x1b[0m\n").endswith("Nobody is told of it any more.")
