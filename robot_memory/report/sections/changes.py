"""Changes of stored evidence, and skills: what people approved, and what became of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from robot_memory.governance.mutation_contract import CAPS
from robot_memory.governance.packet import Packet
from robot_memory.governance.run import ChangeRun, Run
from robot_memory.governance.run_outcome import ending_of
from robot_memory.night_shift.ledger_maintenance import RAW
from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.markup import Child, tag
from robot_memory.report.memory_record import RecordEvent
from robot_memory.report.report_text import code, count, identifier, said, when
from robot_memory.report.sections.report_section import heading, paragraph
from robot_memory.report.tables import Cell, columns, table

_DECIDED = {
    "proposal_made": "proposed",
    "proposal_approved": "approved",
    "proposal_rejected": "rejected",
    "proposal_applied": "applied",
    "proposal_taken_back": "rolled back",
}


def write_changes(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    enabled = "enable" if facts.settings.assist_enabled else "do not enable"
    return [
        paragraph("What a row of evidence says stays, but for two things. Rows of occurrences that "
                  f"ended more than {count(RAW.days, 'day')} ago are rolled up at night, or sooner "
                  "where an operator called them out of date: one for each day and fault, which "
                  "tells of all of them. And an operator may approve, with their own key, that a "
                  "row counts as more or less important, or as out of date: at most "
                  f"{CAPS.max_rows_per_apply_run} rows in a run and {CAPS.max_rows_per_24h} in 24 "
                  "hours; each run leaves receipts and can be rolled back. The settings "
                  f"{enabled} such changes at the time of the extract."),
        heading("What must be passed first"), *_gates(facts),
        heading("What was proposed"), *_packets(facts),
        heading("What was tried, applied and rolled back"), _whose_word(), *_runs(facts),
        heading("Skills: proposed, approved, rejected, rolled back"), *_skills(facts),
    ]  # fmt: skip


def _gates(facts: ExtractFacts) -> list[Element]:
    rows: list[list[Cell]] = [
        [gate.name, "passed" if gate.is_passed else "open", said(gate.says)]
        for gate in facts.changes.gates
    ]
    heads = columns("Gate", "State", "words: By what, or what is missing")
    caption = "Gates, on the machine that made the extract and at its time"
    return table(caption, heads, rows, empty="The gates could not be read.")


def _packets(facts: ExtractFacts) -> list[Element]:
    found = [pair for pair in facts.changes.packets if facts.period.holds(pair[0].time)]
    rows = [_packet(packet, state) for packet, state in reversed(found)]
    heads = columns("Packet", "time: Proposed (UTC)", "words: By whom, and why",
                    "words: What is to change", "What became of it")  # fmt: skip
    caption = f"{count(len(rows), 'packet')} proposed in the period, the newest first"
    return table(caption, heads, rows, empty="No packet was proposed in the period.",
                 rest=(code("robot-memory assist show"),))  # fmt: skip


def _packet(packet: Packet, state: str) -> list[Cell]:
    by: list[Child] = [said(packet.proposed_by, 80)]
    if packet.note:
        by += [": ", said(packet.note)]
    changes: list[Child] = []
    for candidate in packet.candidates:
        words = ", ".join(f"{pointer} = {json.dumps(value, ensure_ascii=False)}"
                          for pointer, value in sorted(candidate.changes.items()))  # fmt: skip
        changes += [f"row {candidate.observation_id}: ", said(words), tag("br")]
    return [identifier(packet.id), when(packet.time), by, changes[:-1], said(state, 100)]


def _runs(facts: ExtractFacts) -> list[Element]:
    found = [run for run in facts.changes.runs if facts.period.holds(run.instant.time)]
    rows = [_run(run) for run in reversed(found)]
    heads = columns("time: When (UTC)", "What", "words: On whose word", "Result",
                    "words: Rows and fields")  # fmt: skip
    caption = f"{count(len(rows), 'run')} in the period, the newest first"
    return table(caption, heads, rows, empty="There was no run in the period.",
                 rest=(code("robot-memory assist receipts"),))  # fmt: skip


def _whose_word() -> Element:
    return paragraph(
        "A run that was applied rests on an operator’s signature over the packet or the change. To "
        "roll one back takes none: the name beside a rollback is the one that was given, and is "
        "not proven by a signature; nor is that of who proposed a packet, or withdrew it."
    )


def _run(run: Run) -> list[Cell]:
    what = "trial, without effect" if run.is_dry else run.action
    of: list[Child] = [f"{what} of ", identifier(run.subject)]
    if isinstance(run, ChangeRun):
        of += [" in ", said(f"procedural/{run.target}")]
    receipt: Mapping[str, Any] = run.after.record if run.after else {}
    result: list[Child] = [_ending(run)]
    if receipt.get("reason") and not run.is_dry:
        result += [": ", said(receipt["reason"])]
    if receipt.get("recovered"):
        result.append(", receipt written after a crash")
    return [
        when(run.instant.time), [*of, tag("span", *_named(run), class_="small")],
        said(run.operator, 80), result, _done(receipt),
    ]  # fmt: skip


def _ending(run: Run) -> str:
    if run.after is None:
        return "cut off: no receipt yet"
    return ending_of(run.after.record, is_dry=run.is_dry).replace("_", " ")


def _named(run: Run) -> list[Child]:
    """Return what a run and its newest receipt are called; the file is named after both."""
    name = run.after.ref if run.after else run.before.ref
    receipt = name.removesuffix(f"-{run.id}.json")
    back: list[Child] = []
    if run.reverses:
        back = [tag("br"), "rolls back ", identifier(run.reverses)]
    return [tag("br"), "run ", identifier(run.id), *back, tag("br"), "receipt ",
            identifier(receipt)]  # fmt: skip


def _done(receipt: Mapping[str, Any]) -> list[Child]:
    words: list[Child] = []
    for change in receipt.get("diff_summary", ()):
        words += [said(_difference(change)), tag("br")]
    broken = sorted({str(one["rule"]) for one in receipt.get("violations", ())})
    if broken:
        words += ["against it stood: ", ", ".join(broken), tag("br")]
    return words[:-1] or ["–"]


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


def _skills(facts: ExtractFacts) -> list[Element]:
    lines = facts.record.of(*_DECIDED, period=facts.period)
    targets = {line.text("id"): line.text("target") for line in facts.record.of(*_DECIDED)
               if line.text("target")}  # fmt: skip
    rows = [_skill(line, targets) for line in reversed(lines)]
    heads = columns("time: When (UTC)", "What", "words: File", "words: By whom", "Proposal")
    caption = f"{count(len(rows), 'step')} in the period, the newest first"
    note = paragraph("Procedural memory, which says how to act, changes only where a person "
                     "approves a proposal, with a signature; the names beside the other "
                     "steps are those that were given.")  # fmt: skip
    empty = "No skill was proposed or decided on in the period, as far as the record goes."
    return [note, *table(caption, heads, rows, empty=empty,
                         rest=(code("robot-memory levels proposals --all"),))]  # fmt: skip


def _skill(line: RecordEvent, targets: Mapping[str, str]) -> list[Cell]:
    subject = line.text("id")
    by = line.text("by") or line.text("operator")
    return [
        when(line.time), _DECIDED[line.what],
        said(targets.get(subject, "not noted")), said(by, 80) if by else "not noted",
        identifier(subject),
    ]  # fmt: skip
