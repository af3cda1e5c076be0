"""How a rover moves: rounds between stops, with rests, loads, charging and an operator's stops."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from simulation.site import Site
from simulation.timeline import STEP, Array, Mask, Session, Timeline
from simulation.truth import Interval

_NEAR = 0.15


@dataclass
class Motion:
    """Position and state of a rover, on the grid; SI units.

    Attributes:
        x, y, yaw: in the map.
        speed, turn: forward, and about the vertical.
        payload: what it carries, kg.
        docked: whether it stands on the charger.
        stopped: whether an operator pressed the emergency stop.
        wished: the commanded speed.
        wished_turn: the commanded turn rate.
    """

    x: Array
    y: Array
    yaw: Array
    speed: Array
    turn: Array
    payload: Array
    docked: Mask
    stopped: Mask
    wished: Array
    wished_turn: Array


@dataclass(frozen=True)
class Style:
    """How a rover is driven.

    Attributes:
        fastest: m/s.
        push: greatest acceleration, m/s².
        rest: its mean time at a stop, s.
        loads: the largest payload, kg; 0 for a rover without one.
        charges_every: s; 0 for a rover that is charged elsewhere.
        charge: the duration of charging, s.
        stops: times of an operator's stop.
    """

    fastest: float
    push: float
    rest: float
    loads: float
    charges_every: float
    charge: float
    stops: tuple[Interval, ...] = ()


@dataclass
class _Driver:
    """Chooses the rover's speed, ten times a second."""

    site: Site
    style: Style
    chance: np.random.Generator
    session: Session
    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0
    speed: float = 0.0
    turn: float = 0.0
    payload: float = 0.0
    stop: int = 0
    waits_until: float = 0.0
    leg_speed: float = 0.3
    docked: bool = False
    wished: float = 0.0
    wished_turn: float = 0.0

    def __post_init__(self) -> None:
        begin = self.session.begin
        self.yaw = float(self.chance.uniform(-np.pi, np.pi))
        self.waits_until = begin + self.chance.uniform(15.0, 60.0)
        self.charge_at = begin + self.style.charges_every * self.chance.uniform(0.5, 1.2)

    def step(self, now: float, is_stopped: bool) -> None:
        """Advance by one step."""
        self.wished = self.wished_turn = 0.0
        if now >= self.waits_until:
            self._head_for(now, *self.site.stops[self.stop])
        limit = self.style.push * STEP
        aim, aim_turn = (0.0, 0.0) if is_stopped else (self.wished, self.wished_turn)
        brake = 3.0 * limit if is_stopped else limit
        self.speed += min(max(aim - self.speed, -brake), limit)
        self.turn += min(max(aim_turn - self.turn, -0.25), 0.25)
        self.yaw += self.turn * STEP
        self.x += self.speed * float(np.cos(self.yaw)) * STEP
        self.y += self.speed * float(np.sin(self.yaw)) * STEP

    def _head_for(self, now: float, x: float, y: float) -> None:
        away = float(np.hypot(x - self.x, y - self.y))
        if away < _NEAR:
            self._arrive(now)
            return
        self.docked = False
        error = (float(np.arctan2(y - self.y, x - self.x)) - self.yaw + np.pi) % (2 * np.pi) - np.pi
        if abs(error) > 0.5:
            self.wished_turn = min(max(2.0 * error, -1.0), 1.0)
            return
        self.wished_turn = min(max(1.5 * error, -0.6), 0.6)
        self.wished = min(self.leg_speed, math.sqrt(1.4 * self.style.push * away))
        self.wished *= max(0.3, 1.0 - abs(error))

    def _arrive(self, now: float) -> None:
        chance, style = self.chance, self.style
        if self.stop == 0 and style.charges_every and now >= self.charge_at:
            self.docked = True
            self.waits_until = now + style.charge
            self.charge_at = self.waits_until + style.charges_every * chance.uniform(0.8, 1.2)
        else:
            self.waits_until = now + chance.exponential(style.rest) + 1.0
        if style.loads and chance.random() < 0.3:
            self.payload = 0.0 if self.payload else style.loads * chance.uniform(0.4, 1.0)
        skips = chance.random() < 0.1
        self.stop = (self.stop + (2 if skips else 1)) % len(self.site.stops)
        self.leg_speed = style.fastest * chance.uniform(0.45, 1.0)


def drive(timeline: Timeline, site: Site, style: Style, chance: np.random.Generator) -> Motion:
    """Drive a rover through all sessions; each begins at the dock."""
    stopped = timeline.within(style.stops)
    rows = []
    for session in timeline.sessions:
        driver = _Driver(site, style, chance, session)
        here = timeline.session == session.number
        for now, is_stopped in zip(timeline.t[here].tolist(), stopped[here].tolist(), strict=True):
            driver.step(now, is_stopped)
            rows.append(
                (driver.x, driver.y, driver.yaw, driver.speed, driver.turn, driver.payload,
                 driver.docked, is_stopped, driver.wished, driver.wished_turn)
            )  # fmt: skip
    columns = np.array(rows, dtype=float).T
    x, y, yaw, speed, turn, payload, docked, halted, wished, wished_turn = columns
    return Motion(x, y, yaw, speed, turn, payload, docked > 0.5, halted > 0.5, wished, wished_turn)
