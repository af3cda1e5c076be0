"""Helpers shared by the tests of the audit."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from governance_builders import House, at

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.governance import schemas
from robot_memory.governance.audit import AuditPart, AuditReport, WitnessedHeads, audit_home
from robot_memory.long_term.levels import ChainHead

CLOCK = ManualClock(at().time, kind="wall", boot="b1")


def copied(house: House, folder: Path) -> House:
    """Return a copy of a home, much faster than making another one."""
    shutil.copytree(house.folder, folder)
    return House(folder)


def audit(house: House, *seen: ChainHead) -> AuditReport:
    return audit_home(house.home, WitnessedHeads(events=seen))


def part(house: House, name: str) -> AuditPart:
    (found,) = (one for one in audit(house).parts if one.name == name)
    return found


def told(house: House, *seen: ChainHead) -> list[str]:
    """Return all defects, with file names relative to the home."""
    return [str(one).replace(f"{house.folder}/", "") for one in audit(house, *seen).defects]


def events(house: House) -> Path:
    return house.folder / "episodic" / "events" / "events.jsonl"


def lines(house: House) -> list[bytes]:
    return events(house).read_bytes().splitlines(keepends=True)


def change(path: Path, **fields: Any) -> None:
    record = json.loads(path.read_bytes())
    path.write_bytes(schemas.pretty({**record, **fields}))


def link_anew(paths: list[Path]) -> None:
    """Rebuild the chain of the existing receipts, as an attacker would to hide a change."""
    previous = hashlib.sha256(b"").hexdigest()
    for seq, path in enumerate(paths, 1):
        change(path, chain={"seq": seq, "prev": previous})
        previous = hashlib.sha256(path.read_bytes()).hexdigest()


def name_of(receipt: Path) -> str:
    """Return a receipt's name relative to the home."""
    return f"governance/receipts/{receipt.name}"
