"""Marks a row as the consequence of another row's fault."""

from __future__ import annotations

from dataclasses import replace

from robot_memory.ledger import Key, Kind, Observation
from robot_memory.wording.varying_text import READINGS


def following(row: Observation, cause: Key, entry_type: str = "") -> Observation:
    """Return the row that tells beside a cause what came with it; it makes no entry.

    Args:
        row: an onset.
        cause: the key of the cause.
        entry_type: of the cause's entry; empty: as of the row.
    """
    own = [] if row.key is None else row.key.as_list()
    detail = {name: value for name, value in row.detail.items() if name != READINGS}
    return replace(
        row,
        kind=Kind.FOLLOWS,
        key=cause,
        entry_type=entry_type or row.entry_type,
        confidence=0.0,
        detail={**detail, "message": row.summary, "own_key": own},
    )
