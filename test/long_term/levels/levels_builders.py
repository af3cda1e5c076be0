"""Builders for the tests of the levels."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

from robot_memory.foundation.text.conversation import Conversation
from robot_memory.foundation.time.clock import Clock, ManualClock
from robot_memory.long_term.graph import FactGraph
from robot_memory.long_term.levels import ChainHead, EpisodeFields, Levels
from robot_memory.long_term.levels.retention import RetentionStep
from robot_memory.long_term.recall.recall import MemorySearch, RecallSources

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)

SKILL = """# Navigation Skill

## Capability
Move robot through grid world avoiding obstacles.

## Actions
- forward: Move one tile in facing direction
- backward: Move one tile opposite to facing
- left: Turn 90° counter-clockwise
- right: Turn 90° clockwise

## Constraints
- Cannot enter WALL tiles
- Cannot enter LAVA tiles (sandbox denied)
- Must have KEY to pass DOOR

## Patterns
- Wall-following: Turn right when blocked, then forward
- Key-seeking: Navigate to nearest KEY before DOOR
"""

KNOWLEDGE = """# Level Strategies

## Tutorial Levels (1-3)
- Direct path to goal
- No obstacles require strategy

## Key/Door Levels (4-6)
- Always collect KEY before approaching DOOR
- Pattern: Explore periphery first for keys

## Lava Levels (7-10)
- Maintain 1-tile buffer from LAVA
- If stuck, backtrack and try alternate path
- Success rate: 85% with buffer strategy

## Last Updated
2025-01-15 (from 47 episodes)
"""


def at(days: float = 0, *, seconds: float = 0) -> datetime:
    return NOON + timedelta(days=days, seconds=seconds)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the content of all files below a folder, without locks."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def transcripts_of(levels: Levels) -> list[Conversation]:
    found = map(levels.conversations.read, levels.conversations.paths())
    return [one for one in found if one is not None]


def record_episode(levels: Levels, steps: int = 5, begin: datetime = NOON) -> Path:
    recorder = levels.episodes.record(EpisodeFields(["pose"], ["speed"]), begin)
    drive(recorder, steps, begin)
    recorder.end(begin + timedelta(seconds=steps), success=True, is_terminal=True)
    return recorder.folder


def drive(recorder, steps: int, begin: datetime = NOON) -> None:
    """Feed an episode one observation and one command a second."""
    for second in range(steps):
        time = begin + timedelta(seconds=second)
        recorder.write(
            [("observation", "pose", [float(second), 0.0], time), ("action", "speed", 0.5, time)]
        )
        recorder.write([("reward", "", 1.0, time)])


def recall_over(levels: Levels, clock: Clock) -> MemorySearch:
    """Return a search over levels, without lessons, facts or chunks."""
    home = levels.tree.root
    return MemorySearch(home, clock, RecallSources(levels, FactGraph(home)), zone=timezone.utc)


def append(levels: Levels, *words: str, time: datetime = NOON) -> list[ChainHead]:
    """Append events, and return the chain head after each one."""
    return [levels.events.append([{"what": word}], time) for word in words]


def rotate(levels: Levels, clock: ManualClock, days: float) -> list[RetentionStep]:
    """Run retention ``days`` after noon."""
    clock.set(at(days))
    return levels.apply_retention(levels.plan_retention())


def crash(levels: Levels, clock: Clock, deed: Callable[[Levels], object]) -> None:
    """Run an action in a process that then exits without clean-up."""
    child = os.fork()
    if child == 0:
        deed(Levels(levels.tree.root, clock, zone=timezone.utc))
        os._exit(9)
    os.waitpid(child, 0)


def full_disk(monkeypatch, *, after: int) -> None:
    write, done = os.write, [0]

    def refuse(descriptor, data):
        done[0] += 1
        if done[0] <= after:
            return write(descriptor, data)
        if done[0] == after + 1 and len(data) > 1:
            return write(descriptor, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", refuse)
