"""Converts a rosbag1 file to rosbag2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def convert(source: Path, target: Path, storage: str) -> None:
    """Convert a rosbag1 file to a rosbag2 folder; `storage` is "mcap" or "sqlite3"."""
    pytest.importorskip("rosbags")
    subprocess.run(
        [sys.executable, "-m", "rosbags.convert", "--src", source, "--dst", target,
         "--dst-storage", storage, "--dst-typestore", "ros2_humble"],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
