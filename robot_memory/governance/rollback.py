"""Taking a run back: the rows as they were, in order, or nothing (document 004); or a file."""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.clock import Instant
from robot_memory.errors import AssistRefused
from robot_memory.governance.assist_database import AssistDatabase
from robot_memory.governance.contract_rules import ContractViolation
from robot_memory.governance.file_change_application import take_back
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.packet_application import write
from robot_memory.governance.receipt_witness import note_run
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.row_detail import beyond_contract, detail_text, digest
from robot_memory.governance.run import ChangeRun, RowRun, Run
from robot_memory.governance.run_history import RunHistory
from robot_memory.governance.run_records import RunEnding, RunOrder


def roll_back(
    store: GovernanceStore, run_id: str, operator: str, now: Instant, *, rows_only: bool = False
) -> tuple[Receipt, list[ContractViolation]]:
    """Restore what a run changed. Whoever calls holds the lock.

    Args:
        store: where.
        run_id: which run.
        operator: on whose word.
        now: the time.
        rows_only: whether a run that changed a procedural file is refused.

    Returns:
        The after receipt, and what stood against it. Where anything did, nothing was written.

    Raises:
        AssistRefused: there is no such run, it does not stand applied, or it is of a file.
    """
    history = store.history()
    run = _standing(history, run_id)
    if isinstance(run, ChangeRun):
        if rows_only:
            raise AssistRefused(
                f"the run {run_id} changed procedural/{run.target}; nothing was done: at this "
                f"machine `robot-memory assist rollback {run_id} --operator NAME` takes it back"
            )
        return take_back(store, history, run, operator, now)
    assert isinstance(run, RowRun)
    return _roll_back_rows(store, history, run, operator, now)


def _roll_back_rows(
    store: GovernanceStore, history: RunHistory, run: RowRun, operator: str, now: Instant
) -> tuple[Receipt, list[ContractViolation]]:
    assert run.rollback is not None  # it stands applied
    receipts, rows = store.receipts, [one["observation_id"] for one in run.mutations]
    with store.database() as database:
        order = RunOrder(store.new_id(), run.packet, operator, database.path, now, reverses=run.id)
        with database.transaction():
            texts = database.texts(rows)
            violations = _check_ledger(run, database) or _check(run, texts)
            before = receipts.append("before", order.before(texts))
            if not violations:
                write(database, run.mutations, "after_detail_json", "before_detail_json")
                texts = database.texts(rows)
            ending = RunEnding(
                order.run_id, operator, "aborted" if violations else "rolled_back", rows, texts,
                "rows have changed since" if violations else "", violations,
                [] if violations else run.mutations, run.rollback.ref,
            )  # fmt: skip
            after = ending.after(now)
            receipts.checked("after", after)  # nothing is kept that could not be receipted
        receipt = receipts.append("after", after)
    note_run(store.events, history.runs, before, receipt, now.time)
    return receipt, violations


def _standing(history: RunHistory, run_id: str) -> Run:
    run = history.get(run_id)
    if run is None:
        raise AssistRefused(
            f"there is no run {run_id!r:.60}; nothing was done: `robot-memory assist receipts` "
            "lists them"
        )
    if run not in history.standing():
        was = "taken back before" if run.result == "applied" else run.result or "cut off"
        raise AssistRefused(f"the run {run_id} was {was}; there is nothing to take back")
    return run


def _check_ledger(run: RowRun, database: AssistDatabase) -> list[ContractViolation]:
    if run.ledger_id == database.ledger_id:
        return []
    problem = f"the run was of the ledger {run.ledger_id}, and this is {database.ledger_id}"
    return [ContractViolation("ledger", "packet.ledger_id", f"{problem}: its rows are others")]


def _check(run: RowRun, texts: Mapping[int, str]) -> list[ContractViolation]:
    """Compare rows and rollback file with its hashes, with the before receipt and the whitelist."""
    found = []
    was = run.before.record["before_hashes"]
    for index, one in enumerate(run.mutations):
        path, row = f"mutations[{index}]", one["observation_id"]
        if row not in texts:
            found.append(ContractViolation("row_exists", path, f"there is no row {row}"))
        elif digest(texts[row]) != one["after_sha256"]:
            problem = f"row {row} has changed since the run: take back what changed it first"
            found.append(ContractViolation("row_unchanged", path, problem))
        for name in ("before", "after"):
            if digest(detail_text(one[f"{name}_detail_json"])) != one[f"{name}_sha256"]:
                problem = f"the rollback file's {name}_detail_json is not that of its hash"
                found.append(ContractViolation("rollback_hash", path, problem))
        if was.get(str(row)) != one["before_sha256"]:
            problem = f"the rollback file's before_sha256 is not what {run.before.ref} has seen"
            found.append(ContractViolation("rollback_before", path, problem))
        if beyond_contract(one["before_detail_json"], one["after_detail_json"]):
            problem = "the rollback file's texts differ in more than the contract lets a run change"
            found.append(ContractViolation("rollback_whitelist", path, problem))
    return found
