"""The limits that are active or signed, and those at places, with who approved them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit_record import (
    limit_lines,
    limit_record,
    place_limit_lines,
    place_limit_record,
    unread_lines,
    unread_record,
)
from robot_memory.memory import RobotMemory


@dataclass(frozen=True)
class ListedLimit:
    """A limit with its approval.

    Attributes:
        record: as JSON data.
        lines: as a person reads it.
    """

    record: dict[str, Any]
    lines: tuple[str, ...]


def listed_limits(memory: RobotMemory) -> Iterator[ListedLimit]:
    """Yield learned limits, limits at places, and approvals that cannot be read."""
    limits = LearnedLimits(memory)
    signed = limits.signed_or_held()
    listed = set()
    for limit, approval in limits.listed(signed.learned, signed.unread_approval):
        listed.add(limit.id)
        yield ListedLimit(limit_record(limit, approval), tuple(limit_lines(limit, approval)))
    for place, approval in signed.places:
        lines = tuple(place_limit_lines(place, approval))
        yield ListedLimit(place_limit_record(place, approval), lines)
    for name, reason in signed.unread.items():
        if name not in listed:
            yield ListedLimit(unread_record(name, reason), tuple(unread_lines(name, reason)))
