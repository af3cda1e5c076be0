#!/usr/bin/env python3
"""Usage and rules: ../scoring.py. Healthy sessions of the life are here 1..3 and 5..10, and one line more is printed: scoring.later."""

import pathlib
import sys

sys.path += [str(pathlib.Path(__file__).resolve().parents[1] / x) for x in (".", "g")]
import scoring as score  # noqa: E402

if __name__ == "__main__":
    score.main("w")
    if score.argument("--data"):
        score.later()
