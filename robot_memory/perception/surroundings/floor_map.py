"""The map that the robot publishes, kept to show people where something happened.

See docs/explanation/places.md, "Where the robot is".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: The key of its state among the baselines.
FLOOR_MAP = "floor map"
_OCCUPIED = 65  # percent, as map_server's occupied_thresh
_LARGEST = 400  # cells along a side that are kept, and …
_MOST_WALLS = 10_000  # … wall pieces: if there are more, cells are merged


class FloorMap:
    """The walls of the newest map (nav_msgs/OccupancyGrid), coarsened to at most 400 × 400 cells.

    Its state has the frame, the resolution (m a cell), the lower left corner (``x``, ``y``: m,
    ``yaw``: rad) and the walls: row, first column and length of each run of occupied cells.
    """

    def __init__(self) -> None:
        self._state: dict[str, Any] = {}

    def learn(self, grid: Any) -> None:
        """Take in a map, which replaces the one before.

        Raises:
            ValueError: it is no valid map; says why. The map before stays.
        """
        info, corner = grid.info, grid.info.origin
        try:
            cells = np.asarray(grid.data, np.int8)
        except OverflowError as error:
            raise ValueError(f"a cell of a map is no occupancy: {error}") from None
        if not info.resolution > 0.0 or cells.size != info.width * info.height or not cells.size:
            raise ValueError(
                f"a map of {info.width} × {info.height} cells of {info.resolution} m has "
                f"{cells.size} cells; the map before stays"
            )
        occupied: NDArray[np.bool_] = cells.reshape(info.height, info.width) >= _OCCUPIED
        factor = math.ceil(max(occupied.shape) / _LARGEST)
        while len(walls := _runs(_coarsened(occupied, factor))) > _MOST_WALLS:
            factor *= 2
        state = {
            "frame": grid.header.frame_id.lstrip("/"),
            "resolution": info.resolution * factor,
            "x": corner.position.x,
            "y": corner.position.y,
            "yaw": 2.0 * math.atan2(corner.orientation.z, corner.orientation.w),
            "walls": walls,
        }
        wall_lines(state)  # checks its numbers
        self._state = state

    def state(self) -> Mapping[str, Any]:
        """Return the map as JSON data; empty if there is none."""
        return self._state

    def restore(self, state: Mapping[str, Any]) -> None:
        """Keep the map of an earlier run until a newer one arrives.

        Raises:
            ValueError: it is no map.
        """
        if state:
            wall_lines(state)
        self._state = dict(state)


def wall_lines(state: Mapping[str, Any]) -> list[list[float]]:
    """Return each wall of a map's state as a line: x and y of both ends, in metres of its frame.

    Raises:
        ValueError: it is no state of a map.
    """
    try:
        corner, yaw = (float(state["x"]), float(state["y"])), float(state["yaw"])
        cell, frame = float(state["resolution"]), state["frame"]
        row, column, length = np.array(state["walls"], float).reshape(-1, 3).T
    except (KeyError, TypeError) as error:
        raise ValueError(f"is no map: {error!r}") from None
    if not isinstance(frame, str) or not math.isfinite(cell + yaw + sum(corner)):
        raise ValueError(f"is no map of the frame {frame!r:.80}, in cells of {cell} m")
    across, up = np.stack([column, column + length]) * cell, (row + 0.5) * cell
    x = corner[0] + across * math.cos(yaw) - up * math.sin(yaw)
    y = corner[1] + across * math.sin(yaw) + up * math.cos(yaw)
    lines: list[list[float]] = np.stack([x[0], y[0], x[1], y[1]], axis=1).round(3).tolist()
    return lines


def _coarsened(occupied: NDArray[np.bool_], factor: int) -> NDArray[np.bool_]:
    """Return larger cells; a cell is occupied if any cell in it is."""
    height, width = (math.ceil(side / factor) for side in occupied.shape)
    whole = np.zeros((height * factor, width * factor), bool)
    whole[: occupied.shape[0], : occupied.shape[1]] = occupied
    blocks = whole.reshape(height, factor, width, factor)
    return np.array(blocks.max(axis=(1, 3)), bool)


def _runs(occupied: NDArray[np.bool_]) -> Sequence[Sequence[int]]:
    edges = np.diff(np.pad(occupied, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    first, after = np.argwhere(edges == 1), np.argwhere(edges == -1)
    runs: list[list[int]] = np.column_stack([first, after[:, 1] - first[:, 1]]).tolist()
    return runs
