"""This project's memory, asked as an agent asks it, with real perception."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path

from simulation.messages import Message

from gains.advisor import Advisor
from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit import LimitBound
from robot_memory.entries.limit_rules import OUTCOME
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.limit_search.evidence_analysis import INTERVAL
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome
from robot_memory.perception.perception import Perception
from robot_memory.perception.rules_file import load_rules

START = datetime(2026, 12, 1, 6, tzinfo=timezone.utc)
_NEAR = 1.5  # m
_TICK = 0.5  # s


class RobotMemoryAdvisor(Advisor):
    """Acts only on the entries in the context block, within its token budget.

    Args:
        home: an empty folder.
    """

    name = "memory"
    listens = True

    def __init__(self, home: Path) -> None:
        self._clock = ManualClock(START, kind="recording", boot="gains")
        self._memory = RobotMemory.open(home, clock=self._clock)
        self._memory.save(force=True)  # the robot's name exists from here on
        rules = load_rules(default_rules_file())
        self._perception = Perception(
            rules, self._memory.settings, self._clock, self._memory.observe
        )
        self._ticked = self._analysed = self._now = 0.0
        self._told: dict[str, MemoryEntry] = {}

    def hear(self, now: float, topic: str, type_name: str, message: Message) -> None:
        """Give the message to perception."""
        if now != self._now:
            self._now = now
            self._clock.set(START + timedelta(seconds=now))
            if now - self._ticked >= _TICK:
                self._ticked = now
                self._perception.advance()
        if self._perception.topics.wants(topic, type_name):
            self._perception.receive(topic, type_name, message)

    def tell(self, task: str, failure: str, *, place: str = "", **how: str | float) -> None:
        """Report the outcome of an attempt with parameters, with the operation for agents."""
        words = {name: value for name, value in how.items() if isinstance(value, str)}
        if words:
            self._memory.report_outcome(
                TaskOutcome(task, not failure, "agent:script", parameters=words, note=failure)
            )

    def rest(self) -> None:
        """Store the observations; analyse if due; fetch the context block."""
        passes, samples = self._perception.take_exposure(), self._perception.take_samples()
        self._memory.flush()
        self._memory.add_exposure(passes, samples)
        if self._now - self._analysed >= INTERVAL:
            self._analysed = self._now
            self._memory.analyse()
        self._told = {entry.id: entry for entry in self._memory.context().entries}

    def highest(self, variable: str) -> float:
        """Return the lowest maximum among the learned limits in the block."""
        values = [
            float(limit.value)
            for limit in LearnedLimits(self._memory).active()
            if limit.id in self._told and limit.bound is LimitBound.MAXIMUM
            and variable in limit.variable and not isinstance(limit.value, str)
        ]  # fmt: skip
        return min(values, default=float("inf"))

    def is_bad(self, x: float, y: float) -> bool:
        """Return whether a place with an entry in the block is close by."""
        centres = [
            place.centre for place in self._memory.ledger.places() if place.entry_id in self._told
        ]
        return any(math.hypot(one.x - x, one.y - y) < _NEAR for one in centres)

    def warns_of(self, words: str) -> bool:
        """Return whether an entry contains the words."""
        return any(words in entry.text for entry in self._told.values())

    def fails_with(self, task: str, name: str, value: str) -> bool:
        """Return whether an entry says that attempts with this value fail more often."""
        told = [entry.extra.get(OUTCOME) for entry in self._told.values()]
        return any(
            one["fails"] == ("more" if one["value"] == value else "less")
            for one in told
            if isinstance(one, Mapping) and (one["task"], one["condition"]) == (task, name)
        )

    @property
    def texts(self) -> list[str]:
        """The texts of the present context block."""
        return [entry.text for entry in self._told.values()]

    def close(self) -> None:
        """End perception, then close the memory."""
        self._perception.finish()
        self._memory.close()
