"""The on-board computer and its supplies: what their monitors report."""

from __future__ import annotations

import numpy as np

from simulation.board import Board, Status, told
from simulation.mods import Mods
from simulation.robot import Robot
from simulation.signals import lag, noise, wander
from simulation.timeline import Array


def add_computer(
    robot: Robot, work: Array, ambient: Array, mods: Mods, chance: np.random.Generator
) -> Board:
    """Add the monitor of the computer: load, warmth, memory, fan, wireless link.

    Args:
        robot: the owner of the computer.
        work: its load, about 0 to 1, on the grid.
        ambient: °C.
        mods: faults.
        chance: source of the differences.
    """
    timeline = robot.timeline
    stamps = timeline.beats(float(chance.choice([0.5, 1.0])), chance)
    t, count = timeline.t, len(stamps)
    load = chance.uniform(15.0, 30.0) + 15.0 * work + np.abs(wander(chance, t, 40.0, 4.0))
    load = np.clip(load + mods.extra("processor load"), 1.0, 100.0)
    fan = mods.factor("computer fan")
    target = ambient + chance.uniform(12.0, 18.0) + 0.3 * load + 25.0 * (1.0 - fan)
    degrees = lag(timeline, target, 90.0, ambient)
    memory = chance.uniform(25.0, 45.0) + 5.0 * (1.0 - np.exp(-timeline.into / 120.0))
    memory = np.clip(memory + mods.extra("memory"), 0.0, 99.5)
    signal = chance.uniform(-58.0, -48.0) + mods.extra("wireless") + wander(chance, t, 50.0, 2.5)
    node = str(chance.choice(["system_monitor", "companion", "host_monitor"]))
    on = timeline.on

    def read(values: Array, hiss: float) -> Array:
        return on(stamps, values) + noise(chance, count, hiss)

    share = float(chance.choice([1.0, 1.0, 0.01]))
    unit = str(chance.choice(["", "", " C"]))
    statuses = [
        Status(f"{node}: CPU", [
            told("Load", np.clip(read(load, 1.5), 0.0, 100.0), 0.1, scale=share,
                 quantity="processor load", part="CPU"),
            told("Temperature", read(degrees, 0.3), 0.5, unit=unit, quantity="temperature",
                 part="CPU"),
        ]),
        Status(f"{node}: Memory", [
            told("Used", read(memory, 0.2), 0.1, unit=str(chance.choice(["", "%%"])),
                 quantity="memory", part="Memory"),
        ]),
    ]  # fmt: skip
    if chance.random() < 0.7:
        statuses.append(Status(f"{node}: Wifi", [
            told("Signal", read(signal, 1.0), 1.0, unit=str(chance.choice(["", " dBm"])),
                 quantity="wireless", part="Wifi"),
            told("Noise floor", np.full(count, -95.0), 1.0),
        ]))  # fmt: skip
    if chance.random() < 0.7:
        speed = chance.uniform(2200.0, 4200.0) * np.where(fan < 0.5, 0.0, 1.0)
        told_fan = read(speed * (1.0 + 0.002 * (degrees - 40.0)), 1.0) + noise(chance, count, 25.0)
        told_fan = np.where(on(stamps, fan) < 0.5, 0.0, told_fan)
        statuses.append(Status(f"{node}: Fan", [
            told("Speed", told_fan, 10.0, quantity="fan", part="Fan"),
        ]))  # fmt: skip
    return robot.report(Board(node, robot.name("diagnostics"), stamps, statuses))


def add_supply(
    robot: Robot, load: Array, ambient: Array, mods: Mods, chance: np.random.Generator
) -> Board:
    """Add a power board: rails, temperature, a packet counter, and an unused channel.

    Args:
        robot: the owner of the supplies.
        load: the drawn power, about 0 to 1, on the grid.
        ambient: °C.
        mods: faults.
        chance: source of the differences.
    """
    timeline = robot.timeline
    stamps = timeline.beats(1.0, chance)
    count, t = len(stamps), timeline.t
    node = str(chance.choice(["power_board", "mcu_bridge", "base_firmware"]))
    on = timeline.on
    statuses: list[Status] = []
    for name, volts in (("5V", 5.05), ("12V", 12.1), ("3V3", 3.31)):
        if statuses and chance.random() < 0.4:
            continue
        rail = volts * (1.0 + chance.normal(0.0, 0.004)) - 0.006 * volts * load
        hiss = 0.0015 * volts * on(stamps, mods.factor(f"hiss {name}"))
        read = on(stamps, rail) + chance.standard_normal(count) * hiss
        scale = float(chance.choice([1.0, 1.0, 1000.0]))
        statuses.append(Status(f"{node}: {name} rail", [
            told("Voltage", read, 0.001 * volts, scale=scale, quantity="rail", part=f"{name} rail"),
        ]))  # fmt: skip
    warm = lag(timeline, ambient + 9.0 + 6.0 * load, 300.0, ambient)
    packets = (timeline.on(stamps, timeline.into) * chance.uniform(40.0, 90.0)).astype(int)
    wraps = chance.random() < 0.5
    loop = chance.uniform(3.0, 8.0) * (1.0 + 0.1 * load) + np.abs(wander(chance, t, 20.0, 0.2))
    loop = loop * mods.factor("loop time")
    errors = np.floor(on(stamps, mods.extra("bus errors"))) + np.cumsum(chance.random(count) < 4e-4)
    uptime = np.round(timeline.on(stamps, timeline.into) + chance.uniform(3.0, 20.0))
    statuses.append(Status(f"{node}: Board", [
        told("Temperature", on(stamps, warm) + noise(chance, count, 0.1), 0.25,
             quantity="temperature", part="Board"),
        told("Uptime", uptime, 1.0, quantity="uptime", part="Board"),
        told("Spare ADC", np.zeros(count), 1.0),
    ], hardware_id=str(chance.choice(["", "PB-204", "mcu0"]))))  # fmt: skip
    statuses.append(Status(f"{node}: Bus", [
        told("Packets", (packets % 65536 if wraps else packets).astype(float), 1.0,
             quantity="packets", part="Bus"),
        told("Errors", errors, 1.0, quantity="bus errors", part="Bus"),
        told("Cycle time", on(stamps, loop) + np.abs(noise(chance, count, 0.15)), 0.01,
             unit=str(chance.choice(["", " ms"])), quantity="loop time", part="Bus"),
    ]))  # fmt: skip
    return robot.report(Board(node, robot.name("diagnostics"), stamps, statuses))
