"""Where it happened: places with their entries and limits, and where the robot went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, ClassVar, NamedTuple, TypedDict

from robot_memory.applications.operations.operation import Question, RecordAnswer, Takes
from robot_memory.entries.json_records import entry_record
from robot_memory.entries.limit_rules import explained_by
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import Position
from robot_memory.ledger.recent_rows import TrackPoint
from robot_memory.memory import RobotMemory

_MOST_POINTS = 2000
_MOST_CELLS = 5000


class PlacedEntryRecord(TypedDict):
    """What is told of an entry at its place."""

    id: str
    text: str
    type: str
    percent: int
    mark: str


class PlaceRecord(TypedDict):
    """A place of an entry."""

    id: str
    entry: PlacedEntryRecord
    limits: list[str]
    x: float
    y: float
    radius: float
    events: int
    hits: int
    passes: int


class TrackRecord(TypedDict):
    """Where the robot was when something was seen."""

    time: datetime
    x: float
    y: float


class CellRecord(TypedDict):
    """How often the robot came by: the middle of a cell, and the count."""

    x: float
    y: float
    count: float


@dataclass(frozen=True)
class PlacesAnswer(RecordAnswer):
    """What is known of one frame."""

    frames: list[str]  # those in which there is something
    frame: str  # the one that is shown
    places: list[PlaceRecord]
    track: list[TrackRecord]
    passes: list[CellRecord]  # the busiest cells
    cell_size: float  # the side of a cell, in the unit of the frame
    walls: list[list[float]]  # of the robot's map: x and y of both ends, in metres
    wall_width: float


@dataclass(frozen=True)
class GetPlaces(Question):
    """Return the places of entries in one frame, and how often the robot was at each spot."""

    frame: Annotated[str, Takes("the frame; by default the first one with places", most=200)] = ""

    PATH: ClassVar[str] = "/places"

    def ask(self, memory: RobotMemory) -> PlacesAnswer:
        """Answer it; see :class:`.Question`."""
        if not memory.has_ledger:
            return PlacesAnswer([], "", [], [], [], 1.0, [], 0.0)
        worth = {entry.id: (confidence, entry) for confidence, entry in memory.entries()}
        with_entry = [place for place in memory.ledger.places() if place.entry_id in worth]
        track = memory.ledger.track(_MOST_POINTS)
        walls = _walls(memory)
        frames = _frames(with_entry, track, walls.frame)
        frame = self.frame or (frames[0] if frames else "")
        limits = _limits(entry for _, entry in worth.values())
        passes = memory.ledger.passes(frame, _MOST_CELLS)
        return PlacesAnswer(
            frames, frame,
            [
                _place_record(place, *worth[place.entry_id], limits.get(place.entry_id, []))
                for place in with_entry if place.centre.frame == frame
            ],
            [
                {"time": point.time, "x": point.position.x, "y": point.position.y}
                for point in track if point.position.frame == frame
            ],
            [_cell_record(frame, cell, count) for cell, count in passes.items()],
            _cell_size(frame), [*walls.lines] if walls.frame == frame else [], walls.width,
        )  # fmt: skip


class _Walls(NamedTuple):
    """The walls of the robot's map: lines in metres of its frame, and how wide they are."""

    frame: str = ""
    lines: Sequence[list[float]] = ()
    width: float = 0.0


def _walls(memory: RobotMemory) -> _Walls:
    # verbs start sooner without
    from robot_memory.perception.surroundings.floor_map import FLOOR_MAP, wall_lines

    state = memory.ledger.baseline(FLOOR_MAP)
    if not state:
        return _Walls()
    try:
        return _Walls(state["frame"], wall_lines(state), state["resolution"])
    except ValueError:  # the node reports a damaged baseline, and learns it anew
        return _Walls()


def _frames(places: Iterable[Place], track: Iterable[TrackPoint], mapped: str) -> list[str]:
    """Return the frames that there is something in: those with places first, then the newest."""
    of_places = [place.centre.frame for place in places]
    of_track = [point.position.frame for point in reversed(list(track))]
    return list(dict.fromkeys(filter(None, [*of_places, *of_track, mapped])))


def _limits(entries: Iterable[MemoryEntry]) -> dict[str, list[str]]:
    """Return the sentences of limits by the id of the entry that they explain."""
    found: dict[str, list[str]] = {}
    for entry in entries:
        if explained := explained_by(entry):
            found.setdefault(explained, []).append(entry.text)
    return found


def _place_record(
    place: Place, confidence: float, entry: MemoryEntry, limits: list[str]
) -> PlaceRecord:
    told = entry_record(confidence, entry)
    shown: PlacedEntryRecord = {
        "id": told["id"], "text": told["text"], "type": told["type"],
        "percent": told["percent"], "mark": told["mark"],
    }  # fmt: skip
    return {
        "id": place.id, "entry": shown, "limits": limits,
        "x": place.centre.x, "y": place.centre.y, "radius": place.radius,
        "events": place.events, "hits": place.hits, "passes": place.passes,
    }  # fmt: skip


def _cell_record(frame: str, cell: str, count: float) -> CellRecord:
    middle = Position.of_cell(frame, cell)
    return {"x": middle.x, "y": middle.y, "count": count}


def _cell_size(frame: str) -> float:
    """Return the side of a cell in the frame's own unit."""
    return Position.of_cell(frame, "1,0").x - Position.of_cell(frame, "0,0").x
