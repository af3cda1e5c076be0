"""Create a memory home, and the keys with which this robot signs."""

from __future__ import annotations

import argparse
import sys

from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.foundation.errors import FederationRefused
from robot_memory.sharing.federation.exchange_setup import make_own_keys

EXAMPLES = ("robot-memory init",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status."""
    with open_memory(args, write=True) as memory:
        memory.save(force=not memory.home.memory_file.exists())
        record = {"rrn": memory.rrn, "home": str(memory.home.folder),
                  "memory_file": str(memory.home.memory_file)}  # fmt: skip
        try:
            make_own_keys(memory.home, memory.rrn)
            record["card"] = str(memory.home.card)
        except FederationRefused as error:
            print(f"robot-memory: no keys were made: {error}", file=sys.stderr)
    message = [f"{record['rrn']} remembers in {record['memory_file']}"]
    if "card" in record:
        message.append(f"others can trust it by its card, {record['card']}")
    return answer(args, record, message)
