"""The robot's recent position, interpolated between reports."""

from __future__ import annotations

import numpy as np
import pytest

from robot_memory.perception.surroundings.motion import PoseBuffer


def trail() -> tuple[PoseBuffer, list[float]]:
    """Return a trail along a curve, about nine seconds long, and the times of its points."""
    buffer, times = PoseBuffer(), [0.1 * number**1.1 for number in range(60)]
    for at in times:
        buffer.observe(at, at**2, 5.0 - at)
    return buffer, times


@pytest.mark.parametrize("stamp", [0.0, 0.05, 3.0, 7.77])
def test_a_position_between_two_points_is_interpolated(stamp: float):
    buffer, times = trail()
    x = np.interp(stamp, times, [at**2 for at in times])

    assert buffer.at(stamp) == pytest.approx((x, 5.0 - stamp))


def test_no_position_is_returned_outside_the_known_points():
    buffer, times = trail()

    assert buffer.at(-0.01) is None
    assert buffer.at(times[-1] + 0.01) is None
    assert PoseBuffer().at(0.0) is None
