"""One attempt at a task, and its row in the ledger (rules.md §13.1).

See docs/explanation/outcomes.md, "What counts as an attempt".
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger.observation import Kind, Observation, Source
from robot_memory.ledger.position import Position

_SAME_PLACE = 2.0  # m from the first attempt at the place
_SPOTS = (
    "SELECT json_extract(detail_json, ?) FROM observations "
    "WHERE kind = 'attempt' GROUP BY 1 ORDER BY min(id)"
)


class AttemptSpots:
    """Gives attempts the position of the first attempt at their place.

    Attempts within 2 m of the first one count as the same place. Positions by odometry get none,
    because the odometry frame is new after each start.
    """

    def __init__(self) -> None:
        self._known: list[Position] | None = None

    def placed(self, connection: sqlite3.Connection, row: Observation) -> Observation:
        """Return the row of an attempt for storing: with its spot, if it has one."""
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


_AT = "at"  # in a row's detail, as for surroundings events
SPOT = "spot"
"""The field of a row's detail for :attr:`Attempt.spot`."""


@dataclass(frozen=True)
class Attempt:
    """A task that was tried, the place, and the result.

    Attributes:
        task: in a few words, the same each time: 'dock at bay 2'; for an action its name.
        place: the place in words; empty: not given.
        parameters: names and values used for the task.
        note: what happened, or what helped; empty: not given.
        position: the robot's position; None if unknown.
        spot: the position of the first attempt at that place, set by the ledger; None before.
    """

    task: str
    succeeded: bool
    place: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    position: Position | None = None
    spot: Position | None = None

    @property
    def sentence(self) -> str:
        """The attempt in words with its note, for searches."""
        return f"{self.words}: {self.note}" if self.note else self.words

    @property
    def words(self) -> str:
        """The attempt in words, without its note."""
        where = f" at {self.place}" if self.place and self.place not in self.task else ""
        how = ", ".join(f"{name} {value}" for name, value in self.parameters.items())
        went = "succeeded" if self.succeeded else "failed"
        return f"{self.task} {went}{where}{f' with {how}' if how else ''}"

    def as_row(
        self,
        instant: Instant,
        source: Source = Source.DETECTOR,
        *,
        topic: str = "",
        author: Mapping[str, str] | None = None,
    ) -> Observation:
        """Return the ledger row.

        Args:
            author: what the row says about its author, besides the source.
        """
        told = {"place": self.place, "parameters": dict(self.parameters), "note": self.note}
        detail: dict[str, Any] = {
            "succeeded": self.succeeded,
            **{name: value for name, value in told.items() if value},
            **(author or {}),
        }
        if self.position is not None:
            detail[_AT] = self.position.as_dict()
        return Observation(
            kind=Kind.ATTEMPT,
            instant=instant,
            summary=self.sentence,
            source=source,
            detector="action" if source is Source.DETECTOR else "",
            topic=topic,
            component=self.task,
            detail=detail,
        )

    @classmethod
    def of(cls, row: Observation) -> Attempt:
        """Read a row of :meth:`as_row`."""
        detail = row.detail
        return cls(
            task=row.component,
            succeeded=detail.get("succeeded") is True,
            place=str(detail.get("place", "")),
            parameters=detail.get("parameters", {}),
            note=str(detail.get("note", "")),
            position=Position.from_dict(detail[_AT]) if _AT in detail else None,
            spot=Position.from_dict(detail[SPOT]) if SPOT in detail else None,
        )
