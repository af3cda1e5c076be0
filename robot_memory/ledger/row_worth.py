"""The importance that operators gave to rows; ranking and retention use it (document 004).

Only packets that an operator approved write it into ``detail_json``.

Specification: rules.md §8.10.

See docs/reference/governance.md, "Effect".
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.ledger.observation import Kind

#: Kinds with new evidence for an entry; rows that go on or end add none.
EVIDENCE_KINDS = (Kind.ONSET, Kind.NOTE, Kind.PLACE, Kind.LIMIT, Kind.OUTCOME)

UNKNOWN = "unknown"
#: The lowest score of each label; a row without a score is ``unknown``.
BUCKETS = (("must_remember", 0.8), ("nice_to_have", 0.5), ("ignore", 0.0))
_EVIDENCE = frozenset(kind.value for kind in EVIDENCE_KINDS)
_MARKED = """
SELECT id, entry_id, kind, component, topic, summary, detail_json FROM observations
WHERE instr(detail_json, '"rollback_ref"') > 0 ORDER BY id
"""
# Each statement about an entry with its newest row, among the rows since the first marked one.
_SAYINGS = """
SELECT max(id), kind, component, topic, summary FROM observations
WHERE entry_id = ? AND id >= ? GROUP BY kind, component, topic, summary
"""
_Saying = tuple[str, str, str, str]


@dataclass(frozen=True)
class RowWorth:
    """The importance that an operator gave to a row, 0.0 to 1.0; None if nobody did."""

    importance: float | None = None
    stale: bool = False


@dataclass(frozen=True)
class RowWorths:
    """The importance that operators gave to rows, at one moment.

    Several rows together have the importance of the newest one with a score; they are stale if the
    newest of all is.

    Attributes:
        of_saying: by the id of the newest row with the same statement.
        of_entry: by the entry that the rows are evidence for.
    """

    of_saying: Mapping[int, RowWorth]
    of_entry: Mapping[str, RowWorth]


UNMARKED = RowWorth()
NO_WORTHS = RowWorths({}, {})


def importance_of(detail: Mapping[str, Any]) -> float | None:
    """Return the importance of a row, 0.0 to 1.0; None if nobody gave it one."""
    importance = detail.get("importance")
    score = importance.get("score") if isinstance(importance, Mapping) else None
    if isinstance(score, bool) or not isinstance(score, (int, float)):
        return None
    return float(score) if 0.0 <= score <= 1.0 else None


def label_of(score: float | None) -> str:
    """Return the label for a score."""
    if score is None:
        return UNKNOWN
    return next((label for label, low in BUCKETS if score >= low), BUCKETS[-1][0])


def is_stale(detail: Mapping[str, Any]) -> bool:
    """Whether a row is marked as out of date."""
    lifecycle = detail.get("lifecycle")
    return isinstance(lifecycle, Mapping) and lifecycle.get("stale_candidate") is True


def read_worths(connection: sqlite3.Connection) -> RowWorths:
    """Return the operators' judgements of a ledger's rows."""
    of_saying: dict[int, RowWorth] = {}
    of_entry: dict[str, RowWorth] = {}
    newest: dict[str, dict[_Saying, int]] = {}
    newest_evidence: dict[str, int] = {}
    for row, entry_id, *saying, text in connection.execute(_MARKED).fetchall():
        if entry_id not in newest:  # the entry's first marked row
            found = newest[entry_id] = _newest(connection, entry_id, row)
            evidence = (one for (kind, *_), one in found.items() if kind in _EVIDENCE)
            newest_evidence[entry_id] = max(evidence, default=0)
        detail = json.loads(text)
        score, stale = importance_of(detail), is_stale(detail)
        same = newest[entry_id][tuple(saying)]
        of_saying[same] = _later(of_saying.get(same), score, stale and row == same)
        if entry_id:
            is_newest = row == newest_evidence[entry_id]
            of_entry[entry_id] = _later(of_entry.get(entry_id), score, stale and is_newest)
    return RowWorths(of_saying, of_entry)


def _newest(connection: sqlite3.Connection, entry_id: str, since: int) -> dict[_Saying, int]:
    rows = connection.execute(_SAYINGS, (entry_id, since))
    return {(kind, component, topic, summary): row
            for row, kind, component, topic, summary in rows}  # fmt: skip


def _later(known: RowWorth | None, score: float | None, stale: bool) -> RowWorth:
    before = known or UNMARKED
    return RowWorth(before.importance if score is None else score, before.stale or stale)
