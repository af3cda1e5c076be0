"""Make a memory home."""

from __future__ import annotations

import argparse

from robot_memory.cli.opening import open_memory
from robot_memory.cli.output import print_json, wants_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args, write=True) as memory:
        memory.save(force=not memory.home.memory_file.exists())
        record = {"rrn": memory.rrn, "home": str(memory.home.folder),
                  "memory_file": str(memory.home.memory_file)}  # fmt: skip
    if wants_json(args):
        print_json(record)
    else:
        print(f"{record['rrn']} remembers in {record['memory_file']}")
    return 0
