"""The signatures of limits that the record of changes holds (rules.md §12.4).

Each approval and each end is appended to the record as it was signed, so a line that nobody signed
begins, ends and changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from robot_memory.foundation.disk import file_lock
from robot_memory.governance.governance_store import ENROLLED
from robot_memory.governance.record_lines import LIMIT_ID, LIMIT_LINES
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.json_files import parse_line
from robot_memory.long_term.levels.record_verification import verify

_TEXTS = tuple(f'"{kind}"'.encode() for kind in LIMIT_LINES)
#: Seconds to wait for others that append, where the record is looked at again later.
LOOK_PATIENCE = 1.0

#: Approvals and ends as the record has them, oldest first, by entry. Nobody has checked them.
RecordedLimits = Mapping[str, list[Mapping[str, Any]]]


def recorded_limits(events: EventLog, patience: float = file_lock.LOCK_PATIENCE) -> RecordedLimits:
    """Return what the record has of each limit whose approval or end it names.

    Args:
        patience: seconds to wait for others that append to it.

    Raises:
        LockHeld, OSError: the record cannot be read now.
    """
    found: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    with events.snapshot(patience) as record:
        lines = [line for _, line in record.lines([]) if any(text in line for text in _TEXTS)]
    # Also lines that are marked as others': their signature says whose they are.
    for event in filter(None, map(parse_line, lines)):
        entry_id, signed = str(event.get("id")), event.get("approval")
        if event.get("type") in LIMIT_LINES and LIMIT_ID.fullmatch(entry_id):
            found[entry_id].append(signed if isinstance(signed, dict) else {})
    return dict(found)


def tells_all(events: EventLog) -> bool:
    """Tell whether a limit of which the record says nothing was never signed.

    The record has to be whole from its first line on. One that was begun anew does not count: who
    approves limits was enrolled before, and the record says that.

    Raises:
        LockHeld, OSError: the record cannot be read now.
    """
    enrolled: list[int] = []

    def look(seq: int, _place: str, line: bytes) -> None:
        if f'"{ENROLLED}"'.encode() in line:
            enrolled.append(seq)

    with events.snapshot(LOOK_PATIENCE) as record:
        told = verify(record, on_line=look)
    return told.first == 1 and not told.defects and bool(enrolled)
