"""Robots by number, with the same names and keys in each run: for the tests of several packages."""

from __future__ import annotations

import hashlib

import pytest

pytest.importorskip("cryptography", reason="needs the extra `federation`")

from robot_memory.foundation.identity.robot_keys import RobotKeys, keys_from_seeds


def rrn_of(number: int) -> str:
    """Return the name of a robot."""
    return f"RRN-{number:012d}"


def keys_of(number: int, rrn: str = "") -> RobotKeys:
    """Return the keys of a robot."""
    ed25519, ml_dsa = (hashlib.sha256(f"{part} {number}".encode()).digest() for part in "em")
    return keys_from_seeds(rrn or rrn_of(number), ed25519, ml_dsa)
