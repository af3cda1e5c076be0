"""The form of packets, runs and receipts on a terminal and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from robot_memory.foundation.text.escaping import one_line
from robot_memory.governance import Packet, RunOutcome
from robot_memory.governance.approval_gate import ApprovalGate
from robot_memory.governance.mutation_contract import CAPS, contract_digest, contract_record
from robot_memory.governance.run_history import ChangeRun, Run
from robot_memory.governance.run_transaction import ending_of
from robot_memory.governance.schemas import schema_files, schemas_digest


def packet_lines(packet: Packet, state: str) -> Iterator[str]:
    """Yield the lines that show a packet to a person."""
    by, note = one_line(packet.proposed_by), one_line(packet.note)
    message = f": {note}" if note else ""
    yield f"{packet.id}  {state}; by {by}, {packet.time:%Y-%m-%d %H:%M} UTC{message}"
    for candidate in packet.candidates:
        changes = ", ".join(
            f"{one_line(pointer)} = {json.dumps(value, ensure_ascii=False)}"
            for pointer, value in candidate.changes.items()
        )
        evidence = ", ".join(candidate.evidence_refs)
        yield f"   row {candidate.observation_id}: {changes}  ({evidence})"


def nothing_line(waiting: int) -> str:
    """Return why nothing is proposed; ``waiting`` is the number of rows waiting for an operator."""
    if waiting < CAPS.max_rows_per_24h:
        return "nothing to propose"
    return (
        f"nothing to propose: {waiting} rows wait for an operator already; `robot-memory assist "
        "show` lists them, `robot-memory assist withdraw PACKET` makes room"
    )


def outcome_lines(outcome: RunOutcome) -> Iterator[str]:
    """Yield the lines that show a person a run that has just ended."""
    record = outcome.receipt.record
    yield f"run {record['run_id']}: {outcome.says}"
    for violation in outcome.violations:
        yield f"   {one_line(str(violation))}"
    for change in record["diff_summary"]:
        values = "".join(
            f" {name} {json.dumps(change[name])}" for name in ("from", "to") if name in change
        )
        if "target" in change:
            sizes = f"{change['from_size']} to {change['to_size']} bytes"
            yield f"   procedural/{one_line(change['target'])}: {change['op']}, {sizes}"
        else:
            yield f"   row {change['observation_id']}: {change['op']} {change['field']}{values}"


def run_line(run: Run) -> str:
    """Return the line that shows a run to a person."""
    what = "dry run" if run.is_dry else "apply" if run.reverses is None else "rollback"
    of = f" of {run.reverses or run.subject}"
    where = f", procedural/{one_line(run.target)}" if isinstance(run, ChangeRun) else ""
    after = run.after
    result = ending_of(after.record, is_dry=run.is_dry) if after else "cut off"
    time = f"{run.instant.time:%Y-%m-%d %H:%M} UTC"
    return f"{run.id}  {time}  {what}{of}{where}: {result}, {run.operator}"


def run_record(run: Run) -> dict[str, Any]:
    """Return the receipts of a run as JSON data."""
    parts = {"before": run.before, "rollback": run.rollback, "after": run.after}
    return {name: None if one is None else dict(one.record) for name, one in parts.items()}


def gate_lines(gates: Sequence[ApprovalGate], *, is_enabled: bool) -> Iterator[str]:
    """Yield the lines that show the gates to a person."""
    for one in gates:
        yield f"{'passed' if one.is_passed else 'open':<7} {one.name:<10} {one.says}"
    where = "assist.enabled in settings.yaml, for the command line; a node has a parameter"
    yield f"{'on' if is_enabled else 'off':<7} {where}"


def gate_record(gates: Sequence[ApprovalGate], *, is_enabled: bool) -> dict[str, Any]:
    """Return the gates as JSON data, with everything that an operator must read before signing."""
    return {
        "enabled": is_enabled,
        "contract": contract_record(),
        "contract_sha256": contract_digest(),
        "schemas": [{"path": str(path), "sha256": sha} for path, sha in schema_files().items()],
        "schemas_sha256": schemas_digest(),
        "gates": [{"name": one.name, "passed": one.is_passed, "says": one.says} for one in gates],
    }
