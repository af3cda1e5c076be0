"""Kinds of events that only the memory itself may log: runs, decisions, signatures.

Agents and tools append to ``events.jsonl`` as they like, and may be told by others what to append.
Their events are marked (:mod:`.hash_chain`), so that nothing here takes them for the memory's word;
they may not have a type of ours, so that no reader elsewhere does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from robot_memory.errors import Defect, InvalidInput
from robot_memory.unicode_text import reads_as

_OWN = frozenset({
    "archive_removed", "archived", "episode_interrupted", "events_lost", "file_written",
    "gate_signed", "knowledge_updated", "knowledge_written", "operator_enrolled",
    "packet_approved", "packet_withdrawn", "places_applied", "quality_probe", "receipt_written",
    "rehearsed", "session_interrupted", "task_outcome",
})  # fmt: skip
_OWN_BEGINNINGS = ("entry_", "limit_", "proposal_")


def check_not_ours(events: Iterable[Mapping[str, Any]]) -> None:
    """Check that events have no type that only the memory itself notes, however it is spelled.

    Neither case, width, blanks, what joins words nor a letter of another script makes another type.

    Raises:
        InvalidInput: one has, or its type is no text; nothing was written.
    """
    for event in events:
        if not isinstance(event.get("type", ""), str):
            problem = f"{event['type']!r:.60} is not a text"
            raise InvalidInput("nothing was written", [Defect("type", problem)])
        if _is_own(event.get("type")):
            problem = (
                f"{event['type']!r:.60} is for what the memory itself did: use a type of your own"
            )
            raise InvalidInput("nothing was written", [Defect("type", problem)])


def _is_own(kind: object) -> bool:
    if not isinstance(kind, str):
        return False
    name = _letters(kind)
    return name in _OWN_LETTERS or name.startswith(_BEGINNINGS_IN_LETTERS)


def _letters(kind: str) -> str:
    return "".join(filter(str.isalnum, reads_as(kind)))


_OWN_LETTERS = frozenset(map(_letters, _OWN))
_BEGINNINGS_IN_LETTERS = tuple(map(_letters, _OWN_BEGINNINGS))
