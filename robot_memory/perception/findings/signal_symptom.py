"""The symptoms that a signal may have, in words, and how long each must last.

See docs/explanation/perception.md, "One cause, one entry".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class SignalSymptom:
    """What can be unusual in a signal.

    Attributes:
        name: the part of the key that tells it, and the tag.
        words: the rest of the sentence that begins with the signal's name.
        limit: score from which it counts.
        settle: seconds that it must hold, in which others may join it, before it is told.
        end: seconds of its absence after which it is over.
        times: how often it must come within ten minutes before it is reported.
        again: seconds within which what is over before it settles must come three times; 0: it is
            not told then.
        lasts: seconds that it must hold to count then.
        is_shared: seen in many components at once it is a fault of what joins them.
        is_fact: no healthy signal does that, so its score is no rate and needs no budget.
    """

    name: str
    words: str
    limit: float
    settle: float
    end: float = 30.0
    times: int = 1
    again: float = 0.0
    lasts: float = 0.0
    is_shared: bool = False
    is_fact: bool = False


#: At once, for long, or only at work: for whoever reads it that is one thing.
_SHIFTED = "leaves the range that is normal for it"
#: By the name of their detector; what says most of a cause comes first. The first number is a
#: score, the others are s, but for ``times``.
SYMPTOMS: Mapping[str, SignalSymptom] = {
    "out_of_range": SignalSymptom(
        "out of range", "is beyond what is possible", 0.9, settle=1.0, is_fact=True
    ),
    "frozen": SignalSymptom(
        "frozen", "stands still at one value", 0.8, settle=2.0, again=172_800.0, is_shared=True
    ),
    "bound": SignalSymptom("at its bound", "sits at the end of its range", 0.9, settle=5.0),
    "counter": SignalSymptom(
        "restarted", "begins to count anew", 0.9, settle=2.0, end=60.0, is_shared=True, is_fact=True
    ),
    "unanswered": SignalSymptom(
        "unanswered", "does not answer its command", 0.9, settle=5.0, end=60.0
    ),
    "gross": SignalSymptom("shifted", _SHIFTED, 0.9, settle=5.0, end=60.0, is_fact=True),
    "step": SignalSymptom("shifted", _SHIFTED, 0.7, settle=2.0, end=60.0),
    "apart": SignalSymptom(
        "apart", "differs from the others of its kind", 0.9, settle=20.0, end=300.0, again=172_800.0
    ),
    "disagreement": SignalSymptom(
        "disagreeing", "disagrees with what it agreed with", 0.9, settle=10.0, end=300.0
    ),
    "envelope": SignalSymptom("shifted", _SHIFTED, 0.9, settle=20.0, end=300.0),
    "warmth": SignalSymptom("shifted", _SHIFTED, 0.9, settle=20.0, end=300.0),
    "level_shift": SignalSymptom("shifted", _SHIFTED, 0.9, settle=30.0, end=120.0),
    "friction": SignalSymptom(
        "dragging", "is more than is normal for how it moves", 0.9, settle=1.0, end=600.0
    ),
    "kinematic_residual": SignalSymptom(
        "inconsistent", "does not fit how the position changes", 0.9, settle=20.0, end=300.0
    ),
    "variance": SignalSymptom(
        "shaking",
        "shakes more than is normal for it",
        0.85,
        settle=20.0,
        again=1800.0,
        lasts=8.0,
    ),
    "drift": SignalSymptom("drifting", "drifts away from what is normal for it", 0.9, settle=120.0),
    "spike": SignalSymptom("leaping", "leaps again and again", 0.9, settle=1.0, end=600.0, times=5),
}
RANKS: Mapping[str, int] = {name: rank for rank, name in enumerate(SYMPTOMS)}
