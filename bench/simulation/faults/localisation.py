"""GPS and localisation that are lost, or frozen while the robot moves."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from simulation import messages as ros
from simulation.body import Body
from simulation.fault import Fault
from simulation.faults.sensing import freeze
from simulation.robot import Robot
from simulation.timeline import Mask
from simulation.truth import Truth

_MOBILE = frozenset({"rover", "multirotor"})


class GpsFreezes(Fault):
    """The GPS reports the same position while the robot moves."""

    family: ClassVar[str] = "GPS freezes"
    kinds: ClassVar[frozenset[str]] = _MOBILE

    def _before(self, body: Body) -> None:
        count = int(self.chance.integers(1, 5))
        self.intervals = self.episodes(body.timeline, 25.0, 90.0, count, body.busy)

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.NAVSAT)
        if not streams or not robot.claim(streams[0].topic):
            return []
        for one in self.intervals:
            freeze(streams[0], *one)
        return self.truth([streams[0].target()], self.intervals)


class GpsIsLost(Fault):
    """No fix for a while, at any place: the antenna."""

    family: ClassVar[str] = "GPS lost"
    kinds: ClassVar[frozenset[str]] = _MOBILE

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.NAVSAT)
        if not streams or not robot.claim(streams[0].topic):
            return []
        stream = streams[0]
        intervals = self.episodes(robot.timeline, 10.0, 90.0, int(self.chance.integers(2, 6)))
        lose(stream.fields, stream.during(intervals), tells_nan=self.chance.random() < 0.5)
        return self.truth([stream.target()], intervals)


def lose(fields: dict[str, Any], lost: Mask, *, tells_nan: bool) -> None:
    """Remove the fix from a NavSatFix."""
    fields["status"][lost] = -1
    fields["variance"][lost] = 0.0 if tells_nan else 400.0
    if tells_nan:
        for name in ("latitude", "longitude", "altitude"):
            fields[name][lost] = np.nan
