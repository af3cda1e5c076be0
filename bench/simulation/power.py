"""Batteries: charge, resistance, temperature, and their messages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from simulation import messages as ros
from simulation.mods import Mods
from simulation.robot import Robot
from simulation.signals import lag, noise, quantised
from simulation.stream import Stream
from simulation.timeline import STEP, Array, Mask

_DISCHARGING, _CHARGING = 2, 1


@dataclass(frozen=True)
class Battery:
    """The state of a battery, on the grid.

    Attributes:
        voltage, current: V, A; the current is negative while discharging.
        charge: the remaining share.
        degrees: °C.
        charging: whether it is on the charger.
    """

    voltage: Array
    current: Array
    charge: Array
    degrees: Array
    charging: Mask


@dataclass(frozen=True)
class Pack:
    """A battery as bought.

    Attributes:
        nominal: V.
        capacity: As.
        resistance: Ω.
        charger: A.
    """

    nominal: float
    capacity: float
    resistance: float
    charger: float


def draw_pack(
    chance: np.random.Generator, nominal: float, usual: float, most: float, hours: float
) -> Pack:
    """Draw a pack that fits a robot: it lasts for hours, and sags by a few percent.

    Args:
        chance: source of the differences between packs.
        nominal: V.
        usual: current on average, A.
        most: greatest current, A.
        hours: the required running time.
    """
    capacity = usual * 3600.0 * hours * chance.uniform(1.5, 3.0)
    sag = chance.uniform(0.015, 0.035)
    return Pack(nominal, capacity, sag * nominal / most, charger=usual * chance.uniform(2.0, 4.0))


def run_battery(
    robot: Robot, pack: Pack, load: Array, charging: Mask, full: Mask, ambient: Array, mods: Mods,
    chance: np.random.Generator,
) -> Battery:  # fmt: skip
    """Run a battery.

    Args:
        robot: its owner.
        pack: the battery pack.
        load: the robot's current, A.
        charging: times on the charger.
        full: times at which a full battery is inserted.
        ambient: °C.
        mods: faults that change its resistance.
        chance: source of the differences.
    """
    net = np.where(charging, pack.charger - load, -load)
    charge = np.empty(len(load))
    value = float(chance.uniform(0.85, 1.0))
    fills = iter(chance.uniform(0.93, 1.0, 1000).tolist())
    changed = np.flatnonzero(np.diff(full.astype(int)) > 0) + 1
    sums = np.cumsum(net) * STEP / pack.capacity
    begin, base = 0, 0.0
    for end in [*changed.tolist(), len(load)]:
        charge[begin:end] = value + sums[begin:end] - base
        if end < len(load):
            begin, base, value = end, sums[end], next(fills)
    over = np.maximum.accumulate(np.maximum(charge - 1.0, 0.0))
    charge = np.clip(charge - over, 0.08, 1.0)
    current = np.where(charging & (charge > 0.99), -load * 0.0, net)
    resistance = pack.resistance * mods.factor("resistance")
    open_circuit = pack.nominal * (0.90 + 0.16 * charge - 0.06 * np.exp(-12.0 * charge))
    voltage = open_circuit + current * resistance
    warm = ambient + 6.0 * lag(robot.timeline, (current / pack.charger) ** 2, 600.0, ambient * 0)
    return Battery(voltage, current, charge, warm, charging)


def add_battery(
    robot: Robot, topic: str, node: str, rate: float, battery: Battery, chance: np.random.Generator
) -> Stream:
    """Add a BatteryState; the percentage is from 0 to 1, or to 100 as in many drivers."""
    stamps = robot.timeline.beats(rate, chance)
    on = partial(robot.timeline.on, stamps)
    full = chance.choice([1.0, 1.0, 100.0])
    hiss = chance.uniform(0.0005, 0.002)
    voltage = on(battery.voltage) * (1.0 + noise(chance, len(stamps), hiss))
    current = on(battery.current) * (1.0 + noise(chance, len(stamps), 0.02))
    has_current, has_degrees = chance.random() < 0.8, chance.random() < 0.4
    unknown = np.full(len(stamps), np.nan)
    plugged = on(battery.charging.astype(float)) > 0.5
    return robot.add(
        topic, ros.BATTERY, node, stamps, ros.battery,
        voltage=quantised(voltage, chance.choice([0.001, 0.01, 0.05])),
        current=quantised(current, 0.01) if has_current else unknown,
        percentage=quantised(on(battery.charge), chance.choice([0.001, 0.01])) * full,
        temperature=quantised(on(battery.degrees), 0.1) if has_degrees else unknown,
        supply=np.where(plugged, _CHARGING, _DISCHARGING),
        present=np.ones(len(stamps), dtype=bool),
    )  # fmt: skip


def add_absent_battery(robot: Robot, topic: str, node: str, chance: np.random.Generator) -> Stream:
    """Add an empty second battery slot."""
    stamps = robot.timeline.beats(1.0, chance)
    zero, unknown = np.zeros(len(stamps)), np.full(len(stamps), np.nan)
    return robot.add(
        topic, ros.BATTERY, node, stamps, ros.battery, voltage=zero, current=unknown,
        percentage=zero - chance.choice([0.0, 0.01, 1.0]), temperature=unknown,
        supply=zero.astype(int), present=zero > 1.0,
    )  # fmt: skip
