"""The common parts of all kinds of robots before they run."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from simulation.mods import Mods
from simulation.robot import Robot
from simulation.signals import wander
from simulation.site import Site
from simulation.timeline import Array, Mask, Timeline
from simulation.truth import Condition

_SPACES = ("", "", "", "/{}", "/{}{}")


class Body(ABC):
    """A robot before it runs: its construction and its plan.

    Args:
        seed: of the robot.
        timeline: its running times.
        chance: source of the differences between robots.

    Attributes:
        kind: rover, arm or multirotor.
        mods: changes of its physics by faults.
        motors: names of its motors or joints.
        site: its place of work; None for a stationary robot.
        ambient: temperature around it on the grid, °C.
        busy: when it moves, on the grid.
        imu_rate, joint_rate, scan_rate: of its fastest sensors, Hz.
    """

    kind = ""
    motors: tuple[str, ...] = ()
    site: Site | None = None
    busy: Mask
    imu_rate = 0.0
    joint_rate = 0.0
    scan_rate = 0.0

    def __init__(self, seed: int, timeline: Timeline, chance: np.random.Generator) -> None:
        self.timeline = timeline
        self.chance = chance
        self.mods = Mods(timeline)
        space = str(chance.choice(_SPACES)).format(self.kind, chance.integers(1, 9))
        self.robot = Robot(self.kind, seed, space, timeline)
        self.ambient = self._draw_ambient()

    def _draw_ambient(self) -> Array:
        """Day and night, and a little weather; flatter indoors."""
        t, chance = self.timeline.t, self.chance
        swing = chance.choice([0.5, 1.0, 5.0])
        hour = self.timeline.hour(t)
        base = chance.uniform(14.0, 26.0)
        found: Array = (
            base + swing * np.cos((hour - 15.0) / 12.0 * np.pi) + wander(chance, t, 5000.0, 0.3)
        )
        return found

    def position(self) -> tuple[Array, Array]:
        """Return its position on the grid; the origin for a stationary robot."""
        zero = np.zeros(len(self.timeline.t))
        return zero, zero

    def conditions(self) -> dict[str, Array]:
        """Return the variables that may cause a fault, on the grid, by name."""
        return {}

    def draw_condition(self, chance: np.random.Generator) -> tuple[Condition, Mask] | None:
        """Draw a condition that is met now and then; return it and when it is met at work."""
        known = self.conditions()
        if not known:
            return None
        name = str(chance.choice(sorted(known)))
        values = known[name]
        at_work = values[self.busy]
        if len(at_work) < 10 or np.ptp(at_work) < 1e-6:
            return None
        limit = float(np.quantile(at_work, chance.uniform(0.65, 0.8)))
        met = (values > limit) & self.busy
        return (Condition(name, limit), met) if met.any() else None

    def build(self) -> Robot:
        """Run: the physics, then the measurements."""
        return self._build()

    @abstractmethod
    def _build(self) -> Robot:
        """Fill in :attr:`robot`."""
