"""Makes a robot from a seed: its construction, its work, its faults, and its nuisances."""

from __future__ import annotations

import zlib
from collections.abc import Collection

import numpy as np

from simulation.arm import Arm
from simulation.body import Body
from simulation.fault import Fault
from simulation.faults import FAMILIES
from simulation.multirotor import Multirotor
from simulation.nuisances import add_extras, disturb, hinder
from simulation.robot import Robot
from simulation.rover import Rover
from simulation.timeline import draw_timeline

KINDS: dict[str, type[Body]] = {"rover": Rover, "arm": Arm, "multirotor": Multirotor}
_DAYS = 0.25
_THIN = 0.3


def make_robot(
    seed: int,
    kind: str = "",
    *,
    hours: float = 1.2,
    healthy: bool = False,
    thin: bool = False,
    families: Collection[str] = FAMILIES,
) -> Robot:
    """Make a robot's run; equal seeds make equal runs.

    Args:
        seed: any whole number.
        kind: rover, arm or multirotor; empty: by the seed, in turn.
        hours: its total running time.
        healthy: whether nothing breaks.
        thin: whether rates are low, for long runs.
        families: of faults that it may have.
    """
    kind = kind or list(KINDS)[seed % len(KINDS)]
    unfit: set[str] = set()
    while True:
        body = _body(seed, kind, hours, healthy=healthy, thin=thin)
        faults = [] if healthy else _draw_faults(seed, body, set(families) - unfit)
        for fault in faults:
            fault.before(body)
        robot = body.build()
        add_extras(body, robot, _chance(seed, "extras"))
        disturb(robot, _chance(seed, "disturbance"))
        failed: set[str] = set()
        for fault in faults:
            truths = fault.after(robot)
            robot.truths.extend(truths)
            failed.update(() if truths else (fault.family,))
        if not failed:
            hinder(body, robot, _chance(seed, "hindrance"))
            return robot
        unfit |= failed  # these faults do not show on this robot: make it anew without them


def _chance(seed: int, what: str) -> np.random.Generator:
    """Return a separate random generator for each purpose, so that one does not shift another."""
    return np.random.default_rng([seed, zlib.crc32(what.encode())])


def _body(seed: int, kind: str, hours: float, *, healthy: bool, thin: bool) -> Body:
    chance = _chance(seed, f"timeline {kind}")
    days = not healthy and kind != "multirotor" and bool(chance.random() < _DAYS)
    timeline = draw_timeline(chance, hours, days=days)
    timeline.share = _THIN if thin else 1.0
    return KINDS[kind](seed, timeline, _chance(seed, f"body {kind}"))


def _draw_faults(seed: int, body: Body, families: set[str]) -> list[Fault]:
    """Draw two to five faults; those that need days come first."""
    chance = _chance(seed, "faults")
    count = int(chance.integers(2, 6))
    names = [str(name) for name in chance.permutation(sorted(FAMILIES)) if name in families]
    names.sort(key=lambda name: not FAMILIES[name].needs_days)
    found = []
    for name in names:
        fault = FAMILIES[name](_chance(seed, f"fault {name}"))
        if fault.fits(body):
            found.append(fault)
        if len(found) == count:
            break
    return found
