"""Instruments of several kinds of robots; each function adds a topic to a robot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from simulation import messages as ros
from simulation.robot import Robot
from simulation.signals import noise, quantised, wander
from simulation.stream import Probe, Stream
from simulation.timeline import Array

GRAVITY = 9.81
_EARTH = 6.371e6


@dataclass(frozen=True)
class Movement:
    """Movement of a robot's body, on the grid; SI units, body axes.

    Attributes:
        forward, sideways, up: acceleration without gravity.
        roll_rate, pitch_rate, yaw_rate: angular velocities.
        yaw: in the map.
        shaking: amplitude of vibration, m/s².
    """

    forward: Array
    sideways: Array
    up: Array
    roll_rate: Array
    pitch_rate: Array
    yaw_rate: Array
    yaw: Array
    shaking: Array


def draw_mount(chance: np.random.Generator) -> Array:
    """Draw an instrument's mounting: mostly upright, at times on its side, never exact."""
    turned: Array = np.eye(3)
    if chance.random() < 0.35:
        turned = np.eye(3)[chance.permutation(3)] * chance.choice([-1.0, 1.0], 3)
    tilt = chance.normal(0.0, 0.015, 3)
    skew = np.array([[0, -tilt[2], tilt[1]], [tilt[2], 0, -tilt[0]], [-tilt[1], tilt[0], 0]])
    mount: Array = (np.eye(3) + skew) @ turned
    return mount


def add_imu(
    robot: Robot, topic: str, node: str, rate: float, movement: Movement,
    chance: np.random.Generator,
) -> Stream:  # fmt: skip
    """Add an Imu."""
    stamps = robot.timeline.beats(rate, chance, chance.choice([0.02, 0.1, 0.3]))
    on = partial(robot.timeline.on, stamps)
    count, mount = len(stamps), draw_mount(chance)
    shaking = on(movement.shaking)
    body = np.stack([on(movement.forward), on(movement.sideways), on(movement.up) + GRAVITY])
    body += chance.standard_normal((3, count)) * (shaking * np.array([[0.6], [0.6], [1.0]]))
    rates = np.stack([on(movement.roll_rate), on(movement.pitch_rate), on(movement.yaw_rate)])
    rates += chance.standard_normal((3, count)) * (0.01 * shaking)
    hiss, gyro_hiss = chance.uniform(0.01, 0.05), chance.uniform(0.0008, 0.004)
    accel = mount @ body + chance.standard_normal((3, count)) * hiss
    gyro = mount @ rates + chance.standard_normal((3, count)) * gyro_hiss
    accel += chance.normal(0.0, 0.03, (3, 1))
    gyro += chance.normal(0.0, 0.002, (3, 1))
    step = chance.choice([0.0, 0.0012, 0.019])
    has_yaw = chance.random() < 0.6
    yaw = on(movement.yaw) + wander(chance, stamps, 900.0, 0.02)
    return robot.add(
        topic, ros.IMU, node, stamps, ros.imu,
        gx=quantised(gyro[0], 0.1 * step), gy=quantised(gyro[1], 0.1 * step),
        gz=quantised(gyro[2], 0.1 * step), ax=quantised(accel[0], step),
        ay=quantised(accel[1], step), az=quantised(accel[2], step),
        yaw=yaw if has_yaw else np.full(count, np.nan),
    )  # fmt: skip


