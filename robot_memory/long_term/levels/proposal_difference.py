"""What a proposal changes, as people read it."""

from __future__ import annotations

import difflib

from robot_memory.foundation.text.escaping import terminal_text
from robot_memory.long_term.levels.proposal import Proposal

_NO_END = "\\ No newline at end of file"


def proposal_difference(proposal: Proposal) -> list[str]:
    """Return the lines of what a proposal changes, as `diff -u` shows them.

    The texts are compared as they are; what is hidden in a line is shown as its number.
    """
    difference = difflib.unified_diff(
        _lines(proposal.previous or ""), _lines(proposal.content), f"procedural/{proposal.target}",
        f"{proposal.id} ({proposal.status.value})",
    )  # fmt: skip
    return [shown for line in difference for shown in _shown(line)]


def _lines(text: str) -> list[str]:
    """Return lines with their ends; str.splitlines would take hidden characters for ends, too."""
    *whole, last = text.split("\n")
    lines = [f"{line}\n" for line in whole]
    return [*lines, last] if last else lines


def _shown(line: str) -> list[str]:
    shown = terminal_text(line.removesuffix("\n"))
    return [shown] if line.endswith("\n") else [shown, _NO_END]
