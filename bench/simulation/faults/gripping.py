"""What an arm holds, and what stops it."""

from __future__ import annotations

from typing import ClassVar

from simulation import messages as ros
from simulation.body import Body
from simulation.fault import Fault, merged
from simulation.robot import Robot
from simulation.truth import Condition, Target, Truth

_ARM = frozenset({"arm"})


class GripperSlips(Fault):
    """The carried part is lost on the way."""

    family: ClassVar[str] = "gripper slips"
    kinds: ClassVar[frozenset[str]] = _ARM

    def _before(self, body: Body) -> None:
        held = body.conditions()["payload"]
        self.condition: Condition | None = None
        carries = held > 0.0
        heavy = float(held.max()) * 0.6
        if self.chance.random() < 0.5 and (held[carries] < heavy).any():
            self.condition = Condition("payload", heavy)
            carries = held > heavy
        count = int(self.chance.integers(4, 12))
        self.intervals = self.episodes(body.timeline, 3.0, 8.0, count, carries)
        body.mods.factor("grip")[body.timeline.within(self.intervals)] = 0.0

    def _after(self, robot: Robot) -> list[Truth]:
        flags = [one for one in robot.of_type(ros.BOOL) if "gripper" in one.topic]
        lost = [one for one in flags if one.topic.endswith("lost")]
        if not flags or not robot.claim("gripper", *(one.topic for one in flags)):
            return []
        gripper = [one.target for one in robot.probes if one.part in ("gripper", "vacuum")]
        targets = merged([*(one.target() for one in flags), *gripper])
        return self.truth(
            targets, self.intervals, condition=self.condition,
            must=bool(lost) and len(self.intervals) >= 2,
        )  # fmt: skip


class ProtectiveStop(Fault):
    """The arm stops itself, on some robots only at high speed or with a heavy payload."""

    family: ClassVar[str] = "protective stop"
    kinds: ClassVar[frozenset[str]] = _ARM

    def _before(self, body: Body) -> None:
        self.condition: Condition | None = None
        busy = body.busy
        drawn = body.draw_condition(self.chance) if self.chance.random() < 0.7 else None
        if drawn is not None:
            self.condition, busy = drawn
        count = int(self.chance.integers(3, 14))
        self.intervals = self.episodes(body.timeline, 4.0, 25.0, count, busy)
        body.mods.factor("pace")[body.timeline.within(self.intervals)] = 0.0

    def _after(self, robot: Robot) -> list[Truth]:
        flags = [one for one in robot.of_type(ros.BOOL) if "stop" in one.topic]
        if not flags or not robot.claim(*(one.topic for one in flags)):
            return []
        if self.chance.random() < 0.4:
            for begin, _ in self.intervals:
                robot.log(begin + 0.05, 40, "arm_driver", "Protective stop: joint limit violation")
        log = Target("/rosout", ("arm_driver", "Protective stop"))
        running = [one.target() for one in robot.of_type(ros.BOOL) if "running" in one.topic]
        return self.truth(
            [*(one.target() for one in flags), log], self.intervals, effects=tuple(running),
            condition=self.condition, must=len(self.intervals) >= 2,
        )  # fmt: skip


class VacuumLeaks(Fault):
    """A suction cup holds with less vacuum than before."""

    family: ClassVar[str] = "vacuum leaks"
    kinds: ClassVar[frozenset[str]] = _ARM
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.share = float(self.chance.uniform(0.4, 0.85))
        self.intervals = self.some(body.timeline, 90.0, 300.0, 2)
        body.mods.factor("vacuum")[body.timeline.within(self.intervals)] *= self.share

    def _after(self, robot: Robot) -> list[Truth]:
        probe = self.pick(robot.telling("vacuum"))
        if probe is None or not robot.claim(probe.stream.topic, "vacuum"):
            return []
        return self.truth([probe.target], self.intervals, must=self.share < 0.7)


class WrenchShifts(Fault):
    """The tool's force sensor has an offset: a cable pulls, or it was overloaded."""

    family: ClassVar[str] = "force sensor shifts"
    kinds: ClassVar[frozenset[str]] = _ARM
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.size = float(self.chance.uniform(4.0, 40.0))
        self.intervals = self.lasting(body.timeline)
        body.mods.extra("wrench")[body.timeline.within(self.intervals)] += self.size

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.WRENCH)
        if not streams or not robot.claim(streams[0].topic):
            return []
        return self.truth([streams[0].target()], self.intervals, must=self.size > 12.0)
