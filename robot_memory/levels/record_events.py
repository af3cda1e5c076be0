"""Kinds of events that only the memory itself may log: runs, decisions, signatures.

Other tools append to ``events.jsonl`` as they like, and may be told by others what to append. That
way nobody gets the record to say that an operator approved something, or a receipt was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robot_memory.errors import Defect, InvalidInput
from robot_memory.levels.hash_chain import FIELD

_OWN = frozenset({
    "archived", "episode_interrupted", "file_written", "gate_signed", "knowledge_updated",
    "knowledge_written", "operator_enrolled", "quality_probe", "receipt_written", "rehearsed",
    "session_interrupted", "task_outcome",
})  # fmt: skip
_OWN_BEGINNINGS = ("entry_", "limit_", "proposal_")


def check_not_ours(event: Mapping[str, Any]) -> None:
    """Check that an event is none that only the memory itself notes.

    Raises:
        InvalidInput: it is one.
    """
    if _is_own(event.get("type")):
        problem = f"{event['type']!r:.60} is for what the memory itself did: use a type of your own"
        raise InvalidInput("nothing was written", [Defect("type", problem)])


def is_believed(event: Mapping[str, Any]) -> bool:
    """Tell whether an event may be taken for what it says.

    One that only the memory notes has a link of the chain, which is checked by who verifies it.
    """
    return not _is_own(event.get("type")) or FIELD in event


def _is_own(kind: object) -> bool:
    return isinstance(kind, str) and (kind in _OWN or kind.startswith(_OWN_BEGINNINGS))
