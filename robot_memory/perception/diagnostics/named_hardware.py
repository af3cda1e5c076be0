"""Which part a status is about, where only its hardware id names it (rules.md §1.12)."""

from __future__ import annotations

import re

from robot_memory.perception.masking.component_names import one_line, shown
from robot_memory.wording.part_words import with_parts_marked
from robot_memory.wording.plain_words import plain_words

_ANY_PART = re.compile(r"\b(?:hardware|devices?|sensors?|boards?)\b")  # names none in particular


def with_hardware(who: str, hardware_id: str) -> str:
    """Return who reports a status, with its hardware id where only that names a part.

    "driver: Status" of "left_wheel_motor" says nothing without it. An id such as "SN-00417" or
    the robot's name says no more than the status does, and is left out.

    Args:
        who: the component as a text names it.
        hardware_id: of the status; may be empty.
    """
    part = shown(one_line(hardware_id))
    if part and part not in who and _names_part(part) and not _names_part(who):
        return f"{who} ({part})"
    return who


def _names_part(text: str) -> bool:
    return "@" in with_parts_marked(_ANY_PART.sub(" ", plain_words(text)))
