"""Audits a home: verifies every append-only file once; nothing is changed.

See docs/reference/audit.md, "While the robot works".
"""

from __future__ import annotations

from pathlib import Path

from robot_memory.foundation.errors import HomeRefused, NewerSchema
from robot_memory.foundation.home import HOME_VARIABLE, Home
from robot_memory.governance.audit.audit_report import AuditPart, AuditReport, with_defects
from robot_memory.governance.audit.proposal_audit import (
    audit_packets,
    audit_procedural,
    check_proposals,
    read_proposals,
)
from robot_memory.governance.audit.receipt_audit import (
    NOTHING_SEEN,
    ReceiptFolder,
    WitnessedHeads,
    check_receipts_seen,
    read_receipts,
    record_witnesses,
)
from robot_memory.governance.audit.record_notes import (
    RecordNotes,
    check_approvals,
    check_files,
    check_keys,
    check_limits,
    check_noted,
    read_limits,
    unnoted,
    witnesses_of,
)
from robot_memory.governance.audit.signature_audit import audit_approvals, audit_gates, read_keyring
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.row_receipt_comparison import compare_rows
from robot_memory.governance.run_history import RunHistory
from robot_memory.long_term.levels.event_archive import EventSnapshot
from robot_memory.long_term.levels.record_verification import RecordVerification, verify


def audit_home(home: Home, seen: WitnessedHeads = NOTHING_SEEN) -> AuditReport:
    """Check the event log, receipts, rows, packets and signatures.

    Operators wait while receipts and rows are read. The event log may be long; it is read
    afterwards from a snapshot, so nobody waits for it.

    Args:
        seen: heads of its event log and of its receipts that others have seen.

    Raises:
        HomeRefused: the home holds no memory.
    """
    check_remembers(home)
    store = GovernanceStore(home)
    with store.read_lock():
        receipts = read_receipts(store)
        rows = audit_rows(home.ledger, receipts.history)
        procedural = audit_procedural(store, receipts.history)
        limits, proposals = read_limits(store), read_proposals(store)
        record = store.events.snapshot()
    notes = RecordNotes()
    witnesses = [*record_witnesses(seen, receipts.digests), *witnesses_of(receipts.found)]
    with record:
        found = verify(record, witnesses, notes.take)
    runs = receipts.history.runs if receipts.history is not None else ()
    # Earlier versions rolled back a run with only a name.
    rested = [
        run
        for run in runs
        if run.result == "applied" or (run.result == "rolled_back" and run.approval)
    ]
    keyring = read_keyring(store)
    approvals = audit_approvals(store, rested, keyring)
    others = [
        *check_approvals(store, rested, approvals.defects, notes),
        *check_keys(store, rested, notes, is_all=found.first == 1),
        *check_limits(store, notes, limits, keyring, is_all=found.first == 1),
    ]
    return AuditReport((
        _events(record, found), _receipts(store, receipts, notes, found, seen), rows,
        with_defects(procedural, check_proposals(store, proposals, notes)),
        audit_packets(store, notes, keyring), with_defects(approvals, others),
        with_defects(audit_gates(store, keyring), check_files(store, notes, "gates")),
        with_defects(keyring.part, check_files(store, notes, "operators")),
    ))  # fmt: skip


def _events(record: EventSnapshot, found: RecordVerification) -> AuditPart:
    counts = {
        "lines": found.own,
        "lines of other tools": found.plain,
        "archives": len(record.parts),
        "witnesses that agree": found.confirmed,
    }
    remarks = []
    if found.first > 1:
        remarks.append(f"begins with number {found.first}: its archives were taken away before")
    if found.gone:
        remarks.append(f"{found.gone} witnesses have seen only what was taken away")
    return AuditPart("events", counts, found.head, found.defects, tuple(remarks))


def _receipts(
    store: GovernanceStore,
    read: ReceiptFolder,
    notes: RecordNotes,
    record: RecordVerification,
    seen: WitnessedHeads,
) -> AuditPart:
    folder = store.receipts.folder
    missing, waiting = unnoted(read.found, notes, record, folder)
    defects = [
        *read.defects, *check_receipts_seen(seen.receipts, read.found, folder),
        *check_noted(notes, folder, read.digests), *missing,
    ]  # fmt: skip
    remarks = [
        f"{receipt.ref} is named by no line of events.jsonl yet: the next action or start does that"
        for receipt in waiting
    ]
    runs = read.history.runs if read.history is not None else ()
    remarks += [
        f"the run {run.id} was cut off: the next action or start writes how it ended"
        for run in runs
        if run.after is None
    ]
    counts = {"receipts": len(read.found), "runs": len(runs)}
    return AuditPart("receipts", counts, read.head, tuple(defects), tuple(remarks))


def check_remembers(home: Home) -> None:
    """Refuse a home that holds nothing that a memory has ever written.

    A single receipt is enough: a home from which everything else was removed must be audited.

    Raises:
        HomeRefused: it holds nothing; says what was searched.
    """
    if home.is_made:
        return
    what = "holds no memory" if home.folder.is_dir() else "does not exist"
    raise HomeRefused(
        f"{home.folder} {what}: there is neither {home.ledger.name} nor {home.memory_file}, "
        "nothing in episodic/, semantic/ and procedural/, no proposal, receipt, chunk or fact. "
        f"Nothing was checked or written: name the memory home with --home, or in {HOME_VARIABLE}"
    )


def audit_rows(ledger: Path, history: RunHistory | None) -> AuditPart:
    """Compare rows and receipts; a damaged or missing ledger is a defect of this part only."""
    why, counts = "with receipts that are not what was written", {"compared": 0}
    if history is not None:
        try:
            found = compare_rows(ledger, history)
            counts = {"compared": found.compared}
            return AuditPart("rows", counts, defects=found.defects, remarks=found.remarks)
        except (NewerSchema, OSError) as error:
            why = f"with receipts: {error}"
    return AuditPart("rows", counts, remarks=(f"are not compared {why}",))
