"""The verbs of ``robot-memory``: declared operations and questions, and one module per other verb.

See docs/reference/command-line.md.
"""

from __future__ import annotations

import argparse
import importlib
from typing import NamedTuple, Protocol, cast

from robot_memory.applications.operations import OPERATIONS, QUESTIONS
from robot_memory.faces.cli.operation_verb import OperationVerb, QuestionVerb


class VerbGroup(NamedTuple):
    """Verbs that the help lists together; the most used ``names`` come first."""

    title: str
    names: list[str]


DAILY, *OTHER_GROUPS = (
    VerbGroup(title, names.split())
    for title, names in {
        "verbs for every day":
            "status show why context recall remember resolve review watch changes timeline",
        "change entries": "confirm mute unmute known correct repaired forget undo",
        "beyond entries": "reliability limits facts chunks levels consolidate",
        "how tasks went": "outcomes report-outcome",
        "signed changes, proofs": "assist audit report",
        "robots, browsers, agents": "peers fleet web mcp",
        "the memory home": "init check export import diff",
        "tools": "blackbox replay completion",
    }.items()
)  # fmt: skip

#: In the order of the documentation.
VERBS = tuple(name for group in (DAILY, *OTHER_GROUPS) for name in group.names)

#: Verbs whose module has another name because theirs is a Python keyword.
_MODULES = {"import": "import_home"}
_OPERATIONS = {one.NAME: one for one in OPERATIONS}
_QUESTIONS = {one.NAME: one for one in QUESTIONS}


class Verb(Protocol):
    """The interface of a verb's module; a verb without subcommands also has ``run``.

    Attributes:
        EXAMPLES: command lines that the help shows and tests run; a comment after a line names its
            exit status if it fails there. ``mem-72720dcf`` is the note "Kitchen doorway has a 3 cm
            lip", ``mem-a4aec894`` the note that ``remember`` adds.
    """

    __doc__: str | None
    EXAMPLES: tuple[str, ...]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the verb's own arguments."""
        ...


def load_verb(name: str) -> Verb:
    """Return a verb; its module is imported only where it is needed, as some take long."""
    if name in _OPERATIONS:
        return OperationVerb(_OPERATIONS[name])
    if name in _QUESTIONS:
        return QuestionVerb(_QUESTIONS[name])
    return cast(Verb, importlib.import_module(f"{__name__}.{_MODULES.get(name, name)}"))


def summary(verb: Verb) -> str:
    """Return what a verb does, in one sentence."""
    return (verb.__doc__ or "").strip().splitlines()[0]
