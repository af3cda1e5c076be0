"""The base class of faults, and the times at which they show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from simulation.body import Body
from simulation.robot import Robot
from simulation.stream import Probe
from simulation.timeline import Mask, Timeline
from simulation.truth import Interval, Target, Truth

ALL = frozenset({"rover", "arm", "multirotor"})
#: Share of its running time in which a robot is healthy at first, so that the memory can learn what
#: is normal.
HEALTHY_AT_FIRST = 0.35
_TRIES = 200
_APART = 25.0
_BEFORE_THE_END = 8.0


class Fault:
    """A fault of a robot.

    A family acts in two places: it changes the physics before the robot runs, and the measurements
    and messages afterwards.

    Args:
        chance: source of the differences between faults.

    Attributes:
        family: its name.
        kinds: the kinds of robots that may have it.
        unseen: held out: no rule may ever be written for it; only general detectors find it.
        needs_days: whether it takes a week to grow.
    """

    family: ClassVar[str] = ""
    kinds: ClassVar[frozenset[str]] = ALL
    unseen: ClassVar[bool] = False
    needs_days: ClassVar[bool] = False

    def __init__(self, chance: np.random.Generator) -> None:
        self.chance = chance

    def fits(self, body: Body) -> bool:
        """Return whether this robot may have the fault."""
        return self._fits(body)

    def before(self, body: Body) -> None:
        """Change the physics."""
        self._before(body)

    def after(self, robot: Robot) -> list[Truth]:
        """Change the measurements and messages; return the truths to be remembered."""
        return self._after(robot)

    def _fits(self, body: Body) -> bool:
        return body.kind in self.kinds and (not self.needs_days or body.timeline.days > 3.0)

    def _before(self, body: Body) -> None:
        pass

    def _after(self, robot: Robot) -> list[Truth]:
        return []

    # -- drawing ---------------------------------------------------------------------------

    def episodes(
        self, timeline: Timeline, least: float, most: float, count: int, when: Mask | None = None
    ) -> list[Interval]:
        """Draw the intervals in which the fault shows.

        Args:
            timeline: the robot's.
            least, most: shortest and longest duration, s.
            count: the most intervals.
            when: times at which it may begin, on the grid.
        """
        late = timeline.run > HEALTHY_AT_FIRST * timeline.seconds
        open_times = np.flatnonzero(
            late & (timeline.into > 60.0) & (True if when is None else when)
        )
        found: list[Interval] = []
        for _ in range(_TRIES if len(open_times) else 0):
            if len(found) == count:
                break
            begin = float(timeline.t[self.chance.choice(open_times)])
            end = begin + float(self.chance.uniform(least, most))
            if end > timeline.session_at(begin).end - _BEFORE_THE_END:
                continue
            if all(end + _APART < one[0] or one[1] + _APART < begin for one in found):
                found.append((begin, end))
        return sorted(found)

    def lasting(self, timeline: Timeline, latest: float = 0.75) -> list[Interval]:
        """Draw an onset after which the fault stays; return an interval for each session."""
        share = self.chance.uniform(HEALTHY_AT_FIRST + 0.1, latest)
        onset = float(timeline.t[int(share * len(timeline.t))])
        return [
            (max(onset, one.begin), one.end) for one in timeline.sessions if one.end > onset + 60.0
        ]

    def some(self, timeline: Timeline, least: float, most: float, count: int) -> list[Interval]:
        """Draw whether the fault stays or comes and goes; return its intervals."""
        if self.chance.random() < 0.4:
            return self.lasting(timeline)
        return self.episodes(timeline, least, most, count)

    def pick(self, probes: Sequence[Probe]) -> Probe | None:
        """Draw one of several numbers; None if there are none."""
        return probes[int(self.chance.integers(len(probes)))] if probes else None

    def truth(
        self, targets: Sequence[Target], intervals: Sequence[Interval], **more: object
    ) -> list[Truth]:
        """Return the truth to be remembered; empty if the fault never shows."""
        if not intervals or not targets:
            return []
        return [Truth(self.family, tuple(targets), tuple(intervals), **more)]  # type: ignore[arg-type]


def merged(targets: Sequence[Target]) -> tuple[Target, ...]:
    """Return targets without repetition."""
    return tuple(dict.fromkeys(targets))
