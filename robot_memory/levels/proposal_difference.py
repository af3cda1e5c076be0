"""What a proposal changes, as people read it."""

from __future__ import annotations

import difflib

from robot_memory.levels.proposal import Proposal


def proposal_difference(proposal: Proposal) -> list[str]:
    """Return the lines of what a proposal changes, as `diff -u` shows them."""
    before, after = (proposal.previous or ""), proposal.content
    return list(difflib.unified_diff(
        before.splitlines(), after.splitlines(), f"procedural/{proposal.target}",
        f"{proposal.id} ({proposal.status.value})", lineterm="",
    ))  # fmt: skip
