"""Changes of ledger rows (document 004): applying a packet, rolling it back, recovery.

After a crash, the ``rollback_ref`` of the rows shows whether the transaction was committed.

See docs/reference/governance.md, "A run".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance import schemas
from robot_memory.governance.approval import rests_on
from robot_memory.governance.assist_database import AssistDatabase
from robot_memory.governance.contract_rules import (
    ContractViolation,
    PriorRuns,
    check_packet,
    check_past,
    check_rows,
)
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.mutation_contract import (
    ASSIST,
    CAPS,
    beyond_contract,
    detail_text,
    differences,
    digest,
    read_detail,
    with_changes,
)
from robot_memory.governance.packet import Packet, PacketCandidate
from robot_memory.governance.run_history import RowRun, RunLog
from robot_memory.governance.run_transaction import (
    ChangePlan,
    RunEnding,
    RunOrder,
    RunOutcome,
    recovered_ending,
    run_change,
)

_Mutations = Sequence[Mapping[str, Any]]


def apply_packet(
    store: GovernanceStore, log: RunLog, packet: Packet, operator: str, now: Instant, *,
    dry_run: bool,
) -> RunOutcome:  # fmt: skip
    """Apply a packet, or try it. The caller holds the lock, and has checked the approval."""
    approval = {} if dry_run else rests_on(store.approvals, packet.id, operator, store.operators)
    order = RunOrder(store.new_id(), operator, now, dry_run=dry_run, approval=approval)
    past = log.history.past(packet, now, store.machine)
    with store.database() as database:
        plan = partial(_plan_packet, database, packet, order, past)
        return run_change(store, log, order, plan, database.transaction())


def take_back_rows(store: GovernanceStore, log: RunLog, run: RowRun, order: RunOrder) -> RunOutcome:
    """Restore the rows that a run changed, in order. The caller holds the lock."""
    with store.database() as database:
        plan = partial(_plan_reversal, database, run)
        return run_change(store, log, order, plan, database.transaction())


def finish_rows(
    store: GovernanceStore, run: RowRun, of: RowRun
) -> tuple[RunEnding, dict[str, Any]]:
    """Return the ending of a run that a crash cut off, and the fields of its after receipt.

    SQLite has committed or undone an interrupted transaction as a whole, so one row is enough
    evidence. ``of`` is the run that made the change: this run, or the run to roll back.
    """
    rows = run.packet.rows
    with store.database() as database:
        marks, texts = database.marks(), database.texts(rows)
    ref = of.rollback.ref if of.rollback is not None else None
    is_marked = ref is not None and any(marks.get(row) == ref for row in rows)
    is_done = is_marked if run.reverses is None else not is_marked and _was_possible(run, of)
    ending = recovered_ending(run, ref, is_done=is_done)
    return ending, _after(run.packet, texts, of.mutations if is_done else (), ending)


def before_fields(
    database: AssistDatabase, packet: Packet, texts: Mapping[int, str], *, dry_run: bool = False
) -> dict[str, Any]:
    """Return the fields of rows in a before receipt, from the rows' texts."""
    return {
        "kind": schemas.BEFORE,
        "db": str(database.path),
        "scope": packet.scope,
        "packet": packet.as_record(),
        "packet_sha256": packet.digest,
        "caps": asdict(CAPS),
        "target_rows": packet.rows,
        "before_hashes": _hashes(packet, texts),
        "dry_run": dry_run,
    }


def _after(
    packet: Packet, texts: Mapping[int, str], mutations: _Mutations, ending: RunEnding
) -> dict[str, Any]:
    """Return the fields of rows in an after receipt.

    ``texts`` are the rows' texts before the run writes, or after a crash; ``mutations`` are the
    changes that the run makes, or would make.
    """
    is_reversal = ending.result == "rolled_back"
    goal = "before_detail_json" if is_reversal else "after_detail_json"
    written = mutations if ending.was_written else ()
    rows = [one["observation_id"] for one in written]
    if not ending.recovered:
        texts = {**texts, **{one["observation_id"]: detail_text(one[goal]) for one in written}}
    return {
        "kind": schemas.AFTER,
        "applied_rows": rows,
        "skipped_rows": [row for row in packet.rows if row not in rows],
        "blocked_by_caps": sorted({one.rule for one in ending.violations if one.is_cap}),
        "after_hashes": _hashes(packet, texts),
        "diff_summary": [change for one in mutations for change in _changes(one, is_reversal)],
        "policy": {
            "memory_mutation": "observations.detail_json" if rows else "none",
            "writes_performed": len(rows),
        },
    }


def _hashes(packet: Packet, texts: Mapping[int, str]) -> dict[str, str]:
    return {str(row): digest(texts[row]) if row in texts else "" for row in packet.rows}


