"""Plays recordings of robots through perception, and writes what it told, for their score.py.

python3 tools/bootstrap.py run -- python bench/normal/trial.py DATA RESULTS.json [--only normal]
    [--robot NAME]

With `--only normal` the rules of that detector alone are used. Each recording of a life is a start
of the same robot, which goes on with what it learned before.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from datetime import datetime, timezone
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from robot_memory.entries.entry_readings import text_under
from robot_memory.foundation.settings import Settings, default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.ledger.observation import SHOWS
from robot_memory.perception.baselines import PriorMemory
from robot_memory.perception.perception import Perception
from robot_memory.perception.replay import open_recording
from robot_memory.perception.replay.player import play
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import load_rules

_TIMING = {"slow": "rate", "fast": "rate", "gaps": "rate", "late": "stamp", "early": "stamp"}
_Statement = dict[str, Any]


def run(paths: Sequence[Path], rules: Sequence[Rule]) -> list[Observation]:
    """Play recordings, each as a start of the same robot; return the rows."""
    rows: list[Observation] = []
    baselines: dict[str, Any] = {}
    for number, path in enumerate(paths):
        recording = open_recording(path)
        begin = datetime.fromtimestamp(recording.start or 0.0, timezone.utc)
        clock = ManualClock(begin, kind="recording", boot=str(number))
        perception = Perception(
            rules, Settings(), clock, rows.append, known=PriorMemory(baselines=baselines),
            definition_of=recording.definition,
        )  # fmt: skip
        play(recording, perception, clock)
        baselines = json.loads(json.dumps(perception.baselines.states()))
    return rows


def statements(rows: Sequence[Observation]) -> list[_Statement]:
    """Return the reported statements, each once with all its times."""
    told: dict[str, _Statement] = {}
    for row in rows:
        if row.key is None or row.kind not in (Kind.ONSET, Kind.END):
            continue
        name = row.key.to_text()
        if row.kind is Kind.ONSET:
            told.setdefault(name, _statement(row))["times"].append([row.time.timestamp(), None])
        elif name in told and told[name]["times"][-1][1] is None:
            told[name]["times"][-1][1] = row.time.timestamp()
        if name in told and SHOWS in row.detail:
            told[name]["text"] = text_under(told[name]["text"], row.detail[SHOWS])
    return list(told.values())


def field_of(key: Key | None) -> str:
    """Return the field that a statement is about, or the aspect of its topic's timing."""
    symptom = "" if key is None else key.symptom
    return _TIMING.get(symptom, symptom.rpartition(" ")[0])


def _statement(row: Observation) -> _Statement:
    field = field_of(row.key)
    return {
        "detector": row.key.detector if row.key else "", "text": row.summary,
        "component": row.component, "topics": [row.topic] if row.topic else [],
        "fields": [field] if field else [], "times": [], "confidence": row.confidence,
    }  # fmt: skip


def _job(job: tuple[str, list[Path], str]) -> tuple[str, list[_Statement]]:
    key, paths, only = job
    rules = [rule for rule in load_rules(default_rules_file()) if only in ("", rule.detector)]
    begin = time.process_time()
    found = statements(run(paths, rules))
    sys.stderr.write(f"{key}: {len(found)} in {time.process_time() - begin:.0f} s\n")
    return key, found


def main() -> None:
    """Play all recordings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--only", default="", help="a detector; without it all rules are used")
    parser.add_argument("--robot", default="", help="one of the data's robots; without it all")
    args = parser.parse_args()
    jobs: list[tuple[str, list[Path], str]] = []
    for robot in sorted(path for path in args.data.iterdir() if path.is_dir()):
        if args.robot in ("", robot.name):
            jobs += [(f"{robot.name}/first/{path.stem}", [path], args.only)
                     for path in sorted((robot / "first").glob("*.mcap"))]  # fmt: skip
            life = sorted((robot / "life").glob("*.mcap"), key=lambda path: int(path.stem))
            jobs.append((f"{robot.name}/life", life, args.only))
    told: dict[str, list[_Statement]] = {}
    with Pool(2) as pool:
        for key, found in pool.imap_unordered(_job, jobs):
            told[key] = found
            args.results.write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
