"""The map published by a localiser, as the page shows it."""

from __future__ import annotations

import math
from array import array
from types import SimpleNamespace as Message

import pytest
from hypothesis import given
from hypothesis import strategies as st
from watching import Watching

from robot_memory.perception.surroundings.floor_map import FLOOR_MAP, FloorMap, wall_lines

MAP = "nav_msgs/msg/OccupancyGrid"


def grid(rows, *, resolution=0.5, x=-1.0, y=2.0, yaw=0.0, frame="map"):
    """Return a map from rows, the lowest first: # is occupied, ? unknown, . free."""
    value = {"#": 100, "?": -1, ".": 0}
    position = Message(x=x, y=y, z=0.0)
    turn = Message(x=0.0, y=0.0, z=math.sin(yaw / 2), w=math.cos(yaw / 2))
    return Message(
        header=Message(frame_id=frame),
        info=Message(
            resolution=resolution, width=len(rows[0]), height=len(rows),
            origin=Message(position=position, orientation=turn),
        ),
        data=array("b", [value[char] for row in rows for char in row]),
    )  # fmt: skip


def lines(message):
    floor_map = FloorMap()
    floor_map.learn(message)
    return wall_lines(floor_map.state())


def test_each_row_of_adjacent_occupied_cells_becomes_a_line_in_metres():
    assert lines(grid(["##.#", "?...", "...."])) == [
        [-1.0, 2.25, 0.0, 2.25],
        [0.5, 2.25, 1.0, 2.25],
    ]


def test_a_rotated_map_is_rotated_about_its_origin():
    (line,) = lines(grid(["##"], yaw=math.pi / 2))

    assert line == pytest.approx([-1.25, 2.0, -1.25, 3.0])


@given(
    side=st.integers(1, 1500), row=st.floats(0, 1, exclude_max=True),
    column=st.floats(0, 1, exclude_max=True),
)  # fmt: skip
def test_no_wall_is_lost_in_a_map_of_any_size(side, row, column):
    at = (int(row * side), int(column * side))
    cells = array("b", bytes(side * side))
    cells[at[0] * side + at[1]] = 100
    message = grid(["."], resolution=0.05, x=0.0, y=0.0)
    message.info.width = message.info.height = side
    message.data = cells
    ((left, bottom, right, _),) = lines(message)

    assert left - 1e-6 <= 0.05 * at[1] <= right
    assert abs(bottom - 0.05 * (at[0] + 0.5)) <= 0.05 * math.ceil(side / 400)


def test_the_number_of_wall_lines_of_a_map_is_limited():
    rows = ["#." * 200 if number % 2 else "." * 400 for number in range(400)]

    assert len(lines(grid(rows))) <= 10_000


@pytest.mark.parametrize("change", [{"width": 3}, {"resolution": 0.0}, {"resolution": math.nan}])
def test_an_invalid_map_is_refused_and_the_previous_map_stays(change):
    floor_map, message = FloorMap(), grid(["##"])
    floor_map.learn(message)
    before = dict(floor_map.state())
    for name, value in change.items():
        setattr(message.info, name, value)

    with pytest.raises(ValueError, match="the map before stays"):
        floor_map.learn(message)
    assert floor_map.state() == before


@pytest.mark.parametrize("message", [
    grid(["##"], resolution=math.inf), grid(["##"], x=math.nan), grid(["##"], yaw=math.nan),
])  # fmt: skip
def test_a_map_with_non_finite_numbers_is_refused(message):
    with pytest.raises(ValueError):
        FloorMap().learn(message)


def test_a_map_is_stored_with_the_baselines_and_restored_at_the_next_start():
    robot = Watching()
    robot.send("/map", MAP, grid(["##"]))
    states = robot.perception.baselines.states()

    again = FloorMap()
    again.restore(states[FLOOR_MAP])
    assert wall_lines(again.state()) == [[-1.0, 2.25, 0.0, 2.25]]


@pytest.mark.parametrize("damage", [{"walls": [[1, 2]]}, {"x": None}, {"frame": 3}, {"yaw": "?"}])
def test_a_damaged_map_of_an_earlier_run_is_refused(damage):
    floor_map = FloorMap()
    floor_map.learn(grid(["##"]))

    with pytest.raises(ValueError):
        FloorMap().restore({**floor_map.state(), **damage})


def test_a_map_that_is_published_again_and_again_is_read_once_a_minute():
    robot = Watching()
    robot.send("/map", MAP, grid(["##"]))
    robot.jump(59.0)
    robot.send("/map", MAP, grid([".#"]))
    assert len(wall_lines(robot.perception.baselines.states()[FLOOR_MAP])) == 1
    assert wall_lines(robot.perception.baselines.states()[FLOOR_MAP])[0][0] == -1.0

    robot.jump(61.0)
    robot.send("/map", MAP, grid([".#"]))
    assert wall_lines(robot.perception.baselines.states()[FLOOR_MAP])[0][0] == -0.5


def test_a_costmap_is_not_read_as_a_map():
    robot = Watching()
    robot.send("/local_costmap/costmap", MAP, grid(["##"]))

    assert robot.perception.baselines.states()[FLOOR_MAP] == {}