def _changes(mutation: Mapping[str, Any], is_reversal: bool) -> list[dict[str, Any]]:
    states = [mutation["before_detail_json"], mutation["after_detail_json"]]
    if is_reversal:
        states.reverse()
    return differences(mutation["observation_id"], *states)


def _plan_packet(
    database: AssistDatabase, packet: Packet, order: RunOrder, past: PriorRuns, ref: str
) -> ChangePlan:
    texts = database.texts(packet.rows)
    violations = [
        *check_packet(packet), *check_past(packet, past), *check_rows(packet, texts, past),
    ]  # fmt: skip
    if packet.ledger_id != database.ledger_id:
        problem = f"{packet.ledger_id!r:.40} is not the ledger {database.ledger_id}: other rows"
        violations.insert(0, ContractViolation("ledger", "ledger_id", problem))
    mutations = [] if violations else [
        _mutation(order, one, texts[one.observation_id], ref) for one in packet.candidates
    ]  # fmt: skip
    return ChangePlan(
        violations,
        "the contract stands against it",
        before_fields(database, packet, texts, dry_run=order.dry_run),
        {"kind": schemas.ROLLBACK, "db": str(database.path), "mutations": mutations},
        partial(_after, packet, texts, mutations),
        partial(_replace, database, mutations, "before_detail_json", "after_detail_json"),
    )


def _plan_reversal(database: AssistDatabase, run: RowRun, ref: str) -> ChangePlan:
    texts = database.texts(run.packet.rows)
    violations = list(_check_reversal(run, texts, database.ledger_id))
    mutations = [] if violations else run.mutations
    return ChangePlan(
        violations,
        "rows have changed since",
        before_fields(database, run.packet, texts),
        {},
        partial(_after, run.packet, texts, mutations),
        partial(_replace, database, mutations, "after_detail_json", "before_detail_json"),
    )


def _replace(database: AssistDatabase, mutations: _Mutations, before: str, after: str) -> None:
    """Change rows from one state to the other, in order."""
    for one in mutations:
        old, new = detail_text(one[before]), detail_text(one[after])
        database.replace(one["observation_id"], old, new)


def _mutation(order: RunOrder, candidate: PacketCandidate, text: str, ref: str) -> dict[str, Any]:
    """Return one row of a rollback record."""
    before = read_detail(text)
    assert before is not None  # check_rows() has checked it
    metadata = {
        "proposal_id": candidate.proposal_id,
        "evidence_refs": list(candidate.evidence_refs),
        "applied_at": stamps.to_text(order.now.time),
        "operator": order.operator,
        "rollback_ref": ref,
    }
    after = with_changes(before, {**candidate.changes, ASSIST: metadata})
    return {
        "observation_id": candidate.observation_id,
        "proposal_id": candidate.proposal_id,
        "before_detail_json": before,
        "after_detail_json": after,
        "before_sha256": digest(text),
        "after_sha256": digest(detail_text(after)),
    }


def _check_reversal(
    run: RowRun, texts: Mapping[int, str], ledger_id: str
) -> Iterator[ContractViolation]:
    """Compare rows and rollback file with their hashes, the before receipt and the whitelist."""
    if run.ledger_id != ledger_id:
        problem = f"the run was of the ledger {run.ledger_id}, and this is {ledger_id}"
        yield ContractViolation("ledger", "packet.ledger_id", f"{problem}: its rows are others")
        return
    was = run.before.record["before_hashes"]
    for index, one in enumerate(run.mutations):
        path, row = f"mutations[{index}]", one["observation_id"]
        if row not in texts:
            yield ContractViolation("row_exists", path, f"there is no row {row}")
        elif digest(texts[row]) != one["after_sha256"]:
            problem = f"row {row} has changed since the run: take back what changed it first"
            yield ContractViolation("row_unchanged", path, problem)
        for name in ("before", "after"):
            if digest(detail_text(one[f"{name}_detail_json"])) != one[f"{name}_sha256"]:
                problem = f"the rollback file's {name}_detail_json is not that of its hash"
                yield ContractViolation("rollback_hash", path, problem)
        if was.get(str(row)) != one["before_sha256"]:
            problem = f"the rollback file's before_sha256 is not what {run.before.ref} has seen"
            yield ContractViolation("rollback_before", path, problem)
        if beyond_contract(one["before_detail_json"], one["after_detail_json"]):
            problem = "the rollback file's texts differ in more than the contract lets a run change"
            yield ContractViolation("rollback_whitelist", path, problem)


def _was_possible(rollback: RowRun, of: RowRun) -> bool:
    """Whether the rows were as the run had left them when a rollback began."""
    was = rollback.before.record["before_hashes"]
    return all(was.get(str(one["observation_id"])) == one["after_sha256"] for one in of.mutations)
