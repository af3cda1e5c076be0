"""What an agent is told of an answer: bounded, and marked as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from robot_memory.applications.operations.changes_question import ChangesAnswer
from robot_memory.applications.operations.limits_question import LimitsAnswer
from robot_memory.applications.operations.operation import QuestionAnswer
from robot_memory.applications.operations.outcomes_question import OutcomesAnswer
from robot_memory.applications.operations.recall_question import RecallAnswer
from robot_memory.applications.operations.reliability_question import ReliabilityAnswer
from robot_memory.applications.operations.why_question import WhyAnswer
from robot_memory.faces.mcp.bounded_text import as_data, lines_as_data, records_as_data
from robot_memory.long_term.outcomes.outcome_report import outcome_lines


def answer_text(answer: QuestionAnswer) -> str:
    """Return an answer as text; empty where there is nothing to tell."""
    match answer:
        case RecallAnswer():
            return _hits_text(answer)
        case WhyAnswer():
            return _evidence_text(answer)
        case ChangesAnswer():
            return _changes_text(answer)
        case OutcomesAnswer():
            return _outcomes_text(answer)
        case LimitsAnswer():  # the lines for people name commands
            records = list(map(_brief, answer.as_record()))
            return records_as_data("limits", records) if records else ""
        case ReliabilityAnswer():
            return as_data(answer.text)
    return "\n\n".join(filter(None, (answer.text, answer.remark)))


def _hits_text(answer: RecallAnswer) -> str:
    if not answer.hits:
        return ""
    records = [asdict(hit) for hit in answer.hits]
    for record in records:
        del record["is_answer"]  # their heading says so
    data = records_as_data("hits", records, lambda at: answer.hits[at].is_own)
    return f"{answer.message} {data}" if answer.message else data


def _changes_text(answer: ChangesAnswer) -> str:
    if not answer.changes:
        return ""
    records: list[dict[str, Any]] = [one.as_record() for one in answer.changes]
    if answer.message:
        records.append({"left_out": answer.message})
    own = [one.is_own for one in answer.changes] + [True]
    return records_as_data("changes", records, own.__getitem__)


def _outcomes_text(answer: OutcomesAnswer) -> str:
    if not answer.items:
        return ""
    lines = ["\n".join(outcome_lines([one])) for one in answer.items]
    return lines_as_data("records", lines, lambda at: answer.is_own(answer.items[at]))


#: Values before a fault that are told; those of a freeze-frame, which stand out, come first.
_MOST_VALUES = 12


def _evidence_text(answer: WhyAnswer) -> str:
    """Return an entry, what all its rows have in common, and the rows, newest first."""
    found = answer.found
    behind = found.as_record()
    rows = _without_old_values(behind.pop("evidence"))
    head = {**answer.entry, **behind}
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
