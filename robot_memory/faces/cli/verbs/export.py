"""Write the memory into one file, as a backup or to move it to another computer.

The node may run meanwhile. Private keys are not exported: the other computer makes new ones. Give
its new card (`robot-memory peers card`) to the robots that trusted this one. Files of private keys
that lie outside of `keys/`, of other programs too, and copies of `webhooks.yaml`, are left out and
named. Keep the fingerprints of operators that it prints: `import` enrols only operators whose
fingerprint it is given, and leaves out and names what stands beside their files under other names.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from robot_memory.applications.transfer.exported_files import LEFT_OUT, named
from robot_memory.applications.transfer.exporting import export_home
from robot_memory.applications.transfer.imported_authority import former_in, operators_in
from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.progress import Progress
from robot_memory.foundation.text.escaping import terminal_line
from robot_memory.foundation.time.clock import machine_clock

EXAMPLES = ("robot-memory export robot.tar.gz",)

_UNAPPROVED = (
    "limits that this machine holds although their approvals are gone, and that no import will "
    "hold until `robot-memory limits approve` signs them again"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    parser.add_argument("file", type=Path, help="a new file, as robot.tar.gz")


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args) as memory:
        now = machine_clock(memory.clock).now().time
        with Progress("copying"):
            exported = export_home(memory.home, memory.rrn, args.file, now)
        folder = memory.home.folder
        operators = {p.stem: mark for p, mark in operators_in(folder).items() if mark}
        former = {p.stem: mark for p, mark in former_in(folder).items() if mark}
    manifest = exported.manifest
    record = {
        "file": str(args.file), "rrn": manifest.rrn, "files": len(manifest.files),
        "operators": operators, "former_operators": former, "left_out": list(exported.left_out),
        "unapproved_limits": list(exported.unapproved),
    }  # fmt: skip
    message = f"{args.file}: {len(manifest.files)} files of {manifest.rrn}, without its keys"
    enrol = [f"import it with --operator {mark} to enrol {who}" for who, mark in operators.items()]
    enrol += [f"and with --operator {mark}, so that an audit knows what {who}, a former operator's "
              "file, signed" for who, mark in former.items()]  # fmt: skip
    gone = named(_UNAPPROVED, exported.unapproved)
    lines = [message, *map(terminal_line, (*named(LEFT_OUT, exported.left_out), *gone, *enrol))]
    return answer(args, record, lines)
