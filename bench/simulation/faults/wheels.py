"""Wheels of a rover: encoders that drop out, friction that grows, slip of one of them."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from simulation.body import Body
from simulation.fault import Fault, merged
from simulation.robot import Robot
from simulation.timeline import inside
from simulation.truth import Condition, Interval, Target, Truth

_ROVER = frozenset({"rover"})
_LOADS = frozenset({"current", "joint effort", "wheel effort"})


class EncoderDropsOut(Fault):
    """A wheel's encoder reports standstill while it turns; for some only above a speed."""

    family: ClassVar[str] = "encoder drops out"
    kinds: ClassVar[frozenset[str]] = _ROVER

    def _before(self, body: Body) -> None:
        self.condition: Condition | None = None
        busy = body.conditions()["speed"] > 0.25
        drawn = body.draw_condition(self.chance) if self.chance.random() < 0.6 else None
        if drawn is not None:
            self.condition, busy = drawn[0], drawn[1] & busy
        count = int(self.chance.integers(4, 16))
        self.intervals = self.episodes(body.timeline, 3.0, 10.0, count, busy)

    def _after(self, robot: Robot) -> list[Truth]:
        velocity = self.pick(robot.telling("wheel velocity"))
        if velocity is None or not robot.claim(velocity.part):
            return []
        gone = velocity.stream.during(self.intervals)
        velocity.values[gone] = 0.0
        for probe in robot.telling("wheel position", velocity.part):
            for begin, end in self.intervals:
                held = inside(probe.stamps, [(begin, end)])
                if held.any():
                    probe.values[held] = probe.values[held][0]
        moved = np.interp(velocity.stamps, robot.timeline.t, robot.busy) > 0.5
        seen = sum(bool((moved & inside(velocity.stamps, [one])).any()) for one in self.intervals)
        return self.truth(
            [velocity.target], self.intervals, condition=self.condition, must=seen >= 2
        )


class WheelSlips(Fault):
    """One wheel spins now and then: worn tyre, loose hub."""

    family: ClassVar[str] = "one wheel slips"
    kinds: ClassVar[frozenset[str]] = _ROVER
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.name = str(self.chance.choice(body.motors))
        self.intervals = self.episodes(body.timeline, 2.0, 6.0, 14, body.busy)
        factor = body.mods.factor(f"slip {self.name}")
        factor[body.timeline.within(self.intervals)] *= self.chance.uniform(1.5, 2.2)

    def _after(self, robot: Robot) -> list[Truth]:
        probes = robot.telling("wheel velocity", f"motor {self.name}")
        if not probes or not robot.claim(f"motor {self.name}"):
            return []
        probes += robot.telling("shaft speed", f"motor {self.name}")  # from the driver
        effects = [one.target for one in robot.probes if one.part == f"motor {self.name}"]
        effects += [one.target() for one in robot.streams if one.type.endswith("/Odometry")]
        return self.truth(
            merged([one.target for one in probes]), self.intervals, effects=merged(effects),
            must=len(self.intervals) >= 4,
        )  # fmt: skip


class FrictionGrows(Fault):
    """A bearing gets stiffer from day to day: friction rises by 35 % to 180 %."""

    family: ClassVar[str] = "friction grows"
    kinds: ClassVar[frozenset[str]] = frozenset({"rover", "arm"})
    needs_days: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.name = str(self.chance.choice(body.motors))
        last = len(body.timeline.sessions) - 1
        self.growth = float(self.chance.uniform(0.35, 1.8))
        share = np.clip((body.timeline.session - 2.0) / (last - 2.0), 0.0, 1.0)
        body.mods.factor(f"friction {self.name}")[:] *= 1.0 + self.growth * share
        self.intervals: list[Interval] = [
            (one.begin, one.end) for one in body.timeline.sessions if one.number > 2
        ]

    def _after(self, robot: Robot) -> list[Truth]:
        part = f"motor {self.name}"
        if not robot.claim(part):
            return []
        must = self.growth > 0.6 and _is_load_told(robot, part)
        return self.truth(_targets_of(robot, part), self.intervals, must=must, late=1e9)


class MotorDraws(Fault):
    """A motor suddenly draws more current than before: something rubs."""

    family: ClassVar[str] = "motor draws more"
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.name = str(self.chance.choice(body.motors))
        self.factor = float(self.chance.uniform(1.3, 2.6))
        self.intervals = self.some(body.timeline, 120.0, 300.0, 2)
        factor = body.mods.factor(f"friction {self.name}")
        factor[body.timeline.within(self.intervals)] *= self.factor

    def _after(self, robot: Robot) -> list[Truth]:
        part = f"motor {self.name}"
        if not robot.claim(part):
            return []
        must = self.factor > 1.6 and _is_load_told(robot, part)
        return self.truth(_targets_of(robot, part), self.intervals, must=must, late=180.0)


def _targets_of(robot: Robot, part: str) -> tuple[Target, ...]:
    """Return the targets that a finding about a part may name."""
    return merged([one.target for one in robot.probes if one.part == part])


def _is_load_told(robot: Robot, part: str) -> bool:
    """Return whether the robot measures the load of a part."""
    return any(one.part == part and one.quantity in _LOADS for one in robot.probes)
