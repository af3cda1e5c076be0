"""What a proposal changes, as people read it."""

from __future__ import annotations

import difflib

from robot_memory.escaping import terminal_text
from robot_memory.levels.proposal import Proposal

_NO_END = "\\ No newline at end of file"


def proposal_difference(proposal: Proposal) -> list[str]:
    """Return the lines of what a proposal changes, as `diff -u` shows them.

    What is hidden in them becomes its number, so that two texts that differ look different.
    """
    return list(difflib.unified_diff(
        _lines(proposal.previous or ""), _lines(proposal.content), f"procedural/{proposal.target}",
        f"{proposal.id} ({proposal.status.value})", lineterm="",
    ))  # fmt: skip


def _lines(text: str) -> list[str]:
    lines = [terminal_text(line) for line in text.split("\n")]
    last = lines.pop()
    return [*lines, last, _NO_END] if last else lines
