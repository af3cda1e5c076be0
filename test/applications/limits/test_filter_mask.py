"""Filter masks: the value that Nav2 reads at a point."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.applications.limits.filter_mask import FilterMask, keep_out_mask, speed_mask
from robot_memory.applications.limits.limit import KEEP_OUT, SPEED_STEP, Circle, PlaceLimit

coordinate = st.floats(-50.0, 50.0)
circles = st.builds(Circle, st.just("map"), coordinate, coordinate, st.floats(0.3, 5.0))


def limit(speed: float, x: float = 0.0, y: float = 0.0, radius: float = 1.0) -> PlaceLimit:
    return PlaceLimit("RRN-LOCAL-1", "mem-00000001", Circle("map", x, y, radius), speed)


def value_at(mask: FilterMask, x: float, y: float) -> int:
    """Read a mask as nav2_util::worldToMap does."""
    column = math.floor((x - mask.x) / mask.resolution)
    row = math.floor((y - mask.y) / mask.resolution)
    rows, columns = mask.cells.shape
    assert 0 <= row < rows and 0 <= column < columns, "Nav2 reports an error outside the mask"
    return int(mask.cells[row, column])


def test_the_mask_limits_the_speed_inside_the_place_only() -> None:
    mask = speed_mask([limit(0.2)])

    assert mask is not None and mask.frame == "map"
    assert value_at(mask, 0.0, 0.0) * SPEED_STEP == 0.2
    assert value_at(mask, 1.5, 0.0) == 0


@given(circles, st.floats(0.0, 2.0 * math.pi), st.floats(0.0, 1.0), st.integers(1, 100))
def test_every_point_of_the_place_is_limited(
    circle: Circle, angle: float, share: float, steps: int
) -> None:
    mask = speed_mask([PlaceLimit("R", "mem-00000001", circle, steps * SPEED_STEP)])
    x = circle.x + share * circle.radius * math.cos(angle)
    y = circle.y + share * circle.radius * math.sin(angle)

    assert mask is not None and value_at(mask, x, y) == steps


def test_the_lower_speed_holds_where_two_places_overlap() -> None:
    for limits in ([limit(0.5), limit(0.2, x=0.5)], [limit(0.2, x=0.5), limit(0.5)]):
        mask = speed_mask(limits)
        assert mask is not None and value_at(mask, 0.3, 0.0) * SPEED_STEP == 0.2


def test_positions_of_the_robot_are_inside_the_mask_and_free() -> None:
    mask = speed_mask([limit(0.2)], known=[Circle("map", 30.0, -20.0, 0.7)])

    assert mask is not None and value_at(mask, 30.0, -20.0) == 0


def test_a_wrong_distant_pose_does_not_enlarge_a_place() -> None:
    mask = speed_mask([limit(0.2, radius=0.3)], known=[Circle("map", 50_000.0, 0.0, 0.7)])

    assert mask is not None and np.count_nonzero(mask.cells) * mask.resolution**2 < 0.6


def test_a_keep_out_place_is_in_the_keep_out_mask_only() -> None:
    closed = limit(KEEP_OUT)
    mask = keep_out_mask([closed, limit(0.2, x=3.0)])

    assert mask is not None
    assert value_at(mask, 0.0, 0.0) == 100 and value_at(mask, 3.0, 0.0) == 0
    assert speed_mask([closed]) is None


def test_a_large_area_has_larger_cells_and_not_more() -> None:
    mask = speed_mask([limit(0.2), limit(0.2, x=5000.0)])

    assert mask is not None and max(mask.cells.shape) <= 2000
    assert value_at(mask, 5000.0, 0.0) == 4


def test_a_cleared_mask_is_free_everywhere() -> None:
    mask = speed_mask([limit(0.2)])

    assert mask is not None and not np.any(mask.cleared().cells)
    assert mask.cells.any()
