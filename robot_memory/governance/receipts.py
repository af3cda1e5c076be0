"""Receipts: files that are written once, each with the digest of the previous file.

``receipts/000007-after-<run id>.json``. A changed, removed or inserted file shows in the file after
it. Removed newest files show in the rows, whose ``rollback_ref`` names them, and in the event log
(``receipt_witness.py``).

See docs/reference/governance.md, "Files".
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import AssistRefused, Defect, InvalidPacket
from robot_memory.governance import schemas
from robot_memory.long_term.levels.event_log import EventLog

_KINDS = {
    "before": (schemas.BEFORE, schemas.PROCEDURAL_BEFORE),
    "rollback": (schemas.ROLLBACK, schemas.PROCEDURAL_ROLLBACK),
    "after": (schemas.AFTER, schemas.PROCEDURAL_AFTER),
}
_PROCEDURAL = frozenset(kinds[1] for kinds in _KINDS.values())
_NAME = re.compile(r"([0-9]{6,})-(before|rollback|after)-([0-9a-f-]{36})\.json")
_UNCHANGED = "nothing was changed, and the next action or start writes a receipt of that"
_FATE = {
    "before": _UNCHANGED,
    "rollback": _UNCHANGED,
    "after": "the run has ended, and the next action or start writes this from what memory says",
}
_WITNESSES = ("before", "after")
_NOTHING = hashlib.sha256(b"").hexdigest()


@dataclass(frozen=True)
class Receipt:
    """One receipt."""

    ref: str  # the name of its file, used in rows and other receipts
    stage: str  # ``before``, ``rollback`` or ``after``
    record: Mapping[str, Any]
    sha256: str  # of its file

    @property
    def run_id(self) -> str:
        """The receipt's run."""
        return str(self.record["run_id"])

    @property
    def is_procedural(self) -> bool:
        """Whether it is about a procedural file, not about rows."""
        return self.record["kind"] in _PROCEDURAL

    @property
    def seq(self) -> int:
        """Its number in the chain, from 1."""
        return int(self.record["chain"]["seq"])


class Receipts:
    """The folder of receipts. A writer holds the governance lock.

    Args:
        folder: ``governance/receipts``; made for the first receipt.
        events: the event log, whose head is stored in before and after receipts.
        machine: the digest of this machine, stored in them too.
    """

    def __init__(self, folder: Path, events: EventLog, machine: str) -> None:
        self.folder = folder
        self._events = events
        self._machine = machine

    def read(self) -> tuple[list[Receipt], list[Defect]]:
        """Return the readable receipts, oldest first, and all defects."""
        paths = self._files()
        found: list[Receipt] = []
        defects = missing_numbers([_number(path) for path in paths], self.folder)
        last, previous = 0, _NOTHING
        for path in paths:
            data = b""
            try:
                data = schemas.data_of(path)
                receipt = _read(path, data)
            except InvalidPacket as error:
                defects += [
                    Defect(f"{path}: {one.path}".removesuffix(": "), one.problem)
                    for one in error.defects
                ]
            else:
                found.append(receipt)
                is_behind_gap = receipt.seq > last + 1  # the missing ones are reported already
                is_next = receipt.record["chain"] == {"seq": last + 1, "prev": previous}
                if not is_behind_gap and not is_next:
                    problem = "does not follow on the file before it: one was changed or put in"
                    defects.append(Defect(str(path), problem))
            if _number(path):
                last, previous = _number(path), hashlib.sha256(data).hexdigest()
        return found, defects

    def whole(self) -> list[Receipt]:
        """Return the receipts, oldest first, if all are as written.

        Raises:
            AssistRefused: they are not as written.
        """
        found, defects = self.read()
        if defects:
            lines = "".join(f"\n  {defect}" for defect in defects)
            raise AssistRefused(
                f"the receipts in {self.folder} are not what was written, so nobody can say what "
                f"was done; no row was changed: restore them from a backup{lines}"
            )
        return found

    def append(self, stage: str, record: Mapping[str, Any]) -> Receipt:
        """Write the next receipt with the kind in ``record``; on disk on return.

        Raises:
            InvalidPacket: it does not fit its schema; nothing was written.
            OSError: the disk refused; says what happens to the change.
        """
        whole = self.checked(stage, record)
        path = self.folder / name_of(whole["chain"]["seq"], stage, whole["run_id"])
        data = schemas.pretty(whole)
        files.make_private_folder(self.folder)
        try:
            files.replace_durably(path, data)
        except OSError as error:
            problem = f"{error.strerror}; {_FATE[stage]}"
            raise OSError(error.errno, problem, str(path)) from error
        return _read(path, data)

    def checked(self, stage: str, record: Mapping[str, Any]) -> dict[str, Any]:
        """Return the next receipt in its written form, checked against its schema.

        Raises:
            InvalidPacket: it does not fit its schema.
        """
        paths = self._files()
        previous = schemas.sha256_of(paths[-1]) if paths else _NOTHING
        chain = {"seq": len(paths) + 1, "prev": previous}
        whole = {**record, "chain": chain}
        if stage in _WITNESSES:
            head = self._events.head
            whole["witness"] = {"seq": head.seq, "digest": head.digest}
            whole["clock"] = {**record.get("clock", {}), "machine": self._machine}
        schemas.check_one_of(whole, _KINDS[stage], f"the {stage} receipt")
        return whole

    def _files(self) -> list[Path]:
        if not self.folder.exists():
            return []
        paths = self.folder.glob("[!.]*.json")
        return sorted(paths, key=lambda path: (len(path.name.partition("-")[0]), path.name))


def name_of(seq: int, stage: str, run_id: str) -> str:
    """Return the name of a receipt's file."""
    return f"{seq:06d}-{stage}-{run_id}.json"


def _number(path: Path) -> int:
    """Return the number in a receipt's name; 0 if it is not named as a receipt."""
    name = _NAME.fullmatch(path.name)
    return int(name.group(1)) if name else 0


def missing_numbers(numbers: Sequence[int], folder: Path) -> list[Defect]:
    """Return one defect with all numbers missing before the last one; 0 is no number."""
    there = sorted({0, *numbers})
    names: list[str] = []
    for before, behind in itertools.pairwise(there):
        first, last = before + 1, behind - 1
        is_long = last > first + 1
        names += (
            [f"{first:06d} to {last:06d}"]
            if is_long
            else [f"{n:06d}" for n in range(first, behind)]
        )
    if not names:
        return []
    *others, newest = names
    whole = f"{', '.join(others)} and {newest}" if others else newest
    return [Defect(str(folder), f"{whole} {'are' if others or ' ' in newest else 'is'} missing")]


def _read(path: Path, data: bytes) -> Receipt:
    name = _NAME.fullmatch(path.name)
    if name is None:
        raise InvalidPacket(
            f"{path} is not named as a receipt", [Defect("", "its name is not that of a receipt")]
        )
    stage = name.group(2)
    record = schemas.parse(data, _KINDS[stage], str(path))
    if record["run_id"] != name.group(3) or record["chain"]["seq"] != int(name.group(1)):
        raise InvalidPacket(
            f"{path} was renamed", [Defect("", "was renamed: its run or its number is another")]
        )
    return Receipt(path.name, stage, record, hashlib.sha256(data).hexdigest())
