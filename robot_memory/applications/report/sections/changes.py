"""Changes of stored evidence, and skills: what people approved, and what became of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.applications.report.sections.report_section import WORDS, Values
from robot_memory.governance.mutation_contract import CAPS
from robot_memory.governance.packet import Packet
from robot_memory.governance.run_history import ChangeRun, Run
from robot_memory.governance.run_transaction import ending_of
from robot_memory.long_term.night_shift.ledger_maintenance import RAW

_DECIDED = WORDS["decided"]


def change_values(facts: ReportFacts) -> Values:
    """Return what the section shows beside the facts."""
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
    """Return the rows that a packet is to change, each with what becomes of its fields."""
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