def add_gps(
    robot: Robot, topic: str, node: str, rate: float, x: Array, y: Array, up: Array,
    chance: np.random.Generator,
) -> Stream:  # fmt: skip
    """Add a NavSatFix; its quality varies, and its status follows the quality."""
    stamps = robot.timeline.beats(rate, chance, 0.1)
    on = partial(robot.timeline.on, stamps)
    quality = np.exp(wander(chance, stamps, 300.0, 0.4))
    error = chance.uniform(0.15, 0.6)
    latitude, longitude = chance.uniform(-55.0, 60.0), chance.uniform(-170.0, 170.0)
    count = len(stamps)
    north = on(y) + wander(chance, stamps, 120.0, error) * quality + noise(chance, count, 0.05)
    east = on(x) + wander(chance, stamps, 120.0, error) * quality + noise(chance, count, 0.05)
    degree = np.degrees(1.0 / _EARTH)
    status = np.where(quality > chance.uniform(1.6, 3.0), 0, chance.choice([0, 1, 2]))
    return robot.add(
        topic, ros.NAVSAT, node, stamps, ros.navsat,
        latitude=latitude + north * degree,
        longitude=longitude + east * degree / np.cos(np.radians(latitude)),
        altitude=chance.uniform(5.0, 600.0) + on(up) + wander(chance, stamps, 150.0, 1.0),
        status=status.astype(int),
        variance=np.round((1.5 * error * quality) ** 2 + 0.2, 2),
    )  # fmt: skip


def add_light(
    robot: Robot, topic: str, node: str, shade: Array, chance: np.random.Generator, *,
    outdoors: bool,
) -> Stream:  # fmt: skip
    """Add an Illuminance: sun and clouds, or lamps; ``shade`` is the remaining share."""
    timeline = robot.timeline
    stamps = timeline.beats(chance.choice([1.0, 2.0]), chance)
    if outdoors:
        sun = np.sin((timeline.hour(stamps) - 6.0) / 12.0 * np.pi)
        bright = 2.0 + 20000.0 * np.clip(sun, 0.0, None) ** 1.3
        bright *= np.exp(wander(chance, stamps, 400.0, 0.35))
    else:
        bright = chance.uniform(200.0, 500.0) * np.exp(wander(chance, stamps, 60.0, 0.08))
    lux = bright * timeline.on(stamps, shade) * (1.0 + noise(chance, len(stamps), 0.02))
    return robot.add(
        topic, ros.ILLUMINANCE, node, stamps, ros.illuminance, lux=np.maximum(np.round(lux, 1), 0.0)
    )


@dataclass(frozen=True)
class Unit:
    """The unit of a reported number: ``told = scale × value + offset``."""

    scale: float = 1.0
    offset: float = 0.0


def add_number(
    robot: Robot, topic: str, node: str, rate: float, values: Array, size: float,
    chance: np.random.Generator, *, quantity: str, part: str, step: float = 0.0,
    unit: Unit | None = None, type_name: str = ros.FLOAT32,
) -> Probe:  # fmt: skip
    """Add a topic with one number: a Temperature, or a Float of some unit.

    Args:
        robot, topic, node, rate: of the topic; the rate in Hz.
        values: the measured values, on the grid.
        size: standard deviation of its noise.
        chance: source of the differences.
        quantity, part: names by which faults find it.
        step: of the converter.
        unit: of the reported number.
        type_name: Temperature, Float32 or Float64.
    """
    unit = unit or Unit()
    stamps = robot.timeline.beats(rate, chance)
    read = robot.timeline.on(stamps, values) + noise(chance, len(stamps), size)
    read = quantised(read, step) * unit.scale + unit.offset
    build: Callable[..., object] = ros.data
    if type_name == ros.TEMPERATURE:
        build = ros.temperature
    stream = robot.add(topic, type_name, node, stamps, build, value=read)
    probe = Probe(
        quantity, part, stream, "value", stream.target(), scale=unit.scale, offset=unit.offset
    )
    robot.probes.append(probe)
    return probe


def add_flag(
    robot: Robot, topic: str, node: str, rate: float, values: Array, chance: np.random.Generator
) -> Stream:
    """Add a Bool that is sent at a rate."""
    stamps = robot.timeline.beats(rate, chance)
    told = robot.timeline.on(stamps, values.astype(float)) > 0.5
    return robot.add(topic, ros.BOOL, node, stamps, ros.data, value=told)
