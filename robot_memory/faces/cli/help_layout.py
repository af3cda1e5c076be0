"""How the help of verbs looks: as wide as the terminal, with lines to type."""

from __future__ import annotations

import argparse
import textwrap

from robot_memory.faces.cli.verb_examples import examples_of


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
