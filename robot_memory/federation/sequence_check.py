"""Checks the order of updates of one sender, and finds senders that contradict themselves.

Specification: rules.md §6.10 and §6.11.

See docs/reference/peer-updates.md, "What is refused".
"""

from __future__ import annotations

from robot_memory.federation.peer_record import PeerRecord
from robot_memory.federation.robot_update import RobotUpdate
from robot_memory.federation.update_verdict import UpdateOutcome, UpdateRefused

_UNTIL = "until it is started anew, or trusted anew"


def check_order(update: RobotUpdate, seen: PeerRecord | None) -> tuple[UpdateOutcome, str] | None:
    """Say where a robot contradicts itself; None where all is well.

    Args:
        update: one whose signature holds, and that is not the one that was taken in last.
        seen: what is known of its sender.

    Raises:
        UpdateRefused: it is old, or its sender is disputed already.
    """
    if seen is None:
        return None
    if update.sequence < seen.sequence:
        raise UpdateRefused(
            UpdateOutcome.REPLAYED,
            f"sequence {update.sequence} comes after {seen.sequence}: late, or a replay",
        )
    if update.sequence == seen.sequence and seen.digests:
        story = f"it told two stories under sequence {update.sequence}"
        return UpdateOutcome.TWO_STORIES, f"{story}; neither is used {_UNTIL}"
    if seen.problem and update.session in seen.sessions:
        raise UpdateRefused(UpdateOutcome.DISPUTED, seen.problem)
    if update.session in seen.sessions[:-1]:
        # A start that another one had followed is back: both run.
        story = "two nodes speak in turn under its RRN and keys"
        return UpdateOutcome.TWO_ROBOTS, f"{story}; neither is used {_UNTIL}"
    return None
