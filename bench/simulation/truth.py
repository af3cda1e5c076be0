"""What a careful engineer beside the robot would write down."""

from __future__ import annotations

from dataclasses import dataclass

Interval = tuple[float, float]
"""Begin and end, seconds since the run's start."""


@dataclass(frozen=True)
class Target:
    """Where something shows: a topic, and words of which one must be used.

    Attributes:
        topic: its full name.
        words: names of the part; a dotted path's index is written ``[2]``. Empty: the topic is
            about nothing else, and naming it is enough.
    """

    topic: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Condition:
    """Under which condition something happens.

    Attributes:
        variable: speed, load, temperature, payload, battery, program.
        limit: of that variable, in its unit.
        above: whether it happens above the limit.
    """

    variable: str
    limit: float
    above: bool = True


@dataclass(frozen=True)
class Truth:
    """One thing to be remembered, or one that may be.

    Attributes:
        family: of faults that it is one of.
        targets: where it shows; an entry about any of them has found it.
        intervals: when it was so.
        effects: where it shows as well, so that an entry about it is no false alarm.
        is_environment: it belongs to a place, not to the robot.
        place: where, metres in the robot's map.
        condition: what brings it on.
        must: a careful engineer remembers it; else opinions differ, and it is neither counted
            as found nor as missed.
        late: seconds after an interval's end in which an onset still belongs to it.
    """

    family: str
    targets: tuple[Target, ...]
    intervals: tuple[Interval, ...]
    effects: tuple[Target, ...] = ()
    is_environment: bool = False
    place: tuple[float, float] | None = None
    condition: Condition | None = None
    must: bool = True
    late: float = 60.0
