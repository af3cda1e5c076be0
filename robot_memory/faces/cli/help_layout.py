"""How the command line parses and helps: 80 columns, examples, "did you mean"."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from robot_memory.faces.cli.verbs import VERBS, load_verb


class SuggestingParser(argparse.ArgumentParser):
    """Suggests verbs, choices and options that are like the one that was typed."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, and refuse an option that is nearly one of these."""
        parsed, rest = super().parse_known_args(args, namespace)
        for word in rest:
            option = word.partition("=")[0]
            if meant := _meant(option, self._option_string_actions, word.startswith("--")):
                self.error(f"unrecognized arguments: {word}{meant}")
        return parsed, rest

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            names = VERBS if action.dest == "verb" else list(map(str, action.choices))
            meant = _meant(str(value), names)
            problem = f"{value!r:.40} is not one of {', '.join(names)}{meant}"
            raise argparse.ArgumentError(action, problem)


def _meant(word: str, names: Iterable[str], is_one: bool = True) -> str:
    """Return a question that names what is most like a word; empty where nothing is."""
    found = get_close_matches(word, list(names), n=1) if is_one else []
    return f"; did you mean {found[0]}?" if found else ""


#: Verbs whose lines no test can run, and why.
UNTESTED = {
    "mcp": "serves until it is interrupted",
    "replay": "needs recordings",
    "watch": "needs a terminal",
}


def examples_of(verb: str) -> Sequence[str]:
    """Return the lines of a verb, such as ``show``, or of a subcommand, such as ``facts list``."""
    name, _, subcommand = verb.partition(" ")
    return [line for line in load_verb(name).EXAMPLES if f" {verb}" in line or not subcommand]


class HelpLayout(argparse.HelpFormatter):
    """Fills each paragraph; one with indented lines, as of examples, stays as it is."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        parts = text.strip().split("\n\n")
        return "\n\n".join(
            part if "\n  " in f"\n{part}" else textwrap.fill(part, width) for part in parts
        )


def examples_section(verb: str) -> str:
    """Return the lines to type of a verb or a subcommand, with a title; nothing without lines."""
    lines = ["  " + line.partition("  # exit status")[0] for line in examples_of(verb)]
    return "\n".join(("examples:", *lines)) if lines else ""
