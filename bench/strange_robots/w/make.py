#!/usr/bin/env python3
"""Usage: ../making.py."""

import pathlib
import sys

sys.path += [str(pathlib.Path(__file__).resolve().parents[1] / x) for x in (".", "g", "v")]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import making  # noqa: E402
from making import robots, sessions  # noqa: E402, F401

making.NAMES = ("rink", "shotc", "anode", "kraav")
making.LIFE = 10

if __name__ == "__main__":
    making.main()
