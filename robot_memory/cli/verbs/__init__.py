"""The verbs of ``robot-memory``: one module each, its docstring is its help."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Protocol

from robot_memory.cli.verbs import (
    check,
    chunks,
    consolidate,
    context,
    facts,
    init,
    levels,
    mute,
    peers,
    recall,
    remember,
    repaired,
    replay,
    resolve,
    show,
    unmute,
    why,
)


class Verb(Protocol):
    """What each verb's module offers."""

    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the verb's own arguments."""
        ...

    def run(self, args: argparse.Namespace) -> int:
        """Do it, and return the exit status."""
        ...


VERBS: Mapping[str, Verb] = {
    "init": init,
    "show": show,
    "context": context,
    "recall": recall,
    "why": why,
    "remember": remember,
    "resolve": resolve,
    "mute": mute,
    "unmute": unmute,
    "repaired": repaired,
    "consolidate": consolidate,
    "chunks": chunks,
    "facts": facts,
    "levels": levels,
    "peers": peers,
    "check": check,
    "replay": replay,
}
