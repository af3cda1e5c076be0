"""Statements of people, agents and robots, people's approvals, and their effects."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from robot_memory.applications.report.report_facts import RecordEvent, ReportFacts, Values
from robot_memory.applications.report.report_text import WORDS, words_of_kinds
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.foundation.time.stamps import time_of
from robot_memory.governance.mutation_contract import CAPS
from robot_memory.governance.packet import Packet
from robot_memory.governance.run_history import ChangeRun, Run
from robot_memory.governance.run_transaction import ending_of
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.long_term.night_shift.ledger_maintenance import RAW

#: The words for statements, by row kind.
SAID = words_of_kinds("said")
_DATED = words_of_kinds("said_with_a_date")
_SPEAKERS = (Source.PERSON, Source.AGENT, Source.CLAIMED)
_ITSELF = words_of_kinds("did_by_itself")
_MOST = 150
_LEFT, _DECIDED = WORDS["left"], WORDS["decided"]


def people_values(facts: ReportFacts) -> Values:
    """Return the values of the section about people and agents besides the facts."""
    rows = [row for row in facts.rows_in_period
            if row.kind in SAID and row.source in _SPEAKERS and not row.is_concluded]  # fmt: skip
    amounts = Counter(row.kind for row in facts.rows_in_period
                      if row.kind in _ITSELF and row.source is Source.DETECTOR)  # fmt: skip
    changes = facts.record.of("entry_created", "entry_reinforced", period=facts.period)
    made = Counter(line.what for line in changes)
    return {
        "statements": [
            statement_of(facts, row)
            for row in in_shared_room(rows[::-1], _MOST, lambda row: row.source.is_proven)
        ],
        "total": len(rows),
        "created": made["entry_created"],
        "reinforced": made["entry_reinforced"],
        "itself": [(words, amounts[kind]) for kind, words in _ITSELF.items() if amounts[kind]],
    }


def others_values(facts: ReportFacts) -> Values:
    """Return the values of the section about peers besides the facts."""
    updates = [row for row in facts.rows_in_period if row.kind is Kind.PEER]
    return {"updates": updates[::-1]}


def statement_of(
    facts: ReportFacts, row: Observation
) -> tuple[Observation, MemoryEntry | None, str, datetime | None]:
    """Return a row, its entry, the action, and its end date."""
    until = time_of(row.detail.get("until")) if row.kind in _DATED else None
    what = _DATED[row.kind] if until else SAID[row.kind]
    return row, facts.entry_by_id.get(row.entry_id), what, until


def resolved_values(facts: ReportFacts) -> Values:
    """Return the section's values besides the facts."""
    entries = [entry for _, entry in facts.entries if entry.type is EntryType.RESOLVED]
    entries.sort(
        key=lambda one: (one.time_of("resolved_at") or one.last_reinforced, one.id), reverse=True
    )
    returned = facts.record.of("entry_reopened", period=facts.period)
    left = facts.record.of(*_LEFT, period=facts.period)
    return {
        "resolved": [
            (entry, _resolving_row(facts, entry))
            for entry in in_shared_room(entries, 100, lambda one: not one.is_agents_word)
        ],
        "total": len(entries),
        "returned": [(facts.time_of(line), line) for line in reversed(returned)],
        "recovered": [entry for _, entry in facts.open_entries if "recovered_note" in entry.extra],
        "left": [(line, _forgotten(facts, line), _why(line)) for line in reversed(left)],
    }


def _resolving_row(facts: ReportFacts, entry: MemoryEntry) -> Observation | None:
    """Return the row that resolved an entry, as named in the event log."""
    lines = [line for line in facts.record.by_entry.get(entry.id, ())
             if line.what == "entry_resolved"]  # fmt: skip
    row = facts.row_by_id.get(lines[-1].row) if lines else None
    return row if row is not None else facts.resolves.get(entry.id)


def _forgotten(facts: ReportFacts, line: RecordEvent) -> Observation | None:
    """Return the row of a request to forget an entry; None if there is none."""
    row = facts.row_by_id.get(line.row)
    return row if row is not None and row.kind is Kind.FORGET else None


def _why(line: RecordEvent) -> str:
    return _LEFT[line.what] if "part of" not in line.text("detail") else "one with another place"


def change_values(facts: ReportFacts) -> Values:
    """Return the section's values besides the facts."""
    packets = [pair for pair in facts.changes.packets if facts.period.holds(pair[0].time)]
    runs = [run for run in facts.changes.runs if facts.period.holds(run.instant.time)]
    return {
        "raw_days": RAW.days,
        "caps": CAPS,
        "packets": [(packet, _changes(packet), state) for packet, state in reversed(packets)],
        "runs": [_run(run) for run in reversed(runs)],
        "decided": _DECIDED,
        "targets": {line.text("id"): line.text("target") for line in facts.record.of(*_DECIDED)
                    if line.text("target")},
        "steps": facts.record.of(*_DECIDED, period=facts.period)[::-1],
    }  # fmt: skip


def _changes(packet: Packet) -> list[tuple[int, str]]:
    return [
        (candidate.observation_id, ", ".join(
            f"{pointer} = {json.dumps(value, ensure_ascii=False)}"
            for pointer, value in sorted(candidate.changes.items())
        ))
        for candidate in packet.candidates
    ]  # fmt: skip


def _run(run: Run) -> Values:
    receipt: Mapping[str, Any] = run.after.record if run.after else {}
    ending = "cut off: no receipt yet"
    if run.after is not None:
        ending = ending_of(run.after.record, is_dry=run.is_dry).replace("_", " ")
    name = run.after.ref if run.after else run.before.ref
    return {
        "run": run,
        "target": run.target if isinstance(run, ChangeRun) else None,
        "receipt": name.removesuffix(f"-{run.id}.json"),
        "ending": ending,
        "reason": receipt.get("reason") if not run.is_dry else None,
        "recovered": receipt.get("recovered"),
        "differences": [_difference(change) for change in receipt.get("diff_summary", ())],
        "broken": sorted({str(one["rule"]) for one in receipt.get("violations", ())}),
    }


def _difference(change: Mapping[str, Any]) -> str:
    if "target" in change:
        sizes = f"{change.get('from_size')} to {change.get('to_size')} bytes"
        return f"{change.get('op')} {change['target']}, {sizes}"
    values = "".join(
        f" {name} {json.dumps(change[name], ensure_ascii=False)}"
        for name in ("from", "to")
        if name in change
    )
    return f"row {change.get('observation_id')}: {change.get('op')} {change.get('field')}{values}"
