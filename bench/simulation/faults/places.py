"""Faults of places: lips, slippery floor, satellite shadows, dark corners, weak signal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from simulation import messages as ros
from simulation.body import Body
from simulation.fault import Fault, merged
from simulation.faults.localisation import lose
from simulation.robot import Robot
from simulation.site import Spot, visits
from simulation.timeline import Mask
from simulation.truth import Interval, Target, Truth

_ENOUGH_VISITS = 4
#: Lux below which a dark place does not differ from others.
_BRIGHT = 50.0


class _OfPlace(Fault):
    """An effect that occurs whenever a rover passes a spot, from the first day on."""

    kinds: ClassVar[frozenset[str]] = frozenset({"rover"})
    radius: ClassVar[tuple[float, float]] = (0.8, 1.6)
    words: ClassVar[tuple[str, ...]] = ()

    def _before(self, body: Body) -> None:
        assert body.site is not None
        self.spot = body.site.spot(self.chance, float(self.chance.uniform(*self.radius)))
        self.intervals: list[Interval] = []
        self.here: Mask = np.zeros(len(body.timeline.t), dtype=bool)
        if self.spot is not None:
            self.here = self.spot.holds(*body.position()) & body.busy
            self.intervals = visits(self.here, body.timeline.t)
            self._change(body, self.spot)

    def _change(self, body: Body, spot: Spot) -> None:
        """Change the physics within the spot."""

    def place(self, targets: Sequence[Target], effects: Sequence[Target] = ()) -> list[Truth]:
        """Return the truth."""
        if self.spot is None:
            return []
        targets = [*targets, Target("", self.words)]
        return self.truth(
            targets, self.intervals, effects=merged(effects), is_environment=True,
            place=(self.spot.x, self.spot.y), must=len(self.intervals) >= _ENOUGH_VISITS, late=20.0,
        )  # fmt: skip


class SlipperyFloor(_OfPlace):
    """All wheels spin at one place."""

    family: ClassVar[str] = "wheels slip at a place"
    words: ClassVar[tuple[str, ...]] = ("slip", "slips", "slippery")

    def _change(self, body: Body, spot: Spot) -> None:
        size = self.chance.uniform(0.4, 1.2)
        wobble = 1.0 + size * self.chance.uniform(0.3, 1.0, len(self.here))
        body.mods.factor("slip")[self.here] *= wobble[self.here]
        uneven = body.mods.factor(f"slip {body.motors[0]}")
        uneven[self.here] *= 1.0 + 0.3 * size

    def _after(self, robot: Robot) -> list[Truth]:
        kinds = (ros.JOINTS, ros.ODOMETRY, ros.IMU, ros.NAVSAT, ros.POSE)
        targets = [Target(one.topic) for one in robot.streams if one.type in kinds]
        motors = [one.target for one in robot.probes if one.part.startswith("motor")]
        return self.place(targets, motors) if robot.claim("floor") else []


class DoorwayLip(_OfPlace):
    """A bump at one place."""

    family: ClassVar[str] = "bump at a place"
    words: ClassVar[tuple[str, ...]] = ("bump", "bumps", "lip")
    radius: ClassVar[tuple[float, float]] = (0.2, 0.4)

    def _change(self, body: Body, spot: Spot) -> None:
        size = self.chance.uniform(4.0, 14.0)
        knocks = self.chance.standard_normal(len(self.here)) * size
        body.mods.extra("bumps")[self.here] += knocks[self.here]

    def _after(self, robot: Robot) -> list[Truth]:
        targets = [one.target() for one in robot.streams if one.type == ros.IMU]
        return self.place(targets) if robot.claim("bumps") else []


class SatelliteShadow(_OfPlace):
    """No GPS at one place: a roof, a wall."""

    family: ClassVar[str] = "GPS lost at a place"
    words: ClassVar[tuple[str, ...]] = ("GPS", "satellite", "satellites")
    radius: ClassVar[tuple[float, float]] = (1.5, 3.0)

    def _fits(self, body: Body) -> bool:
        return super()._fits(body) and body.site is not None and body.site.outdoors

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.NAVSAT)
        if not streams or not robot.claim(streams[0].topic):
            return []
        lost = streams[0].during(self.intervals)
        lose(streams[0].fields, lost, tells_nan=self.chance.random() < 0.5)
        return self.place([streams[0].target()])


class LostAtAPlace(_OfPlace):
    """Localisation fails at one place: the lidar sees no features there."""

    family: ClassVar[str] = "localisation lost at a place"
    words: ClassVar[tuple[str, ...]] = ("localisation", "recoveries")
    radius: ClassVar[tuple[float, float]] = (1.2, 2.0)

    def _fits(self, body: Body) -> bool:
        return super()._fits(body) and body.site is not None and not body.site.outdoors

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.POSE)
        if not streams or not robot.claim(streams[0].topic):
            return []
        stream = streams[0]
        lost = stream.during(self.intervals)
        stream.fields["variance"][lost] *= self.chance.uniform(20.0, 80.0)
        for name in ("x", "y"):
            stream.fields[name][lost] += self.chance.normal(0.0, 0.5, int(lost.sum()))
        if self.chance.random() < 0.5:
            for begin, _ in self.intervals:
                robot.log(begin + 0.3, 30, "amcl", "Particle filter diverged, recovering")
        return self.place([stream.target()], [Target("/rosout", ("amcl",))])


class DarkPlace(_OfPlace):
    """Too dark for a camera at one place."""

    family: ClassVar[str] = "dark place"
    words: ClassVar[tuple[str, ...]] = ("light", "dark")
    radius: ClassVar[tuple[float, float]] = (1.5, 2.5)

    def _change(self, body: Body, spot: Spot) -> None:
        body.mods.factor("light")[self.here] *= self.chance.uniform(0.005, 0.05)

    def _after(self, robot: Robot) -> list[Truth]:
        streams = robot.of_type(ros.ILLUMINANCE)
        if not streams or not robot.claim(streams[0].topic):
            return []
        lux, dark = streams[0].fields["lux"], streams[0].during(self.intervals)
        by_day = bool(dark.any()) and float(np.median(lux[~dark])) > _BRIGHT
        return [
            replace(truth, must=truth.must and by_day)
            for truth in self.place([streams[0].target()])
        ]


class WeakSignal(_OfPlace):
    """The wireless link is weak at one place."""

    family: ClassVar[str] = "weak signal at a place"
    words: ClassVar[tuple[str, ...]] = ("signal", "wireless")
    radius: ClassVar[tuple[float, float]] = (2.0, 3.5)
    unseen: ClassVar[bool] = True

    def _change(self, body: Body, spot: Spot) -> None:
        body.mods.extra("wireless")[self.here] -= self.chance.uniform(18.0, 32.0)

    def _after(self, robot: Robot) -> list[Truth]:
        probes = robot.telling("wireless")
        if not probes or not robot.claim("Wifi"):
            return []
        return self.place([probes[0].target])
