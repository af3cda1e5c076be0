"""What an operator marked a row of evidence as (document 004): important, or out of date."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robot_memory.ledger import Observation
from robot_memory.ledger.row_worth import importance_of, is_stale
from robot_memory.report.markup import Child
from robot_memory.report.report_text import number, said


def marks_of(row: Observation) -> list[Child]:
    """Return what an operator said of a row, and who that was; nothing where nobody did."""
    by = _part(_part(row.detail, "optimization"), "assist")
    words = [_importance(row.detail), _age(row.detail)] if "rollback_ref" in by else []
    told = ", ".join(filter(None, words))
    if not told:
        return []
    return ["; marked by ", said(by.get("operator", "somebody"), 80), ": ", said(told, 120)]


def _importance(detail: Mapping[str, Any]) -> str:
    score = importance_of(detail)
    if score is None:
        return ""
    label = _part(detail, "importance").get("label")
    return f"importance {number(score)}{_in_brackets(label)}"


def _age(detail: Mapping[str, Any]) -> str:
    if not is_stale(detail):
        return ""
    return f"out of date{_in_brackets(_part(detail, 'lifecycle').get('stale_reason_code'))}"


def _in_brackets(word: object) -> str:
    return f" ({word.replace('_', ' ')})" if isinstance(word, str) else ""


def _part(detail: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = detail.get(name)
    return part if isinstance(part, Mapping) else {}
