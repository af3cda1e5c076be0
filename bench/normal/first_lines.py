"""What an agent reads first after a recording with faults, for the score.py of its generator.

python3 tools/bootstrap.py run -- python bench/normal/first_lines.py DATA HOMES RESULTS.json
    [--robot NAME] [--lines N]

Each recording of a first hour is replayed to a home of its own; of a life the three healthy
recordings and the one with faults. A home that is in HOMES already is used as it is.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from trial import field_of

from robot_memory.ledger import Kind
from robot_memory.memory import RobotMemory

_EVERY = 100_000  # tokens: no line is left out


def replay(job: tuple[Path, list[Path]]) -> None:
    """Replay recordings into a home."""
    home, recordings = job
    command = [sys.executable, "-m", "robot_memory.faces.cli", "--home", str(home), "replay"]
    subprocess.run([*command, *map(str, recordings)], check=False, stdout=subprocess.DEVNULL)


def first_lines(home: Path, count: int) -> list[dict[str, Any]]:
    """Return the first entries of the agent's context block, as findings."""
    with RobotMemory.open(home, read_only=True) as memory:
        found = []
        for entry in memory.context(_EVERY).entries[:count]:
            rows = memory.ledger.of_entry(entry.id)
            times = [[row.time.timestamp(), None] for row in rows if row.kind is Kind.ONSET]
            key = entry.key
            found.append({
                "text": entry.text, "component": key.component if key else "",
                "topics": sorted({row.topic for row in rows if row.topic}),
                "fields": [field] if (field := field_of(key)) else [],
                "times": times[::-1], "confidence": entry.confidence,
            })  # fmt: skip
    return found


def main() -> None:
    """Replay the missing recordings, and write the first lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("homes", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--robot", default="", help="one of the data's robots; without it all")
    parser.add_argument("--lines", type=int, default=1)
    args = parser.parse_args()
    jobs: dict[str, tuple[Path, list[Path]]] = {}
    for robot in sorted(path for path in args.data.iterdir() if path.is_dir()):
        if args.robot in ("", robot.name):
            for path in sorted((robot / "first").glob("*.mcap")):
                home = args.homes / robot.name / path.stem
                jobs[f"{robot.name}/first/{path.stem}"] = home, [path]
            life = [robot / "life" / f"{number}.mcap" for number in range(1, 5)]
            jobs[f"{robot.name}/life"] = args.homes / robot.name / "life", life
    with Pool(2) as pool:
        pool.map(replay, [job for job in jobs.values() if not job[0].exists()], chunksize=1)
    told = {run: first_lines(home, args.lines) for run, (home, _) in jobs.items()}
    for run, lines in told.items():
        print(run, *(f"{line['confidence']:.2f} {line['text']}" for line in lines), sep="\n    ")
    args.results.write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
