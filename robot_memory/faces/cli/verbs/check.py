"""Check a memory file; exit 1 on a defect.

Every defect is printed with its path, such as `entries[3].confidence: 1.7 is above 1.0`.
"""

from __future__ import annotations

import argparse
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.entries import FrontMatterDamaged, MemoryDocument
from robot_memory.entries.file_bytes import decoded
from robot_memory.entries.own_rrn import known_rrn, rrn_defects
from robot_memory.entries.time_rules import ahead_defects
from robot_memory.faces.cli.open_memory import load_settings, open_memory, present_time
from robot_memory.faces.cli.output import answer
from robot_memory.foundation.disk.files import COPIES_KEPT, damaged_copies, read_regular
from robot_memory.foundation.errors import Defect, InvalidInput, RobotMemoryError
from robot_memory.foundation.home import Home, find_home
from robot_memory.ledger import Ledger

EXAMPLES = ("robot-memory check",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="[the home's own]")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    settings = load_settings(args)
    home = find_home(settings)
    path = args.file or home.memory_file
    if not path.exists():
        problem = "there is no such file; `--home` names another memory home, FILE a file"
        raise InvalidInput("nothing was checked", [Defect(str(path), problem)])
    text = decoded(read_regular(path))
    own = "" if args.file else settings.rrn or _rrn_of(home)
    defects, count = _find_defects(text, own, present_time(args))
    message = [f"{path}: {defect}" for defect in defects] or [f"{path}: {count} entries, no defect"]
    message += _copies_of(path)
    record: dict[str, Any] = {"file": str(path), "entries": count}
    if not args.file and not defects:
        try:
            known = _known_entries(args)
        except (RobotMemoryError, OSError, sqlite3.Error) as error:
            defects.append(Defect(str(home.ledger), f"the evidence cannot be read: {error}"))
            message.append(str(defects[-1]))
        else:
            record["in_evidence"] = known
            if known > count:
                message.append(
                    f"{home.ledger}: {known - count} entries more, which are not in the file yet: "
                    "nothing is lost, `robot-memory show` has them, and the next save writes them"
                )
    record["defects"] = [{"path": defect.path, "problem": defect.problem} for defect in defects]
    answer(args, record, message)
    return 1 if defects else 0


def _known_entries(args: argparse.Namespace) -> int:
    """Return how many entries the memory has with its evidence."""
    with open_memory(args) as memory:
        return len(memory.entries(include_resolved=True))


def _copies_of(path: Path) -> list[str]:
    copies = damaged_copies(path)
    if not copies:
        return []
    word = "copy" if len(copies) == 1 else "copies"
    words = f"{path}: {len(copies)} damaged {word} beside it, the oldest {copies[0].name}"
    return [f"{words}: copy from it what is missing; the {COPIES_KEPT} newest stay"]


def _rrn_of(home: Home) -> str:
    """Return the RRN by which a home knows its robot, as far as it can be read."""
    try:
        ledger = Ledger(home.ledger, time_kind=None) if home.ledger.exists() else None
    except (RobotMemoryError, OSError, sqlite3.Error):  # only the file is checked
        return known_rrn(None, home.card)
    try:
        return known_rrn(ledger, home.card)
    finally:
        if ledger is not None:
            ledger.close()


def _find_defects(text: str, own_rrn: str, now: datetime) -> tuple[list[Defect], int]:
    """Return all defects of a file, and how many usable entries it has.

    Args:
        own_rrn: the robot's, whose file it should be; empty: that of any robot.
    """
    try:
        document = MemoryDocument(text)
    except FrontMatterDamaged as error:
        return [Defect("", str(error))], 0
    defects = [*document.defects, *rrn_defects(document.header.rrn, own_rrn)]
    defects += ahead_defects(document.entries.values(), now)
    return defects, len(document.entries)
