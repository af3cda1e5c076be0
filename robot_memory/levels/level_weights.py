"""The weights of the levels, and their decay (002; rules.md §8.7). No clock, no disk.

See docs/reference/levels.md, "Reading".
"""

from __future__ import annotations

from datetime import datetime

from robot_memory.levels.level_tree import MemoryLevel

#: The document leaves these weights open (rules.md §8.7).
LEVEL_WEIGHTS = {MemoryLevel.PROCEDURAL: 1.0, MemoryLevel.SEMANTIC: 0.8, MemoryLevel.EPISODIC: 0.5}
#: 002 §CMS Level Mapping; a day.
DECAY = {MemoryLevel.PROCEDURAL: 0.999, MemoryLevel.SEMANTIC: 0.99, MemoryLevel.EPISODIC: 0.9}


def weight_of(level: MemoryLevel, time: datetime | None, now: datetime) -> float:
    """Return the weight of what a level says.

    Newer knowledge weighs more: its weight decays by 1 % a day, but not below the weight of the
    episodic level. The other levels do not decay; retention removes sessions instead.

    Args:
        time: when it was said or brought up to date; None where that is not known.
    """
    weight = LEVEL_WEIGHTS[level]
    if level is not MemoryLevel.SEMANTIC or time is None:
        return weight
    days = max(0.0, (now - time).total_seconds() / 86400.0)
    decayed: float = weight * DECAY[level] ** days
    return max(LEVEL_WEIGHTS[MemoryLevel.EPISODIC], decayed)
