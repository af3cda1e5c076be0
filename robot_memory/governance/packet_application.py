"""Applying a packet: checks, before receipt, rollback file, one transaction, after receipt.

The order is what makes a crash harmless (rules.md §8): all that is needed to take the run back is
on disk before the first row changes, and the rows themselves, by their ``rollback_ref``, tell
whether the transaction was kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robot_memory import stamps
from robot_memory.clock import Instant
from robot_memory.governance.approval import rests_on
from robot_memory.governance.assist_database import AssistDatabase
from robot_memory.governance.contract_rules import (
    ContractViolation,
    check_packet,
    check_past,
    check_rows,
)
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.mutation_contract import ASSIST
from robot_memory.governance.packet import Packet, PacketCandidate
from robot_memory.governance.receipt_witness import note_run
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.row_detail import detail_text, read_detail, with_changes
from robot_memory.governance.run_records import RunEnding, RunOrder, mutation


def apply_packet(
    store: GovernanceStore, packet: Packet, operator: str, now: Instant, *, dry_run: bool
) -> tuple[Receipt, list[ContractViolation]]:
    """Apply a packet, or try it. Whoever calls holds the lock, and has seen to the approval.

    Returns:
        The after receipt, and what stood against it. Where anything did, nothing was written.
    """
    receipts, history = store.receipts, store.history()
    past = history.past(packet, now, store.machine)
    approval = {} if dry_run else rests_on(store.approvals, packet.id, operator, store.operators)
    with store.database() as database:
        order = RunOrder(
            store.new_id(), packet, operator, database.path, now, dry_run, approval=approval
        )
        with database.transaction():
            texts = database.texts(packet.rows)
            violations = [
                *_check_ledger(packet, database), *check_packet(packet),
                *check_past(packet, past), *check_rows(packet, texts, past),
            ]  # fmt: skip
            before = receipts.append("before", order.before(texts))
            ref = receipts.next_ref("rollback", order.run_id)
            mutations = [] if violations else _plan(order, texts, ref)
            if not violations and not dry_run:
                receipts.append("rollback", order.rollback(mutations))
                write(database, mutations, "before_detail_json", "after_detail_json")
                texts = database.texts(packet.rows)
            is_done = not violations and not dry_run
            reason = "the contract stands against it" if violations else "a dry run"
            ending = RunEnding(
                order.run_id, operator, "applied" if is_done else "aborted", packet.rows, texts,
                "" if is_done else reason, violations, mutations, ref if is_done else None,
            )  # fmt: skip
            after = ending.after(now)
            receipts.checked("after", after)  # nothing is kept that could not be receipted
        receipt = receipts.append("after", after)
    note_run(store.events, history.runs, before, receipt, now.time)
    return receipt, violations


def write(
    database: AssistDatabase, mutations: list[dict[str, Any]], before: str, after: str
) -> None:
    """Bring rows from one state to the other, in order."""
    for one in mutations:
        old, new = detail_text(one[before]), detail_text(one[after])
        database.replace(one["observation_id"], old, new)


def _check_ledger(packet: Packet, database: AssistDatabase) -> list[ContractViolation]:
    if packet.ledger_id == database.ledger_id:
        return []
    problem = f"{packet.ledger_id!r:.40} is not the ledger {database.ledger_id}: other rows"
    return [ContractViolation("ledger", "ledger_id", problem)]


def _plan(order: RunOrder, texts: Mapping[int, str], ref: str) -> list[dict[str, Any]]:
    candidates = order.packet.candidates
    return [_mutation(order, one, texts[one.observation_id], ref) for one in candidates]


def _mutation(order: RunOrder, candidate: PacketCandidate, text: str, ref: str) -> dict[str, Any]:
    before = read_detail(text)
    assert before is not None  # check_rows() has seen it
    metadata = {
        "proposal_id": candidate.proposal_id,
        "evidence_refs": list(candidate.evidence_refs),
        "applied_at": stamps.to_text(order.now.time),
        "operator": order.operator,
        "rollback_ref": ref,
    }
    after = with_changes(before, {**candidate.changes, ASSIST: metadata})
    return mutation(candidate.observation_id, candidate.proposal_id, before, after)
