"""A rosbag1 file as a recording of ROS 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def convert(source: Path, target: Path, storage: str) -> None:
    """Write a rosbag1 file as a folder of rosbag2; `storage` is "mcap" or "sqlite3"."""
    pytest.importorskip("rosbags")
    subprocess.run(
        [sys.executable, "-m", "rosbags.convert", "--src", source, "--dst", target,
         "--dst-storage", storage, "--dst-typestore", "ros2_humble"],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
