"""Where the files of this room are, and whatever a run needs at hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from robot_memory import files
from robot_memory.governance.database import AssistDatabase
from robot_memory.governance.history import History
from robot_memory.governance.operators import Operators
from robot_memory.governance.receipts import Receipts
from robot_memory.governance.signing import robot_cards
from robot_memory.home import Home


@dataclass(frozen=True)
class Desk:
    """The folder ``governance/`` of a memory home.

    Attributes:
        home: whose.
        new_id: makes the UUID of a run.
        machine: identifies this machine, for the rehearsal, which counts where it was made.
    """

    home: Home
    new_id: Callable[[], str]
    machine: str

    @property
    def folder(self) -> Path:
        """``governance/``."""
        return self.home.folder / "governance"

    @property
    def packets(self) -> Path:
        """One file a packet."""
        return self.folder / "packets"

    @property
    def approvals(self) -> Path:
        """One file an approved packet."""
        return self.folder / "approvals"

    @property
    def gates(self) -> Path:
        """Sign-offs, and the record of the rehearsal."""
        return self.folder / "gates"

    @property
    def operators(self) -> Operators:
        """Who may approve."""
        return Operators(self.folder / "operators", lambda: robot_cards(self.home))

    @property
    def receipts(self) -> Receipts:
        """What was done."""
        return Receipts(self.folder / "receipts")

    def history(self) -> History:
        """Return what was done so far.

        Raises:
            AssistRefused: the receipts are not what was written.
        """
        return History(self.receipts.whole())

    def database(self) -> AssistDatabase:
        """Open the ledger for the assist path."""
        return AssistDatabase(self.home.ledger)

    def locked(self) -> AbstractContextManager[None]:
        """Keep every other process out of this room."""
        files.make_private_folder(self.folder)
        return files.locked(self.folder / ".lock")

    def sweep(self) -> None:
        """Remove what a crash left half written; nobody points to it."""
        for path in self.folder.glob("*/.*.tmp"):
            path.unlink()
