"""Test folders that are left out as a whole if a package is missing.

A conftest that skips itself ends the whole run in pytest 7, which a sourced Jazzy brings.
"""

from __future__ import annotations

from importlib.util import find_spec

#: The needs of all tests in a folder: the module, and how to get it.
NEEDED = {
    "sharing/carriers": ("zenoh", "eclipse-zenoh"),
    "sharing/federation": ("cryptography", "the extra `federation`"),
    "applications/fleet": ("cryptography", "the extra `federation`"),
    "governance": ("cryptography", "the extra `federation`"),
    "applications/report": ("cryptography", "the extra `federation`"),
    "faces/ros": ("rclpy", "a sourced ROS 2"),
    "faces/web": ("starlette", "the extra `web`"),
}
MISSING = {folder: needs for folder, (module, needs) in NEEDED.items() if find_spec(module) is None}
