"""Motors: their temperature, and drivers' reports of temperature, current, speed and errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulation import messages as ros
from simulation.board import Board, Status, Value, told
from simulation.mods import Mods
from simulation.robot import Robot
from simulation.sensors import Unit, add_number
from simulation.signals import lag, noise
from simulation.timeline import Array, Timeline

_FAHRENHEIT = Unit(1.8, 32.0)
_TENTHS = Unit(10.0)
_MILLI = Unit(1000.0)


@dataclass(frozen=True)
class Motor:
    """The state of a motor, on the grid.

    Attributes:
        name: of the motor.
        current: A.
        degrees: °C.
        speed: of its shaft, in the driver's unit.
    """

    name: str
    current: Array
    degrees: Array
    speed: Array


def warmth(
    timeline: Timeline, name: str, heat: Array, rise: float, tau: float, ambient: Array, mods: Mods
) -> Array:
    """Return a motor's temperature, °C.

    Args:
        timeline: of the grid.
        name: of the motor; a fault changes ``cooling NAME``.
        heat: loss as a share of the usual, about 0 to 2.
        rise: its warming by the usual loss, K.
        tau: s.
        ambient: °C.
        mods: faults.
    """
    target = ambient + rise * heat * mods.factor(f"cooling {name}")
    return lag(timeline, target, tau, ambient)


def add_motors(
    robot: Robot, node: str, motors: Sequence[Motor], chance: np.random.Generator, *, form: str
) -> Board:
    """Add a driver's reports about its motors.

    Args:
        robot: the owner of the motors.
        node: the driver.
        motors: all of them.
        chance: source of the differences between drivers.
        form: of a status name, with ``{}`` for the motor.
    """
    by_topic = chance.random() < 0.35
    unit = Unit()
    if by_topic:
        unit = (Unit(), Unit(), _FAHRENHEIT, _TENTHS)[int(chance.integers(4))]
    current_unit = _MILLI if chance.random() < 0.3 else Unit()
    style = str(chance.choice(["Temperature", "temp", "Motor Temp (C)"]))
    suffix = str(chance.choice(["", "", " C"]))
    tells_current = chance.random() < 0.8
    stamps = robot.timeline.beats(float(chance.choice([1.0, 2.0])), chance)
    on, count = robot.timeline.on, len(stamps)
    statuses = []
    for motor in motors:
        part = f"motor {motor.name}"
        values: list[Value] = []
        if by_topic:
            plain = unit.scale == 1.0
            type_name = ros.TEMPERATURE if plain else ros.FLOAT32
            add_number(
                robot, f"{motor.name}/temperature", node, 1.0, motor.degrees, 0.1, chance,
                quantity="temperature", part=part, step=0.1, unit=unit, type_name=type_name,
            )  # fmt: skip
        else:
            read = on(stamps, motor.degrees) + noise(chance, count, 0.15)
            step = float(chance.choice([0.1, 0.5, 1.0]))
            values.append(told(style, read, step, unit=suffix, quantity="temperature", part=part))
        if tells_current:
            read = on(stamps, motor.current)
            read = read * (1.0 + noise(chance, count, 0.03)) + noise(chance, count, 0.02)
            values.append(
                told("Current", read, 0.01, scale=current_unit.scale, quantity="current", part=part)
            )
        values.append(
            told("Speed", on(stamps, motor.speed), 0.1, quantity="shaft speed", part=part)
        )
        values.append(Value("Mode", "run"))
        statuses.append(Status(form.format(motor.name), values, text="OK"))
    return robot.report(Board(node, robot.name("diagnostics"), stamps, statuses))
