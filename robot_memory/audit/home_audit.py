"""The audit of a home: what was written for good is walked through once, and nothing is changed."""

from __future__ import annotations

from robot_memory.audit.files_noted import check_approvals, check_files, check_keys
from robot_memory.audit.noted import Notes, check_noted, unnoted, witnesses_of
from robot_memory.audit.operators import read_keyring
from robot_memory.audit.packets import audit_packets
from robot_memory.audit.part import Audit, Part, with_defects
from robot_memory.audit.presence import check_remembers
from robot_memory.audit.procedural import audit_procedural
from robot_memory.audit.receipts_read import ReceiptsRead, read_receipts
from robot_memory.audit.rows import audit_rows
from robot_memory.audit.seen import NOTHING_SEEN, Seen, check_receipts_seen, record_witnesses
from robot_memory.audit.signatures import audit_approvals, audit_gates
from robot_memory.governance.desk import Desk
from robot_memory.home import Home
from robot_memory.levels.event_snapshot import EventSnapshot
from robot_memory.levels.verification import Verification, verify


def audit_home(home: Home, seen: Seen = NOTHING_SEEN) -> Audit:
    """Check the record of what the memory did, receipts, rows, packets and signatures.

    Operators' deeds wait while receipts and rows are read. The record, which may be long, is read
    afterwards, as it was then, and keeps nobody waiting.

    Args:
        home: whose.
        seen: heads of its record and of its receipts that others have seen.

    Raises:
        HomeRefused: it holds no memory.
    """
    check_remembers(home)
    desk = Desk(home, _no_runs, "")
    with desk.quiet():
        receipts = read_receipts(desk)
        rows = audit_rows(home.ledger, receipts.history)
        procedural = audit_procedural(desk, receipts.history)
        record = desk.events.snapshot()
    notes = Notes()
    witnesses = [*record_witnesses(seen, receipts.digests), *witnesses_of(receipts.found)]
    with record:
        found = verify(record, witnesses, notes.take)
    runs = receipts.history.runs if receipts.history is not None else ()
    applied = [run for run in runs if run.result == "applied"]
    keyring = read_keyring(desk)
    approvals = audit_approvals(desk, applied, keyring)
    others = [
        *check_approvals(desk, applied, approvals.defects),
        *check_keys(desk, applied, notes.enrolled, is_all=found.first == 1),
    ]
    return Audit((
        _events(record, found), _receipts(desk, receipts, notes, found, seen), rows, procedural,
        audit_packets(desk, notes.withdrawn), with_defects(approvals, others),
        with_defects(audit_gates(desk, keyring), check_files(desk, notes, "gates")),
        with_defects(keyring.part, check_files(desk, notes, "operators")),
    ))  # fmt: skip


def _no_runs() -> str:
    raise AssertionError("an audit makes no runs")


def _events(record: EventSnapshot, found: Verification) -> Part:
    counts = {
        "lines": found.head.seq - found.first + 1 if found.first else 0,
        "lines of other tools": found.plain,
        "archives": record.archives,
        "witnesses that agree": found.confirmed,
    }
    remarks = []
    if found.first > 1:
        remarks.append(f"begins with number {found.first}: its archives were taken away before")
    if found.gone:
        remarks.append(f"{found.gone} witnesses have seen only what was taken away")
    return Part("events", counts, found.head, found.defects, tuple(remarks))


def _receipts(
    desk: Desk, read: ReceiptsRead, notes: Notes, record: Verification, seen: Seen
) -> Part:
    folder = desk.receipts.folder
    missing, waiting = unnoted(read.found, notes.all, record, folder)
    defects = [
        *read.defects, *check_receipts_seen(seen.receipts, read.found, folder),
        *check_noted(notes.all, folder, read.digests), *missing,
    ]  # fmt: skip
    remarks = [
        f"{receipt.ref} is named by no line of events.jsonl yet: the next deed or start does that"
        for receipt in waiting
    ]
    runs = read.history.runs if read.history is not None else ()
    remarks += [
        f"the run {run.id} was cut off: the next deed or start writes how it ended"
        for run in runs
        if run.after is None
    ]
    counts = {"receipts": len(read.found), "runs": len(runs)}
    return Part("receipts", counts, read.head, tuple(defects), tuple(remarks))
