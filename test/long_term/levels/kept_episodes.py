"""Episodes that an episode keeper begins and ends."""

from __future__ import annotations

from datetime import datetime

from levels_builders import at

from robot_memory.long_term.episodes import EpisodeKeeper
from robot_memory.long_term.levels import EpisodeFields
from robot_memory.long_term.levels.episode_store import EpisodeRecorder

ABOUT = {"task": "drive"}


def begin(keeper: EpisodeKeeper, time: datetime) -> EpisodeRecorder | None:
    """Begin an episode with one observation and one action."""
    return keeper.begin(EpisodeFields(["pose"], ["speed"], 0.2), time, ABOUT)


def record(keeper: EpisodeKeeper, time: datetime, seconds: float = 60.0, size: int = 1) -> None:
    """Record an episode of some seconds with one action and one observation."""
    tape = begin(keeper, time)
    assert tape is not None
    tape.write([("action", "speed", 0.5, time), ("observation", "pose", [0.1] * size, time)])
    tape.end(at(seconds=seconds + (time - at()).total_seconds()), success=False, is_terminal=False)
