"""What a robot deleted on request, as part of its update (rules.md §6.17): its reader and writer.

A deletion names an entry by the id under which it was shared. It holds none of its words.

See docs/reference/peer-updates.md, "The message".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from robot_memory.entries.peer_text import words_from_outside
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.text.field_reader import FieldReader
from robot_memory.foundation.time import stamps
from robot_memory.sharing.federation.shared_entry import MAX_WORD

#: Of one update; the oldest are told no more.
MAX_DELETED = 128
#: A deletion is told for so long: an update is valid for 7 days, and a fleet keeps for 400 days
#: what a robot tells no more.
TOLD = timedelta(days=407)


@dataclass(frozen=True)
class DeletedEntry:
    """An entry that a person deleted at the robot that said it.

    Attributes:
        id: under which it was shared.
        at: when it was deleted, by that robot's clock, UTC.
    """

    id: str
    at: datetime

    def as_record(self) -> dict[str, str]:
        """Return it as JSON data."""
        return {"at": stamps.to_text(self.at), "id": self.id}

    @classmethod
    def of_record(cls, record: dict[str, str]) -> DeletedEntry:
        """Read what :meth:`as_record` wrote for this robot itself."""
        return cls(record["id"], stamps.from_text(record["at"]))


def read_deleted(
    items: Sequence[object], path: str
) -> tuple[tuple[DeletedEntry, ...], list[Defect]]:
    """Read deletions that another robot tells; one that cannot be used costs that one alone.

    Args:
        items: JSON data.
        path: of the list, for what is wrong.

    Returns:
        The deletions, and what is wrong with the others.
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
