"""An operator who approves changes of procedural memory, with keys of their own."""

from __future__ import annotations

from robots import keys_of, rrn_of

from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.robot_keys import RobotKeys
from robot_memory.governance import AssistPath
from robot_memory.long_term.levels import Levels, Proposal


def keys_for(operator: str) -> RobotKeys:
    """Return an operator's keys, the same in each run."""
    return keys_of(int.from_bytes(operator.encode(), "big"), operator)


def assist_of(levels: Levels) -> AssistPath:
    """Return the governance of the same memory home; it is not enabled."""
    root = levels.tree.root
    return AssistPath(Home(root, root / "robot-memory.md"), enabled=False)


def approve(levels: Levels, identifier: str, operator: str = "ada", note: str = "") -> Proposal:
    """Let an operator sign an unchanged proposal, which applies it."""
    assist, keys = assist_of(levels), keys_for(operator)
    assist.enrol(operator, keys.card)
    return assist.approve_proposal(rrn_of(1), identifier, keys, levels._clock.now(), note)
