"""Where the files of governance are, and what the record of events says of them.

Whoever puts other keys, another sign-off or another rehearsal in the place of one is told of by the
newest line that names it.

See docs/reference/governance.md, "Files".
"""

from __future__ import annotations

import json
import logging
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.errors import Defect, InvalidPacket, LockHeld
from robot_memory.foundation.home import Home
from robot_memory.governance import schemas
from robot_memory.governance.assist_database import AssistDatabase, reading
from robot_memory.governance.operators import Operators, held_names
from robot_memory.governance.receipts import Receipts
from robot_memory.governance.run_history import RunHistory
from robot_memory.governance.signing import robot_cards
from robot_memory.ledger import schema
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.level_tree import LevelTree
from robot_memory.long_term.levels.proposal_store import Proposals

_LOG = logging.getLogger(__name__)

#: The types of lines that tell of files which no receipt names: an operator's new keys, a sign-off,
#: a rehearsal. Each has ``file``, below ``governance/``, and its ``sha256``.
ENROLLED, SIGNED, REHEARSED = "operator_enrolled", "gate_signed", "rehearsed"
NOTED = (ENROLLED, SIGNED, REHEARSED)
#: The types of lines that tell of a limit, ``id``: that it was approved, and that its end was
#: signed, with the ``approval`` as it was signed. They come before the file of it is written.
LIMIT_APPROVED, LIMIT_WITHDRAWN = "limit_approved", "limit_withdrawn"
LIMIT_LINES = (LIMIT_APPROVED, LIMIT_WITHDRAWN)
#: What ``id`` may be there.
LIMIT_ID = re.compile(r"mem-[\w-]{1,90}", re.ASCII)
#: The type of a line that comes before the approval of a packet, ``id``, is written.
PACKET_APPROVED = "packet_approved"


#: The file of an imported home that tells up to which line its record is somebody else's.
IMPORTED = "imported.json"


@dataclass(frozen=True)
class GovernanceStore:
    """The folder ``governance/`` of a memory home."""

    home: Home
    new_id: Callable[[], str] = lambda: str(uuid.uuid4())  # makes the UUID of a run
    machine: str = ""  # identifies this machine, for the rehearsal, which counts where it was made

    @property
    def folder(self) -> Path:
        """``governance/``."""
        return self.home.governance

    @property
    def packets(self) -> Path:
        """One file a packet."""
        return self.folder / "packets"

    @property
    def approvals(self) -> Path:
        """One file an approved packet or proposal."""
        return self.folder / "approvals"

    @property
    def gates(self) -> Path:
        """Sign-offs, and the record of the rehearsal."""
        return self.folder / "gates"

    @property
    def withdrawals(self) -> Path:
        """One file a packet that was withdrawn."""
        return self.folder / "withdrawals"

    @property
    def operators(self) -> Operators:
        """Who may approve."""
        return Operators(
            self.folder / "operators",
            lambda is_strict: robot_cards(self.home, self.enrolled_kids, is_strict=is_strict),
            lambda: held_names(self.home),
        )

    @property
    def receipts(self) -> Receipts:
        """What was done."""
        return Receipts(self.folder / "receipts", self.events, self.machine)

    @property
    def events(self) -> EventLog:
        """The record of what the memory did."""
        return EventLog(self.tree)

    def enrolled_kids(self, name: str = "") -> set[str]:
        """Return the ids of keys with which this home enrolled operators: as its own record says.

        What an import brought along is somebody else's record.

        Raises:
            InvalidPacket: up to where the record was imported cannot be read.
        """
        up_to = self._imported_up_to()
        return {
            str(line.get("kid"))
            for line in self.events.find(f'"{ENROLLED}"', after=up_to)
            if line.get("type") == ENROLLED
            and line["chain"]["seq"] > up_to
            and name in ("", line.get("name"))
        }

    def _imported_up_to(self) -> int:
        path = self.folder / IMPORTED
        if not path.exists():
            return 0
        try:
            return int(json.loads(files.read_regular(path))["record_up_to"])
        except (ValueError, KeyError, TypeError) as error:
            problem = f"is no number of a line ({error!r:.100}): put a copy of the file back"
            defects = [Defect("record_up_to", problem)]
            raise InvalidPacket(f"{path} cannot be used", defects) from error

    def note_file(self, path: Path, line: Mapping[str, Any], now: datetime) -> None:
        """Tell of a file that was just written: the type of the line, and what it is about."""
        name = path.relative_to(self.folder).as_posix()
        noted = {**line, "file": name, "sha256": schemas.sha256_of(path)}
        problem = (
            f"{path} is there, and the record of what the memory did does not say so: do it again"
        )
        append_lines(self.events, [noted], now, problem)

    @property
    def tree(self) -> LevelTree:
        """The levels of memory."""
        return LevelTree(self.home.folder)

    @property
    def proposals(self) -> Proposals:
        """What is to change in procedural memory."""
        return Proposals(self.tree)

    def history(self) -> RunHistory:
        """Return what was done so far.

        Raises:
            AssistRefused: the receipts are not what was written.
        """
        return RunHistory(self.receipts.whole())

    def ledger_id(self) -> str:
        """Return the id of the ledger, which is only read; empty where there is none."""
        if not self.home.ledger.exists():
            return ""
        with reading(self.home.ledger) as connection:
            return schema.meta(connection, "ledger_id") or ""

    def database(self) -> AssistDatabase:
        """Open the ledger for the assist path."""
        return AssistDatabase(self.home.ledger)

    def locked(self) -> AbstractContextManager[None]:
        """Lock governance against every other process."""
        files.make_private_folder(self.folder)
        return file_lock.locked(self.folder / ".lock")

    def read_lock(self) -> AbstractContextManager[None]:
        """Keep operators out while this is read; no lock file is made where there is none."""
        return self.locked() if (self.folder / ".lock").exists() else nullcontext()

    def sweep(self) -> None:
        """Remove what a crash left half written; nobody points to it."""
        for path in self.folder.glob("*/.*.tmp"):
            files.remove_abandoned(path)


def append_lines(
    events: EventLog, lines: Sequence[Mapping[str, Any]], now: datetime, problem: str,
    signed: str = "",
) -> None:  # fmt: skip
    """Append lines of what was done; a disk that refuses them does not undo it.

    ``problem`` is logged then; for ``signed`` see :meth:`EventLog.append`.
    """
    try:
        events.append(lines, now, signed=signed)
    except (OSError, LockHeld) as error:
        _LOG.error("%s cannot be written (%s): %s", events.path, error, problem)
