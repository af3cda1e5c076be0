"""Sensors that freeze, shift, shake, or see nothing."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from simulation import messages as ros
from simulation.body import Body
from simulation.fault import Fault
from simulation.robot import Robot
from simulation.stream import Stream
from simulation.timeline import Array, inside
from simulation.truth import Truth

_MOBILE = frozenset({"rover", "multirotor"})


def freeze(stream: Stream, begin: float, end: float) -> None:
    """Repeat the first measurement of an interval."""
    held = inside(stream.stamps, [(begin, end)])
    if held.any():
        for values in stream.fields.values():
            values[held] = values[held][0]


class ImuFreezes(Fault):
    """The IMU sends the same numbers over and over."""

    family: ClassVar[str] = "IMU freezes"
    kinds: ClassVar[frozenset[str]] = _MOBILE

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.IMU)
        if not streams or not robot.claim(streams[0].topic):
            return []
        intervals = self.episodes(robot.timeline, 8.0, 60.0, int(self.chance.integers(1, 6)))
        for one in intervals:
            freeze(streams[0], *one)
        return self.truth([streams[0].target()], intervals)


class ImuShifts(Fault):
    """The zero of one axis shifts suddenly and stays: a knock, an ageing chip."""

    family: ClassVar[str] = "IMU zero shifts"
    kinds: ClassVar[frozenset[str]] = _MOBILE

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.IMU)
        if not streams or not robot.claim(streams[0].topic):
            return []
        name = str(self.chance.choice(["gx", "gy", "gz", "ax", "ay", "az"]))
        size = float(
            self.chance.uniform(0.06, 0.3) if name[0] == "g" else self.chance.uniform(0.8, 3)
        )
        intervals = self.lasting(robot.timeline)
        values = streams[0].fields[name]
        values[streams[0].during(intervals)] += size * self.chance.choice([-1.0, 1.0])
        must = size > (0.12 if name[0] == "g" else 1.5)
        return self.truth([streams[0].target()], intervals, must=must, late=240.0)


class Shakes(Fault):
    """The robot vibrates more than before, within minutes or at once: a bearing, a propeller."""

    family: ClassVar[str] = "vibration grows"
    kinds: ClassVar[frozenset[str]] = _MOBILE

    def _before(self, body: Body) -> None:
        self.intervals = self.lasting(body.timeline, 0.65)
        self.factor = float(self.chance.uniform(2.0, 7.0))
        body.mods.factor("shaking")[body.timeline.within(self.intervals)] *= self.factor
        if self.chance.random() < 0.5:
            onset = self.intervals[0][0]
            growing = (body.timeline.t >= onset) & (body.timeline.t < onset + 120.0)
            share = (body.timeline.t[growing] - onset) / 120.0
            body.mods.factor("shaking")[growing] *= share + (1.0 - share) / self.factor

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.IMU)
        if not streams or not robot.claim(streams[0].topic):
            return []
        return self.truth([streams[0].target()], self.intervals, must=self.factor > 3.0, late=240.0)


class RangeSticks(Fault):
    """A range sensor always reports its smallest or largest distance: dirt, a dead echo."""

    family: ClassVar[str] = "range sensor sticks"
    kinds: ClassVar[frozenset[str]] = _MOBILE

    def _after(self, robot: Robot) -> list[Truth]:
        streams = [one for one in robot.of_type(ros.RANGE) if _varies(one.fields["value"])]
        if not streams:
            return []
        stream = streams[int(self.chance.integers(len(streams)))]
        if not robot.claim(stream.topic):
            return []
        intervals = self.some(robot.timeline, 60.0, 240.0, int(self.chance.integers(1, 5)))
        values = stream.fields["value"]
        stuck = float(values.max()) if self.chance.random() < 0.4 else float(values.min())
        sticks = stream.during(intervals)
        before = values[sticks].copy()
        values[sticks] = stuck
        moved = np.mean(np.abs(before - stuck) > 0.1) if len(before) else 0.0
        return self.truth([stream.target()], intervals, must=bool(moved > 0.4), late=120.0)


def _varies(values: Array) -> bool:
    """Return whether a range sensor sees something for a good part of the time."""
    return bool(np.mean(values < values.max() - 0.01) > 0.4)


class LidarIsBlocked(Fault):
    """Part of the lidar's view is covered close by, or all of it returns nothing."""

    family: ClassVar[str] = "lidar blocked"
    kinds: ClassVar[frozenset[str]] = frozenset({"rover"})

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.SCAN)
        if not streams or not robot.claim(streams[0].topic):
            return []
        stream = streams[0]
        intervals = self.some(robot.timeline, 20.0, 120.0, int(self.chance.integers(1, 5)))
        ranges, blocked = stream.fields["ranges"], stream.during(intervals)
        beams = ranges.shape[1]
        if self.chance.random() < 0.4:
            ranges[blocked] = np.inf
            return self.truth([stream.target()], intervals)
        width = int(beams * self.chance.uniform(0.15, 0.6))
        first = int(self.chance.integers(0, beams - width))
        covered = self.chance.uniform(0.06, 0.15, (int(blocked.sum()), width))
        ranges[np.flatnonzero(blocked)[:, None], np.arange(first, first + width)] = covered
        return self.truth([stream.target()], intervals, must=width > 0.25 * beams)
