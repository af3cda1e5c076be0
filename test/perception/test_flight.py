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


def test_a_robot_that_rises_by_several_metres_flies() -> None:
    assert flies([0.05 * k for k in range(100)])


def test_a_robot_on_a_ramp_does_not_fly() -> None:
    assert not flies([0.3 * 0.5 * k / 10 for k in range(2000)])


def test_a_wandering_satellite_height_is_not_a_flight() -> None:
    wander = np.cumsum(np.random.default_rng(1).normal(0.0, 0.1, 3000))

    assert not flies((wander - wander.mean()).tolist(), speed=1.0, satellites=True)


def test_an_aeroplane_with_a_rising_satellite_height_flies() -> None:
    assert flies([0.3 * k for k in range(200)], speed=15.0, satellites=True)


def test_a_car_on_a_mountain_road_does_not_fly() -> None:
    assert not flies([0.09 * k for k in range(2000)], speed=15.0, satellites=True)


def test_an_unknown_height_is_not_a_flight() -> None:
    assert not flies([float("nan")] * 100)


def test_a_reported_climb_rate_must_last_to_count_as_a_flight() -> None:
    flight = Flight()
    for k in range(100):
        flight.climbs(k / 10, 1.0 if k % 15 else 0.0)
    assert not flight.is_flying

    for k in range(100, 130):
        flight.climbs(k / 10, 1.0)
    assert flight.is_flying
