"""One entry on its way to another robot: read beside write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from robot_memory import stamps
from robot_memory.entries.memory_entry import MAX_TEXT, EntryType, MemoryEntry
from robot_memory.entries.peer_text import neutral
from robot_memory.errors import Defect, InvalidUpdate

MAX_TAGS = 16
MAX_WORD = 128
MAX_COUNT = 2**32 - 1
_TYPES = tuple(kind.value for kind in EntryType if kind is not EntryType.RESOLVED)
_PLACE_NUMBERS = ("x", "y", "sigma", "radius")


@dataclass(frozen=True)
class SharedEntry:
    """An entry as it is shared.

    Attributes:
        id, type, text, confidence, first_seen, last_reinforced, observation_count, tags: as of
            document 000 §3.4; confidence is the stored one and fades from ``last_reinforced``.
        about: which detector noticed what; None for what was said.
        place: where it is: ``frame``, ``x``, ``y``, ``sigma``, ``radius``, in metres (``wgs84``:
            longitude and latitude in degrees); None where it has no place.
    """

    id: str
    type: str
    text: str
    confidence: float
    first_seen: datetime
    last_reinforced: datetime
    observation_count: int
    tags: tuple[str, ...] = ()
    about: tuple[str, str] | None = None
    place: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, entry: MemoryEntry, place: Mapping[str, Any] | None = None) -> SharedEntry:
        """Return an own entry as it is shared, without labels that others would not read."""
        key = entry.key
        about = (key.detector, key.symptom) if key is not None else ("", "")
        tags = [tag for tag in entry.tags if _is_readable(tag, MAX_WORD)]
        return cls(
            entry.id, entry.type.value, entry.text, entry.confidence, entry.first_seen,
            entry.last_reinforced, entry.observation_count, tuple(tags[:MAX_TAGS]),
            about if all(_is_readable(part, MAX_TEXT) for part in about) else None, place,
        )  # fmt: skip

    def as_record(self) -> dict[str, Any]:
        """Return JSON data."""
        record: dict[str, Any] = {
            "id": self.id,
            "type": self.type,
            "text": self.text,
            "confidence": self.confidence,
            "first_seen": stamps.to_text(self.first_seen),
            "last_reinforced": stamps.to_text(self.last_reinforced),
            "observation_count": self.observation_count,
            "tags": list(self.tags),
        }
        if self.about is not None:
            record["about"] = list(self.about)
        if self.place is not None:
            record["place"] = dict(self.place)
        return record


def _is_readable(text: str, limit: int) -> bool:
    return len(text) <= limit and 0 < len(neutral(text)) <= limit


def read_entry(record: object, path: str) -> SharedEntry:
    """Read an entry of another robot, its words made harmless.

    Raises:
        InvalidUpdate: lists all that is wrong with it, each with its path.
    """
    if not isinstance(record, Mapping):
        raise InvalidUpdate("an entry cannot be read", [Defect(path, "is not a JSON object")])
    reader = _Reader(record, path)
    entry = SharedEntry(
        id=reader.word("id"),
        type=reader.type(),
        text=reader.text(),
        confidence=reader.number("confidence", 0.0, 1.0),
        first_seen=reader.time("first_seen"),
        last_reinforced=reader.time("last_reinforced"),
        observation_count=reader.count(),
        tags=reader.tags(),
        about=reader.about(),
        place=reader.place(),
    )
    if reader.defects:
        raise InvalidUpdate("an entry cannot be read", reader.defects)
    return entry


class _Reader:
    """Reads the fields of one entry and gathers what is wrong with them."""

    def __init__(self, record: Mapping[str, Any], path: str) -> None:
        self._record = record
        self._path = path
        self.defects: list[Defect] = []

    def _defect(self, name: str, problem: str) -> None:
        self.defects.append(Defect(f"{self._path}.{name}", problem))

    def _harmless(self, name: str, value: object, limit: int) -> str:
        if not isinstance(value, str):
            self._defect(name, f"{value!r:.80} is not a text")
            return ""
        if len(value) > limit:
            self._defect(name, f"{len(value)} characters is above {limit}")
            return ""
        words = neutral(value)
        if not words:
            self._defect(name, "is empty, or has nothing that can be read")
        if len(words) > limit:  # some letters are several in the form that is kept
            self._defect(name, f"{len(words)} characters is above {limit}")
        return words

    def word(self, name: str) -> str:
        return self._harmless(name, self._record.get(name), MAX_WORD)

    def text(self) -> str:
        return self._harmless("text", self._record.get("text"), MAX_TEXT)

    def type(self) -> str:
        value = self._record.get("type")
        if value not in _TYPES:
            self._defect("type", f"{value!r:.80} is none of {', '.join(_TYPES)}")
        return str(value)

    def number(self, name: str, low: float, high: float, within: str = "") -> float:
        value: Any = (self._record[within] if within else self._record).get(name)
        path = f"{within}.{name}" if within else name
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not low <= value <= high:
            self._defect(path, f"{value!r:.80} is not a number between {low:g} and {high:g}")
            return 0.0
        return float(value)

    def time(self, name: str) -> datetime:
        value = self._record.get(name)
        try:
            return stamps.from_text(value if isinstance(value, str) else "")
        except ValueError as error:
            self._defect(name, str(error))
            return datetime.fromtimestamp(0, timezone.utc)

    def count(self) -> int:
        value = self._record.get("observation_count")
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_COUNT:
            return value
        self._defect("observation_count", f"{value!r:.80} is not in 1 to {MAX_COUNT}")
        return 1

    def tags(self) -> tuple[str, ...]:
        value = self._record.get("tags", [])
        if not isinstance(value, list) or len(value) > MAX_TAGS:
            self._defect("tags", f"is not a list of at most {MAX_TAGS}")
            return ()
        words = (self._harmless(f"tags[{i}]", tag, MAX_WORD) for i, tag in enumerate(value))
        return tuple(dict.fromkeys(words))

    def about(self) -> tuple[str, str] | None:
        match self._record.get("about"):
            case None:
                return None
            case [detector, symptom]:
                words = (detector, symptom)
                first, second = (self._harmless("about", part, MAX_TEXT) for part in words)
                return first, second
        self._defect("about", "is not a pair of texts")
        return None

    def place(self) -> Mapping[str, Any] | None:
        value = self._record.get("place")
        if value is None:
            return None
        if not isinstance(value, Mapping):
            self._defect("place", "is not a JSON object")
            return None
        frame = self._harmless("place.frame", value.get("frame"), MAX_WORD)
        numbers = {
            name: self.number(name, -1e9 if name in "xy" else 0.0, 1e9, "place")
            for name in _PLACE_NUMBERS
        }
        return {"frame": frame, **numbers}
