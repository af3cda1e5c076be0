"""An entry and its evidence for an agent, in few tokens: nothing empty, and nothing twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robot_memory.applications.entry_explanation import explain_entry
from robot_memory.entries.json_records import entry_record
from robot_memory.faces.mcp.bounded_text import records_as_data
from robot_memory.memory import RobotMemory

#: Values before a fault that are told; those of a freeze-frame, which stand out, come first.
_MOST_VALUES = 12


def brief_evidence(memory: RobotMemory, entry_id: str, limit: int) -> str:
    """Return an entry, what all its rows have in common, and the rows, newest first.

    Args:
        memory: which is not changed.
        entry_id: an entry of this robot or of a peer.
        limit: rows, at most.

    Raises:
        UnknownEntry: no entry has that id.
    """
    found = explain_entry(memory, entry_id, limit=limit)
    behind = found.as_record()
    rows = _without_old_values(behind.pop("evidence"))
    head = {**entry_record(found.confidence, found.entry, memory.running_hours()), **behind}
    units = {name: unit for row in rows for name, unit in row.pop("units").items()}
    common = _common(rows) if len(rows) > 1 else {}
    differing = [{name: row[name] for name in row if name not in common} for row in rows]
    shared = _brief({"in_all_rows": {**common, "units": units}})
    ours = [head, *([shared] if shared else [])]
    proven = [*(True for _ in ours), *(row.source.is_proven for row in found.rows)]
    records = [_brief(one) for one in (*ours, *differing)]
    return records_as_data("rows", records, proven.__getitem__)


def _without_old_values(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave the values before a fault to the newest row that has some, and there a few."""
    is_told = False
    for row in rows:
        detail = row["detail"]
        frame, before = detail.pop("frame", {}), detail.pop("before", {})
        if before and not is_told and isinstance(before, Mapping):
            names = sorted(before, key=lambda name: name not in frame)[:_MOST_VALUES]
            detail["before"] = {name: before[name] for name in names}
            is_told = True
            if len(before) > _MOST_VALUES:
                detail["values_left_out"] = len(before) - _MOST_VALUES
    return rows


def _common(rows: list[dict[str, Any]]) -> dict[str, Any]:
    first, *others = rows
    return {name: first[name] for name in first if all(row[name] == first[name] for row in others)}


def _brief(value: Any) -> Any:
    """Return a value without empty fields, and with numbers of six significant digits."""
    if isinstance(value, Mapping):
        fields = {name: _brief(one) for name, one in value.items()}
        return {name: one for name, one in fields.items() if one not in (None, "", [], {})}
    if isinstance(value, (list, tuple)):
        return [_brief(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value
