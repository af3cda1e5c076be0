"""The newest observations behind the entries that are believed most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.applications.report.pictures.frame_chart import FrameChart
from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.applications.report.report_text import count, number, outside_text
from robot_memory.applications.report.sections.report_section import Values
from robot_memory.entries import MemoryEntry
from robot_memory.ledger import Observation
from robot_memory.ledger.day_row import FOLDED, count_of
from robot_memory.ledger.row_worth import importance_of, is_stale

_ENTRIES, _ROWS, _NUMBERS, _SIGNALS = 12, 5, 6, 6


@dataclass(frozen=True)
class EvidenceRow:
    """One observation as it is shown."""

    row: Observation

    @property
    def folded(self) -> str:
        """What a row tells that speaks for a day; empty where it does not."""
        folded = self.row.detail.get(FOLDED)
        if not isinstance(folded, Mapping):
            return ""
        amount = count(count_of(self.row), "occurrence")
        return f" ({amount} that day, {folded.get('seconds')} s in all)"

    @property
    def conditions(self) -> tuple[str, str]:
        """The first conditions that were known, and how many more there are."""
        known = sorted(self.row.context.items())
        words = ", ".join(f"{name} {number(value, 4)}" for name, value in known[:_NUMBERS])
        return words, f" and {len(known) - _NUMBERS} more" if len(known) > _NUMBERS else ""

    @property
    def marked(self) -> tuple[object, str]:
        """The operator who marked the row (document 004), and as what; empty where nobody did."""
        by = _part(_part(self.row.detail, "optimization"), "assist")
        words = [_importance(self.row.detail), _age(self.row.detail)]
        labels = ", ".join(filter(None, words)) if "rollback_ref" in by else ""
        return by.get("operator", "somebody"), labels


def evidence_values(facts: ReportFacts) -> Values:
    """Return what the section shows beside the facts."""
    return {"most": _ROWS, "chosen": [_of_entry(facts, entry)
                                      for entry in facts.chief_entries[:_ENTRIES]]}  # fmt: skip


def _of_entry(facts: ReportFacts, entry: MemoryEntry) -> Values:
    rows, frame = facts.evidence[entry.id], facts.frames.get(entry.id)
    return {
        "entry": entry,
        "rows": [EvidenceRow(row) for row in reversed(rows[-_ROWS:])],
        "total": len(rows),
        "row": frame,
        "frame": FrameChart(_signals(frame.detail.get("frame"))) if frame else None,
    }


def _signals(frame: Any) -> dict[str, list[tuple[float, float]]]:
    if not isinstance(frame, Mapping):
        return {}
    found = {}
    for name in sorted(frame)[:_SIGNALS]:
        samples = [(float(since), float(value)) for since, value in frame[name]
                   if value is not None]  # fmt: skip
        if samples:
            found[outside_text(name)] = samples
    return found


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
