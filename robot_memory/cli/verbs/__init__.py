"""The verbs of ``robot-memory``: one module each, its docstring is its help."""

from __future__ import annotations

import argparse
import importlib
from typing import Protocol, cast

#: In the order in which the help tells them.
VERBS = (
    "init", "show", "context", "recall", "why", "remember", "resolve", "mute", "unmute",
    "correct", "forget", "repaired", "consolidate", "chunks", "facts", "levels", "assist",
    "audit", "peers", "check", "replay", "report", "web", "mcp", "export", "import", "timeline",
    "diff",
)  # fmt: skip


#: Verbs whose module has another name: that of this one is a word of Python.
_MODULES = {"import": "import_home"}


class Verb(Protocol):
    """What each verb's module offers."""

    __doc__: str | None

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the verb's own arguments."""
        ...

    def run(self, args: argparse.Namespace) -> int:
        """Do it, and return the exit status."""
        ...


def load_verb(name: str) -> Verb:
    """Import the module of a verb: only of the one that is needed, as some take long."""
    return cast(Verb, importlib.import_module(f"{__name__}.{_MODULES.get(name, name)}"))
