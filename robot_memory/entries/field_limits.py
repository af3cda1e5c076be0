"""The maximum lengths of fields that people and agents fill: one table for all interfaces.

The command line, the ROS services and Python callers all use :class:`RobotMemory`, which checks the
limits here; so none of them can store, search for or repeat ten megabytes.

See docs/reference/security.md, "Sizes".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from robot_memory.entries.memory_entry import MAX_TEXT, EntryType
from robot_memory.foundation.checked_call import Bounds
from robot_memory.foundation.errors import Defect, InvalidInput

#: Characters of a field; of tags and parameters, characters of each.
LIMITS = {
    "text": MAX_TEXT,
    "tags": 128,
    "source": 128,
    "caller": 80,
    "note": 1000,
    "why": 1000,
    "reason": 200,
    "component": 200,
    "speaker": 200,
    "task": 200,
    "place": 200,
    "parameters": 200,
    "query": 4000,
    "id": 64,
    "name": 200,
    "conversation": 200,
}
#: Rows of evidence in one answer.
MOST_ROWS = 1000
#: The range of a confidence, and the types of entries.
SHARE, TYPES = Bounds(0.0, 1.0), tuple(kind.value for kind in EntryType)
#: Tags of one entry and of one query, parameters of one task.
MOST_TAGS = 32


def beyond_limits(**fields: str | Collection[str]) -> Iterator[Defect]:
    """Yield the fields that are too long, each with its length and its limit."""
    for name, value in fields.items():
        limit = LIMITS[name]
        if isinstance(value, str):
            if len(value) > limit:
                yield Defect(name, f"{len(value)} characters is above {limit}")
            continue
        if len(value) > MOST_TAGS:
            yield Defect(name, f"{len(value)} of them is above {MOST_TAGS}")
        for index, part in enumerate(value):
            if index < MOST_TAGS and len(part) > limit:
                yield Defect(f"{name}[{index}]", f"{len(part)} characters is above {limit}")


def until_defects(until: datetime | None, now: datetime) -> list[Defect]:
    """Return what is wrong with an end date; None is allowed."""
    if until is None:
        return []
    if until.tzinfo is None:
        return [Defect("until", f"{until} names no time zone: give one, such as UTC")]
    if until <= now:
        return [Defect("until", f"{until:%Y-%m-%d %H:%M} UTC has passed: give a later time")]
    return []


def check_limits(did: str, **fields: str | Collection[str]) -> None:
    """Raise InvalidInput with all fields of a call that are too long, by their names in LIMITS.

    Args:
        did: the consequence for the data: "nothing was stored".
    """
    defects = list(beyond_limits(**fields))
    if defects:
        raise InvalidInput(did, defects)
