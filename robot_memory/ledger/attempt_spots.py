"""Decides at which place an attempt was, when its row is stored; its name then stays.

Specification: rules.md §13.1.

See docs/explanation/outcomes.md, "What counts as an attempt".
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace

from robot_memory.ledger.attempt import SPOT, Attempt
from robot_memory.ledger.observation import Observation
from robot_memory.ledger.position import Position

_SAME_PLACE = 2.0  # m from the first attempt there
_SPOTS = (
    "SELECT json_extract(detail_json, ?) FROM observations "
    "WHERE kind = 'attempt' GROUP BY 1 ORDER BY min(id)"
)


class AttemptSpots:
    """Gives attempts the position of the first attempt at their place.

    Attempts within 2 m of the first one are at its place. Positions by odometry have none, because
    its frame begins anew at each start.
    """

    def __init__(self) -> None:
        self._known: list[Position] | None = None

    def placed(self, connection: sqlite3.Connection, row: Observation) -> Observation:
        """Return the row of an attempt as it is to be stored: with its spot where it has one."""
        position = Attempt.of(row).position
        if position is None or not position.is_lasting:
            return row
        spot = self._spot_of(connection, position)
        return replace(row, detail={**row.detail, SPOT: spot.as_dict()})

    def _spot_of(self, connection: sqlite3.Connection, position: Position) -> Position:
        if self._known is None:
            found = (text for (text,) in connection.execute(_SPOTS, (f"$.{SPOT}",)))
            self._known = [Position.from_dict(json.loads(text)) for text in found if text]
        near = (
            one
            for one in self._known
            if one.frame == position.frame and one.distance(position) <= _SAME_PLACE
        )
        spot = next(near, None)
        if spot is None:
            self._known.append(position)
            return position
        return spot
