"""Rotors of a multirotor."""

from __future__ import annotations

from typing import ClassVar

from simulation import messages as ros
from simulation.body import Body
from simulation.fault import Fault, merged
from simulation.robot import Robot
from simulation.truth import Truth

_FLIES = frozenset({"multirotor"})


class RotorDeviates(Fault):
    """One rotor turns slower or faster than the others: its ESC or propeller."""

    family: ClassVar[str] = "rotor deviates"
    kinds: ClassVar[frozenset[str]] = _FLIES

    def _before(self, body: Body) -> None:
        self.name = str(self.chance.choice(body.motors))
        self.size = float(self.chance.uniform(0.06, 0.3))
        self.intervals = self.some(body.timeline, 40.0, 150.0, 4)
        here = body.timeline.within(self.intervals)
        sign = float(self.chance.choice([-1.0, 1.0]))
        for name in body.motors:
            size = sign * self.size if name == self.name else -sign * self.size / len(body.motors)
            body.mods.factor(f"rotor {name}")[here] *= 1.0 + size
        body.mods.factor("shaking")[here] *= 1.0 + 2.0 * self.size

    def _after(self, robot: Robot) -> list[Truth]:
        part = f"motor {self.name}"
        if not robot.claim(part):
            return []
        targets = merged([one.target for one in robot.probes if one.part == part])
        shakes = [one.target() for one in robot.of_type(ros.IMU)]
        others = [one.target for one in robot.probes if one.part.startswith("motor")]
        flown = [one for one in self.intervals if (robot.busy & robot.timeline.within([one])).any()]
        return self.truth(
            targets, self.intervals, effects=merged([*shakes, *others]),
            must=self.size > 0.12 and bool(flown), late=120.0,
        )  # fmt: skip
