"""The parts of an update, each with its reader and its writer.

These are: an entry; a deletion on request (rules.md §6.17), which holds the id under which the
entry was shared, and none of its words; the head of the event log, which peers store as witnesses
(rules.md §6.8).

See docs/reference/peer-updates.md, "The message".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
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
    """An entry in its shared form."""

    # id, type, text, confidence, first_seen, last_reinforced, observation_count, tags: as in
    # document 000 §3.4; confidence is the stored one, which decays from ``last_reinforced``
    id: str
    type: str
    text: str
    confidence: float
    first_seen: datetime
    last_reinforced: datetime
    observation_count: int
    tags: tuple[str, ...] = ()
    about: tuple[str, str] | None = None  # detector and symptom; None for a note
    # the place: ``frame``, ``x``, ``y``, ``sigma``, ``radius``, in metres (``wgs84``: longitude and
    # latitude in degrees); None if it has none
    place: Mapping[str, Any] | None = None
    # the id of the own entry, if shared under another id. It is not sent.
    own_id: str = field(default="", compare=False)
    # the part, for the sharing policy. It is not sent.
    component: str = field(default="", compare=False)

    @classmethod
    def of(cls, entry: MemoryEntry, place: Mapping[str, Any] | None = None) -> SharedEntry:
        """Return the shared form of an own entry, without tags that others could not read."""
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
    """Read an entry of another robot, and make its words harmless.

    Raises:
        InvalidUpdate: lists all its defects, each with its path.
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
    if not isinstance(value, str):
        reader.refuse(name, f"{value!r:.80} is not a string")
        return ""
    if len(value) > limit:
        reader.refuse(name, f"{len(value)} characters is above {limit}")
        return ""
    words = words_from_outside(value)
    if not words:
        reader.refuse(name, "is empty, or has nothing that can be read")
    if len(words) > limit:  # some letters become several when made harmless
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


#: In one update; the oldest are no longer reported.
MAX_DELETED = 128
#: How long a deletion is reported: an update is valid for 7 days, and a fleet keeps entries for 400
#: days that a robot no longer reports.
TOLD = timedelta(days=407)


@dataclass(frozen=True)
class DeletedEntry:
    """An entry that a person deleted at the robot that shared it."""

    id: str  # under which it was shared
    at: datetime  # when it was deleted, by that robot's clock, UTC

    def as_record(self) -> dict[str, str]:
        """Return it as JSON data."""
        return {"at": stamps.to_text(self.at), "id": self.id}

    @classmethod
    def of_record(cls, record: dict[str, str]) -> DeletedEntry:
        """Read a record of :meth:`as_record` by this robot itself."""
        return cls(record["id"], stamps.from_text(record["at"]))


def read_deleted(
    items: Sequence[object], path: str
) -> tuple[tuple[DeletedEntry, ...], list[Defect]]:
    """Read deletions from another robot; unusable ones are skipped.

    Args:
        path: of the list, for defects.

    Returns:
        The usable deletions, and the defects of the others.
    """
    found: dict[str, DeletedEntry] = {}
    defects: list[Defect] = []
    for index, item in enumerate(items):
        read = _read(item, f"{path}[{index}]")
        if not isinstance(read, DeletedEntry):
            defects += read
        elif found.setdefault(read.id, read) is not read:
            defects.append(Defect(f"{path}[{index}].id", "occurs twice"))
    return tuple(found.values()), defects


def _read(item: object, path: str) -> DeletedEntry | list[Defect]:
    if not isinstance(item, dict):
        return [Defect(path, "is not a JSON object")]
    reader = FieldReader(item, path)
    name, at = reader.text("id"), reader.time("at")
    if not 0 < len(name) <= MAX_WORD or words_from_outside(name) != name:
        reader.refuse("id", f"{name!r:.80} is not an id of 1 to {MAX_WORD} characters")
    return reader.defects or DeletedEntry(name, at)


_DIGEST = re.compile("[0-9a-f]{64}")
_LARGEST = 2**53


@dataclass(frozen=True)
class AuditHead:
    """The newest line of a record; whoever saw it can tell later that lines were cut off."""

    seq: int  # its number, counted from 1 without restart
    digest: str  # SHA-256 of the line, as hexadecimal digits

    def as_record(self) -> dict[str, int | str]:
        """Return it as JSON data."""
        return {"seq": self.seq, "digest": self.digest}

    def __str__(self) -> str:
        return f"{self.seq}:{self.digest}"

    def is_missing_in(self, said: AuditHead | None) -> bool:
        """Whether a later head is of an event log that lacks this line."""
        return said is None or said.seq < self.seq or (said.seq == self.seq and said != self)


def read_audit_head(record: object, path: str) -> AuditHead | Defect:
    """Read a record of :meth:`AuditHead.as_record`, or return its defect."""
    given = record if isinstance(record, Mapping) else {}
    seq, digest = given.get("seq"), given.get("digest")
    if type(seq) is not int or not 0 < seq <= _LARGEST:
        return Defect(f"{path}.seq", f"{seq!r:.80} is not a whole number from 1 to {_LARGEST}")
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        return Defect(f"{path}.digest", f"{digest!r:.80} is not a SHA-256 in hexadecimal digits")
    return AuditHead(seq, digest)
