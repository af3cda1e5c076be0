"""Audits the receipts: their order, their hashes, and what witnesses have seen.

Specification: rules.md §6.8.

See docs/reference/audit.md, "What is not a defect" and "Witnesses".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from robot_memory.foundation.errors import Defect
from robot_memory.governance.file_change import digest_of
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.mutation_contract import detail_text, digest
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.run_history import ChangeRun, RowRun, Run, RunHistory
from robot_memory.long_term.levels.hash_chain import NO_HEAD, ChainHead
from robot_memory.long_term.levels.record_verification import Witness

#: The stages that may follow a receipt of the same run; "before" begins the next run.
_NEXT = {"": ("before",), "before": ("rollback", "after"), "rollback": ("after",), "after": ()}


def check_order(receipts: Sequence[Receipt], folder: Path) -> list[Defect]:
    """Return the receipts at positions that no run allows.

    A run has exclusive access, and a run left open by a crash is finished before the next one.
    """
    defects = []
    stage, run_id = "", ""
    for receipt in receipts:
        follows = receipt.run_id == run_id and receipt.stage in _NEXT[stage]
        begins = receipt.run_id != run_id and receipt.stage == "before" and stage in ("", "after")
        if not follows and not begins:
            what = f"the receipt {stage!r} of the run {run_id}" if run_id else "nothing"
            problem = f"is {receipt.stage!r}, which cannot come after {what}"
            defects.append(Defect(str(folder / receipt.ref), problem))
        stage, run_id = receipt.stage, receipt.run_id
    return defects


def _problems(run: Run) -> Iterator[tuple[Receipt, str]]:
    if isinstance(run, RowRun):
        yield from _row_problems(run)
    elif isinstance(run, ChangeRun):
        yield from _change_problems(run)
    if run.after is not None and run.result == "applied":
        ref = run.rollback.ref if run.rollback is not None else None
        if run.after.record["rollback_ref"] != ref:
            yield run.after, f"rollback_ref is not {ref}, the rollback file of its run"


def _row_problems(run: RowRun) -> Iterator[tuple[Receipt, str]]:
    try:
        is_confirmed = run.subject_sha256 == run.packet.digest
    except ValueError:
        is_confirmed = False
    if not is_confirmed:
        yield run.before, "packet_sha256 is not that of the packet in it"
    if run.rollback is not None:
        for index, one in enumerate(run.mutations):
            for state in ("before", "after"):
                if digest(detail_text(one[f"{state}_detail_json"])) != one[f"{state}_sha256"]:
                    yield run.rollback, f"mutations[{index}].{state}_detail_json has another hash"


def _change_problems(run: ChangeRun) -> Iterator[tuple[Receipt, str]]:
    if run.rollback is None or run.change is None:
        return
    if run.subject_sha256 != run.change.digest:
        yield run.before, "change_sha256 is not that of the change in its rollback file"
    for state in ("before", "after"):
        record = run.rollback.record
        if digest_of(record[f"{state}_text"]) != record[f"{state}_sha256"]:
            yield run.rollback, f"{state}_text has another hash"


@dataclass(frozen=True)
class ReceiptFolder:
    """The content of the receipts folder."""

    found: tuple[Receipt, ...]  # the readable ones, oldest first
    # their runs; None if the receipts are not as written
    history: RunHistory | None
    defects: tuple[Defect, ...]  # where they are not as written

    @property
    def digests(self) -> Mapping[str, str]:
        """SHA-256 by file name."""
        return {receipt.ref: receipt.sha256 for receipt in self.found}

    @property
    def head(self) -> ChainHead:
        """The newest receipt's link."""
        return ChainHead(self.found[-1].seq, self.found[-1].sha256) if self.found else NO_HEAD


def read_receipts(store: GovernanceStore) -> ReceiptFolder:
    """Read all receipts, and check their chain, schemas, order and hashes."""
    found, defects = store.receipts.read()
    defects = defects or check_order(found, store.receipts.folder)
    if defects:
        return ReceiptFolder(tuple(found), None, tuple(defects))
    history = RunHistory(found)
    contradictions = tuple(
        Defect(str(store.receipts.folder / receipt.ref), problem)
        for run in history.runs
        for receipt, problem in _problems(run)
    )
    return ReceiptFolder(tuple(found), history, contradictions)


@dataclass(frozen=True)
class WitnessedHeads:
    """The chain heads that others have seen, by chain: the two chains are numbered separately."""

    events: Sequence[ChainHead] = ()  # of the event log, as in `robot-memory peers list`
    receipts: Sequence[ChainHead] = ()  # of the receipts, as an audit shows them


NOTHING_SEEN = WitnessedHeads()


def record_witnesses(seen: WitnessedHeads, digests: Mapping[str, str]) -> list[Witness]:
    """Return the witnesses of the event log."""
    return [Witness(head, _somebody(head, digests)) for head in seen.events]


def _somebody(head: ChainHead, digests: Mapping[str, str]) -> str:
    reporter = f"somebody (--seen events:{head.seq}"
    if head.digest in digests.values():
        return (
            f"{reporter}; its digest is that of a receipt: say receipts:{head.seq}:{head.digest})"
        )
    return f"{reporter})"


def check_receipts_seen(
    seen: Sequence[ChainHead], receipts: Sequence[Receipt], folder: Path
) -> list[Defect]:
    """Return defects for receipts that were seen, but are now missing or different."""
    by_number = {receipt.seq: receipt for receipt in receipts}
    newest = max(by_number, default=0)
    defects = []
    for head in seen:
        who = f"somebody (--seen receipts:{head.seq})"
        found = by_number.get(head.seq)
        if found is None and head.seq > newest:
            problem = (
                f"were cut off after number {newest}: number {head.seq} has been seen by {who}"
            )
            defects.append(Defect(str(folder), problem))
        elif found is None:
            problem = f"there is no number {head.seq} that can be read, which {who} has seen"
            defects.append(Defect(str(folder), problem))
        elif found.sha256 != head.digest:
            problem = f"number {head.seq} is not what {who} has seen"
            defects.append(Defect(str(folder / found.ref), problem))
    return defects
