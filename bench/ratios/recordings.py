"""Reading and replaying an MCAP recording, compared with the reader of the ``mcap`` package."""

from __future__ import annotations

import random
import struct
import tempfile
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

from mcap.reader import make_reader
from mcap.writer import Writer

from ratios.measured import CostRatio
from ratios.turns import take_turns
from robot_memory.foundation.settings import Settings, default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.perception.perception import Perception
from robot_memory.perception.replay import open_recording
from robot_memory.perception.replay.player import play
from robot_memory.perception.rules_file import load_rules

MESSAGES, TOPICS = 20_000, 5
_RATE = 50.0  # Hz, of each topic
_BEGIN = 1_780_000_000.0  # s
_ROUNDS = 21
_BASELINE = "the mcap package reading it"


def recordings() -> Iterator[CostRatio]:
    """Read all messages of a file, and replay it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "drive.mcap"
        write(path)
        for name, ours in (
            (f"read {MESSAGES:,} messages, undecoded", lambda: _read(path)),
            (f"replay {MESSAGES:,} messages, with the default rules", lambda: _replay(path)),
        ):
            times = take_turns(ours, lambda: _read_by_mcap(path), rounds=_ROUNDS)
            yield CostRatio(
                "Recordings", name, _BASELINE, "s", times.ours, times.baseline, times.cost
            )


def write(path: Path) -> None:
    """Write numbers on several topics, with noise like sensors."""
    noise = random.Random(3).gauss
    with path.open("wb") as file:
        writer = Writer(file)
        writer.start()
        schema = writer.register_schema("std_msgs/msg/Float64", "ros2msg", b"float64 data\n")
        channels = [
            writer.register_channel(f"/wheel_{number}/current", "cdr", schema)
            for number in range(TOPICS)
        ]
        for number in range(MESSAGES):
            at = int((_BEGIN + number / TOPICS / _RATE) * 1e9)
            data = b"\0\1\0\0" + struct.pack("<d", noise(5.0, 0.2))
            writer.add_message(channels[number % TOPICS], at, data, at)
        writer.finish()


def _read_by_mcap(path: Path) -> None:
    with path.open("rb") as file:
        count = sum(1 for _ in make_reader(file).iter_messages())
    _check(count)


def _read(path: Path) -> None:
    _check(sum(1 for _ in open_recording(path).messages()))


def _replay(path: Path) -> None:
    clock = ManualClock(datetime.fromtimestamp(_BEGIN, timezone.utc), kind="recording", boot="b")
    rules = load_rules(default_rules_file())
    perception = Perception(rules, Settings(), clock, lambda row: None)
    _check(play(open_recording(path), perception, clock).total())


def _check(count: int) -> None:
    if count != MESSAGES:
        raise SystemExit(f"{count} messages were read of {MESSAGES}: nothing can be compared")
