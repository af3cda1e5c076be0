"""The suite is collected where no extra and no ROS 2 is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from whole_folders import NEEDED

ROOM = Path(__file__).parent
EXTRAS = {
    "cryptography", "faiss", "httpx2", "jinja2", "mcap", "mcp", "pg8000", "prometheus_client",
    "pyulog", "rclpy", "rosbags", "safetensors", "schemathesis", "starlette", "textual",
    "tokenizers", "uvicorn", "zenoh",
}  # fmt: skip
#: Loads conftests, with what is beside them, in a Python that has only what the core needs.
LOAD = f"""
import runpy, sys

sys.modules.update(dict.fromkeys({EXTRAS}))
for path in sys.argv[1:]:
    sys.path.insert(0, path.rpartition("/")[0])
    runpy.run_path(path)
"""


def test_a_conftest_needs_no_extra_unless_its_folder_is_left_out_as_a_whole() -> None:
    found = [ROOM / "conftest.py", *sorted(ROOM.glob("*/**/conftest.py"))]
    left_out = tuple(str(ROOM / folder) for folder in NEEDED)
    loaded = [str(path) for path in found if not str(path).startswith(left_out)]

    done = subprocess.run(
        [sys.executable, "-c", LOAD, *loaded],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert done.stderr == ""
