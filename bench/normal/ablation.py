"""What each detector brings on recordings of robots with known faults, by the score.py of theirs.

python3 bench/normal/ablation.py SCORE.py DATA RESULTS.json

RESULTS.json is the output of trial.py without `--only`. For each detector in the entries' keys it
prints the faults found, those found by no other detector, and its true statements, those about a
consequence, and false ones.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

_RECALL = re.compile(r"^recall (?:silent|spoken)[^\d/]*?(\d+)/", re.MULTILINE)
_Results = dict[str, list[dict[str, Any]]]


class Score(NamedTuple):
    """The counts of score.py: found faults, and statements by verdict."""

    told: int
    true: int
    neutral: int
    false: int


def scored(script: Path, data: Path, results: _Results) -> Score:
    """Return the verdict of a generator's score.py on results."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(results, file)
        file.flush()
        command = [sys.executable, script, "--data", data, "--results", file.name, "--quiet"]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    line = next(line for line in text.splitlines() if line.startswith("findings"))
    true, neutral, false, *_ = map(int, re.findall(r"\d+", line))
    return Score(sum(map(int, _RECALL.findall(text))), true, neutral, false)


def _chosen(results: _Results, detector: str, *, with_it: bool) -> _Results:
    return {
        run: [one for one in told if (one["detector"] == detector) is with_it]
        for run, told in results.items()
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("score", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("results", type=Path)
    args = parser.parse_args()
    results: _Results = json.loads(args.results.read_text())
    everything = scored(args.score, args.data, results)
    print("| detector | faults | told by it alone | true | consequence | false |")
    print("|---|---|---|---|---|---|")
    print("| all | {} | | {} | {} | {} |".format(*everything))
    for detector in sorted({one["detector"] for told in results.values() for one in told}):
        own = scored(args.score, args.data, _chosen(results, detector, with_it=True))
        others = scored(args.score, args.data, _chosen(results, detector, with_it=False))
        alone = everything.told - others.told
        print(f"| `{detector}` | {own.told} | {alone} | {own.true} | {own.neutral} | {own.false} |")


if __name__ == "__main__":
    main()
