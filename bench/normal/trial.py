"""Runs the trial on recordings of robots, and writes what it told, for their score.py.

python -m normal.trial DATA RESULTS.json [ROBOT]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory

from robot_memory.perception.normal.columns import Kind
from robot_memory.perception.normal.deviation import Deviation, groups, is_new_circumstance, outlasting
from robot_memory.perception.normal.normal_model import NormalModel
from robot_memory.perception.normal.signal_grid import SignalGrid

_FIELDS = {Kind.INTERVAL: "rate", Kind.GAP: "rate", Kind.AGE: "stamp"}


def play(paths: Sequence[Path]) -> list[Deviation]:
    """Play recordings, each a session of its own."""
    grid = SignalGrid()
    model = NormalModel(grid)
    for number, path in enumerate(paths):
        if number:
            model.begin_session()
        factory, decoders = DecoderFactory(), {}
        with path.open("rb") as file:
            for schema, channel, message in make_reader(file).iter_messages():
                stamp = message.log_time * 1e-9
                type_name = schema.name if schema is not None else ""
                if channel.id not in decoders:
                    decoders[channel.id] = factory.decoder_for(channel.message_encoding, schema)
                content = None
                if grid.reads(channel.topic, stamp):
                    content = decoders[channel.id](message.data)
                for window in grid.receive(stamp, channel.topic, type_name, content):
                    list(model.observe(window))
    return model.deviations


def results(deviations: Sequence[Deviation]) -> list[dict[str, object]]:
    """Return what was told, each statement once."""
    told: dict[tuple[object, ...], dict[str, object]] = {}
    for group in groups(deviations):
        if is_new_circumstance(group):
            continue
        for one in [group[0], *outlasting(group)[:1]]:
            name = (
                one.topic if one.signal is None else f"{one.signal.component} {one.signal.quantity}"
            )
            key = name, one.kind, one.sign
            if key not in told:
                topic = one.signal.component.split(" ")[0] if one.signal else one.topic
                given = " while " + ", ".join(
                    f"{c.component} {c.quantity}" for c in one.circumstances
                )
                told[key] = {
                    "text": f"{name} {one.kind.name.lower()}: {one.usual:.4g} -> "
                    f"{np.median(one.values[:12]):.4g}, usually {one.low:.4g} to {one.high:.4g}"
                    f"{given if one.circumstances else ''} ({len(group)})",
                    "component": one.topic if one.signal is None else one.signal.component,
                    "topics": [topic if topic.startswith("/") else "/diagnostics"],
                    "fields": [_FIELDS[one.kind] if one.signal is None else one.signal.quantity],
                    "times": [],
                    "confidence": 0.7,
                }  # fmt: skip
            times = told[key]["times"]
            assert isinstance(times, list)
            times.append([one.begin, one.end])
    return list(told.values())


def _run(job: tuple[str, list[Path]]) -> tuple[str, list[dict[str, object]]]:
    key, paths = job
    found = results(play(paths))
    sys.stderr.write(f"{key}: {len(found)}\n")
    return key, found


def main() -> None:
    """Play all recordings."""
    data, out, *only = sys.argv[1:]
    jobs: list[tuple[str, list[Path]]] = []
    for robot in sorted(path for path in Path(data).iterdir() if path.is_dir()):
        if only and robot.name not in only:
            continue
        jobs += [(f"{robot.name}/first/{path.stem}", [path])
                 for path in sorted((robot / "first").glob("*.mcap"))]  # fmt: skip
        jobs.append((f"{robot.name}/life", sorted((robot / "life").glob("*.mcap"))))
    with Pool(2) as pool:
        Path(out).write_text(json.dumps(dict(pool.imap_unordered(_run, jobs)), indent=1))


if __name__ == "__main__":
    main()
