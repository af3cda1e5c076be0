"""The notes that a careful engineer beside the robot would take."""

from __future__ import annotations

from dataclasses import dataclass

Interval = tuple[float, float]
"""Begin and end, seconds since the run's start."""


@dataclass(frozen=True)
class Target:
    """A place where a fault shows: a topic, and words of which one must be used.

    Attributes:
        topic: its full name.
        words: names of the part; a dotted path's index is written ``[2]``. Empty:
            naming the topic is enough.
    """

    topic: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Condition:
    """The condition under which a fault occurs.

    Attributes:
        variable: speed, load, temperature, payload, battery, program.
        limit: of that variable, in its unit.
        above: whether it occurs above the limit.
    """

    variable: str
    limit: float
    above: bool = True


@dataclass(frozen=True)
class Truth:
    """A fact to be remembered, or a debatable one.

    Attributes:
        family: its family of faults.
        targets: where it shows; an entry about any of them has found it.
        intervals: the times when it was true.
        effects: other places where it shows; an entry about them is no false alarm.
        is_environment: whether it belongs to a place, not to the robot.
        place: where, metres in the robot's map.
        condition: its cause.
        must: whether a careful engineer remembers it; otherwise it is debatable, and
            counts neither as found nor as missed.
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
