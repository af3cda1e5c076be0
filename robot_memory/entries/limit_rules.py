"""How rows of limits and outcomes change entries.

Specification: rules.md §1.7 and §1.9. :mod:`robot_memory.long_term.limit_search.limit_lifecycle`
decides when a limit moves to another step or is withdrawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from robot_memory.entries.entry_readings import is_a_persons_wording, text_of_row, with_own_words
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.persons_decision import NOTED_BY
from robot_memory.ledger import Kind, Observation
from robot_memory.ledger.displayed_text import displayed_summary

LIMIT = "limit"
OUTCOME = "outcome"
SUSPICION, TRIES = "suspicion", "tries"
#: Detectors that conclude from many rows; their sentences contain the counts.
CONCLUSIONS = frozenset({LIMIT, OUTCOME})
#: The kind of bound, by the side of the region in which faults are more frequent.
BOUNDS: Mapping[Any, str] = {"above": "maximum", "below": "minimum", "is": "not"}


def with_limit(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the variable and the bound of a row; a row without them adds nothing."""
    detail = row.detail
    bound, variable = BOUNDS.get(detail.get("side")), detail.get("variable")
    if bound is None or variable is None:
        return entry
    field = {"variable": variable, bound: detail.get("limit")}
    return replace(entry, extra={**entry.extra, LIMIT: field})


def is_suspicion(row: Observation) -> bool:
    """Whether the difference in a row is only suspected (rules.md §13.5)."""
    return SUSPICION in row.detail


def with_outcome(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the difference in a row: the condition and its effect.

    A row without a condition removes an earlier one.
    """
    extra = {name: value for name, value in entry.extra.items() if name != OUTCOME}
    given = row.detail.get("condition")
    if isinstance(given, Mapping) and {"name", "value"} <= given.keys():
        extra[OUTCOME] = {
            "task": row.component,
            "condition": str(given["name"]),
            "value": str(given["value"]),
            "fails": "less" if row.detail.get("helps") is True else "more",
        }
        if is_suspicion(row):
            extra[OUTCOME] |= {name: row.detail[name] for name in (SUSPICION, TRIES)
                               if name in row.detail}  # fmt: skip
    return entry if extra == entry.extra else replace(entry, extra=extra)


def with_conclusion(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the field from the row of a limit or an outcome."""
    return with_limit(entry, row) if row.kind is Kind.LIMIT else with_outcome(entry, row)


def with_newer_conclusion(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return a limit or an outcome in the row's words; a person's sentence stays."""
    was = str(row.detail.get("was", ""))
    is_same = entry.text in (was, displayed_summary(row.component, was, {}))
    is_ours = NOTED_BY not in entry.extra and (is_same or not is_a_persons_wording(entry))
    return with_conclusion(with_own_words(entry, text_of_row(row)) if is_ours else entry, row)


def explained_by(entry: MemoryEntry) -> str:
    """Return the id of the entry that a limit explains; empty if the entry is no limit."""
    key = entry.key
    return key.symptom.split(" ")[0] if key is not None and key.detector == LIMIT else ""


def explains(limit: MemoryEntry, entry_id: str) -> bool:
    """Whether an entry is a limit that explains another entry."""
    return explained_by(limit) == entry_id
