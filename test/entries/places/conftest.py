"""A memory that observes events at positions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.ledger.position import Position


class Rover:
    """A robot with events at positions: one a minute, each on a pass of its own."""

    def __init__(self, home: Path, clock: ManualClock) -> None:
        self.home, self.clock = home, clock
        self.memory = RobotMemory.open(home, clock=clock)
        self._leg = 0
        self._run = "run"
        self._way = 100.0

    def slips(
        self, x: float, y: float = 0.0, times: int = 1, *, frame: str = "map", sigma: float = 0.1,
        what: str = "Wheel slip", visits: int = 1, flush: bool = True,
    ) -> None:  # fmt: skip
        """Slip at a point ``times`` times, on one pass each, with 100 m driven before each slip."""
        for _ in range(times):
            self._leg += 1
            self._way += 100.0
            self.clock.set(self.clock.now().time + timedelta(minutes=1))
            self.memory.observe(self._event(Position(frame, x, y, sigma), what, visits))
            if flush:
                self.memory.flush()

    def _event(self, at: Position, what: str, visits: int) -> Observation:
        detail: dict[str, Any] = {
            "at": at.as_dict(), "session": self._run, "leg": self._leg, "visits": visits,
            "way": self._way,
        }  # fmt: skip
        return Observation(
            Kind.EVENT, self.clock.now(), what, key=Key("slip", "wheels", what.lower()),
            detector="slip", topic="/odom", component="wheels", confidence=0.5,
            entry_type="environment_note", tags=("wheels", "slip"), detail=detail,
        )  # fmt: skip

    def restarts(self, boot: str = "") -> None:
        self.memory.close()
        self._run += "'"
        self.clock.boot = boot or self.clock.boot
        self.memory = RobotMemory.open(self.home, clock=self.clock)

    @property
    def notes(self) -> dict[str, int]:
        """The texts of the memory's entries, and how often each was observed."""
        return {entry.text: entry.observation_count for _, entry in self.memory.entries()}


@pytest.fixture
def rover(home: Path, clock: ManualClock) -> Iterator[Rover]:
    rover = Rover(home, clock)
    yield rover
    rover.memory.close()
