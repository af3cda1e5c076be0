"""Whether rows and receipts agree: each mark and change of a row must have its receipt.

See docs/reference/audit.md, "What stays a defect".
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from robot_memory.foundation.errors import AssistRefused, Defect
from robot_memory.governance.assist_database import read_marks, read_texts, reading
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.mutation_contract import digest
from robot_memory.governance.run_history import RowRun, RunHistory
from robot_memory.ledger import schema


def check_known(store: GovernanceStore, history: RunHistory) -> None:
    """Refuse if rows name runs that the receipts do not contain.

    Raises:
        AssistRefused: they do.
    """
    with store.database() as database:
        lost = lost_receipts(history, database.marks())
    if lost:
        lines = "".join(f"\n  {defect}" for defect in lost)
        raise AssistRefused(
            "the rows name runs that the receipts do not contain, so the caps cannot be "
            f"counted; no row was changed: restore the receipts from a backup{lines}"
        )


@dataclass(frozen=True)
class RowReceiptComparison:
    """The result of comparing rows and receipts."""

    compared: int = 0
    defects: tuple[Defect, ...] = ()  # empty if they agree
    # about ledgers that were replaced by another one, whose rows cannot be compared
    remarks: tuple[str, ...] = ()


def compare_rows(ledger: Path, history: RunHistory) -> RowReceiptComparison:
    """Compare rows and receipts; the rows of interrupted runs are left to recovery.

    Raises:
        OSError: the ledger must not be read.
        NewerSchema: a newer robot_memory made it.
    """
    if not ledger.exists():
        gone = [
            f"is gone; rows of the ledger {was} that runs changed: {n}; restore it from a backup"
            for was, n in _of_other_ledgers(history, "").items()
        ]
        return RowReceiptComparison(0, tuple(Defect(str(ledger), problem) for problem in gone))
    try:
        with reading(ledger) as connection:
            ledger_id = schema.meta(connection, "ledger_id") or ""
            rows = {row for run in history.of_rows for row in _rows(run, history, ledger_id)}
            marks, texts = read_marks(connection), read_texts(connection, rows)
    except sqlite3.Error as error:
        problem = f"is damaged ({error}), and its rows could not be compared"
        return RowReceiptComparison(
            0, (Defect(str(ledger), f"{problem}: restore it from a backup"),)
        )
    cut_off = [run for run in history.unfinished() if isinstance(run, RowRun)]
    named = [one for run in cut_off for one in run.before.record["packet"]["candidates"]]
    left = {f"row {one['observation_id']}" for one in named}
    lost = [one for one in lost_receipts(history, marks) if one.path not in left]
    left.update(one.path for one in lost)
    found = changed_rows(history, texts, ledger_id)
    changed = [one for one in found if one.path not in left]
    remarks = tuple(
        f"the ledger is another one, {ledger_id}: not compared are {n} rows of {was} that runs "
        "changed"
        for was, n in _of_other_ledgers(history, ledger_id).items()
    )
    return RowReceiptComparison(len(marks.keys() | rows), (*lost, *changed), remarks)


def _of_other_ledgers(history: RunHistory, ledger_id: str) -> dict[str, int]:
    """Return the missing ledgers that runs changed, with the number of changed rows."""
    rows: dict[str, set[int]] = defaultdict(set)
    for run in history.of_rows:
        if run.ledger_id != ledger_id:
            rows[run.ledger_id].update(_rows(run, history, run.ledger_id))
    return {other: len(changed) for other, changed in rows.items() if changed}


def lost_receipts(history: RunHistory, marks: Mapping[int, str]) -> list[Defect]:
    """Return the rows marked by a run that is not applied according to the receipts."""
    standing = {run.rollback.ref for run in history.standing() if run.rollback is not None}
    return [
        Defect(f"row {row}", f"is marked by {ref!r:.80}, which no receipt says is applied")
        for row, ref in marks.items()
        if ref not in standing
    ]


def changed_rows(history: RunHistory, texts: Mapping[int, str], ledger_id: str) -> list[Defect]:
    """Return the rows with changes that no run made.

    A row in runs must hold what the newest run left, and each run must have found what the previous
    one left. So a change in between stays reported, whatever later runs do.
    """
    left: dict[int, tuple[RowRun, str]] = {}
    defects: dict[int, str] = {}
    for run in history.of_rows:
        for row, (found, leaves) in _rows(run, history, ledger_id).items():
            earlier, digest_left = left.get(row, (run, found))
            if found != digest_left:
                problem = f"was changed after the run {earlier.id} and before the run {run.id}"
                defects.setdefault(row, f"{problem}, by neither")
            left[row] = run, leaves
    for row, (newest, digest_left) in left.items():
        if row not in texts:
            defects[row] = f"is gone; the run {newest.id} changed it"
        elif digest(texts[row]) != digest_left:
            defects[row] = f"is not as the run {newest.id} left it"
    return [Defect(f"row {row}", problem) for row, problem in sorted(defects.items())]


def _rows(run: RowRun, history: RunHistory, ledger_id: str) -> dict[int, tuple[str, str]]:
    """Return the digests of a ledger's rows before and after a run that wrote them."""
    of = run if run.reverses is None else history.get(run.reverses)
    if run.result not in ("applied", "rolled_back") or not isinstance(of, RowRun):
        return {}
    if run.ledger_id != ledger_id:
        return {}
    sides = ("before_sha256", "after_sha256")
    found, leaves = sides if run.reverses is None else reversed(sides)
    return {one["observation_id"]: (one[found], one[leaves]) for one in of.mutations}
