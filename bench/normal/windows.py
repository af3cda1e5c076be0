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
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from trial import field_of

from robot_memory.entries.entry_readings import text_under
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Key
from robot_memory.ledger.observation import SHOWS
from robot_memory.perception.detector import DetectorContext
from robot_memory.perception.detectors.normal_detector import NormalDetector
from robot_memory.perception.message_definition import DefinitionCatalogue
from robot_memory.perception.normal.columns import Signal
from robot_memory.perception.normal.signal_grid import WINDOW, SignalGrid, Window
from robot_memory.perception.normal.signal_monitor import SignalMonitor
from robot_memory.perception.occurrences.detection import REMAINS, UNDER, Detection
from robot_memory.perception.replay import open_recording
from robot_memory.perception.replay.bags.bag_recording import BagRecording
from robot_memory.perception.replay.bags.block import TimedStream, merge
from robot_memory.perception.scope import Scope
from robot_memory.perception.shared_models import SharedModels

_Statement = dict[str, Any]


class Kept(NamedTuple):
    """A window, with the signals and topics known by then."""

    signals: Sequence[Signal]
    topics: Sequence[str]
    window: Window


def keep(source: Path, target: Path) -> None:
    """Write the windows and the beginning of a recording.

    Only messages that the model samples are decoded, and no other detector runs.
    """
    recording = open_recording(source)
    if not isinstance(recording, BagRecording):
        raise TypeError(f"{source}: only MCAP and rosbag2 are read here")
    begin = recording.start or 0.0
    shared = SharedModels(Settings(), {}, "/", DefinitionCatalogue(recording.definition))
    monitor, scope = shared.monitor, Scope()
    monitor.epoch = begin
    readers = recording._readers(lambda _, name: NormalDetector.reads_type(
        name, shared.definitions))  # fmt: skip
    detectors = {
        channel: NormalDetector(
            DetectorContext(channel.topic, Settings(), scope, 0.0, shared, channel.type), {}
        )
        for channel in readers
    }
    spans = [TimedStream(one.start, partial(one.read, [it for it in one.channels if it in readers]))
             for one in recording._containers if one.start is not None]  # fmt: skip
    kept: list[Kept] = []
    for time, channel, data in merge(spans):
        stamp = time / 1e9 - begin
        monitor.grid.advance(stamp)
        if windows := monitor.grid.take_windows():
            known = tuple(monitor.grid.signals), tuple(monitor.grid.topics)
            kept += [Kept(*known, one) for one in windows]
        detector = detectors[channel]
        detector.note_reception(stamp)
        if stamp >= detector.due:
            detector.process(stamp, readers[channel](data))
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        pickle.dump((begin, kept), file, pickle.HIGHEST_PROTOCOL)


def told_in(windows: Sequence[Path]) -> list[_Statement]:
    """Play kept windows, each file as a start of the same robot; return each statement once."""
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
    """Return a window with its signals and topics in the grid's order."""
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


def _is_under_another(told: dict[str, _Statement], found: Detection, at: float) -> bool:
    """Return whether a finding is only evidence of another one that has not ended long ago."""
    lead = Key.from_list(found.detail.get(UNDER))
    if lead is None or lead.to_text() not in told or not told[lead.to_text()]["times"]:
        return False
    end = told[lead.to_text()]["times"][-1][1]
    return end is None or at - end <= float(str(found.detail[REMAINS]))


def _note(told: dict[str, _Statement], topic: str, found: Detection, offset: float) -> None:
    name, at = found.key.to_text(), offset + (found.at or 0.0)
    if _is_under_another(told, found, at):
        return
    one = told.get(name)
    if one is None and not found.present:
        return  # the end of a finding that was part of another one
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
        one["text"] = text_under(one["text"], str(found.detail[SHOWS]))


def _keep(job: tuple[Path, Path]) -> None:
    keep(*job)


def _play(job: tuple[str, list[Path]]) -> tuple[str, list[_Statement]]:
    name, paths = job
    return name, told_in(paths)


def _sessions(folder: Path, part: str, suffix: str) -> dict[str, list[Path]]:
    """Return the files of each life together, and each file of a robot's first hours alone."""
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
