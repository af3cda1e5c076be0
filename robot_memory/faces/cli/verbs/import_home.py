"""Create a memory home from a file that `export` wrote, on a computer without one."""

from __future__ import annotations

import argparse
from pathlib import Path

from robot_memory.applications.transfer.exported_files import LEFT_OUT, named
from robot_memory.applications.transfer.importing import import_home
from robot_memory.faces.cli.open_memory import load_settings
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.progress import Progress
from robot_memory.foundation.home import find_home
from robot_memory.foundation.text.escaping import terminal_line

EXAMPLES = ("robot-memory --home ./new import robot.tar.gz",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("file", type=Path, help="a file that `export` wrote")
    parser.add_argument(
        "--operator", action="append", default=[], metavar="FINGERPRINT",
        help="enrol the operator in the file whose keys have this fingerprint, as `export` printed "
        "it; may be repeated; nobody else is enrolled",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    home = find_home(load_settings(args))
    with Progress("copying"):
        imported = import_home(args.file, home, args.operator)
    manifest, left_out = imported.manifest, imported.left_out
    count = len(manifest.files) - len(left_out)
    record = {
        "home": str(home.folder), "rrn": manifest.rrn, "files": count,
        "authority": imported.authority, "left_out": list(left_out),
    }  # fmt: skip
    return answer(args, record, [
        f"{home.folder}: {count} files of {manifest.rrn or 'an unnamed robot'}",
        "it has no keys yet: `robot-memory peers card` makes them",
        *map(terminal_line, (*named(LEFT_OUT, left_out), *imported.authority)),
    ])  # fmt: skip
