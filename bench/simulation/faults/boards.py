"""Drivers and firmware that restart, count errors, miss their cycle."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from simulation.body import Body
from simulation.fault import Fault, merged
from simulation.robot import Robot
from simulation.truth import Truth

_CARRY = 65536  # packets: overflow of a two-byte counter


class BoardRestarts(Fault):
    """A board restarts while the robot runs: it is silent for seconds, and its counters reset."""

    family: ClassVar[str] = "board restarts"

    def _after(self, robot: Robot) -> list[Truth]:
        uptime = self.pick(robot.telling("uptime"))
        if uptime is None or not robot.claim("Board", "Bus"):
            return []
        stream = uptime.stream
        count = int(self.chance.integers(2, 6))
        intervals = self.episodes(robot.timeline, 3.0, 6.0, count)
        counters = [one for one in robot.probes if one.quantity in ("uptime", "packets")]
        for begin, end in intervals:
            stream.drop(stream.during([(begin, end)]))
            last = robot.timeline.session_at(begin).end
            for probe in counters:
                later = probe.stream.during([(end, last)])
                if later.any():
                    counted = probe.values[later] - probe.values[later][0]
                    probe.values[later] = counted % _CARRY if counted.min() < 0.0 else counted
        names = merged([one.target for one in robot.probes if one.stream is stream])
        return self.truth(names, intervals)


class BusErrorsRunUp(Fault):
    """A counter of communication errors, almost constant so far, rises: a loose plug."""

    family: ClassVar[str] = "bus errors run up"
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.rate = float(np.exp(self.chance.uniform(np.log(0.15), np.log(20.0))))
        self.intervals = self.some(body.timeline, 60.0, 240.0, 3)
        runs = body.timeline.within(self.intervals)
        jitter = self.chance.exponential(1.0, len(runs))
        body.mods.extra("bus errors")[:] += np.cumsum(runs * jitter * self.rate * 0.1)

    def _after(self, robot: Robot) -> list[Truth]:
        probe = self.pick(robot.telling("bus errors"))
        if probe is None or not robot.claim("Bus"):
            return []
        return self.truth([probe.target], self.intervals, must=self.rate > 0.4, late=180.0)


class LoopOverruns(Fault):
    """The control loop takes too long: in every cycle, or at times."""

    family: ClassVar[str] = "control loop gets slow"
    unseen: ClassVar[bool] = True

    def _before(self, body: Body) -> None:
        self.factor = float(self.chance.uniform(1.5, 5.0))
        self.intervals = self.some(body.timeline, 30.0, 200.0, 4)
        body.mods.factor("loop time")[body.timeline.within(self.intervals)] *= self.factor

    def _after(self, robot: Robot) -> list[Truth]:
        probe = self.pick(robot.telling("loop time"))
        if probe is None or not robot.claim("Bus"):
            return []
        return self.truth([probe.target], self.intervals, must=self.factor > 2.2)
