"""The paths of the governance files, and their lines in the event log.

If somebody replaces keys, a sign-off or a rehearsal, the newest line about the file reveals it.

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

#: The types of lines about files that no receipt names: an operator's new keys, a sign-off, a
#: rehearsal. Each has ``file``, below ``governance/``, and its ``sha256``.
ENROLLED, SIGNED, REHEARSED = "operator_enrolled", "gate_signed", "rehearsed"
NOTED = (ENROLLED, SIGNED, REHEARSED)
#: The types of lines about a limit, ``id``: it was approved, or its end was signed, with the signed
#: ``approval``. They are written before the limit's file.
LIMIT_APPROVED, LIMIT_WITHDRAWN = "limit_approved", "limit_withdrawn"
LIMIT_LINES = (LIMIT_APPROVED, LIMIT_WITHDRAWN)
#: The allowed ``id`` there.
LIMIT_ID = re.compile(r"mem-[\w-]{1,90}", re.ASCII)
#: The type of a line written before the approval of a packet, ``id``.
PACKET_APPROVED = "packet_approved"


#: The file of an imported home with the last line of its event log that was imported.
IMPORTED = "imported.json"


@dataclass(frozen=True)
class GovernanceStore:
    """The folder ``governance/`` of a memory home."""

    home: Home
    new_id: Callable[[], str] = lambda: str(uuid.uuid4())  # makes the UUID of a run
    machine: str = ""  # identifies this machine; a rehearsal counts only on its machine

    @property
    def folder(self) -> Path:
        """``governance/``."""
        return self.home.governance

    @property
    def packets(self) -> Path:
        """One file per packet."""
        return self.folder / "packets"

    @property
    def approvals(self) -> Path:
        """One file per approved packet or proposal."""
        return self.folder / "approvals"

    @property
    def gates(self) -> Path:
        """The sign-offs, and the record of the rehearsal."""
        return self.folder / "gates"

    @property
    def withdrawals(self) -> Path:
        """One file per withdrawn packet."""
        return self.folder / "withdrawals"

    @property
    def operators(self) -> Operators:
        """The operators, who may approve."""
        return Operators(
            self.folder / "operators",
            lambda is_strict: robot_cards(self.home, self.enrolled_kids, is_strict=is_strict),
            lambda: held_names(self.home),
        )

    @property
    def receipts(self) -> Receipts:
        """The receipts of completed actions."""
        return Receipts(self.folder / "receipts", self.events, self.machine)

    @property
    def events(self) -> EventLog:
        """The event log of the memory's actions."""
        return EventLog(self.tree)

    def enrolled_kids(self, name: str = "") -> set[str]:
        """Return the ids of keys with which this home enrolled operators, from its own event log.

        Imported lines are another home's log, and do not count.

        Raises:
            InvalidPacket: the number of the last imported line cannot be read.
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
        """Record a file that was just written in a line: its type and subject."""
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
        """The proposals for procedural memory."""
        return Proposals(self.tree)

    def history(self) -> RunHistory:
        """Return the runs so far.

        Raises:
            AssistRefused: the receipts are not as written.
        """
        return RunHistory(self.receipts.whole())

    def ledger_id(self) -> str:
        """Return the id of the ledger, which is only read; empty if there is no ledger."""
        if not self.home.ledger.exists():
            return ""
        with reading(self.home.ledger) as connection:
            return schema.meta(connection, "ledger_id") or ""

    def database(self) -> AssistDatabase:
        """Open the ledger for the assist path."""
        return AssistDatabase(self.home.ledger)

    def locked(self) -> AbstractContextManager[None]:
        """Lock governance against all other processes."""
        files.make_private_folder(self.folder)
        return file_lock.locked(self.folder / ".lock")

    def read_lock(self) -> AbstractContextManager[None]:
        """Lock out operators while reading; a missing lock file is not made."""
        return self.locked() if (self.folder / ".lock").exists() else nullcontext()

    def sweep(self) -> None:
        """Remove files that a crash left half written; nothing refers to them."""
        for path in self.folder.glob("*/.*.tmp"):
            files.remove_abandoned(path)


def append_lines(
    events: EventLog, lines: Sequence[Mapping[str, Any]], now: datetime, problem: str,
    signed: str = "",
) -> None:  # fmt: skip
    """Append lines about completed actions; a disk error does not undo the actions.

    ``problem`` is logged then; for ``signed`` see :meth:`EventLog.append`.
    """
    try:
        events.append(lines, now, signed=signed)
    except (OSError, LockHeld) as error:
        _LOG.error("%s cannot be written (%s): %s", events.path, error, problem)
