"""A black box with a clock set by the test."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from robot_memory.applications.black_box import BlackBox, BlackBoxLimits, TopicChoice, Trigger
from robot_memory.foundation.time.clock import ManualClock

START = datetime(2026, 11, 21, 12, 0, tzinfo=timezone.utc)
EVERYTHING = TopicChoice()
FLOAT = "std_msgs/msg/Float64"


def number(value: float) -> bytes:
    """Return a Float64 as CDR."""
    return b"\0\1\0\0" + struct.pack("<d", value)


def define(type_name: str) -> str:
    """Return a type's definition; arm_msgs types have none."""
    if type_name.startswith("arm_msgs/"):
        raise LookupError(type_name)
    return "float64 data\n"


class Box:
    """A black box, its clock, and its reports."""

    def __init__(self, folder: Path, choice: TopicChoice, **limits: Any) -> None:
        self.clock = ManualClock(START, kind="wall", boot="1")
        self.reports: list[Exception | None] = []
        self.box = BlackBox(
            folder, BlackBoxLimits(**limits), choice, self.clock, define, self.reports.append
        )  # fmt: skip

    def hear(self, uptime: float, topic: str = "/pump", **how: Any) -> None:
        """Receive a message at an uptime; the uptime is also its value."""
        self.clock.set(START + timedelta(seconds=uptime))
        self.box.ring.add(topic, FLOAT, uptime, 0.0, number(uptime), **how)

    def trigger(self, entry_id: str, **fields: Any) -> Trigger:
        """Trigger a recording now."""
        now = self.clock.now()
        trigger = Trigger("created", now.time, now.uptime, entry_id, f"{entry_id} broke", **fields)
        self.box.record(trigger)
        return trigger


@pytest.fixture
def make_box(tmp_path: Path) -> Iterator[Callable[..., Box]]:
    made: list[Box] = []

    def make(
        folder: Path = tmp_path / "black_box", choice: TopicChoice = EVERYTHING, **limits: Any
    ) -> Box:
        made.append(Box(folder, choice, **limits))
        return made[-1]

    yield make
    for one in made:
        one.box.close()
