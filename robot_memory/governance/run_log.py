"""The receipts and runs of one action: read and verified once, and carried on in memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robot_memory.governance.receipts import Receipt, Receipts, name_of
from robot_memory.governance.run_history import RunHistory


class RunLog:
    """All runs so far. Whoever opens it holds the lock of the room until the last append.

    Args:
        receipts: their folder.

    Raises:
        AssistRefused: the receipts are not what was written.

    Attributes:
        receipts: all of them, oldest first.
        history: the runs that they tell of.
    """

    def __init__(self, receipts: Receipts) -> None:
        self._folder = receipts
        self.receipts = receipts.whole()
        self.history = RunHistory(self.receipts)

    def append(self, stage: str, record: Mapping[str, Any]) -> Receipt:
        """Write the next receipt; see :meth:`Receipts.append` for what it raises."""
        receipt = self._folder.append(stage, record)
        self.receipts.append(receipt)
        self.history = RunHistory(self.receipts)
        return receipt

    def check(self, stage: str, record: Mapping[str, Any]) -> None:
        """Check that a receipt could be written next.

        Raises:
            InvalidPacket: it does not fit its schema.
        """
        self._folder.checked(stage, record)

    def rollback_ref(self, run_id: str) -> str:
        """Return the name that the rollback file of a run will have, behind its before receipt."""
        return name_of(len(self.receipts) + 2, "rollback", run_id)
