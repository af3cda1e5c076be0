"""Keeps the windows of recordings, and plays them through the model of normal alone.

python3 tools/bootstrap.py run -- python bench/normal/windows.py keep DATA WINDOWS [--part PART]
python3 tools/bootstrap.py run -- python bench/normal/windows.py play WINDOWS RESULTS.json
    [--part PART]

Reading messages takes three quarters of the time of `trial.py --only normal`; a change of the model
does not change the windows. RESULTS.json is for the generators' score.py. What is told is the same
as with `trial.py`, but for the rules of onsets that it passes there. PART: first, life or both.
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timezone
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from trial import field_of

from robot_memory.entries.entry_readings import text_under
from robot_memory.foundation.settings import Settings, default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger.observation import SHOWS
from robot_memory.perception import Perception, PriorMemory, load_rules
from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.signal_grid import WINDOW, SignalGrid, Window
from robot_memory.perception.normal.signal_monitor import SignalMonitor
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.replay import open_recording
from robot_memory.perception.replay.player import play

_Statement = dict[str, Any]


class Kept(NamedTuple):
    """A window, and the signals and topics that were known by then."""

    signals: Sequence[Signal]
    topics: Sequence[str]
    window: Window


def keep(source: Path, target: Path) -> None:
    """Write the windows of a recording, and when it began."""
    recording = open_recording(source)
    begin = recording.start or 0.0
    clock = ManualClock(datetime.fromtimestamp(begin, timezone.utc), kind="recording", boot="0")
    kept: list[Kept] = []
    take = SignalGrid.take_windows

    def take_and_keep(grid: SignalGrid) -> list[Window]:
        windows = take(grid)
        kept.extend(Kept(tuple(grid.signals), tuple(grid.topics), one) for one in windows)
        return windows

    rules = [rule for rule in load_rules(default_rules_file()) if rule.detector == "normal"]
    perception = Perception(
        rules, Settings(), clock, lambda row: None, known=PriorMemory(baselines={}),
        definition_of=recording.definition,
    )  # fmt: skip
    nothing: tuple[Any, ...] = ()
    with (
        patch.object(SignalGrid, "take_windows", take_and_keep),
        patch.object(SignalMonitor, "_judge", lambda monitor, window: None),
        patch.object(SignalMonitor, "_tell", lambda monitor, stamp: nothing),
    ):
        play(recording, perception, clock)
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        pickle.dump((begin, kept), file, pickle.HIGHEST_PROTOCOL)


def told_in(windows: Sequence[Path]) -> list[_Statement]:
    """Play kept windows, each file a start of the same robot; return each statement once."""
    told: dict[str, _Statement] = {}
    state: dict[str, Any] | None = None
    for path in windows:
        with path.open("rb") as file:
            begin, kept = pickle.load(file)
        monitor = SignalMonitor(Settings())
        if state is not None:
            monitor.restore(state)
        offset = begin - kept[0].window.end + WINDOW if kept else begin
        for one in kept:
            window = _as_in(monitor.grid, one)
            with patch.object(monitor.grid, "take_windows", return_value=[window]):
                found_now = list(monitor.advance(window.end))
            for topic, found in found_now:
                _note(told, topic, found, offset)
        for topic, found in monitor.finish():
            _note(told, topic, found, offset)
        state = json.loads(json.dumps(monitor.state()))
    return list(told.values())


def _as_in(grid: SignalGrid, kept: Kept) -> Window:
    """Return a window with its signals and topics in the order of a grid."""
    window = kept.window
    signals = [grid.place(one) for one in kept.signals]
    for name in kept.topics:
        grid.topic(name)
    topics = [grid.topics.index(name) for name in kept.topics]
    samples = np.full((len(window.samples), len(grid.signals)), np.nan, np.float32)
    samples[:, signals] = window.samples
    timing = np.full((len(grid.topics), window.timing.shape[1]), np.nan, np.float32)
    timing[topics] = window.timing
    return replace(window, samples=samples, timing=timing)


def _note(told: dict[str, _Statement], topic: str, found: Detection, offset: float) -> None:
    name, at = found.key.to_text(), offset + (found.at or 0.0)
    one = told.get(name)
    if one is None:
        field = field_of(found.key)
        one = told[name] = {
            "detector": "signal", "text": str(found.varying_text), "component": found.key.component,
            "topics": [topic] if topic else [], "fields": [field] if field else [], "times": [],
            "confidence": found.confidence,
        }  # fmt: skip
    is_open = bool(one["times"]) and one["times"][-1][1] is None
    if found.present and not is_open:
        one["times"].append([at, None])
    elif not found.present and is_open:
        one["times"][-1][1] = at
    if SHOWS in found.detail:
        one["text"] = text_under(one["text"], found.detail[SHOWS])


def _keep(job: tuple[Path, Path]) -> None:
    keep(*job)


def _play(job: tuple[str, list[Path]]) -> tuple[str, list[_Statement]]:
    name, paths = job
    return name, told_in(paths)


def _sessions(folder: Path, part: str, suffix: str) -> dict[str, list[Path]]:
    """Return the files of each life; of a robot's first hours each file alone."""
    found: dict[str, list[Path]] = {}
    for robot in sorted(path for path in folder.iterdir() if path.is_dir()):
        if part in ("first", "both"):
            for path in sorted((robot / "first").glob(f"*{suffix}")):
                found[f"{robot.name}/first/{path.stem}"] = [path]
        life = sorted((robot / "life").glob(f"*{suffix}"), key=lambda path: int(path.stem))
        if part in ("life", "both") and life:
            found[f"{robot.name}/life"] = life
    return found


def main() -> None:
    """Keep windows, or play them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("keep", "play"))
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--part", default="first", choices=("first", "life", "both"))
    args = parser.parse_args()
    with Pool(2) as pool:
        if args.what == "keep":
            files = [one for group in _sessions(args.source, args.part, ".mcap").values()
                     for one in group]  # fmt: skip
            names = [one.relative_to(args.source).with_suffix(".pickle") for one in files]
            pool.map(
                _keep,
                [(one, args.target / name) for one, name in zip(files, names, strict=True)],
                1,
            )
            return
        jobs = list(_sessions(args.source, args.part, ".pickle").items())
        told = dict(pool.imap_unordered(_play, jobs))
    args.target.write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
