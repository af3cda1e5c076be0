"""Check a memory file; exit 1 on a defect.

Every defect is printed with its path, such as `entries[3].confidence: 1.7 is above 1.0`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from robot_memory.cli.open_memory import load_settings
from robot_memory.cli.output import answer
from robot_memory.entries import FrontMatterDamaged, MemoryDocument
from robot_memory.errors import Defect, InvalidInput
from robot_memory.files import read_regular
from robot_memory.home import find_home


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="[the home's own]")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    path = args.file or find_home(load_settings(args)).memory_file
    if not path.exists():
        problem = "there is no such file; `--home` names another memory home, FILE a file"
        raise InvalidInput("nothing was checked", [Defect(str(path), problem)])
    text = read_regular(path).decode("utf-8", "surrogateescape")
    defects, count = find_defects(text)
    found = [{"path": defect.path, "problem": defect.problem} for defect in defects]
    message = [f"{path}: {defect}" for defect in defects] or [f"{path}: {count} entries, no defect"]
    answer(args, {"file": str(path), "entries": count, "defects": found}, message)
    return 1 if defects else 0


def find_defects(text: str) -> tuple[list[Defect], int]:
    """Return all defects of a file, and how many usable entries it has."""
    try:
        document = MemoryDocument(text)
    except FrontMatterDamaged as error:
        return [Defect("", str(error))], 0
    return list(document.defects), len(document.entries)
