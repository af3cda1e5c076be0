"""An entry as part of an update: its reader and its writer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from robot_memory.entries.memory_entry import MAX_TEXT, EntryType, MemoryEntry
from robot_memory.entries.peer_text import neutral, words_from_outside
from robot_memory.foundation.errors import Defect, InvalidUpdate
from robot_memory.foundation.secrets.secrets_filter import screened
from robot_memory.foundation.text.field_reader import FieldReader
from robot_memory.foundation.time import stamps

MAX_TAGS = 16
MAX_WORD = 128  # characters
MAX_COUNT = 2**32 - 1
_TYPES = tuple(kind.value for kind in EntryType if kind is not EntryType.RESOLVED)
_PLACE_NUMBERS = ("x", "y", "sigma", "radius")


@dataclass(frozen=True)
class SharedEntry:
    """An entry as it is shared.

    Attributes:
        id, type, text, confidence, first_seen, last_reinforced, observation_count, tags: as of
            document 000 §3.4; confidence is the stored one and decays from ``last_reinforced``.
        about: which detector noticed what; None for what was said.
        place: where it is: ``frame``, ``x``, ``y``, ``sigma``, ``radius``, in metres (``wgs84``:
            longitude and latitude in degrees); None where it has no place.
        own_id: of the entry at home, where it is shared under another one. It is not sent.
        component: which part it is about; a policy asks. It is not sent.
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
    own_id: str = field(default="", compare=False)
    component: str = field(default="", compare=False)

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
            entry.id, key.component if key is not None else "",
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
    reader = FieldReader(record, path)
    entry = SharedEntry(
        id=_words(reader, "id", record.get("id"), MAX_WORD),
        type=reader.choice("type", _TYPES),
        text=_words(reader, "text", record.get("text"), MAX_TEXT),
        confidence=reader.number("confidence", 0.0, 1.0),
        first_seen=reader.time("first_seen"),
        last_reinforced=reader.time("last_reinforced"),
        observation_count=reader.whole("observation_count", 1, MAX_COUNT),
        tags=tuple(dict.fromkeys(map(neutral, screened([
            _words(reader, f"tags[{index}]", tag, MAX_WORD)
            for index, tag in enumerate(reader.items("tags", MAX_TAGS, []))
        ])))),
        about=_about(reader),
        place=_place(reader, path),
    )  # fmt: skip
    if reader.defects:
        raise InvalidUpdate("an entry cannot be read", reader.defects)
    return entry


def _words(reader: FieldReader, name: str, value: object, limit: int) -> str:
    """Return a text that does no harm where it is stored and shown."""
    if not isinstance(value, str):
        reader.refuse(name, f"{value!r:.80} is not a text")
        return ""
    if len(value) > limit:
        reader.refuse(name, f"{len(value)} characters is above {limit}")
        return ""
    words = words_from_outside(value)
    if not words:
        reader.refuse(name, "is empty, or has nothing that can be read")
    if len(words) > limit:  # some letters are several in the form that is kept
        reader.refuse(name, f"{len(words)} characters is above {limit}")
    return words


def _about(reader: FieldReader) -> tuple[str, str] | None:
    match reader.record.get("about"):
        case None:
            return None
        case [detector, symptom]:
            words = (detector, symptom)
            first, second = (_words(reader, "about", part, MAX_TEXT) for part in words)
            return first, second
    reader.refuse("about", "is not a pair of texts")
    return None


def _place(reader: FieldReader, path: str) -> Mapping[str, Any] | None:
    value = reader.record.get("place")
    if value is None:
        return None
    if not isinstance(value, Mapping):
        reader.refuse("place", "is not a JSON object")
        return None
    within = FieldReader(value, f"{path}.place")
    place = {
        "frame": _words(within, "frame", value.get("frame"), MAX_WORD),
        **{name: within.number(name, -1e9 if name in "xy" else 0.0, 1e9)
           for name in _PLACE_NUMBERS},
    }  # fmt: skip
    reader.defects += within.defects
    return place
