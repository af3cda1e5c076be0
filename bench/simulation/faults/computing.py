"""The on-board computer: memory that leaks, a fan that stands, a process that runs wild."""

from __future__ import annotations

from typing import ClassVar

from simulation.body import Body
from simulation.fault import Fault, merged
from simulation.robot import Robot
from simulation.truth import Target, Truth


def _targets(robot: Robot, *parts: str) -> tuple[Target, ...]:
    return merged([one.target for one in robot.probes if one.part in parts])


class MemoryLeaks(Fault):
    """A process uses more and more memory until little is left; the robot's restart frees it."""

    family: ClassVar[str] = "memory leaks"
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.intervals = self.lasting(body.timeline, 0.6)
        leak = body.mods.extra("memory")
        slope = self.chance.uniform(0.05, 0.2)
        for begin, end in self.intervals:
            here = (body.timeline.t >= begin) & (body.timeline.t < end)
            leak[here] = slope * (body.timeline.t[here] - begin)
        self.grows = slope * max(end - begin for begin, end in self.intervals)

    def _after(self, robot: Robot) -> list[Truth]:
        targets = _targets(robot, "Memory")
        if not targets or not robot.claim("Memory"):
            return []
        return self.truth(targets, self.intervals, must=self.grows > 40.0)


class FanStops(Fault):
    """The computer's fan stops, and the computer gets hot."""

    family: ClassVar[str] = "fan stops"
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.intervals = self.some(body.timeline, 120.0, 400.0, 2)
        body.mods.factor("computer fan")[body.timeline.within(self.intervals)] = 0.0

    def _after(self, robot: Robot) -> list[Truth]:
        fan, warm = _targets(robot, "Fan"), _targets(robot, "CPU")
        if not robot.claim("Fan", "CPU"):
            return []
        return self.truth([*fan, *warm], self.intervals, late=240.0)


class ProcessRunsWild(Fault):
    """A process uses all of the processor for a while."""

    family: ClassVar[str] = "processor overloaded"
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.size = float(self.chance.uniform(20.0, 80.0))
        self.intervals = self.some(body.timeline, 40.0, 200.0, 3)
        body.mods.extra("processor load")[body.timeline.within(self.intervals)] += self.size

    def _after(self, robot: Robot) -> list[Truth]:
        targets = _targets(robot, "CPU")
        if not targets or not robot.claim("CPU"):
            return []
        return self.truth(targets, self.intervals, must=self.size > 35.0, late=120.0)


class AntennaIsLoose(Fault):
    """The wireless signal drops at times, at any place: a loose plug."""

    family: ClassVar[str] = "antenna loose"
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.intervals = self.episodes(body.timeline, 15.0, 60.0, int(self.chance.integers(2, 7)))
        size = self.chance.uniform(15.0, 35.0)
        body.mods.extra("wireless")[body.timeline.within(self.intervals)] -= size
        self.size = float(size)

    def _after(self, robot: Robot) -> list[Truth]:
        targets = _targets(robot, "Wifi")
        if not targets or not robot.claim("Wifi"):
            return []
        must = self.size > 20.0 and len(self.intervals) >= 2
        return self.truth(targets, self.intervals, must=must)
