"""Batteries that get old, gauges that jump, supplies that get noisy."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from simulation import messages as ros
from simulation.body import Body
from simulation.fault import Fault
from simulation.robot import Robot
from simulation.timeline import inside
from simulation.truth import Truth

_MOBILE = frozenset({"rover", "multirotor"})


class BatterySags(Fault):
    """A cell gets weak: the voltage drops under load."""

    family: ClassVar[str] = "battery sags"
    kinds: ClassVar[frozenset[str]] = _MOBILE

    def _before(self, body: Body) -> None:
        self.intervals = self.lasting(body.timeline)
        self.factor = float(self.chance.uniform(2.5, 6.0))
        body.mods.factor("resistance")[body.timeline.within(self.intervals)] *= self.factor

    def _after(self, robot: Robot) -> list[Truth]:
        streams = [one for one in robot.of_type(ros.BATTERY) if one.fields["present"].any()]
        if not streams or not robot.claim(streams[0].topic):
            return []
        return self.truth([streams[0].target()], self.intervals, must=self.factor > 3.5, late=180.0)


class GaugeJumps(Fault):
    """The reported charge drops by a quarter to a half for some seconds."""

    family: ClassVar[str] = "battery gauge jumps"
    kinds: ClassVar[frozenset[str]] = _MOBILE
    unseen: ClassVar[bool] = True

    def _after(self, robot: Robot) -> list[Truth]:
        streams = [one for one in robot.of_type(ros.BATTERY) if one.fields["present"].any()]
        if not streams or not robot.claim(streams[0].topic):
            return []
        stream, count = streams[0], int(self.chance.integers(3, 7))
        intervals = self.episodes(robot.timeline, 8.0, 40.0, count)
        charge = stream.fields["percentage"]
        for one in intervals:
            charge[inside(stream.stamps, [one])] *= self.chance.uniform(0.5, 0.75)
        return self.truth([stream.target()], intervals)


class RailGetsNoisy(Fault):
    """A supply's capacitor dies: its voltage gets noisy, and its mean stays."""

    family: ClassVar[str] = "rail gets noisy"
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.name = str(self.chance.choice(["5V", "12V", "3V3"]))
        self.factor = float(self.chance.uniform(4.0, 25.0))
        self.intervals = self.some(body.timeline, 90.0, 300.0, 2)
        body.mods.factor(f"hiss {self.name}")[body.timeline.within(self.intervals)] *= self.factor

    def _after(self, robot: Robot) -> list[Truth]:
        part = f"{self.name} rail"
        probes = robot.telling("rail", part)
        if not probes or not robot.claim(part):
            return []
        return self.truth([probes[0].target], self.intervals, must=self.factor > 8.0)


class BarometerJumps(Fault):
    """Wind or water in the housing: the pressure jumps by 300 to 2500 Pa."""

    family: ClassVar[str] = "barometer jumps"
    kinds: ClassVar[frozenset[str]] = frozenset({"multirotor"})
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.intervals = self.episodes(body.timeline, 2.0, 15.0, int(self.chance.integers(4, 12)))
        size = self.chance.uniform(300.0, 2500.0) * self.chance.choice([-1.0, 1.0])
        body.mods.extra("pressure")[body.timeline.within(self.intervals)] += size
        self.size = abs(float(size))

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.PRESSURE)
        if not streams or not robot.claim(streams[0].topic):
            return []
        return self.truth([streams[0].target()], self.intervals, must=self.size > 700.0)


class CompassIsDisturbed(Fault):
    """Something magnetic is near the compass now and then: a loose cable, a new payload."""

    family: ClassVar[str] = "compass is disturbed"
    kinds: ClassVar[frozenset[str]] = frozenset({"multirotor"})
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.size = float(self.chance.uniform(20e-6, 120e-6))
        self.intervals = self.some(body.timeline, 30.0, 150.0, 3)
        body.mods.extra("magnetic")[body.timeline.within(self.intervals)] += self.size

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.MAGNETIC)
        if not streams or not robot.claim(streams[0].topic):
            return []
        return self.truth([streams[0].target()], self.intervals, must=self.size > 40e-6)


class BatteryRunsLow(Fault):
    """The battery is used until little charge is left."""

    family: ClassVar[str] = "battery runs low"
    kinds: ClassVar[frozenset[str]] = _MOBILE

    def _after(self, robot: Robot) -> list[Truth]:
        streams = [one for one in robot.of_type(ros.BATTERY) if one.fields["present"].any()]
        if not streams or not robot.claim(streams[0].topic):
            return []
        stream, session = streams[0], robot.timeline.sessions[-1]
        here = inside(stream.stamps, [(session.begin, session.end)])
        charge = stream.fields["percentage"]
        last = float(charge[here][-1])
        full = 100.0 if np.nanmax(charge) > 1.5 else 1.0
        gone = np.linspace(0.0, 1.0, int(here.sum())) * max(0.0, last - 0.11 * full)
        charge[here] -= gone
        low = stream.stamps[here & (charge < 0.2 * full)]
        if not len(low):
            return []
        return self.truth([stream.target()], [(float(low[0]), session.end)])
