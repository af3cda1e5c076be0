"""Where it happened: places with their entries and limits, and where the robot went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from robot_memory.entries.json_records import entry_record
from robot_memory.entries.limit_rules import explained_by
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.faces.web.endpoint import Answer, Call, Handlers
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import Position
from robot_memory.ledger.recent_rows import TrackPoint
from robot_memory.memory import RobotMemory
from robot_memory.perception.surroundings.floor_map import FLOOR_MAP, wall_lines

_MOST_POINTS = 2000
_MOST_CELLS = 5000
_SHOWN = ("id", "text", "type", "percent", "mark")


def _places(call: Call) -> Answer:
    memory = call.memory
    if not memory.has_ledger:
        return Answer({"frames": [], "frame": "", "places": [], "track": [], "passes": [],
                       "cell_size": 1.0, "walls": [], "wall_width": 0.0})  # fmt: skip
    worth = {entry.id: (confidence, entry) for confidence, entry in memory.entries()}
    with_entry = [place for place in memory.ledger.places() if place.entry_id in worth]
    track = memory.ledger.track(_MOST_POINTS)
    walls = _walls(memory)
    frames = _frames(with_entry, track, walls.frame)
    frame = call["frame"] or (frames[0] if frames else "")
    limits = _limits(entry for _, entry in worth.values())
    return Answer({
        "frames": frames,
        "frame": frame,
        "places": [
            _place_record(place, *worth[place.entry_id], limits.get(place.entry_id, []))
            for place in with_entry if place.centre.frame == frame
        ],
        "track": [
            {"time": point.time, "x": point.position.x, "y": point.position.y}
            for point in track if point.position.frame == frame
        ],
        "passes": [
            _cell_record(frame, cell, count)
            for cell, count in memory.ledger.passes(frame, _MOST_CELLS).items()
        ],
        "cell_size": _cell_size(frame),
        "walls": walls.lines if walls.frame == frame else (),
        "wall_width": walls.width,
    })  # fmt: skip


class _Walls(NamedTuple):
    """The walls of the robot's map: lines in metres of its frame, and how wide they are."""

    frame: str = ""
    lines: Sequence[Sequence[float]] = ()
    width: float = 0.0


def _walls(memory: RobotMemory) -> _Walls:
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
) -> dict[str, Any]:
    shown = entry_record(confidence, entry)
    return {
        "id": place.id,
        "entry": {name: shown[name] for name in _SHOWN},
        "limits": limits,
        "x": place.centre.x,
        "y": place.centre.y,
        "radius": place.radius,
        "events": place.events,
        "hits": place.hits,
        "passes": place.passes,
    }


def _cell_record(frame: str, cell: str, count: float) -> dict[str, Any]:
    middle = Position.of_cell(frame, cell)
    return {"x": middle.x, "y": middle.y, "count": count}


def _cell_size(frame: str) -> float:
    """Return the side of a cell in the frame's own unit."""
    return Position.of_cell(frame, "1,0").x - Position.of_cell(frame, "0,0").x


HANDLERS: Handlers = {
    "GET /api/memory/places": _places,
}
