"""The receipts as they are, and what is wrong with them by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from robot_memory.audit.runs import check_order, check_runs
from robot_memory.errors import Defect
from robot_memory.governance.desk import Desk
from robot_memory.governance.history import History
from robot_memory.governance.receipts import Receipt
from robot_memory.levels.chain import NO_HEAD, Head


@dataclass(frozen=True)
class ReceiptsRead:
    """What the folder of receipts holds.

    Attributes:
        found: those that can be read, oldest first.
        history: the runs that they are of; None where the receipts are not what was written.
        defects: in what they are not.
    """

    found: tuple[Receipt, ...]
    history: History | None
    defects: tuple[Defect, ...]

    @property
    def digests(self) -> Mapping[str, str]:
        """SHA-256 by the names of the files."""
        return {receipt.ref: receipt.sha256 for receipt in self.found}

    @property
    def head(self) -> Head:
        """The newest one."""
        return Head(self.found[-1].seq, self.found[-1].sha256) if self.found else NO_HEAD


def read_receipts(desk: Desk) -> ReceiptsRead:
    """Read all receipts, and check their chain, their schemas, their order and their hashes."""
    found, defects = desk.receipts.read()
    defects = defects or check_order(found, desk.receipts.folder)
    if defects:
        return ReceiptsRead(tuple(found), None, tuple(defects))
    history = History(found)
    return ReceiptsRead(
        tuple(found), history, tuple(check_runs(history.runs, desk.receipts.folder))
    )
