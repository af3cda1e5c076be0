"""Whether a robot flies."""

from __future__ import annotations

import numpy as np

from robot_memory.perception.surroundings.motion import Flight


def flies(heights: list[float], *, speed: float = 0.5, satellites: bool = False) -> bool:
    """Whether a robot flies that moves along x at ``speed`` m/s, with heights given at 10 Hz."""
    flight = Flight()
    for k, height in enumerate(heights):
        flight.is_at(k / 10, speed * k / 10, 0.0, height, satellites=satellites)
    return flight.is_flying


def test_what_rises_by_metres_flies() -> None:
    assert flies([0.05 * k for k in range(100)])


def test_a_ramp_is_no_flight() -> None:
    assert not flies([0.3 * 0.5 * k / 10 for k in range(2000)])


def test_satellites_heights_that_wander_are_none() -> None:
    wander = np.cumsum(np.random.default_rng(1).normal(0.0, 0.1, 3000))

    assert not flies((wander - wander.mean()).tolist(), speed=1.0, satellites=True)


def test_an_aeroplane_that_climbs_by_satellites_flies() -> None:
    assert flies([0.3 * k for k in range(200)], speed=15.0, satellites=True)


def test_a_car_on_a_pass_road_does_not() -> None:
    assert not flies([0.09 * k for k in range(2000)], speed=15.0, satellites=True)


def test_a_height_that_nobody_tells_is_none() -> None:
    assert not flies([float("nan")] * 100)


def test_a_climb_that_it_tells_itself_must_last() -> None:
    flight = Flight()
    for k in range(100):
        flight.climbs(k / 10, 1.0 if k % 15 else 0.0)
    assert not flight.is_flying

    for k in range(100, 130):
        flight.climbs(k / 10, 1.0)
    assert flight.is_flying
