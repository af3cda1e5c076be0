"""Markers for RViz: a cylinder at the place of each note, with its text above.

See docs/reference/node.md, "With ROS tools"; docs/reference/topics.md;
docs/reference/security.md, "Escapes".
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from geometry_msgs.msg import Point, Pose, Quaternion, Vector3
from rclpy.publisher import Publisher
from std_msgs.msg import ColorRGBA, Header
from visualization_msgs.msg import Marker, MarkerArray

from robot_memory.entries import MemoryEntry
from robot_memory.entries.confidence import HIGH, LOW, MEDIUM, band
from robot_memory.faces.ros.convert import to_text, to_time
from robot_memory.foundation.text.escaping import one_line
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import WGS84
from robot_memory.memory import RobotMemory

_LOOK_INTERVAL = 10.0  # s between two checks for decayed entries
_HEIGHT = 0.1  # m, of a cylinder
_LETTERS = 0.6  # m, the text height; RViz then draws a minus sign even at 30 pixels per metre
_SPACE = 0.2  # m between two words; for 0, RViz would use the spacing of letters 1 m high
_COLOURS = {HIGH: (0.9, 0.2, 0.2), MEDIUM: (0.95, 0.75, 0.1), LOW: (0.3, 0.75, 0.3)}
_NAMESPACES = ("places", "place texts")
_SIGNS = str.maketrans(
    {
        "\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{EM DASH}": "-",
        "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"', "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{LESS-THAN OR EQUAL TO}": "<=", "\N{GREATER-THAN OR EQUAL TO}": ">=",
        "\N{MULTIPLICATION SIGN}": "x", "\N{MICRO SIGN}": "u", "\N{DEGREE SIGN}": "deg",
    }
)  # fmt: skip


@dataclass(frozen=True)
class _Shown:
    text: str
    mark: str
    place: Place


class Markers:
    """Publishes markers when the notes with a place change.

    Notes with satellite positions are left out: degrees are no scene coordinates.
    """

    def __init__(self, memory: RobotMemory, publisher: Publisher) -> None:
        self._memory = memory
        self._publisher = publisher
        self._shown: dict[str, _Shown] | None = None
        self._looked: tuple[int, float] = (-1, 0.0)

    def publish_changes(self) -> None:
        """Publish the markers if they changed."""
        seq, now = self._memory.seq, time.monotonic()
        if seq == self._looked[0] and now - self._looked[1] < _LOOK_INTERVAL:
            return
        self._looked = (seq, now)
        notes = self._memory.entries(types=["environment_note"])
        shown = _shown(notes, self._memory.ledger.places())
        if shown == self._shown:
            return
        stamp = to_time(self._memory.clock.now().time)
        self._publisher.publish(_markers(shown, stamp))
        self._shown = shown


def _shown(
    notes: Iterable[tuple[float, MemoryEntry]], places: Iterable[Place]
) -> dict[str, _Shown]:
    there = {
        place.entry_id: place for place in places if place.has_entry and place.centre.frame != WGS84
    }
    return {
        entry.id: _Shown(marker_text(to_text(entry.text)), band(confidence), there[entry.id])
        for confidence, entry in notes
        if entry.id in there
    }


def _markers(shown: Mapping[str, _Shown], stamp: object) -> MarkerArray:
    """Return markers that replace all earlier ones.

    A latched topic keeps only its last message: a subscriber that missed a message, or that was
    there before the node started, would go on showing removed markers. The markers are locked to
    their frames. Otherwise RViz would transform them once, on reception, perhaps before any
    transform.
    """
    markers = [Marker(action=Marker.DELETEALL)]
    for entry_id, it in shown.items():
        header = Header(frame_id=it.place.centre.frame, stamp=stamp)
        red, green, blue = _COLOURS[it.mark]
        size = 2.0 * it.place.radius
        markers += [
            Marker(
                header=header, ns=_NAMESPACES[0], id=_number(entry_id), type=Marker.CYLINDER,
                action=Marker.ADD, frame_locked=True, pose=_pose(it.place, _HEIGHT / 2.0),
                scale=Vector3(x=size, y=size, z=_HEIGHT),
                color=ColorRGBA(r=red, g=green, b=blue, a=0.4),
            ),
            Marker(
                header=header, ns=_NAMESPACES[1], id=_number(entry_id),
                type=Marker.TEXT_VIEW_FACING, action=Marker.ADD, frame_locked=True,
                pose=_pose(it.place, _HEIGHT + 2.0 * _LETTERS),
                scale=Vector3(x=_SPACE, z=_LETTERS),
                color=ColorRGBA(r=1.0, g=1.0, b=1.0, a=1.0), text=it.text,
            ),
        ]  # fmt: skip
    return MarkerArray(markers=markers)


def _pose(place: Place, height: float) -> Pose:
    position = Point(x=place.centre.x, y=place.centre.y, z=height)
    return Pose(position=position, orientation=Quaternion(w=1.0))


def _number(entry_id: str) -> int:
    """Return an entry's marker number, which is the same at each start."""
    return int.from_bytes(entry_id.encode()[-8:], "big") % (2**31 - 1)


def marker_text(text: str) -> str:
    """Return a text as one line for RViz: signs and accented letters become ASCII.

    RViz 2 draws a text byte by byte, with ASCII glyphs (``MovableText`` of rviz_rendering, Jazzy).
    It replaces any other letter by one gap for each of its UTF-8 bytes. Without this conversion, a
    place at x = −3 would read as one at 3. Letters of other scripts are kept: RViz omits them,
    Foxglove draws them.
    """
    return one_line("".join(map(_plain, text.translate(_SIGNS))))


def _plain(letter: str) -> str:
    """Return a letter's ASCII base letters, or the letter itself if it has none."""
    parts = unicodedata.normalize("NFKD", letter)
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare if bare.isascii() else letter
