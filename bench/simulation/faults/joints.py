"""Joints of an arm: readings that freeze, backlash that makes them swing."""

from __future__ import annotations

from typing import ClassVar

from simulation.body import Body
from simulation.fault import Fault, merged
from simulation.robot import Robot
from simulation.timeline import inside
from simulation.truth import Truth

_ARM = frozenset({"arm"})


class JointFreezes(Fault):
    """A joint's position and velocity do not move while the arm works."""

    family: ClassVar[str] = "joint reading freezes"
    kinds: ClassVar[frozenset[str]] = _ARM

    def _before(self, body: Body) -> None:
        count = int(self.chance.integers(2, 7))
        self.intervals = self.episodes(body.timeline, 10.0, 40.0, count, body.busy)

    def _after(self, robot: Robot) -> list[Truth]:
        chosen = self.pick(robot.telling("joint velocity"))
        if chosen is None or not robot.claim(chosen.part):
            return []
        for quantity in ("joint position", "joint velocity"):
            for probe in robot.telling(quantity, chosen.part):
                for one in self.intervals:
                    held = inside(probe.stamps, [one])
                    if held.any():
                        still = 0.0 if quantity.endswith("velocity") else probe.values[held][0]
                        probe.values[held] = still
        return self.truth([chosen.target], self.intervals)


class JointSwings(Fault):
    """Backlash: a joint swings at some hertz while it works."""

    family: ClassVar[str] = "joint swings"
    kinds: ClassVar[frozenset[str]] = _ARM
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.name = str(self.chance.choice(body.motors))
        self.size = float(self.chance.uniform(0.3, 2.0))
        self.intervals = self.some(body.timeline, 60.0, 200.0, 3)
        swing = body.timeline.within(self.intervals) & body.busy
        body.mods.extra(f"oscillation {self.name}")[swing] += self.size

    def _after(self, robot: Robot) -> list[Truth]:
        part = f"motor {self.name}"
        if not robot.claim(part):
            return []
        targets = merged([one.target for one in robot.probes if one.part == part])
        return self.truth(targets, self.intervals, must=self.size > 0.6)
