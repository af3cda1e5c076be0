"""How a multirotor moves: flights between waypoints, often with a fresh battery afterwards."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from simulation.timeline import STEP, Array, Mask, Session, Timeline


@dataclass
class Flight:
    """Position and state of a multirotor, on the grid; SI units.

    Attributes:
        position, velocity: east, north, up.
        yaw: rad.
        flies: whether it is off the ground.
        armed: whether the rotors turn.
        swapped: whether a fresh battery is inserted at that moment.
    """

    position: Array
    velocity: Array
    yaw: Array
    flies: Mask
    armed: Mask
    swapped: Mask


@dataclass
class _Pilot:
    """Chooses where to fly, ten times a second."""

    chance: np.random.Generator
    session: Session
    fastest: float
    height: float

    def __post_init__(self) -> None:
        self.place = [0.0, 0.0, 0.0]
        self.velocity = [0.0, 0.0, 0.0]
        self.yaw = float(self.chance.uniform(-3.0, 3.0))
        self.goals: list[tuple[float, float, float]] = []
        self.hover = 0.0
        self.takeoff = self.session.begin + float(self.chance.uniform(25.0, 60.0))
        self.armed = self.swapped = False

    @property
    def flies(self) -> bool:
        """Whether it is off the ground."""
        return self.place[2] > 0.05

    def step(self, now: float) -> None:
        """Advance by one step."""
        self.swapped = False
        if not self.armed and now >= self.takeoff - 4.0:
            self.armed = True
            self._plan(now)
        if now < self.takeoff or not self.goals:
            self.velocity = [0.5 * speed for speed in self.velocity]
            return
        self._fly(now)

    def _plan(self, now: float) -> None:
        chance = self.chance
        height = float(self.height * chance.uniform(0.6, 1.2))
        self.goals = [(0.0, 0.0, height)]
        for _ in range(int(chance.integers(4, 9))):
            east, north = chance.uniform(-35.0, 35.0, 2).tolist()
            self.goals.append((east, north, height + chance.uniform(-4.0, 6.0)))
        self.goals += [(0.0, 0.0, height), (0.0, 0.0, 0.0)]

    def _fly(self, now: float) -> None:
        goal = self.goals[0]
        way = [there - here for there, here in zip(goal, self.place, strict=True)]
        away = math.sqrt(np.dot(way, way))
        if away < 0.3 or (goal[2] == 0.0 and self.place[2] < 0.05):
            self._reach(now)
            return
        pace = 0.0 if now < self.hover else min(self.fastest, 0.8 * away + 0.2)
        limits = (self.fastest, self.fastest, 1.5)
        for axis, (part, limit) in enumerate(zip(way, limits, strict=True)):
            wish = min(max(part / away * pace, -limit), limit)
            self.velocity[axis] += min(max(wish - self.velocity[axis], -0.2), 0.2)
            self.place[axis] += self.velocity[axis] * STEP
        self.place[2] = max(0.0, self.place[2])
        east, north, _ = self.velocity
        if math.hypot(east, north) > 0.8:
            error = float(np.arctan2(north, east)) - self.yaw
            error = (error + np.pi) % (2.0 * np.pi) - np.pi
            self.yaw += min(max(error, -0.06), 0.06)

    def _reach(self, now: float) -> None:
        goal = self.goals.pop(0)
        self.hover = now + float(self.chance.exponential(6.0))
        if goal[2] == 0.0:
            self.place[2] = 0.0
            self.velocity = [0.0, 0.0, 0.0]
            self.armed = False
            self.goals = []
            self.swapped = bool(self.chance.random() < 0.7)
            self.takeoff = now + float(self.chance.uniform(30.0, 90.0))


def fly(timeline: Timeline, chance: np.random.Generator) -> Flight:
    """Fly a multirotor through all sessions; each begins on the ground."""
    rows = []
    fastest, height = chance.uniform(2.5, 6.0), chance.uniform(8.0, 25.0)
    for session in timeline.sessions:
        pilot = _Pilot(chance, session, fastest, height)
        for now in timeline.t[timeline.session == session.number].tolist():
            pilot.step(now)
            rows.append(
                (*pilot.place, *pilot.velocity, pilot.yaw, pilot.flies,
                 pilot.armed, pilot.swapped)
            )  # fmt: skip
    columns = np.array(rows, dtype=float).T
    return Flight(
        columns[:3],
        columns[3:6],
        columns[6],
        columns[7] > 0.5,
        columns[8] > 0.5,
        columns[9] > 0.5,
    )
