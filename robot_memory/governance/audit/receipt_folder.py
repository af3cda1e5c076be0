"""The receipts as they are, and what is wrong with them by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from robot_memory.errors import Defect
from robot_memory.governance.audit.run_audit import check_order, check_runs
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.run_history import RunHistory
from robot_memory.levels.hash_chain import NO_HEAD, ChainHead


@dataclass(frozen=True)
class ReceiptFolder:
    """What the folder of receipts holds.

    Attributes:
        found: those that can be read, oldest first.
        history: the runs that they are of; None where the receipts are not what was written.
        defects: in what they are not.
    """

    found: tuple[Receipt, ...]
    history: RunHistory | None
    defects: tuple[Defect, ...]

    @property
    def digests(self) -> Mapping[str, str]:
        """SHA-256 by the names of the files."""
        return {receipt.ref: receipt.sha256 for receipt in self.found}

    @property
    def head(self) -> ChainHead:
        """The newest one."""
        return ChainHead(self.found[-1].seq, self.found[-1].sha256) if self.found else NO_HEAD


def read_receipts(store: GovernanceStore) -> ReceiptFolder:
    """Read all receipts, and check their chain, their schemas, their order and their hashes."""
    found, defects = store.receipts.read()
    defects = defects or check_order(found, store.receipts.folder)
    if defects:
        return ReceiptFolder(tuple(found), None, tuple(defects))
    history = RunHistory(found)
    return ReceiptFolder(
        tuple(found), history, tuple(check_runs(history.runs, store.receipts.folder))
    )
