"""How confidence grows with evidence and decays without (document 000 §4, rules.md §2.3 to §2.5).

Pure functions: the time is an argument, nothing is read or written.

See docs/explanation/confidence.md, "How it changes" and "What the value decides".
"""

from __future__ import annotations

from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from robot_memory.entries.memory_entry import KEPT_UNTIL, MemoryEntry
from robot_memory.foundation.settings import Settings

DAY = 86400.0  # s
_ROUNDING_FACTOR = 1e9  # rounds to nine digits, exactly as numpy does
_RECURRENCE_STEP = 0.10  # confidence for each further day
_RECURRENCE_LIMIT = 0.80  # confidence

HIGH, MEDIUM, LOW = "🔴", "🟡", "🟢"


def decayed(
    confidence: NDArray[np.float64], elapsed: NDArray[np.float64], decay_per_day: float
) -> NDArray[np.float64]:
    """Return confidences after ``elapsed`` seconds without evidence (document 000 §4.3).

    The result is rounded to nine digits before any comparison: 1.0 after 18 days is 0.1, not
    0.0999…98. Evidence from the future counts as evidence from now.
    """
    days = np.maximum(0.0, elapsed) / DAY
    worth: NDArray[np.float64] = np.maximum(0.0, confidence - decay_per_day * days)
    return worth.round(9)


def effective(entry: MemoryEntry, now: datetime, decay_per_day: float) -> float:
    """Return the present confidence of an entry, bit-identical to :func:`decayed`.

    A kept entry does not fade; after its date it is worth nothing (rules.md §1.17).
    """
    if KEPT_UNTIL in entry.extra:
        return entry.confidence if entry.stands(now) else 0.0
    # Scalars: numpy would take ten times as long.
    days = max(0.0, (now - entry.last_reinforced).total_seconds()) / DAY
    worth = max(0.0, entry.confidence - decay_per_day * days)
    return round(worth * _ROUNDING_FACTOR) / _ROUNDING_FACTOR


def band(confidence: float) -> str:
    """Return the mark for a confidence (document 000 §5), chosen before rounding to percent."""
    if confidence >= 0.80:
        return HIGH
    return MEDIUM if confidence >= 0.50 else LOW


def reinforce(
    entry: MemoryEntry, time: datetime, first_confidence: float, settings: Settings
) -> MemoryEntry:
    """Count new evidence for an entry (document 000 §4.2, rules.md §2.3 and §2.4).

    Args:
        time: when the evidence was seen. It becomes ``last_reinforced`` even if that moves back:
            this corrects a stamp from the future.
        first_confidence: the first confidence of a new entry from this evidence.
    """
    since_last = abs((time - entry.last_reinforced).total_seconds())
    step = settings.reinforce_step if since_last >= settings.reinforce_interval else 0.0
    days = entry.days_observed + (time.date() > entry.last_reinforced.date())
    confidence = min(1.0, effective(entry, time, settings.decay_per_day) + step)
    if settings.recurrence:
        confidence = max(confidence, recurrence_floor(days, first_confidence))
    return entry.grown(
        confidence=round(confidence, 9),
        last_reinforced=time,
        observation_count=entry.observation_count + 1,
        extra={**entry.extra, "days_observed": days} if days > 1 else entry.extra,
    )


def recurrence_floor(days: int, first_confidence: float) -> float:
    """Return the least confidence after evidence on ``days`` distinct days (rules.md §2.4).

    The plain formula gives a fault that returns after ten days less than a new fault.
    """
    if days <= 2:
        return first_confidence if days == 2 else 0.0
    return round(min(_RECURRENCE_LIMIT, first_confidence + _RECURRENCE_STEP * (days - 1)), 9)
